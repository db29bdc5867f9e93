"""What is said of puzzles: what is asked, and what came of a try."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.features.puzzles.models import AGAIN, Asked
from games.rules.chess_eleven.puzzles import BALL, CHANCE, GUARD, MATE, SURE, TWO

NAMES: Final = {
    MATE: gettext_noop("Mate"),
    SURE: gettext_noop("Sure goal"),
    TWO: gettext_noop("In two turns"),
    BALL: gettext_noop("Win the ball"),
    GUARD: gettext_noop("Guard the goal"),
    CHANCE: gettext_noop("Best chance"),
    AGAIN: gettext_noop("Better turn"),
}
_ASKED: Final = {
    (MATE, "white"): gettext_noop("White to play: checkmate in this turn."),
    (MATE, "black"): gettext_noop("Black to play: checkmate in this turn."),
    (SURE, "white"): gettext_noop("White to play: find the shot that always scores."),
    (SURE, "black"): gettext_noop("Black to play: find the shot that always scores."),
    (TWO, "white"): gettext_noop(
        "White to play: mate or score for certain next turn, however Black answers."
    ),
    (TWO, "black"): gettext_noop(
        "Black to play: mate or score for certain next turn, however White answers."
    ),
    (CHANCE, "white"): gettext_noop("White to play: shoot with the best chance of a goal."),
    (CHANCE, "black"): gettext_noop("Black to play: shoot with the best chance of a goal."),
    (BALL, "white"): gettext_noop("White to play: win the ball and keep it."),
    (BALL, "black"): gettext_noop("Black to play: win the ball and keep it."),
    (GUARD, "white"): gettext_noop("White to play: leave Black the smallest chance of a goal."),
    (GUARD, "black"): gettext_noop("Black to play: leave White the smallest chance of a goal."),
    (AGAIN, "white"): gettext_noop("White to play: find a turn with a {best}% chance to win."),
    (AGAIN, "black"): gettext_noop("Black to play: find a turn with a {best}% chance to win."),
}
_BY_CHANCES: Final = "8.3"
"""The law on whose odds the chances of an analysis rest."""
_LAWS: Final = {"7.2": MATE, "8.2": SURE, "6.3": TWO, "8.3": CHANCE, "5.3": BALL, "8.1": GUARD}


def name_of(kind: str) -> str:
    """Return what people call a kind of puzzle."""
    return _(NAMES[kind])


def asked(puzzle: Asked) -> str:
    """Return what a puzzle asks."""
    return _(_ASKED[puzzle.kind, puzzle.side]).format(best=puzzle.best)


def hint_of(solution: Sequence[str]) -> str:
    """Return how a right turn begins."""
    first = solution[0]
    if first.startswith("@"):
        return _("Start with a pass.")
    if first.startswith("!"):
        return _("Start with a shot.")
    return _("Start with the piece on {square}.").format(square=first[:2])


def streak_words(days: int) -> str:
    """Return on how many days in a row someone has solved a puzzle."""
    return ngettext(
        "{n} day in a row with a puzzle solved", "{n} days in a row with a puzzle solved", days
    ).format(n=days)


def law_of(kind: str) -> str:
    """Return the law that a kind of puzzle turns on."""
    return next((law for law, one in _LAWS.items() if one == kind), _BY_CHANCES)


def kind_of_law(law: str) -> str | None:
    """Return the kind of puzzle that turns on a law, or ``None``."""
    return _LAWS.get(law)


def praise(puzzle: Asked) -> str:
    """Return what is said of the right turn."""
    match puzzle.kind:
        case "mate":
            return _("Checkmate! That's worth two.")
        case "sure":
            return _("A sure goal. No one can stop it.")
        case "two":
            return _("However they answer, you mate or score for certain next turn.")
        case "ball":
            return _("You win the ball and keep it.")
        case "guard":
            words = _(
                "Well guarded! They have a {best}% chance now, and {second}% or more after any "
                "other turn."
            )
        case "again":
            words = _(
                "Found! It gives you a {best}% chance to win. The turn you played gave {second}%."
            )
        case _:
            words = _("A {best}% chance to score. The next best way has {second}%.")
    return words.format(best=puzzle.best, second=puzzle.second)


def solution_words(puzzle: Asked) -> str:
    """Return what is said where the solution is shown."""
    return _("The solution: {turn}").format(turn=" ".join(puzzle.solutions[0]))


def fault(puzzle: Asked, chance: int, *, is_answered: bool) -> str:
    """Return why a turn is not the right one; ``chance`` is that of its shot."""
    match puzzle.kind:
        case "mate" if chance:
            return _("A goal counts one, but there's a mate worth two.")
        case "mate":
            return _("That isn't checkmate.")
        case "sure":
            return _("That isn't a sure goal.")
        case "two" if is_answered:
            return _("They have an answer to that.")
        case "two":
            return _("They can still stop you.")
        case "ball" if is_answered:
            return _("They win the ball back.")
        case "ball":
            return _("That doesn't win the ball.")
        case "guard":
            return _("You leave them too good a chance.")
        case "again":
            return _("There's a better turn.")
        case _ if chance:
            return _("A {chance}% chance to score. There's a better way.").format(chance=chance)
        case _:
            return _("You have a shot this turn.")
