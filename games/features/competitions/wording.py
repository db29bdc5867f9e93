"""What competitions are called, in the reader's language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from games.models.faces import name_of
from games.shown.wording import ordinal

if TYPE_CHECKING:
    from games.features.competitions.models import Entry, Section

_DIVISION: Final = "division-"
_SECTIONS: Final = {"under-18": gettext_noop("Under 18"), "under-15": gettext_noop("Under 15")}
RESIGNED: Final = "resignation"
"""The reason of a game that decided a match without its score, in all rule sets."""
_BY: Final = {
    "game": gettext_noop("by the game"),
    RESIGNED: gettext_noop("by resignation"),
    "deciding_draw": gettext_noop("by a draw with Black in the deciding game"),
    "shootout": gettext_noop("by penalties"),
    "count": gettext_noop("by the count on the last day"),
    "time_used": gettext_noop("equal on the last day, with less time used"),
    "lot": gettext_noop("equal on the last day, decided at random"),
    "bye": gettext_noop("without an opponent"),
    "walkover": gettext_noop("by walkover"),
    "withdrawal": gettext_noop("the opponent withdrew"),
    "put_out": gettext_noop("the opponent was disqualified"),
    "timeout": gettext_noop("on time"),
}


def called(entry: Entry) -> str:
    """Return what the player of an entry is called."""
    return name_of(entry.user)


def is_division(key: str) -> bool:
    """Return whether this is the key of a division of a league."""
    return key.startswith(_DIVISION)


def section_name(key: str) -> str:
    """Return what a section is called."""
    if is_division(key):
        return _("Division {n}").format(n=key.removeprefix(_DIVISION))
    return _(_SECTIONS[key]) if key in _SECTIONS else pgettext("section of a cup", "Open")


def by_words(by: str | None) -> str:
    """Return how a match was decided, as the end of a sentence; empty while it is not."""
    return _(_BY[by]) if by in _BY else ""


def league_by_words(by: str | None, *, is_drawn: bool) -> str:
    """Return how a match of a league was decided; empty while it is not."""
    if by == "count":
        return _("drawn on the last day") if is_drawn else _("by the goals on the last day")
    return _("drawn") if is_drawn else by_words(by)


def not_drawn_words(entry: Entry | None, section: Section) -> str:
    """Return why someone who had entered was not drawn."""
    is_shown = section.competition.age_check == "shown"
    if entry is not None and section.under and is_shown and entry.age_seen_at is None:
        return _("You weren't drawn because no proof of your age was seen.")
    return _("You weren't drawn because there were no places left.")


def standing_name(standing: int, section: str = "") -> str:
    """Return a standing as a certificate names it; a league has no final."""
    if is_division(section):
        return _("{place} place").format(place=ordinal(standing))
    if standing == 1:
        return _("Winner")
    if standing == 2:
        return _("Finalist")
    return _("{place} place").format(place=ordinal(standing))
