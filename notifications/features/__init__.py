"""What the features of games add to notifications, each only while its app is installed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol

from django.apps import apps

if TYPE_CHECKING:
    from icalendar import Event

    from accounts.models import User
    from games.models import Game
    from notifications.digests.clock_mail import ClockMail
    from notifications.kinds.kind import Kind

_MODULES: Final = {
    "games.features.competitions": "notifications.features.competitions",
    "games.features.plans": "notifications.features.plans",
    "games.features.puzzles": "notifications.features.puzzles",
    "games.features.ratings": "notifications.features.ratings",
}


class Remark(Protocol):
    """Returns what a message adds about a game that waits for a side."""

    def __call__(self, game: Game, side: str, *, is_draw: bool) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class Feature:
    """What one feature adds; ``FEATURE`` of its module."""

    kinds: tuple[Kind, ...] = ()
    mails: tuple[ClockMail, ...] = ()
    remarks: Callable[[Collection[str]], Remark] | None = None
    """Reads what there is to add to messages about these games."""
    answering: Callable[[Collection[str]], Iterable[tuple[str, str]]] | None = None
    """Reads the seats, by game and side, whose turns may be played without them."""
    games_ended: Callable[[Sequence[str]], object] | None = None
    """Is called with games that have ended, in the transaction of the relay."""
    calendar: Callable[[User, datetime], Iterable[Event]] | None = None
    """Returns what else belongs in a player's calendar."""


@cache
def features() -> tuple[Feature, ...]:
    """Return what the installed features add."""
    return tuple(
        import_module(module).FEATURE for app, module in _MODULES.items() if apps.is_installed(app)
    )
