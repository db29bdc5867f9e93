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
}
OF_GOALS: Final = frozenset({"good_goal", "what_a_save"})
"""Said where there are goals; elsewhere no one is offered them."""


def text_of(key: str) -> str:
    """Return a phrase in the language that is spoken now."""
    return gettext(PHRASES[key])


def offered(*, has_goals: bool) -> list[str]:
    """Return the keys that a page offers."""
    return [key for key in PHRASES if has_goals or key not in OF_GOALS]
