"""The table of a division: points, and what distinguishes who is level (laws 10.4 and 10.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, NamedTuple

from games.features.competitions.bracket import NO_ONE, By, Key, Match
from games.features.competitions.draw import Lot
from games.features.competitions.league.schedule import Schedule, struck

WIN: Final = 3
DRAW: Final = 1
ON_TIME: Final = frozenset({By.TIMEOUT, By.WALKOVER})
"""How a match is lost by time."""
LOTS: Final = 1_000_000


class Score(NamedTuple):
    """What both had in a match: White first. Games without goals have none."""

    goals: tuple[int, int] = (0, 0)
    expected: tuple[float, float] = (0.0, 0.0)


@dataclass(slots=True)
class Line:
    """A player's line of the table."""

    number: int
    won: int = 0
    drawn: int = 0
    lost: int = 0
    goals_for: int = 0
    goals_against: int = 0
    expected_for: float = 0.0
    expected_against: float = 0.0
    lost_by_time: int = 0

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> int:
        return WIN * self.won + DRAW * self.drawn

    @property
    def goal_difference(self) -> int:
        return self.goals_for - self.goals_against

    @property
    def expected_difference(self) -> float:
        return round(self.expected_for - self.expected_against, 4)

    @property
    def standing(self) -> tuple[int, int, int]:
        """What counts before the matches between those who are level."""
        return self.points, self.goal_difference, self.goals_for


@dataclass(frozen=True)
class Table:
    """A division as it is."""

    lines: list[Line]
    """From the top."""
    struck: frozenset[int]
    """Those whose matches do not count; they have no line."""
    open: list[tuple[int, int]] = field(default_factory=list)
    """The matches that are not over and would count."""

    @classmethod
    def of(cls, schedule: Schedule, scores: Mapping[Key, Score], lot: Lot) -> Table:
        """Return the table of the matches that are over."""
        out = struck(schedule)
        lines = {n: Line(n) for n in range(1, schedule.entrants + 1) if n not in out}
        counted = [match for match in schedule if not out.intersection(match.players)]
        for match in counted:
            if match.is_over:
                _count(match, scores.get(match.key, Score()), lines)
        ordered = _ordered(list(lines.values()), [m for m in counted if m.is_over], lot)
        return cls(ordered, out, [_pair(match) for match in counted if not match.is_over])

    @property
    def order(self) -> list[int]:
        """The numbers from the top."""
        return [line.number for line in self.lines]


def points_of(match: Match, number: int) -> int:
    """Return the points that a match which is over has brought a player."""
    if match.winner == number:
        return WIN
    return DRAW if is_drawn(match) else 0


def is_drawn(match: Match) -> bool:
    """Return whether a match was drawn: without a winner because no one was late or out."""
    return match.winner == NO_ONE and match.by in (By.GAME, By.COUNT)


def _pair(match: Match) -> tuple[int, int]:
    white, black = match.players
    return white, black


def _count(match: Match, score: Score, lines: Mapping[int, Line]) -> None:
    for number, own, other in zip(_pair(match), (0, 1), (1, 0), strict=True):
        line = lines[number]
        points = points_of(match, number)
        line.won += points == WIN
        line.drawn += points == DRAW
        line.lost += points == 0
        line.lost_by_time += points == 0 and match.by in ON_TIME
        line.goals_for += score.goals[own]
        line.goals_against += score.goals[other]
        line.expected_for += score.expected[own]
        line.expected_against += score.expected[other]


def _ordered(lines: Sequence[Line], over: Sequence[Match], lot: Lot) -> list[Line]:
    """Return the lines from the top (law 10.5)."""
    by_standing = sorted(lines, key=lambda line: line.standing, reverse=True)
    ordered: list[Line] = []
    for _standing, found in groupby(by_standing, key=lambda line: line.standing):
        level = list(found)
        if len(level) > 1:
            between = _points_between(level, over)
            lots = {line.number: lot(f"table:{line.number}", LOTS) for line in level}
            level.sort(key=lambda line: (lots[line.number], line.number))
            level.sort(
                key=lambda line: (between[line.number], line.expected_difference), reverse=True
            )
        ordered += level
    return ordered


def _points_between(level: Sequence[Line], over: Sequence[Match]) -> Counter[int]:
    """Return the points from the matches among those who are level."""
    numbers = {line.number for line in level}
    points: Counter[int] = Counter()
    for match in over:
        if numbers.issuperset(match.players):
            for number in match.players:
                points[number] += points_of(match, number)
    return points
