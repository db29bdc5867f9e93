"""What is said of puzzles: what is asked, and what came of a try."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.features.puzzles.models import Asked
from games.rules.chess_eleven.puzzles import BALL, CHANCE, GUARD, MATE, SURE, TWO

NAMES: Final = {
    MATE: gettext_noop("Mate"),
    SURE: gettext_noop("Certain goal"),
    TWO: gettext_noop("In two turns"),
    BALL: gettext_noop("Win the ball"),
    GUARD: gettext_noop("Guard the goal"),
    CHANCE: gettext_noop("Best chance"),
}
_ASKED: Final = {
    (MATE, "white"): gettext_noop("White to play: checkmate in this turn."),
    (MATE, "black"): gettext_noop("Black to play: checkmate in this turn."),
    (SURE, "white"): gettext_noop("White to play: score for certain."),
    (SURE, "black"): gettext_noop("Black to play: score for certain."),
    (TWO, "white"): gettext_noop(
        "White to play: whatever Black answers, mate or score for certain in the turn after this."
    ),
    (TWO, "black"): gettext_noop(
        "Black to play: whatever White answers, mate or score for certain in the turn after this."
    ),
    (CHANCE, "white"): gettext_noop("White to play: shoot with the best chance of a goal."),
    (CHANCE, "black"): gettext_noop("Black to play: shoot with the best chance of a goal."),
    (BALL, "white"): gettext_noop("White to play: win the ball and keep it, whatever Black does."),
    (BALL, "black"): gettext_noop("Black to play: win the ball and keep it, whatever White does."),
    (GUARD, "white"): gettext_noop("White to play: leave Black the smallest chance of a goal."),
    (GUARD, "black"): gettext_noop("Black to play: leave White the smallest chance of a goal."),
}
_LAWS: Final = {"7.2": MATE, "8.2": SURE, "6.3": TWO, "8.3": CHANCE, "5.3": BALL, "8.1": GUARD}


def name_of(kind: str) -> str:
    """Return what people call a kind of puzzle."""
    return _(NAMES[kind])


def asked(puzzle: Asked) -> str:
    """Return what a puzzle asks."""
    return _(_ASKED[puzzle.kind, puzzle.side])


def streak_told(days: int) -> str:
    """Return on how many days in a row somebody has solved a puzzle."""
    return ngettext(
        "{n} day in a row with a puzzle solved", "{n} days in a row with a puzzle solved", days
    ).format(n=days)


def law_of(kind: str) -> str:
    """Return the law that a kind of puzzle turns on."""
    return next(law for law, one in _LAWS.items() if one == kind)


def kind_of_law(law: str) -> str | None:
    """Return the kind of puzzle that turns on a law, or ``None``."""
    return _LAWS.get(law)


def praise(puzzle: Asked) -> str:
    """Return what is said of the right turn."""
    match puzzle.kind:
        case "mate":
            return _("Checkmate! That counts two.")
        case "sure":
            return _("A certain goal: nobody is there to stop it.")
        case "two":
            return _("Whatever they answer, your next turn mates or scores for certain.")
        case "ball":
            return _("The ball is yours, and stays yours.")
        case "guard":
            words = _(
                "Well guarded: they have {best}% now, and {second}% or more after any other turn."
            )
        case _:
            words = _("{best}% to score. The next best way has {second}%.")
    return words.format(best=puzzle.best, second=puzzle.second)


def solution_told(puzzle: Asked) -> str:
    """Return what is said where the solution is shown."""
    return _("The solution: {turn}").format(turn=" ".join(puzzle.solutions[0]))


def fault(puzzle: Asked, chance: int, *, is_answered: bool) -> str:
    """Return why a turn is not the right one; ``chance`` is that of its shot."""
    match puzzle.kind:
        case "mate" if chance:
            return _("A goal counts one. There is a mate, and it counts two.")
        case "mate":
            return _("That is no checkmate.")
        case "sure":
            return _("That goal is not certain.")
        case "two" if is_answered:
            return _("They have an answer to that.")
        case "two":
            return _("That forces nothing.")
        case "ball" if is_answered:
            return _("The ball is lost again.")
        case "ball":
            return _("That does not win the ball.")
        case "guard":
            return _("That leaves too much open.")
        case _ if chance:
            return _("{chance}% to score here. There is a better way.").format(chance=chance)
        case _:
            return _("There is a shot in this turn.")
