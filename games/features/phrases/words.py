"""The phrases. A key is what is sent and kept; the words are those of the reader's language."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

PHRASES: Final[dict[str, str]] = {
    "hello": _("Hello!"),
    "good_luck": _("Good luck!"),
    "have_fun": _("Have fun!"),
    "good_move": _("Good move!"),
    "good_goal": _("Good goal!"),
    "what_a_save": _("What a save!"),
    "close_one": _("That was close!"),
    "unlucky": _("Unlucky!"),
    "wow": _("Wow!"),
    "oops": _("Oops!"),
    "sorry": _("Sorry!"),
    "thanks": _("Thank you!"),
    "thinking": _("I need to think."),
    "well_played": _("Well played!"),
    "good_game": _("Good game!"),
    "again": _("Shall we play again?"),
    "truce_offer": _("Shall we team up?"),
    "truce_accept": _("Yes, we're a team!"),
    "truce_decline": _("No, I play on my own."),
    "truce_end": _("Our team ends here."),
}
OF_GOALS: Final = frozenset({"good_goal", "what_a_save"})
"""Said where there are goals; elsewhere no one is offered them."""


OF_TABLES: Final = frozenset(key for key in PHRASES if key.startswith("truce_"))
"""Said at a table of three or four: two have no one to team up against."""


def text_of(key: str) -> str:
    """Return a phrase in the language that is spoken now."""
    return gettext(PHRASES[key])


def offered(*, has_goals: bool, seats: int) -> list[str]:
    """Return the keys that a page offers at a table with so many seats."""
    left_out = (frozenset() if has_goals else OF_GOALS) | (OF_TABLES if seats < 3 else frozenset())
    return [key for key in PHRASES if key not in left_out]
