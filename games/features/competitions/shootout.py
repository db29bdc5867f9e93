"""The penalty shoot-out that decides a level match of Chess Eleven.

Both sides hand in five shots and five stands of their king, hidden; what is missing falls by lot.
After five each they continue in pairs until one leads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.features.competitions.draw import Lot

SHOTS: Final = 5
TARGETS: Final = ("d", "e")
"""The two files of the goal: where a shot goes, and where a king can be."""
KING_THERE: Final = 30
KING_ELSEWHERE: Final = 55
"""Chances of a goal in per cent: against a king on the target, and against an empty one."""
WHITE, BLACK = "white", "black"


class HandIn(NamedTuple):
    """What a side has decided: where it shoots, and where its king stands."""

    shots: Sequence[str] = ()
    stands: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Shot:
    """One penalty as it went."""

    number: int
    side: str
    target: str
    king: str
    chance: int
    roll: int

    @property
    def is_goal(self) -> bool:
        return self.roll < self.chance


class Shootout(NamedTuple):
    """All penalties in order, and who leads after the last pair."""

    shots: tuple[Shot, ...]
    winner: str

    @property
    def score(self) -> tuple[int, int]:
        goals = [shot.side for shot in self.shots if shot.is_goal]
        return goals.count(WHITE), goals.count(BLACK)


def resolve(match: str, handed_in: Mapping[str, HandIn], lot: Lot) -> Shootout:
    """Return the whole shoot-out of a match, White shooting first in each pair.

    The lots are drawn under ``shootout:MATCH:SIDE:k:`` followed by ``shot``, ``king`` (2: 0 is d,
    1 is e) and ``roll`` (100); k counts from 1.
    """
    shots: list[Shot] = []
    goals = {WHITE: 0, BLACK: 0}
    number = 0
    while number < SHOTS or goals[WHITE] == goals[BLACK]:
        number += 1
        for side, other in ((WHITE, BLACK), (BLACK, WHITE)):
            label = f"shootout:{match}:{side}:{number}"
            target = _chosen(handed_in.get(side, HandIn()).shots, number, f"{label}:shot", lot)
            stands = handed_in.get(other, HandIn()).stands
            king = _chosen(stands, number, f"shootout:{match}:{other}:{number}:king", lot)
            chance = KING_THERE if king == target else KING_ELSEWHERE
            shot = Shot(number, side, target, king, chance, lot(f"{label}:roll", 100))
            shots.append(shot)
            goals[side] += shot.is_goal
    return Shootout(tuple(shots), WHITE if goals[WHITE] > goals[BLACK] else BLACK)


def _chosen(said: Sequence[str], number: int, label: str, lot: Lot) -> str:
    """Return what was handed in for a shot, or what falls by lot."""
    if number <= len(said) and number <= SHOTS:
        return said[number - 1]
    return TARGETS[lot(label, 2)]
