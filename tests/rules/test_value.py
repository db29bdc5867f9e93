"""The chance to win Chess Eleven: the same for both sides, exact at the ends."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import replace
from random import Random

import pytest

from games.rules.chess_eleven.actions import TEXT
from games.rules.chess_eleven.leaf import Ends
from games.rules.chess_eleven.match import State
from games.rules.chess_eleven.notation import SIDES, read_position, write_position
from games.rules.chess_eleven.position import Position
from games.rules.chess_eleven.robot import ChessElevenRobot
from games.rules.chess_eleven.rule_set import ChessEleven
from games.rules.chess_eleven.stalls import Stalls
from games.rules.chess_eleven.turn import End
from games.rules.chess_eleven.value import FILE, Numbers, Value, hash_of
from games.rules.chess_eleven.weighing import candidates
from games.rules.contract import WHOLE, Phase
from tests.bench.value.reporting import missed_marks

SHIPPED = json.loads(FILE.read_text())
VALUE = Value(Numbers.read(SHIPPED["numbers"]))
MATE_OR_GOAL = "k7/2Q5/1R6/8/8/8/8/3K4 w b6 open - 3"
"""White, with the ball on b6, may mate, score for certain, or throw the queen away on a7."""


def playing(position: str, score: tuple[int, int] = (0, 0), version: int = 2) -> State:
    """Return a state with this position."""
    return State(
        goals_to_win=2,
        score=score,
        ready=(True, True),
        position=read_position(position),
        stalls=Stalls() if version == 2 else None,
    )


def mirrored(position: Position) -> Position:
    """Return a position with the sides exchanged, the board turned over."""
    return position._replace(
        white=_flip(position.black),
        black=_flip(position.white),
        pawns=_flip(position.pawns),
        knights=_flip(position.knights),
        diagonals=_flip(position.diagonals),
        straights=_flip(position.straights),
        white_king=position.black_king ^ 56,
        black_king=position.white_king ^ 56,
        side=1 - position.side,
        ball=position.ball if position.ball < 0 else position.ball ^ 56,
        unmoved=_flip(position.unmoved),
    )


def _flip(squares: int) -> int:
    return int.from_bytes(squares.to_bytes(8, "little"), "big")


def states(count: int) -> list[State]:
    """Return the states of games of bots, at the start of turns."""
    rules, robot = ChessEleven(), ChessElevenRobot()
    found: list[State] = []
    for seed in range(count):
        rng = Random(f"value {seed}")
        state = rules.start({"goals_to_win": rng.randint(1, 3)})
        while state.outcome is None and len(found) < count:
            if state.phase is Phase.FORMATION:
                for side in SIDES:
                    formation = robot.choose_arrangement(state, side, "medium", rng)
                    state = rules.arrange(state, side, formation, ready=True).state
            assert state.position is not None
            found.append(state)
            actions = robot.choose_turn(state, "easy", rng)
            side = SIDES[state.position.side]
            state = rules.play(state, side, actions, roll=rng.randrange(100)).state
        if len(found) == count:
            break
    return found


def test_the_sides_exchanged_have_the_chances_exchanged() -> None:
    for state in states(int(os.environ.get("TEST_SEEDS", "1")) * 300):
        assert state.position is not None
        turned = replace(
            state,
            position=mirrored(state.position),
            score=(state.score[1], state.score[0]),
            kicks_off=1 - state.kicks_off,
        )
        assert VALUE.mark(state) + VALUE.mark(turned) == WHOLE


def test_a_missed_mate_wins_the_game_and_is_the_best_turn() -> None:
    state = playing(MATE_OR_GOAL)
    assert VALUE.mark(state) == WHOLE
    most, turn = VALUE.best(state)
    assert most == WHOLE
    step = ChessEleven().play(state, "white", turn, roll=0)
    assert step.state.outcome is not None
    assert step.state.score == (2, 0)
    assert VALUE.played(state, ["c7a7"]) < WHOLE


def test_a_mate_that_counted_one_would_be_noticed() -> None:
    class OneForAMate(Value):
        def _ends_for(self, state: State, side: int) -> Ends:
            ends = super()._ends_for(state, side)
            return ends._replace(mate=ends.goal, mate_against=ends.goal_against)

    state, value = playing(MATE_OR_GOAL), OneForAMate(Numbers.read(SHIPPED["numbers"]))
    assert value.mark(state) < VALUE.mark(state) == WHOLE
    assert value.mark(state) != value.best(state)[0], "the marks of a turn and its best fall apart"


def test_where_a_goal_wins_too_it_is_no_miss() -> None:
    state = playing("k7/2Q5/1R6/8/8/8/8/3K4 w c7 open - 3", score=(1, 1))
    assert VALUE.best(state)[0] == WHOLE
    assert VALUE.played(state, ["!d8"]) == WHOLE


def test_the_search_for_the_best_turn_leaves_out_nothing_that_matters() -> None:
    seen = 0
    for state in states(60)[5::11]:
        assert state.position is not None
        side = state.position.side
        promised = []
        for one in candidates(state.position):
            actions = [TEXT[action] for action in one.actions]
            mark = VALUE.played(state, actions)
            ends = all(isinstance(after, End) for _, after in one.leads_to)
            promised.append((WHOLE - mark if side else mark, ends, actions))
        most, _, turn = max(promised, key=lambda found: found[:2])
        best, found = VALUE.best(state)
        assert (WHOLE - best if side else best, list(found)) == (most, turn)
        right = {tuple(sorted(actions)) for actions in VALUE.right(state, 200)}
        as_good = {tuple(sorted(actions)) for mark, _, actions in promised if mark >= most - 200}
        assert as_good <= right
        seen += len(as_good) < len(promised)
    assert seen


def test_the_ends_are_worth_what_they_bring() -> None:
    rules = ChessEleven()
    state = playing(MATE_OR_GOAL)
    won = rules.play(state, "white", ["c7b7"], roll=0).state
    assert VALUE.mark(won) == WHOLE
    lost = rules.act(state, "white", "resign").state
    assert VALUE.mark(lost) == 0
    assert VALUE.mark(rules.agree_draw(state).state) == WHOLE // 2


def test_fewer_goals_needed_is_a_better_chance_whoever_kicks_off() -> None:
    for kicks_off in (0, 1):
        marks = [
            VALUE.mark(State(goals_to_win=9, score=(goals, 4), round=2, kicks_off=kicks_off))
            for goals in range(9)
        ]
        assert marks == sorted(set(marks))


@pytest.mark.parametrize("version", [1, 2])
def test_quiet_turns_end_as_the_laws_of_the_game_say(version: int) -> None:
    """9.3: version 1 sounds the final whistle at 150, version 2 gives a drop ball at 40."""
    quiet = {1: 149, 2: 39}[version]
    state = playing(f"3k4/3p4/8/8/8/8/3P4/3K4 w d1 open - {quiet}", (1, 0), version)
    after = ChessEleven(version).play(state, "white", ["d1e1"], roll=0).state
    assert VALUE.played(state, ["d1e1"]) == VALUE.mark(after)
    assert (after.outcome is not None) == (version == 1)


def test_a_game_without_a_number_of_goals_has_no_value() -> None:
    assert not VALUE.can_value(State(goals_to_win=0))
    assert VALUE.can_value(State(goals_to_win=1))


def test_numbers_are_read_as_they_were_written() -> None:
    content = SHIPPED["numbers"]
    assert Numbers.read(content).write() == content
    assert hash_of(content) == SHIPPED["sha256"]
    assert missed_marks(SHIPPED["report"]) == []
    assert sum(len(row) for row in content["leaf"].values()) == 31
    assert len(hash_of(content)) == 64


class Hash(Value):
    """A number drawn for each state: a value that knows nothing of who is ahead."""

    def mark(self, state: State) -> int:
        is_played = state.phase is Phase.PLAYING and state.position is not None
        where = write_position(state.position) if is_played and state.position else "-"
        text = f"{where} {state.score} {state.kicks_off} {state.phase}"
        return int(hashlib.sha256(text.encode()).hexdigest(), 16) % (WHOLE + 1)


@pytest.mark.parametrize("kind", [Value, Hash])
def test_luck_has_no_mean_in_any_shot_whatever_the_value(kind: type[Value]) -> None:
    """8.3: weighed by their chances, the outcomes of a shot change the mark by nothing."""
    value, rules = kind(Numbers.read(SHIPPED["numbers"])), ChessEleven()
    shots = 0
    for state in states(100):
        assert state.position is not None
        for candidate in candidates(state.position):
            if len(candidate.leads_to) == 1:
                continue
            shots += 1
            actions = [TEXT[action] for action in candidate.actions]
            played, mean, roll = value.played(state, actions), 0, 0
            for chance, _after in candidate.leads_to:
                per_cent = round(100 * chance)
                side = SIDES[state.position.side]
                after = rules.play(state, side, actions, roll=roll).state
                mean += per_cent * (value.mark(after) - played)
                roll += per_cent
            assert abs(mean) <= 50
            break
    assert shots > 5


def test_numbers_that_miss_a_mark_are_named() -> None:
    bins = [
        {"games": 20, "turns": 100, "off": 2.9, "error": 0.1},
        {"games": 20, "turns": 90, "off": -9.0, "error": 4.0},
        {"games": 19, "turns": 90, "off": -9.0, "error": 0.1},
    ]
    choice = {"a_turn": 0.9, "sides_apart": -8.0, "sides_apart_error": 3.0}
    kept = {"log_loss": 0.6, "bins": bins, "choice_of_medium": choice}
    assert missed_marks(kept) == []
    broken = {
        "log_loss": 0.61,
        "bins": [{"games": 20, "turns": 100, "off": -3.3, "error": 1.1}],
        "choice_of_medium": {"a_turn": -2.4, "sides_apart": 8.0, "sides_apart_error": 2.0},
    }
    assert len(missed_marks(broken)) == 4
