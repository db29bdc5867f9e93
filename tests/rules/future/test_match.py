"""How a game of Future Chess ends (11); what it shares with chess is tested there."""

import pytest

from games.rules.errors import IllegalOptions
from games.rules.future.position import STARTS
from games.rules.future.presenter import PRESENTER
from games.rules.future.rule_set import FUTURE as RULES


def at(position):
    return RULES.load(f'{{"setup":"shield"}};{position};-;-')


def play(state, *moves):
    for move in moves:
        side = RULES.describe(state)["side_to_play"]
        state = RULES.play(state, side, [move], roll=0).state
    return state


def test_the_set_up_is_agreed_before():
    assert RULES.describe(RULES.start({}))["position"] == STARTS["shield"]
    assert RULES.describe(RULES.start({"setup": "queens"}))["position"] == STARTS["queens"]
    with pytest.raises(IllegalOptions):
        RULES.start({"setup": "flat"})


def test_the_tip_comes_true():
    # 12.1
    state = play(RULES.start({}), "2c12c2", "3b52c1")

    assert RULES.outcome(state).reason == "checkmate"
    assert RULES.outcome(state).winner == "black"


def test_a_turn_is_recorded_as_history_writes_it():
    # 13.3
    step = RULES.play(play(RULES.start({}), "2c12c2"), "black", ["3b52c1"], roll=0)

    assert step.turn.notation == "Q3b5-2c1#"
    assert (step.turn.round, step.turn.rolls) == (1, ())


def test_a_pawn_that_climbed_is_another_piece_to_a_repetition():
    state = at("2k2/5/5/5/5|5/5/5/5/P4|5/5/5/5/2K2 w 0 20")

    assert RULES.describe(state)["position"].count("P") == 1
    climbed = at("2k2/5/5/5/5|5/5/5/5/S4|5/5/5/5/2K2 w 0 20")
    assert RULES.board.key(state.position) != RULES.board.key(climbed.position)


def test_time_against_a_king_alone_is_a_draw():
    late = at("2k2/5/5/5/5|5/5/5/5/5|5/5/5/5/Q1K2 w 0 20")

    outcome = RULES.outcome(RULES.time_out(late).state)
    assert (outcome.reason, outcome.winner) == ("timeout", None)


def test_the_choices_lead_to_promotion():
    state = at("2k2/5/5/5/5|4n/1P1S1/5/5/5|5/5/5/5/2K2 w 0 20")

    found = [one for one in RULES.choices(state, ())["actions"] if one["to"] == "2e5"]
    assert [one["text"] for one in found] == ["2d42e5b", "2d42e5n", "2d42e5q", "2d42e5r"]
    assert {one["captures"] for one in found} == {"N"}


def test_a_check_comes_from_every_piece_that_gives_it():
    # Two rooks and the knight above; then one of the rooks is behind a pawn.
    scene = PRESENTER.board_data("2k2/5/5/5/5|5/5/5/3n1/5|5/5/5/5/r1K1r w 0 1")

    assert sorted(scene["arrows"]) == [["1a1", "1c1"], ["1e1", "1c1"], ["2d2", "1c1"]]
    scene = PRESENTER.board_data("2k2/5/5/5/5|5/5/5/5/5|5/5/5/5/rPK1r w 0 1")
    assert scene["arrows"] == [["1e1", "1c1"]]
