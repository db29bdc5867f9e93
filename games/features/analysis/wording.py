"""What decided a game, in a sentence made by rule from whole numbers.

It praises no one, and says no more than the sum does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.features.analysis.totals import Totals, TurnMarks, whole
from games.rules.contract import POINT, WHOLE

LITTLE: Final = 5
"""Points below which the dice changed little."""
ONE_STROKE: Final = 15
"""Points from which a single roll can have decided a game."""

A_LITTLE, BETTER, MUCH = 3, 7, 15
"""Points from which a better turn is spoken of."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """What a roll changed, in whole points of the side that is called first."""

    turn: int
    points: int
    outcome: str
    per_cent: int
    """How likely this outcome was."""


@dataclass(frozen=True, slots=True)
class Largest:
    """The turn that changed the most, in whole points of the side that is called first."""

    turn: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Decided:
    """The sum of a game as one side sees it, in whole points."""

    alone: int
    """Its chance without the dice, from 1 to 99."""
    luck: int
    gained: int
    """What all rolls brought the side that the dice favoured, without what others took back."""
    result: int
    """100, 50 or 0."""
    last: int | None
    """Its chance when the game was ended without a turn; ``None`` where a turn ended it."""
    names: tuple[str, str]
    """Its player and the other."""
    is_you: bool
    """Whether the reader plays the first."""
    strokes: Sequence[Stroke] = ()
    largest: Largest | None = None
    """In games without dice."""
    had_luck: bool = True
    """Whether any roll changed anything."""


def decided(
    totals: Totals,
    marks: Sequence[TurnMarks],
    strokes: Sequence[Stroke],
    names: tuple[str, str],
    *,
    turned: bool,
    is_you: bool,
    has_dice: bool = True,
) -> Decided:
    """Return the sum as the first side sees it, or as the second where ``turned``."""
    sign = -1 if turned else 1
    last = None
    if totals.end:
        mark = min(max(whole(totals.result - totals.end), 1), 99)
        last = 100 - mark if turned else mark
    return Decided(
        alone=100 - totals.alone if turned else totals.alone,
        luck=sign * whole(totals.luck),
        gained=whole(sum(abs(one.luck) for one in marks if one.luck * totals.luck > 0)),
        result=whole(100 * POINT - totals.result if turned else totals.result),
        last=last,
        names=names,
        is_you=is_you,
        strokes=strokes,
        largest=None if has_dice else _largest(marks, turned=turned),
        had_luck=any(one.luck for one in marks),
    )


def _largest(marks: Sequence[TurnMarks], *, turned: bool) -> Largest:
    """Return the turn that changed the most, the first of those that changed as much."""
    one = max(marks, key=lambda mark: (abs(mark.change), -mark.number))
    before, after = (100 - n if turned else n for n in map(whole, (one.before, one.after)))
    return Largest(one.number, before, after)


def sentence(found: Decided) -> str:
    """Return what decided a game."""
    if found.last is not None:
        return _ended(found)
    if found.largest is not None:
        return _changed(found, found.largest)
    if abs(found.luck) < LITTLE:
        return f"{_little(found)} {_alone(found)}"
    if _is_outweighed(found):
        return _outweighed(found)
    turns, stroke = _alone(found), _stroke_of(found)
    if stroke is not None and _is_decided_by(found, stroke):
        decided_it = _("{outcome} (chance: {n}%) decided it.").format(
            outcome=one_outcome(stroke.outcome), n=stroke.per_cent
        )
        return f"{turns} {decided_it}"
    return f"{turns} {_dice(found, stroke)}"


def headed(found: Decided) -> tuple[str, str]:
    """Return the same as a headline and what is said below it, which may be empty."""
    if found.last is not None:
        return _ended(found), ""
    if (one := found.largest) is not None:
        if _is_little(one):
            return _changed(found, one), ""
        if found.is_you:
            figures = _("Your chance to win: {before}% before it, {after}% after it")
        else:
            figures = _("{first}'s chance to win: {before}% before it, {after}% after it")
        said = figures.format(first=found.names[0], before=one.before, after=one.after)
        return f"{brief(found)}.", f"{said}."
    whole, turns = sentence(found), _alone(found)
    said = whole.replace(turns, "").strip()
    return said, turns if said != whole else ""


def brief(found: Decided) -> str:
    """Return the same for a card, which has less room."""
    if found.last is not None:
        return _ended(found)
    if found.largest is not None:
        if _is_little(found.largest):
            return _("No turn changed much")
        return _("Turn {n} changed the most").format(n=found.largest.turn)
    # Without the numbers it would say too much of a few points.
    if abs(found.luck) >= ONE_STROKE and _is_outweighed(found):
        if found.is_you and found.result > 50:
            return _("You won despite bad luck")
        return _("{name} won despite bad luck").format(name=found.names[found.result < 50])
    if abs(found.luck) < LITTLE:
        return f"{_alone(found)} {_little(found)}"
    is_rest = found.result != 50 and not _is_outweighed(found)
    return f"{_alone(found)} {_rest(found) if is_rest else _dice(found, None)}"


def signed(points: int) -> str:
    """Return a number with its sign."""
    return f"+{points}" if points > 0 else f"\u2212{-points}" if points else "0"


def one_outcome(outcome: str) -> str:
    """Return the outcome of a shot as the beginning of a sentence."""
    return {
        "goal": _("One goal"),
        "save": _("One save"),
        "block": _("One block"),
        "corner": _("One corner"),
    }[outcome]


def name_of(outcome: str) -> str:
    """Return the outcome of a shot."""
    return {
        "goal": pgettext("outcome", "a goal"),
        "save": pgettext("outcome", "a save"),
        "block": pgettext("outcome", "a block"),
        "corner": pgettext("outcome", "a corner"),
    }[outcome]


def name_of_part(part: str) -> str:
    """Return a phase of turns, or how strong opponents are, as the head of a row."""
    return {
        "kickoff": _("Kick-off"),
        "with_ball": _("With the ball"),
        "without": _("Without the ball"),
        "corner": _("Corner"),
        "opening": _("Opening"),
        "middlegame": _("Middlegame"),
        "endgame": _("Endgame"),
        "stronger": _("Rated 100 or more above you"),
        "equal": _("About as strong"),
        "weaker": _("Rated 100 or more below you"),
    }[part]


def better_was_there(missed: int) -> str:
    """Return by how much a turn was not the best; empty below three points."""
    if missed < A_LITTLE * POINT:
        return ""
    if missed < BETTER * POINT:
        return _("A slightly better turn was possible")
    if missed < MUCH * POINT:
        return _("A better turn was possible")
    return _("A much better turn was possible")


def chances_of_both(name: str, other: str, of_first: int) -> str:
    """Return both chances, those of the first side first: ``You 66%, bob 34%``."""
    return _("{name} {a}%, {other} {b}%").format(
        name=name, a=of_first, other=other, b=100 - of_first
    )


def _alone(found: Decided) -> str:
    if found.is_you:
        return _("With average luck, your chance to win was {n}%.").format(n=found.alone)
    return _("With average luck, {name}'s chance to win was {n}%.").format(
        n=found.alone, name=found.names[0]
    )


def _little(found: Decided) -> str:
    if found.had_luck:
        return _("In sum, luck changed little.")
    return _("Luck changed nothing.")


def _rest(found: Decided) -> str:
    """Return that the dice did all that the turns left open."""
    name = found.names[0]
    if found.luck > 0:
        if found.is_you:
            return _("Luck gave you the rest.")
        return _("Luck gave {name} the rest.").format(name=name)
    if found.is_you:
        return _("Bad luck cost you that chance.")
    return _("Bad luck cost {name} that chance.").format(name=name)


def _is_little(one: Largest) -> bool:
    return abs(one.after - one.before) < LITTLE


def _changed(found: Decided, one: Largest) -> str:
    if _is_little(one):
        return _("No turn changed much.")
    if found.is_you:
        return _(
            "Turn {n} changed the most. Your chance: {before}% before it, {after}% after it."
        ).format(n=one.turn, before=one.before, after=one.after)
    return _(
        "Turn {n} changed the most. Chance of {name}: {before}% before it, {after}% after it."
    ).format(n=one.turn, name=found.names[0], before=one.before, after=one.after)


def _ended(found: Decided) -> str:
    assert found.last is not None
    if found.is_you:
        return _("When the game ended, your chance to win was {n}%.").format(n=found.last)
    return _("When the game ended, {name}'s chance to win was {n}%.").format(
        n=found.last, name=found.names[0]
    )


def _is_outweighed(found: Decided) -> bool:
    """Return whether the winner won against the dice: the turns alone then come to over 100."""
    return found.result != 50 and (found.result > 50) != (found.luck > 0)


def _outweighed(found: Decided) -> str:
    n = abs(found.luck)
    winner, loser = found.names if found.result > 50 else found.names[::-1]
    if not found.is_you:
        return _("The turns decided it for {name}, although luck gave {other} {n} points.").format(
            name=winner, other=loser, n=n
        )
    if found.result > 50:
        return _("The turns decided it for you, although luck gave {other} {n} points.").format(
            other=loser, n=n
        )
    return _("The turns decided it for {name}, although luck gave you {n} points.").format(
        name=winner, n=n
    )


def _dice(found: Decided, stroke: Stroke | None) -> str:
    n = abs(found.luck)
    is_yours = found.luck > 0 and found.is_you
    name = found.names[found.luck < 0]
    if stroke is not None and found.gained < 2 * abs(stroke.points) <= 2 * n:
        if is_yours:
            return _("Luck gave you {n} points, most of them in turn {turn}.").format(
                n=n, turn=stroke.turn
            )
        return _("Luck gave {name} {n} points, most of them in turn {turn}.").format(
            name=name, n=n, turn=stroke.turn
        )
    if is_yours:
        return _("Luck gave you {n} points.").format(n=n)
    return _("Luck gave {name} {n} points.").format(name=name, n=n)


def _stroke_of(found: Decided) -> Stroke | None:
    """Return the largest stroke for the side that the dice favoured in all."""
    same = [one for one in found.strokes if (one.points > 0) == (found.luck > 0)]
    return max(same, key=lambda one: (abs(one.points), -one.turn), default=None)


def _is_decided_by(found: Decided, stroke: Stroke) -> bool:
    """Return whether the turns pointed to the other side, and still would without this roll."""
    if found.result == 50 or (found.result > 50) != (found.luck > 0):
        return False
    chances = (found.alone, found.alone + found.luck - stroke.points)
    is_other_side = max(chances) < 50 if found.result == 100 else min(chances) > 50
    is_enough = 2 * abs(stroke.points) > abs(found.luck)
    return is_other_side and is_enough and abs(stroke.points) >= ONE_STROKE


def stroke_of(one: TurnMarks, outcome: str, per_cent: int, *, turned: bool) -> Stroke:
    """Return what the roll of a turn changed, between the whole chances that are shown."""
    played, after = (whole(WHOLE - mark if turned else mark) for mark in (one.played, one.after))
    return Stroke(one.number, after - played, outcome, per_cent)
