"""What the apps above contribute to an account, without accounts knowing them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import Any, Final, Protocol

from rest_framework.serializers import BaseSerializer

from accounts.models import User
from config.features import Hook


class Fact(Protocol):
    """A part of ``/me`` that another app knows, such as ``pace``."""

    @property
    def serializer_class(self) -> type[BaseSerializer[Any]]:
        """Describes it for OpenAPI."""

    @property
    def example(self) -> Mapping[str, Any]:
        """What ``read`` may return."""

    def read(self, user: User) -> Mapping[str, Any]:
        """Return it as ``/me`` shows it."""


class Section(Fact, Protocol):
    """A part of ``/me`` that another app keeps, such as ``notifications``.

    Its ``serializer_class`` validates a (partial) change, too.
    """

    def write(self, user: User, changes: dict[str, Any]) -> None:
        """Store changes that ``serializer_class`` let through."""


SECTIONS: Final[Hook[Section]] = Hook()
"""Sections of ``/me`` by name."""
FACTS: Final[Hook[Fact]] = Hook()
"""What ``/me`` shows besides by name, and no one can change there."""
LEAVING: Final[Hook[Callable[[User, datetime], None]]] = Hook()
"""Run in the transaction that deletes an account, when its name is gone; short."""
CLEARING: Final[Hook[Callable[[User, datetime, float], bool]]] = Hook()
"""Run after it as often as it takes: open games are resigned. Each stops when ``time.monotonic()``
is the third argument, and says whether it is done."""
RECOVERED: Final[Hook[Callable[[User, datetime], None]]] = Hook()
"""Run in the transaction that takes all keys away after a new password was set by email: the player
who had the old one hears nothing more."""
RENAMED: Final[Hook[Callable[[User, datetime], None]]] = Hook()
"""Run in the transaction in which a guest takes a name."""
MOVED: Final[Hook[Callable[[User, datetime], None]]] = Hook()
"""Run when someone has changed their time zone."""
HAS_PLAYED: Final[Hook[Callable[[User], bool]]] = Hook()
"""Has a game of this person ever begun?"""
ANSWERED_AT: Final[Hook[Callable[[int, str, int], str]]] = Hook()
"""The address at which an account answers a turn of a game by email; empty where none can."""
BOUNCED_TO: Final[Hook[Callable[[int], str]]] = Hook()
"""The address to which emails to an account come back; empty where none can."""
PAUSED: Final[Hook[Callable[[Collection[int]], Collection[int]]]] = Hook()
"""Which of these accounts get no emails, because theirs came back."""
IS_EXPECTED: Final[Hook[Callable[[User], bool]]] = Hook()
"""Do people play with this one at this moment?"""


def facts() -> dict[str, Fact]:
    """Return all that ``/me`` shows of what other apps know, by name."""
    return {**SECTIONS.named(), **FACTS.named()}


def answered_at(user_id: int, game_id: str, turn: int) -> str:
    """Return where an account answers a turn by email; empty where it can't."""
    return next((ask(user_id, game_id, turn) for ask in ANSWERED_AT), "")


def bounced_to(user_id: int) -> str:
    """Return where emails to an account come back; empty where no one looks."""
    return next((ask(user_id) for ask in BOUNCED_TO), "")


def has_played(user: User) -> bool:
    """Return whether a game of this person has ever begun."""
    return any(ask(user) for ask in HAS_PLAYED)


def is_expected(user: User) -> bool:
    """Return whether people play with this one at this moment."""
    return any(ask(user) for ask in IS_EXPECTED)
