"""What the marks of a game add up to, in whole hundredths of a point.

start + luck + choice of the first side - choice of the second + lineup + acts + end = result
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from games.features.analysis.summing import ACT, Marks
from games.rules.contract import POINT, WHOLE


class TurnMarks(NamedTuple):
    """The marks of one turn, the first side's chances."""

    number: int
    before: int
    played: int
    after: int

    @property
    def luck(self) -> int:
        """What the roll brought the first side."""
        return self.after - self.played

    @property
    def change(self) -> int:
        """What the turn brought the first side before any roll."""
        return self.played - self.before


@dataclass(frozen=True, slots=True)
class Totals:
    """The sum. All but ``choice`` are seen by the first side."""

    start: int
    result: int
    choice: tuple[int, int]
    """Of each side, as it sees it."""
    turns: tuple[int, int]
    luck: int
    lineup: int
    acts: int
    """What acts between turns changed, such as a claimed drop ball or a turn taken back."""
    end: int
    """What was still open when the game was ended without a turn."""
    phases: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """The choice of each side by the phases of its turns; empty where that wasn't kept."""

    @property
    def choices(self) -> int:
        """The choice of the first side less that of the second."""
        return self.choice[0] - self.choice[1]

    @property
    def alone(self) -> int:
        """What the first side's chance came to without the dice, in whole points from 1 to 99."""
        return min(max(self.result // POINT - whole(self.luck), 1), 99)

    def to_json(self) -> dict[str, Any]:
        """Return it as it is stored."""
        return asdict(self)

    @classmethod
    def read(cls, content: dict[str, Any]) -> Totals:
        """Return what ``to_json`` wrote."""
        pairs = {name: tuple(content[name]) for name in ("choice", "turns")}
        phases = {name: (own, other) for name, (own, other) in content.get("phases", {}).items()}
        return cls(**{**content, **pairs, "phases": phases})


def whole(mark: int) -> int:
    """Return a mark in whole points, halves away from zero."""
    points = (abs(mark) + POINT // 2) // POINT
    return points if mark >= 0 else -points


def marks_of_turns(marks: Marks) -> Iterator[TurnMarks]:
    """Yield the marks of each turn."""
    assert marks.start is not None
    changed = {number: mark for number, mark, _ in marks.between}
    last = marks.start
    for index in range(marks.done_to):
        number = index + 1
        played, after = marks.turns[2 * index : 2 * index + 2]
        yield TurnMarks(number, changed.get(number, last), played, after)
        last = after


def add_up(marks: Marks, movers: Sequence[int], phases: Sequence[str], result: int) -> Totals:
    """Return what the marks of a whole game add up to.

    ``movers`` says for each turn which side played it, 0 or 1, and ``phases`` its phase.
    """
    assert marks.start is not None
    turns = [0, 0]
    by_phase: dict[str, list[int]] = {}
    luck = 0
    for one, mover, phase in zip(marks_of_turns(marks), movers, phases, strict=True):
        by_phase.setdefault(phase, [0, 0])[mover] += -one.change if mover else one.change
        turns[mover] += 1
        luck += one.luck
    between = {ACT: 0}
    for kind, change in _changes_between(marks):
        between[kind] = between.get(kind, 0) + change
    acts = between.pop(ACT)
    choice = [sum(of_sides[mover] for of_sides in by_phase.values()) for mover in (0, 1)]
    return Totals(
        start=marks.start,
        result=result,
        choice=(choice[0], choice[1]),
        turns=(turns[0], turns[1]),
        luck=luck,
        lineup=sum(between.values()),
        acts=acts,
        end=result - marks.last,
        phases={phase: (own, other) for phase, (own, other) in sorted(by_phase.items())},
    )


def _changes_between(marks: Marks) -> Iterator[tuple[str, int]]:
    """Yield what formations and acts changed."""
    assert marks.start is not None
    reached, at = marks.start, 0
    for number, mark, kind in marks.between:
        if number > at and number > 1:
            reached = marks.turns[2 * (number - 1) - 1]
        yield kind, mark - reached
        reached, at = mark, number


def result_of(winner: str | None, first: str) -> int:
    """Return the mark of how a game ended."""
    return WHOLE // 2 if winner is None else WHOLE * (winner == first)
