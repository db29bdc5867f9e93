"""Laws 9.3 and 9.4: drop balls where play stalls, and the final whistle after too many."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from games.rules import registry
from games.rules.chess_eleven.stalls import Stalls
from games.rules.contract import Phase, check_live
from games.rules.errors import IllegalAct, NotationError, OutOfPhase
from tests.rules.boards import FIRST, RULES, TREE, playing
from tests.rules.chess_eleven.stalling import compare_match
from tests.rules.seeds import SEEDS, longer

DEAD = "k7/8/8/8/8/8/3R4/7K w d2 open - {}"
"""White has the ball on d2, far from everything."""
THERE_AND_BACK = ("h1h2", "a8a7", "h2h1", "a7a8")


def walk(state: Any, turns: int) -> Any:
    """Return the last of so many steps in which both kings go there and back."""
    step = None
    for number in range(turns):
        side = ("white", "black")[number % 2]
        step = RULES.play(state, side, [THERE_AND_BACK[number % 4]], roll=0)
        state = step.state
    return step


def stalled(**fields: Any) -> Any:
    """Return a match in which the position is there for the third time."""
    return walk(playing(DEAD.format(0), **fields), 9).state


def claim(state: Any) -> Any:
    return RULES.act(state, "black", "claim")


def test_a_drop_ball_can_be_claimed_while_a_position_is_there_for_the_third_time() -> None:
    start = playing(DEAD.format(0))
    twice = walk(start, 5).state

    assert not RULES.describe(twice)["may_claim_drop_ball"]
    with pytest.raises(OutOfPhase) as refused:
        claim(twice)
    assert refused.value.law == "9.3"
    thrice = stalled()
    told = RULES.describe(thrice)
    assert (told["may_claim_drop_ball"], told["quiet_turns"]) == (True, 9)
    assert RULES.summary(told).acts["white"] == RULES.summary(told).acts["black"] == (
        "resign", "claim",
    )  # fmt: skip


def test_a_claimed_drop_ball_ends_the_round_without_a_goal() -> None:
    step = claim(stalled(kicks_off=0, may_substitute=1, score=(1, 0)))

    (ended,) = step.happenings
    assert (ended["type"], ended["reason"], ended["because"], ended["side"]) == (
        "round_ended", "drop_ball", "repetition", None,
    )  # fmt: skip
    assert step.act is not None
    assert (step.act.side, step.act.name) == ("black", "claim")
    assert step.restarts_clock
    after = step.state
    assert (after.phase, after.round, after.kicks_off) == (Phase.FORMATION, 2, 1)  # 2.5
    assert (after.score, after.may_substitute) == ((1, 0), None)
    assert after.stalls == Stalls(drop_balls=1, in_a_row=1)


def test_once_the_position_has_changed_the_claim_is_gone_until_it_comes_again() -> None:
    on = RULES.play(stalled(), "black", ["a8b8"], roll=0).state

    assert not RULES.describe(on)["may_claim_drop_ball"]


def test_at_forty_quiet_turns_the_drop_ball_is_given() -> None:
    step = walk(playing(DEAD.format(38)), 2)

    assert step.turn.position_after is None
    assert [one["type"] for one in step.happenings] == ["move", "round_ended"]
    assert step.happenings[-1]["because"] == "quiet_turns"
    assert step.state.phase is Phase.FORMATION
    assert walk(playing(DEAD.format(38)), 1).state.phase is Phase.PLAYING


def test_a_position_comes_back_after_a_shot_but_not_after_a_capture() -> None:
    state = stalled()
    back = "k7/8/8/8/8/8/3R4/7K w d2 open - 0"
    assert state.stalls is not None
    assert len(state.stalls.seen) == 4
    shot = RULES.play(playing("3k4/8/8/8/8/4R3/8/7K w e3 open - 5"), "white", ["!e8"], roll=60)
    assert shot.state.stalls.seen, "the save is a position like any other"
    saved = replace(state, position=TREE.read(back))
    assert len(RULES.play(saved, "white", ["d2d3"], roll=0).state.stalls.seen) == 5
    taking = replace(state, position=TREE.read("k7/8/8/8/8/3n4/3R4/7K w d2 open - 0"))
    assert len(RULES.play(taking, "white", ["d2d3"], roll=0).state.stalls.seen) == 1


def test_two_drop_balls_in_a_row_are_followed_by_the_final_whistle() -> None:
    one = stalled(stalls=Stalls(drop_balls=1, in_a_row=1), score=(1, 0))

    step = claim(one)

    assert [event["type"] for event in step.happenings] == ["round_ended", "game_over"]
    outcome = RULES.outcome(step.state)
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == ("final_whistle", "white")  # 9.4
    assert step.state.round == 1, "the round that ended was the last"


@pytest.mark.parametrize(("score", "winner"), [((0, 0), None), ((0, 1), "black"), ((1, 1), None)])
def test_the_fourth_drop_ball_of_a_match_is_the_last(score, winner) -> None:
    third = claim(stalled(stalls=Stalls(drop_balls=2), score=score)).state
    assert RULES.outcome(third) is None

    fourth = stalled(stalls=Stalls(drop_balls=3), score=score)
    outcome = RULES.outcome(claim(fourth).state)
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == ("final_whistle", winner)


def test_a_round_that_ends_with_a_goal_breaks_the_row() -> None:
    state = playing("8/8/k7/8/8/3R4/7N/2K5 w d3 open - 3", stalls=Stalls(drop_balls=1, in_a_row=1))

    after = RULES.play(state, "white", ["!d8"], roll=0).state

    assert after.stalls == Stalls(drop_balls=1)


def test_what_is_counted_is_in_the_text_and_texts_without_it_still_read() -> None:
    state = stalled(stalls=Stalls(drop_balls=2, in_a_row=1))
    assert RULES.load(RULES.dump(state)) == state
    often = replace(state, stalls=replace(state.stalls, seen={"0123456789abcdef": 12}))
    assert RULES.load(RULES.dump(often)) == often

    old = FIRST.dump(FIRST.start({}))
    assert old.count(";") == 10
    assert RULES.load(old).stalls == Stalls()
    live = FIRST.dump(FIRST.start_live({}, check_live(FIRST, {})))
    assert RULES.load(live).live is not None
    assert RULES.load(RULES.dump(RULES.load(live))).live is not None
    for wrong in (old + ";1+ -", old + ";1+1 nonsense", old + ";0+0 -;0+0 -"):
        with pytest.raises(NotationError):
            RULES.load(wrong)


def test_a_match_of_version_1_continues_by_its_own_laws() -> None:
    state = replace(stalled(), stalls=None, position=TREE.read(DEAD.format(99)))

    assert not FIRST.describe(state)["may_claim_final_whistle"]
    assert FIRST.load(FIRST.dump(state)) == state
    later = FIRST.play(state, "white", ["h1h2"], roll=0).state
    assert FIRST.summary(FIRST.describe(later)).acts["white"] == ("resign", "claim")
    outcome = FIRST.outcome(FIRST.act(later, "white", "claim").state)
    assert outcome is not None
    assert outcome.reason == "final_whistle"
    with pytest.raises(NotationError):
        FIRST.load(RULES.dump(stalled()))


def test_the_final_whistle_is_claimed_in_version_1_alone() -> None:
    late = replace(playing(DEAD.format(100)), stalls=None)
    assert FIRST.outcome(FIRST.act(late, "white", "final_whistle").state) is not None

    with pytest.raises(IllegalAct) as refused:
        RULES.act(stalled(), "white", "final_whistle")
    assert refused.value.law == "9.4"


def test_half_time_ends_a_round_without_a_drop_ball() -> None:
    live = RULES.start_live(RULES.check_options({}), check_live(RULES, {}))
    state = replace(
        RULES.time_out(live).state,
        position=TREE.read(DEAD.format(0)),
        stalls=Stalls({"0123456789abcdef": 2}, drop_balls=1, in_a_row=1),
    )

    assert RULES.time_up(state).state.stalls == Stalls(drop_balls=1)


def test_a_clock_that_runs_out_counts_the_position_and_the_quiet_turn() -> None:
    live = RULES.start_live(RULES.check_options({}), check_live(RULES, {}))
    defends = "k7/8/8/8/8/8/3R4/7K b d2 open - 39"
    begun = RULES.time_out(live).state
    state = replace(begun, position=TREE.read(defends), played=(True, True))

    step = RULES.run_out(state)

    assert [event["type"] for event in step.happenings] == ["run_out", "round_ended"]
    assert step.state.phase is Phase.FORMATION


def test_both_engines_say_the_same_of_stalled_matches() -> None:
    rng, found = random.Random(7), Counter[str]()

    def has_all() -> bool:
        kinds = ("claims", "dropball", "final_whistle")
        return found["positions"] > 40 and min(found[kind] for kind in kinds) > 0

    for _ in range(longer(12)):
        # Not the same matches in each process, so the number of them is not either.
        found += compare_match(rng)
        if has_all() and len(SEEDS) == 1:
            break

    assert has_all(), found


def test_players_and_spectators_see_the_quiet_turns_before_they_end_the_round() -> None:
    early, late = playing(DEAD.format(19)), playing(DEAD.format(38))
    show = registry.presenter("eleven").situation

    assert RULES.choices(early, [])["prompt"] == "Your turn. You have the ball."
    assert RULES.choices(late, [])["prompt"] == "38 quiet turns. Drop ball at 40."
    assert "38" not in RULES.choices(late, ["h1h2"])["prompt"]
    assert show(RULES.describe(early), None) == "round 1 · white has the ball"
    assert show(RULES.describe(late), None) == (
        "round 1 · white has the ball · 38 of 40 quiet turns"
    )
    older = replace(late, stalls=None)
    assert FIRST.choices(older, [])["prompt"] == "Your turn. You have the ball."
    assert "quiet" not in registry.presenter("eleven", 1).situation(FIRST.describe(older), None)
