"""What the apps above contribute to an account, without accounts knowing them.

Each setting names objects by their dotted path:

``ACCOUNT_LEAVING``  functions ``(user, now) -> None``, run in the transaction that deletes an
                     account, when its name is gone; short.
``ACCOUNT_CLEARING``  functions ``(user, now, until) -> bool``, run after it as often as it takes:
                     open games are resigned. Each stops when ``time.monotonic()`` is ``until`` and
                     says whether it is done.
``ACCOUNT_RECOVERED``  functions ``(user, now) -> None``, run in the transaction that takes all keys
                     away after a new password was set by mail: whoever had the old one hears
                     nothing more.
``ACCOUNT_RENAMED``  functions ``(user, now) -> None``, run in the transaction in which a guest
                     takes a name.
``ACCOUNT_MOVED``  functions ``(user, now) -> None``, run when somebody has changed their time
                   zone.
``ACCOUNT_OWN_DATA``  modules of which each has ``TABLE``, what its app keeps of a person; see
                     ``accounts.kept``.
``ACCOUNT_HAS_PLAYED``  a function ``(user) -> bool``: has a game of this person ever begun?
``ACCOUNT_IS_EXPECTED``  a function ``(user) -> bool``: do people play with them at this moment?
``ACCOUNT_SECTIONS``  sections of ``/me`` by name, each a ``Section``.
``ACCOUNT_FACTS``  what ``/me`` tells besides by name and nobody can change there, each a ``Fact``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import Any, Protocol

from django.conf import settings
from django.utils.module_loading import import_string
from rest_framework.serializers import BaseSerializer

from accounts.models import User


class Fact(Protocol):
    """A part of ``/me`` that another app knows, such as ``pace``."""

    serializer_class: type[BaseSerializer[Any]]
    """Describes it for OpenAPI."""
    example: dict[str, Any]
    """What ``read`` may return."""

    def read(self, user: User) -> dict[str, Any]:
        """Return it as ``/me`` shows it."""


class Section(Fact, Protocol):
    """A part of ``/me`` that another app keeps, such as ``notifications``.

    Its ``serializer_class`` validates a (partial) change, too.
    """

    def write(self, user: User, changes: dict[str, Any]) -> None:
        """Store changes that ``serializer_class`` let through."""


@cache
def sections() -> dict[str, Section]:
    """Return the sections of ``/me`` by their names."""
    return {name: import_string(path) for name, path in settings.ACCOUNT_SECTIONS.items()}


@cache
def facts() -> dict[str, Fact]:
    """Return what ``/me`` tells and does not change, by name."""
    return {name: import_string(path) for name, path in settings.ACCOUNT_FACTS.items()}


def told() -> dict[str, Fact]:
    """Return all that ``/me`` tells of what other apps know, by name."""
    return {**sections(), **facts()}


def leaving() -> list[Callable[[User, datetime], None]]:
    """Return what is to be done when an account is deleted."""
    return [import_string(path) for path in settings.ACCOUNT_LEAVING]


def clearing() -> list[Callable[[User, datetime, float], bool]]:
    """Return what is to be done after an account was deleted, however long it takes."""
    return [import_string(path) for path in settings.ACCOUNT_CLEARING]


def recovered() -> list[Callable[[User, datetime], None]]:
    """Return what is to be done when an account was taken back by a new password."""
    return [import_string(path) for path in settings.ACCOUNT_RECOVERED]


def renamed() -> list[Callable[[User, datetime], None]]:
    """Return what is to be done when a guest has taken a name."""
    return [import_string(path) for path in settings.ACCOUNT_RENAMED]


def moved() -> list[Callable[[User, datetime], None]]:
    """Return what is to be done when somebody has changed their time zone."""
    return [import_string(path) for path in settings.ACCOUNT_MOVED]


def has_played(user: User) -> bool:
    """Return whether a game of this person has ever begun."""
    path = settings.ACCOUNT_HAS_PLAYED
    return bool(path and import_string(path)(user))


def is_expected(user: User) -> bool:
    """Return whether people play with this one at this moment."""
    path = settings.ACCOUNT_IS_EXPECTED
    return bool(path and import_string(path)(user))
