"""The leaf of the value and the look of one turn: what runs thousands of times for each mark."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, NamedTuple

from games.rules.chess_eleven.actions import ball_targets
from games.rules.chess_eleven.position import CORNER, KICKOFF, Position
from games.rules.chess_eleven.turn import ROUND_DROP_BALL, ROUND_MATE, End, Next
from games.rules.chess_eleven.weighing import (
    PIECE_WORTH,
    Candidate,
    candidates,
    count_pieces,
    goal_chances,
)
from games.rules.contract import WHOLE
from games.rules.geometry import BIT, each

KICKOFF_TURN, WITH_BALL, WITHOUT_BALL, CORNER_TURN = "kickoff", "with_ball", "without", "corner"
FEATURES: Final[Mapping[str, tuple[str, ...]]] = {
    KICKOFF_TURN: ("one", "material", "pawns"),
    WITH_BALL: (
        "one", "material", "pawns", "own_goal_open", "other_goal_open", "rank", "best_shot",
        "other_shot", "in_check", "carrier_attacked",
    ),
    WITHOUT_BALL: (
        "one", "material", "pawns", "own_goal_open", "other_goal_open", "rank", "takeable",
        "worth_taken", "takeable_guarded", "other_shot", "in_check",
    ),
    CORNER_TURN: (
        "one", "material", "pawns", "own_goal_open", "other_goal_open", "best_shot", "loose",
    ),
}  # fmt: skip
"""What the leaf weighs in each kind of turn. Pawns count apart too: they end few rounds."""


def kind_of(position: Position) -> str:
    """Return the kind of a turn that begins here."""
    if position.phase == KICKOFF:
        return KICKOFF_TURN
    if position.phase == CORNER:
        return CORNER_TURN
    return WITH_BALL if position.has_possession else WITHOUT_BALL


def features_of(position: Position) -> tuple[float, ...]:
    """Return what the leaf weighs of a position at the start of a turn."""
    me = position.side
    own, enemy = position.of(me), position.of(1 - me)
    material = (count_pieces(position, own) - count_pieces(position, enemy)) / 10
    pawns = ((position.pawns & own).bit_count() - (position.pawns & enemy).bit_count()) / 10
    if position.phase == KICKOFF:
        return (1.0, material, pawns)
    mine, theirs = goal_chances(position, me), goal_chances(position, 1 - me)
    common = (1.0, material, pawns, max(theirs.values()), max(mine.values()))
    ball = position.ball
    if position.phase == CORNER:
        by_pass = _best_shot(position, me, ball_targets(position)[0], mine)
        return (*common, by_pass, 0.0 if own & BIT[ball] else 1.0)
    in_check = 1.0 if position.is_check(me) else 0.0
    holder = me if own & BIT[ball] else 1 - me
    rank = float(7 - ball // 8 if holder else ball // 8)
    if holder == me:
        by_pass = _best_shot(position, me, ball_targets(position)[0], mine)
        attacked = position.attackers(ball, 1 - me, position.occupied)
        return (
            *common,
            rank,
            max(_best_shot(position, me, BIT[ball], mine), 0.9 * by_pass),
            _best_shot(position, 1 - me, enemy, theirs),
            in_check,
            1.0 if attacked else 0.0,
        )
    free = worth = guarded = shot = 0.0
    if not position.attackers(ball, me, position.occupied):
        shot = _best_shot(position, holder, enemy, theirs)
    elif position.attackers(ball, holder, position.occupied):
        guarded = 1.0
    else:
        free = 1.0
        worth = PIECE_WORTH[(position.piece_at(ball) or "p").lower()] / 10
    return (*common, rank, free, worth, guarded, shot, in_check)


def _best_shot(position: Position, side: int, shooters: int, chances: dict[int, float]) -> float:
    """Return the best chance that one of these pieces would have if it held the ball."""
    own = position.of(side)
    first, second = sorted(chances, key=lambda square: -chances[square])
    best = 0 if own & BIT[first] else BIT[first]
    other = 0 if own & BIT[second] else BIT[second]
    if not best and not other:
        return 0.0
    reach = 0
    for square in each(shooters):
        reach |= position.reach(square)
        if reach & best:
            return chances[first]
    return chances[second] if reach & other else 0.0


class Ends(NamedTuple):
    """What each end of the present round is worth to one side: its chance to win the game."""

    goal: float
    mate: float
    goal_against: float
    mate_against: float
    drop_ball: float


class Leaf:
    """The leaf with its numbers: a row of weights for each kind of turn, shares of mates, a map."""

    def __init__(
        self,
        rows: Mapping[str, tuple[float, ...]],
        mates: tuple[float, float],
        shape: tuple[float, float, float],
    ) -> None:
        self._rows = dict(rows)
        self._mates = mates
        self._map = shape

    def chance(self, position: Position) -> float:
        """Return the chance that the side to play ends the round."""
        features, odds = features_of(position), 0.0
        for place, weight in enumerate(self._rows[kind_of(position)]):
            odds += weight * features[place]
        return _logistic(odds)

    def weigh(self, after: Next, me: int, ends: Ends, limit: int) -> float:
        """Return what a turn has led to is worth to the side that played it."""
        if isinstance(after, End):
            return _worth(after, me, ends)
        if after.quiet >= limit:
            return ends.drop_ball
        chance = self.chance(after)
        mine, theirs = self._mates
        if after.side != me:
            chance, mine, theirs = 1 - chance, theirs, mine
        return chance * (ends.goal + mine * (ends.mate - ends.goal)) + (1 - chance) * (
            ends.goal_against + theirs * (ends.mate_against - ends.goal_against)
        )

    def promise(self, candidate: Candidate, me: int, ends: Ends, limit: int) -> float:
        """Return what a turn is worth in the mean of what its shot may come to."""
        promised = 0.0
        for chance, after in candidate.leads_to:
            promised += round(100 * chance) * self.weigh(after, me, ends, limit)
        return promised / 100

    def look(self, position: Position, ends: Ends, limit: int, enough: int = WHOLE + 1) -> float:
        """Return the most that a turn promises by the leaf, before the map.

        It may be any turn's promise whose mark is ``enough``.
        """
        me, best = position.side, 0.0
        for candidate in candidates(position):
            promised = self.promise(candidate, me, ends, limit)
            if promised > best:
                best = promised
                if enough <= WHOLE and mark_of(self.mapped(best)) >= enough:
                    break
        return best

    def mapped(self, look: float) -> float:
        """Return the chance that a look stands for: the best of many guesses is a little high."""
        if not 0.0 < look < 1.0:
            return look
        shift, own, other = self._map
        return _logistic(shift + own * math.log(look) - other * math.log(1 - look))


def mark_of(chance: float) -> int:
    """Return a chance as whole hundredths of a point."""
    return int(WHOLE * chance + 0.5)


def _worth(end: End, me: int, ends: Ends) -> float:
    if end.kind == ROUND_DROP_BALL or end.side is None:
        return ends.drop_ball
    if end.side == me:
        return ends.mate if end.kind == ROUND_MATE else ends.goal
    return ends.mate_against if end.kind == ROUND_MATE else ends.goal_against


def _logistic(odds: float) -> float:
    return 1 / (1 + math.exp(-odds)) if odds >= 0 else math.exp(odds) / (1 + math.exp(odds))
