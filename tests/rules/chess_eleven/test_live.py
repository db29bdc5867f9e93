"""Laws 9.7 to 9.16: a match played live. Clocks run out when the test says so."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.rules.chess_eleven.match import Live, read_state, write_state
from games.rules.contract import Phase, check_live
from games.rules.errors import IllegalAct, IllegalOptions, OutOfPhase
from games.rules.playthrough import _draw_turn
from tests.rules.boards import RULES, START, TREE, playing

WITH_BALL = "3k4/8/8/8/8/4R3/8/2K5 w e3 open - 3"
WITHOUT = "3k4/8/8/3r4/8/3R4/8/2K5 w d5 open - 3"
CHECKED = "3k4/8/8/3r4/8/R7/8/3K4 w d5 open - 3"
CORNER = "3k4/8/8/8/8/3R4/8/2K5 w h8 corner - 1"
FREE_SHOT = "8/8/k7/8/8/3R4/7N/2K5 w d3 open - 3"
MATE = "3k4/1R6/R7/8/8/8/8/3K4 w a6 open - 0"


def live(text: str, half: int = 1, run_outs: tuple[int, int] = (0, 0), **fields: Any) -> Any:
    """Return a live match in the middle of a round; without a number of goals."""
    goals = fields.pop("goals", 0)
    return replace(playing(text, **fields), live=Live(half, run_outs), goals_to_win=goals)


def at(state: Any) -> str:
    return TREE.write(state.position)


def said(step: Any) -> list[str]:
    return [event["type"] for event in step.happenings]


def fresh(**terms: Any) -> Any:
    return RULES.start_live(RULES.check_options({}), check_live(RULES, terms))


def kicked_off() -> Any:
    return RULES.time_out(fresh()).state


def test_the_terms_of_the_clock_are_declared_and_checked() -> None:
    terms = {"clock": "halves", "half": 300, "turn": 20, "formation": 20, "goals": None}
    assert check_live(RULES, {}) == terms  # 9.7, 9.8, 9.13, 9.14
    for wrong in ({"turn": 15}, {"half": 300.0}, {"goals": 10}, {"clock": "fischer"}, {"base": 5}):
        with pytest.raises(IllegalOptions):
            check_live(RULES, wrong)


def test_both_formations_late_begin_the_round_as_they_are() -> None:
    step = RULES.run_out(fresh())  # 9.13

    assert step.state.phase is Phase.PLAYING
    assert said(step) == ["round_started"]
    assert step.locked is not None


def test_in_possession_the_ball_goes_to_the_enemy_king() -> None:
    step = RULES.run_out(live(WITH_BALL))  # 9.9

    assert at(step.state) == "3k4/8/8/8/8/4R3/8/2K5 b d8 open - 4"
    assert said(step) == ["run_out", "goal_kick"]
    assert (step.act.side, step.act.name) == ("white", "run_out")
    assert step.restarts_clock
    assert step.turn is None


def test_without_possession_the_turn_passes_over() -> None:
    step = RULES.run_out(live(WITHOUT))  # 9.9

    assert at(step.state) == "3k4/8/8/3r4/8/3R4/8/2K5 b d5 open - 4"
    assert said(step) == ["run_out"]


def test_in_check_the_other_side_gets_a_goal_and_the_round_ends() -> None:
    step = RULES.run_out(live(CHECKED))  # 9.9

    assert step.state.score == (0, 1)
    assert step.state.phase is Phase.FORMATION
    assert step.state.kicks_off == 0
    assert step.state.may_substitute == 1
    assert said(step) == ["run_out", "round_ended"]


def test_a_corner_and_a_later_kick_off_that_are_not_taken_give_the_ball_away() -> None:
    assert at(RULES.run_out(live(CORNER)).state).split()[1:4] == ["b", "d8", "open"]
    kick_off = RULES.run_out(live(START)).state  # 9.9
    assert at(kick_off).split()[1:4] == ["b", "d8", "open"]


def test_three_clocks_in_a_row_lose_the_match() -> None:
    step = RULES.run_out(live(WITH_BALL, run_outs=(2, 0)))  # 9.10

    outcome = RULES.outcome(step.state)
    assert (outcome.reason, outcome.winner) == ("left", "black")
    assert RULES.forfeited_by(step.state) == {"white"}


def test_two_do_not_and_a_turn_begins_the_count_again() -> None:
    state = RULES.run_out(live(WITHOUT, run_outs=(1, 1))).state
    assert state.live.run_outs == (2, 1)
    assert RULES.outcome(state) is None

    state = replace(state, position=TREE.read(WITHOUT))
    assert RULES.play(state, "white", ["d3d4"], roll=0).state.live.run_outs == (0, 1)  # 9.10


def test_a_goal_in_the_last_turn_counts_and_half_time_follows() -> None:
    scored = RULES.play(live(FREE_SHOT), "white", ["!d8"], roll=0).state
    assert RULES.may_break(scored)  # 9.11

    step = RULES.time_up(scored)

    assert step.state.score == (1, 0)
    assert step.state.round == scored.round
    assert step.state.live.half == 2
    assert step.state.kicks_off == 1, "White kicked off the match"
    assert step.state.may_substitute == 0  # 9.12


def test_a_mate_in_the_last_turn_of_the_match_counts() -> None:
    mated = RULES.play(live(MATE, half=2, score=(0, 1)), "white", ["a6a8"], roll=0).state

    step = RULES.time_up(mated)  # 9.11

    outcome = RULES.outcome(step.state)
    assert (outcome.reason, outcome.winner) == ("full_time", "white")
    assert step.state.score == (2, 1)
    assert step.state.round == 1
    assert step.act.name == "full_time"


def test_a_corner_won_in_the_last_turn_is_played() -> None:
    won = RULES.play(live(WITH_BALL), "white", ["!e8"], roll=99).state
    assert at(won).split()[3] == "corner"
    assert not RULES.may_break(won)  # 9.11
    with pytest.raises(OutOfPhase):
        RULES.time_up(won)

    assert RULES.may_break(RULES.run_out(won).state), "it was not taken, and is over"


def test_half_time_breaks_a_round_off_without_a_goal() -> None:
    step = RULES.time_up(live(WITHOUT, score=(0, 1)))  # 9.12

    state = step.state
    assert (state.round, state.score, state.kicks_off) == (2, (0, 1), 1)
    assert (state.phase, state.may_substitute) == (Phase.FORMATION, None)
    assert (step.act.name, said(step)) == ("half_time", ["half_time"])
    assert step.restarts_clock


@pytest.mark.parametrize(
    ("score", "winner"), [((1, 0), "white"), ((1, 3), "black"), ((2, 2), None)]
)
def test_at_full_time_more_goals_win_and_level_is_a_draw(score: Any, winner: Any) -> None:
    state = RULES.time_up(live(WITHOUT, half=2, score=score)).state  # 9.12

    outcome = RULES.outcome(state)
    assert (outcome.reason, outcome.winner, outcome.is_aborted) == ("full_time", winner, False)


def test_an_agreed_number_of_goals_ends_it_and_none_does_not() -> None:
    agreed = RULES.play(live(FREE_SHOT, goals=1), "white", ["!d8"], roll=0).state
    assert RULES.outcome(agreed).reason == "goals"  # 9.14
    open_end = RULES.play(live(FREE_SHOT, score=(8, 0)), "white", ["!d8"], roll=0).state
    assert RULES.outcome(open_end) is None
    assert RULES.describe(open_end)["goals_to_win"] == 0
    assert RULES.describe(fresh(goals=3))["goals_to_win"] == 3


def test_a_first_kick_off_that_is_not_played_calls_the_match_off() -> None:
    step = RULES.run_out(kicked_off())  # 9.15

    assert RULES.outcome(step.state).is_aborted
    assert step.act.name == "run_out"
    assert RULES.forfeited_by(step.state) == frozenset()


def test_either_side_calls_it_off_until_both_have_played() -> None:
    state = kicked_off()
    for side in RULES.sides:
        step = RULES.act(state, side, "abort")  # 9.15
        assert RULES.outcome(step.state).is_aborted
        assert (step.act.side, step.act.name) == (side, "abort")
    assert RULES.outcome(RULES.act(fresh(), "black", "abort").state).is_aborted
    assert "abort" in RULES.summary(RULES.describe(state)).acts["black"]

    both = live(WITHOUT)
    assert "abort" not in RULES.summary(RULES.describe(both)).acts["black"]
    with pytest.raises(OutOfPhase):
        RULES.act(both, "white", "abort")
    with pytest.raises(IllegalAct):
        RULES.act(playing(WITHOUT), "white", "abort")


def test_it_may_go_on_by_post_with_its_score() -> None:
    step = RULES.by_post(live(WITHOUT, score=(3, 1)))  # 9.16

    assert (step.state.live, step.state.goals_to_win, step.state.score) == (None, 4, (3, 1))
    assert RULES.by_post(live(WITHOUT)).state.goals_to_win == 2
    with pytest.raises(OutOfPhase):
        RULES.by_post(playing(WITHOUT))
    assert RULES.time_out(step.state).state.outcome.reason == "timeout"


def test_a_whole_match_reads_back_at_each_step_and_plays_again() -> None:
    """Ten turns to a half, now and then a clock that runs out."""
    rng, state, steps = Random(7), fresh(), []
    for number in range(200):
        summary = RULES.summary(RULES.describe(state))
        if summary.phase is Phase.OVER:
            break
        if number % 20 >= 18 and RULES.may_break(state):
            step = RULES.time_up(state)
        elif summary.phase is Phase.FORMATION or rng.random() < 0.1:
            step = RULES.run_out(state)
        else:
            (side,) = summary.to_act
            step = RULES.play(state, side, _draw_turn(RULES, state, rng), roll=rng.randrange(100))
        state = step.state
        steps.append(step)
        assert write_state(read_state(write_state(state))) == write_state(state)
        assert read_state(write_state(state)).live == state.live
    assert RULES.outcome(state) is not None
    assert any(step.act and step.act.name == "half_time" for step in steps)
