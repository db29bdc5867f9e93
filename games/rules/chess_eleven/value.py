"""The chance to win a game, for its analysis: of the state alone, at both ends of every turn.

1. Between rounds a table says it by the goals that each side still needs.
2. The *leaf* says the chance that the side to play ends the round, by a row of weights for each
   kind of turn. The table makes a chance to win the game of it.
3. The value of a position is the most that any turn promises by the leaf: a look of one turn.
   Goals, mates and what ends a game count as what they bring.

The numbers are in ``value.json`` beside this. ``python -m tests.bench.value`` fits them, tests them
on games of their own and writes that file, unless they miss a mark.
Marks are whole hundredths of a point, from 0 to 10000, so that sums of them are exact.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from games.rules.chess_eleven import match, stalls
from games.rules.chess_eleven.actions import SHOT, STOP, TEXT
from games.rules.chess_eleven.leaf import FEATURES, Ends, Leaf, kind_of, mark_of
from games.rules.chess_eleven.match import State
from games.rules.chess_eleven.notation import SIDES, read_action, read_position, without_outcome
from games.rules.chess_eleven.position import Position
from games.rules.chess_eleven.shot import outcomes
from games.rules.chess_eleven.stalls import Stalls
from games.rules.chess_eleven.turn import (
    DROP_BALL,
    ROUND_GOAL,
    ROUND_MATE,
    End,
    Next,
    play,
)
from games.rules.chess_eleven.weighing import Candidate, candidates, every_order
from games.rules.contract import WHOLE, Phase

FILE: Final = Path(__file__).with_name("value.json")
MOST_GOALS: Final = 9


class Rounds(NamedTuple):
    """How rounds end, from the side that kicks off: the five figures of the table."""

    first: float
    """Its share of the goals and mates in first rounds."""
    later: float
    """In later ones, where the other side may have its substitute on."""
    mates: float
    """The share of mates in the rounds that it wins."""
    mates_against: float
    drop_balls: float
    """The share of rounds that end in a drop ball."""


class Numbers(NamedTuple):
    """All that was fitted."""

    rounds: Rounds
    leaf: Mapping[str, tuple[float, ...]]
    mates: tuple[float, float]
    """The share of mates in rounds that the side to play ends, and in those that the other does."""
    map: tuple[float, float, float]
    """What makes log odds of a look at p: a constant, a weight of ln p and one of -ln(1 - p)."""

    @classmethod
    def read(cls, content: Mapping[str, Any]) -> Numbers:
        """Return what ``write`` wrote."""
        own, other = content["mates"]
        return cls(
            Rounds(**content["rounds"]),
            {kind: tuple(content["leaf"][kind]) for kind in FEATURES},
            (own, other),
            (*content["map"],),
        )

    def write(self) -> dict[str, Any]:
        """Return the numbers as plain data."""
        return {
            "rounds": self.rounds._asdict(),
            "leaf": {kind: list(row) for kind, row in self.leaf.items()},
            "mates": list(self.mates),
            "map": list(self.map),
        }


def hash_of(numbers: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the numbers, by which a version is known."""
    text = json.dumps(numbers, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


class Situation(NamedTuple):
    """What the ends of a round hang on. States that share it share a value where positions do."""

    goals_to_win: int
    score: tuple[int, int]
    kicks_off: int
    stalled: tuple[int, int] | None
    """Drop balls of the game and in a row; ``None`` in version 1."""

    def state(self) -> State:
        """Return a state in this situation."""
        stalled = None if self.stalled is None else Stalls({}, *self.stalled)
        return State(self.goals_to_win, self.score, 1, self.kicks_off, stalls=stalled)


def situation_of(state: State) -> Situation:
    """Return what of a state counts beside the position."""
    stalled = state.stalls
    return Situation(
        state.goals_to_win,
        state.score,
        state.kicks_off,
        None if stalled is None else (stalled.drop_balls, stalled.in_a_row),
    )


class Value:
    """The chance to win by one set of numbers."""

    def __init__(
        self,
        numbers: Numbers,
        version: str = "",
        report: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        self.version = version
        self.report = report
        self._numbers = numbers
        self._leaf = Leaf(numbers.leaf, numbers.mates, numbers.map)
        self._table = _between(numbers.rounds)
        self._ends: dict[tuple[Situation, int], Ends] = {}

    @classmethod
    def read(cls, path: Path = FILE) -> Value:
        """Return the value that a file holds."""
        content = json.loads(path.read_text(encoding="utf-8"))
        numbers = content["numbers"]
        version = f"{content['version']}-{hash_of(numbers)[:8]}"
        return cls(Numbers.read(numbers), version, content["report"])

    def can_value(self, state: State) -> bool:
        """Return whether there is a value: in games by goals, without a clock of halves."""
        return state.live is None and 1 <= state.goals_to_win <= MOST_GOALS

    def mark(self, state: State) -> int:
        """Return White's chance to win, at the start of a turn, between rounds or at the end.

        It is rounded as the side to play or to kick off sees it, so that it is the same for both.
        """
        if state.outcome is not None:
            winner = state.outcome.winner
            return WHOLE // 2 if winner is None else WHOLE * (winner == SIDES[0])
        if state.phase is not Phase.PLAYING or state.position is None:
            side = state.kicks_off
            return _of_white(side, mark_of(self.between(state, side)))
        return _of_white(state.position.side, mark_of(self.chance(state)))

    def played(self, state: State, actions: Sequence[str]) -> int:
        """Return White's chance after a turn, before its roll if there is one."""
        return self._expected(state, _leads_to(state, actions), self.mark)

    def answered(self, state: State, actions: Sequence[str]) -> int:
        """Return the same one turn further: once the other side has answered with its best."""
        return self._expected(state, _leads_to(state, actions), self._with_best)

    def best(self, state: State) -> tuple[int, tuple[str, ...]]:
        """Return the most that a turn promises before its roll, as White's mark, and the turn.

        Of turns that promise the same, one that ends the round comes first.
        """
        position = state.position
        assert position is not None
        found = self._in_order(state, position)
        most, ends, first, turn = -1, False, 0, found[0][2]
        for number, does_end, one in found:
            wins_a_tie = (does_end, -number) > (ends, -first)
            promised = self._promised(state, one, most + (not wins_a_tie))
            if promised > most or (promised == most and wins_a_tie):
                most, ends, first, turn = promised, does_end, number, one
        actions = tuple(TEXT[action] for action in turn.actions)
        return _of_white(position.side, most), actions

    def right(self, state: State, within: int) -> tuple[tuple[str, ...], ...]:
        """Return the turns that promise the most or at most so much less, in every order of their
        actions."""
        position = state.position
        assert position is not None
        least = _of_white(position.side, self.best(state)[0]) - within
        good = {
            one.leads_to
            for one in candidates(position)
            if self._promised(state, one, least) >= least
        }
        return tuple(
            tuple(TEXT[action] for action in one.actions)
            for one in every_order(position)
            if one.leads_to in good
        )

    def score(self, state: State) -> str:
        """Return nothing: no other program knows the game."""
        return ""

    def close(self) -> None:
        """Nothing was started."""

    def phase_of(self, position: str) -> str:
        """Return ``kickoff``, ``with_ball``, ``without`` or ``corner``."""
        return kind_of(read_position(position))

    def chance(self, state: State) -> float:
        """Return the chance of the side to play, at the start of a turn."""
        position = state.position
        assert position is not None
        ends = self._ends_for(state, position.side)
        return self.mapped(self.look(position, ends, _quiet_limit(state)))

    def mapped(self, look: float) -> float:
        """Return the chance that a look stands for."""
        return self._leaf.mapped(look)

    def look(self, position: Position, ends: Ends, limit: int) -> float:
        """Return the most that a turn promises by the leaf, before the map."""
        return self._leaf.look(position, ends, limit)

    def between(self, state: State, side: int) -> float:
        """Return the chance of a side before the formations of a round."""
        needed = [max(state.goals_to_win - goals, 0) for goals in state.score]
        kicks_off = state.kicks_off
        is_first = state.round == 1
        chance = self._table[is_first][needed[kicks_off], needed[1 - kicks_off]]
        return chance if side == kicks_off else 1 - chance

    def _in_order(self, state: State, position: Position) -> list[tuple[int, bool, Candidate]]:
        """Return each turn with its number and whether it ends the round, by the leaf's promise.

        Where the best comes early, little is left of the search for better ones.
        """
        side = position.side
        ends, limit = self._ends_for(state, side), _quiet_limit(state)
        turns = candidates(position)
        promised = [self._leaf.promise(one, side, ends, limit) for one in turns]
        return [
            (number, all(isinstance(after, End) for _, after in turns[number].leads_to), one)
            for number, one in sorted(
                enumerate(turns), key=lambda found: (-promised[found[0]], found[0])
            )
        ]

    def _promised(self, state: State, one: Candidate, least: int) -> int:
        """Return the mark that a turn promises the side to play; less than ``least`` if it is less.

        The rest of a look is left out once it is sure that the turn promises less.
        """
        assert state.position is not None
        side, total, rest = state.position.side, 50, 100
        for per_cent, after in _in_per_cent(one):
            rest -= per_cent
            # The least that this end must bring, if all others bring everything.
            needed = -((total + rest * WHOLE - 100 * least) // per_cent)
            if needed > WHOLE:
                return least - 1
            total += per_cent * self._brought(state, after, side, needed)
        return total // 100

    def _brought(self, state: State, after: Next, side: int, needed: int) -> int:
        """Return the mark of an end of a turn for the side that played it, if it isn't less than
        ``needed``; if it is, any that is less."""
        reached = self._led_to(state, after)
        position = reached.position
        if reached.outcome is not None or position is None or position.side == side:
            return _of_white(side, self.mark(reached))
        ends = self._ends_for(reached, position.side)
        enough = WHOLE - needed + 1
        look = self._leaf.look(position, ends, _quiet_limit(reached), enough)
        return WHOLE - mark_of(self.mapped(look))

    def _with_best(self, state: State) -> int:
        """Return the mark of a state, once the best of its turns is played."""
        is_played = state.outcome is None and state.position is not None
        return self.best(state)[0] if is_played else self.mark(state)

    def _expected(
        self, state: State, found: Sequence[tuple[int, Next]], mark: Callable[[State], int]
    ) -> int:
        """Return the mean of the marks of what a turn may lead to, as White's mark.

        The marks are whole, and so is their mean: luck has no mean to a unit.
        """
        assert state.position is not None
        me = state.position.side
        total = sum(
            per_cent * _of_white(me, mark(self._led_to(state, after))) for per_cent, after in found
        )
        return _of_white(me, (total + 50) // 100)

    @staticmethod
    def _led_to(state: State, after: Next) -> State:
        """Return the state to which a turn leads."""
        if isinstance(after, End):
            return match.end_round(state, after)
        at = replace(state, position=after)
        return _drop(at) if after.quiet >= _quiet_limit(state) else at

    def _ends_for(self, state: State, side: int) -> Ends:
        """Return what the ends of the round are worth to a side."""
        key = situation_of(state), side
        found = self._ends.get(key)
        if found is None:
            at = key[0].state()

            def worth(kind: str, scorer: int) -> float:
                return self._settled(match.end_round(at, End(kind, scorer)), side)

            found = self._ends[key] = Ends(
                goal=worth(ROUND_GOAL, side),
                mate=worth(ROUND_MATE, side),
                goal_against=worth(ROUND_GOAL, 1 - side),
                mate_against=worth(ROUND_MATE, 1 - side),
                drop_ball=self._settled(_drop(at), side),
            )
        return found

    def _settled(self, state: State, side: int) -> float:
        """Return the chance of a side where the game is over or formations are to come."""
        if state.outcome is None:
            return self.between(state, side)
        if state.outcome.winner is None:
            return 0.5
        return 1.0 if state.outcome.winner == SIDES[side] else 0.0


def _leads_to(state: State, actions: Sequence[str]) -> Sequence[tuple[int, Next]]:
    """Return what a turn may lead to, in per cent."""
    assert state.position is not None
    following: Next = state.position
    for text in actions:
        action = read_action(without_outcome(text))
        assert isinstance(following, Position)
        if action & SHOT:
            at = following
            return tuple(
                (result.per_cent, play(at, action, result).next)
                for result in outcomes(at, action & 63)
            )
        following = play(following, action).next
    if isinstance(following, Position) and following.used:
        following = play(following, STOP).next
    return ((100, following),)


def _in_per_cent(candidate: Candidate) -> tuple[tuple[int, Next], ...]:
    return tuple((round(100 * chance), after) for chance, after in candidate.leads_to)


def _drop(state: State) -> State:
    """Return what follows so many quiet turns: a drop ball; in version 1 the final whistle."""
    return match.whistle(state) if state.stalls is None else match.end_round(state, DROP_BALL)


def _quiet_limit(state: State) -> int:
    return match.WHISTLE_AT if state.stalls is None else stalls.GIVEN_AT


def _of_white(side: int, mark: int) -> int:
    """Return a mark of one side as White's, or White's as that side's."""
    return WHOLE - mark if side else mark


Table = Mapping[tuple[int, int], float]


def _between(rounds: Rounds) -> tuple[Table, Table]:
    """Return the chance of the side that kicks off, by the goals that it and the other need.

    The first table is that of later rounds, the second that of first ones.
    """
    later: dict[tuple[int, int], float] = {}
    for goals in range(MOST_GOALS + 1):
        later[0, goals], later[goals, 0] = 1.0, 0.0

    def decided(a: int, b: int, share: float) -> float:
        """Return the chance at the end of a round that one of them wins."""

        def won(goals: int) -> float:
            return 1.0 if goals >= a else 1 - later[b, a - goals]

        def lost(goals: int) -> float:
            return 0.0 if goals >= b else later[a, b - goals]

        mates, against = rounds.mates, rounds.mates_against
        return share * ((1 - mates) * won(1) + mates * won(2)) + (1 - share) * (
            (1 - against) * lost(1) + against * lost(2)
        )

    first: dict[tuple[int, int], float] = {}
    drop = rounds.drop_balls
    needs = range(1, MOST_GOALS + 1)
    for a, b in sorted(((a, b) for a in needs for b in needs), key=sum):
        # A drop ball changes who kicks off, so the two sides' chances are found together.
        one = (1 - drop) * decided(a, b, rounds.later)
        other = (1 - drop) * decided(b, a, rounds.later)
        later[a, b] = (one + drop * (1 - other) - drop * drop) / (1 - drop * drop)
    for a, b in later:
        if a and b:
            begun = decided(a, b, rounds.first)
            first[a, b] = (1 - drop) * begun + drop * (1 - later[b, a])
    return later, first
