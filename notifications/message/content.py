"""The words of a message as every channel gets them, and what kinds share to make them.

An email shows all of them, a push title and summary.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import cache
from typing import TYPE_CHECKING, Final

from babel import Locale
from babel.dates import get_timezone_location
from babel.localedata import locale_identifiers
from django.utils.formats import date_format
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from config.languages import spoken
from games.models import Act
from games.play.replay import history_of
from games.shown import wording
from games.shown.point_of_view import PointOfView
from notifications.preferences import zone_of

if TYPE_CHECKING:
    from notifications.message.context import MessageContext

LINE: Final = 90
"""So many letters of a push are seen without opening it."""
_LEAST: Final = 12

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MessageContent:
    """What a message says."""

    title: str
    summary: str
    """One line for where there is only one."""
    sentences: Sequence[str]
    action: str
    """What the link invites to."""
    path: str
    score: str = ""
    deadline: str = ""
    """Until when an answer is due, as a sentence; empty where none is."""
    by: str = ""
    """The same in few letters, for the subject of an email: ``Tue 18:40``."""
    game: str = ""
    """Which game it is and whom the receiver plays; empty where none is played yet."""


def local_time(context: MessageContext, moment: datetime) -> str:
    """Return a moment by the receiver's clock, with the day and the zone."""
    zone = zone_of(context.receiver)
    local = moment.astimezone(zone)
    day = date_format(local, "FULL_DATE_FORMAT")
    return f"{day}, {wording.clock(local)} ({whose_time(zone)})"


def whose_time(zone: tzinfo) -> str:
    """Return by which clock a time is said: ``Vienna time``, ``UTC``."""
    name = str(zone)
    if "/" not in name or name.startswith("Etc/"):
        return name
    return _("{city} time").format(city=_city_of(name, spoken.current()))


@cache
def _city_of(zone: str, language: str) -> str:
    locale = Locale.negotiate([language], locale_identifiers(), sep="-") or "en"
    return get_timezone_location(zone, locale=locale, return_city=True)


def short_time(context: MessageContext, moment: datetime) -> str:
    """Return a moment by the receiver's clock in few letters."""
    return wording.weekday(moment, zone_of(context.receiver))


def what_happened(
    context: MessageContext, view: PointOfView, without: Collection[str] = ()
) -> list[str]:
    """Return what was done since the receiver's last turn, in sentences; nothing if it cannot be
    reported. Happenings of the types ``without`` are shown elsewhere."""
    game, names = view.game, view.usernames
    try:
        return [
            _ended(view.act_words(row))
            if isinstance(row, Act)
            else " ".join(wording.report(game, row, names, without, by=view.names[row.side]))
            for row in history_of(context.turns, context.acts)
        ]
    except Exception:
        # What was played can be looked at; that it is their turn must be reported in any case.
        logger.exception("the turns of game %s could not be put into words", game.pk)
        return []


def game_line(context: MessageContext, view: PointOfView) -> str:
    """Return which game it is, for several are played here: ``Future Chess: you play White``.

    What it is played for comes first: ``alice's cup: Final``.
    """
    line = view.game.rules.name
    if view.side is not None:
        words = (
            _("{game}: you play {side}") if view.game.is_active else _("{game}: you played {side}")
        )
        line = words.format(game=line, side=wording.side_name(view.side))
    return join(*(named(view.game) for named in context.played_for), line)


def in_a_line(first: str, middle: str, last: str) -> str:
    """Return a line that a phone shows whole: the middle is cut where there is too little room."""
    room = LINE - len(join(first, "-", last)) + 1
    if len(middle) > room:
        middle = Truncator(middle).chars(room) if room > _LEAST else ""
    return join(first, middle, last)


def join(*parts: str) -> str:
    """Return what there is of these as one line."""
    return " · ".join(part for part in parts if part)


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
