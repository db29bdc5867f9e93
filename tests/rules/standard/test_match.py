"""How a game of standard chess continues and ends (2)."""

import pytest

from games.rules.contract import CLAIM, RESIGN
from games.rules.errors import (
    IllegalAct,
    IllegalOptions,
    IllegalTurn,
    NotToAct,
    OutOfPhase,
    RulesError,
)
from games.rules.standard.rule_set import STANDARD as RULES

SIDES = ("white", "black")
DRAWN = (("white", "black"),)


def at(position, **options):
    return RULES.load(f"{_json(options)};{position};-;-")


def _json(options):
    start = RULES.dump(RULES.start(options))
    return start.partition(";")[0]


def play(state, *moves):
    for move in moves:
        side = RULES.describe(state)["side_to_play"]
        state = RULES.play(state, side, [move], roll=0).state
    return state


def ended(state):
    outcome = RULES.outcome(state)
    return outcome and (outcome.reason, outcome.ranking)


def test_a_game_is_dumped_and_loaded_at_every_step():
    state = RULES.start({})

    for move in ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "g8f6", "e1g1"):
        state = play(state, move)
        assert RULES.load(RULES.dump(state)) == state


def test_mate_ends_the_game():
    # 2.1, 2.9
    state = play(RULES.start({}), "f2f3", "e7e5", "g2g4", "d8h4")

    assert ended(state) == ("checkmate", (("black",), ("white",)))
    assert RULES.outcome(state).points == {"black": 1, "white": 0}


def test_stalemate_is_a_draw():
    assert ended(play(at("7k/8/4Q1K1/8/8/8/8/8 w - - 0 1"), "e6f7")) == ("stalemate", DRAWN)


def test_a_dead_position_is_a_draw_immediately():
    state = play(at("8/8/8/4k3/8/3pK3/8/8 w - - 0 1"), "e3d3")

    assert ended(state) == ("dead_position", DRAWN)


TO_AND_FRO = ("g1f3", "g8f6", "f3g1", "f6g8")


def test_a_position_that_stood_three_times_can_be_claimed_by_either_side():
    # 2.3, 2.5
    state = play(RULES.start({}), *TO_AND_FRO)
    assert RULES.describe(state)["may_claim"] is None

    state = play(state, *TO_AND_FRO)
    assert RULES.describe(state)["may_claim"] == "repetition"
    for side in SIDES:
        assert ended(RULES.act(state, side, CLAIM).state) == ("repetition", DRAWN)

    # It can be claimed as long as it stands on the board, and no longer.
    with pytest.raises(OutOfPhase):
        RULES.act(play(state, "e2e4"), "white", CLAIM)


def test_the_fifth_time_ends_the_game_automatically():
    state = play(RULES.start({}), *TO_AND_FRO * 3)
    assert RULES.outcome(state) is None

    assert ended(play(state, *TO_AND_FRO)) == ("repetition", DRAWN)


def test_the_right_to_castle_is_a_part_of_the_position():
    state = play(at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), "a1b1", "a8b8", "b1a1", "b8a8")

    state = play(state, "a1b1", "a8b8", "b1a1", "b8a8")
    assert RULES.describe(state)["may_claim"] is None


def test_a_hundred_quiet_moves_can_be_claimed():
    # 2.4
    state = at("k7/8/8/8/8/8/8/K6R w - - 98 80")

    assert RULES.describe(play(state, "h1h2"))["may_claim"] is None
    assert RULES.describe(play(state, "h1h2", "a8a7"))["may_claim"] == "quiet_moves"


def test_a_hundred_and_fifty_end_the_game_unless_the_last_one_mates():
    quiet = at("k7/8/1K6/8/8/8/8/7R w - - 149 90")

    assert ended(play(quiet, "h1h2")) == ("quiet_moves", DRAWN)
    assert ended(play(quiet, "h1h8")) == ("checkmate", (("white",), ("black",)))


@pytest.mark.parametrize("side", SIDES)
def test_either_side_may_resign_at_any_time(side):
    other = "black" if side == "white" else "white"

    assert ended(RULES.act(RULES.start({}), side, RESIGN).state) == (
        "resignation",
        ((other,), (side,)),
    )


def test_a_draw_can_be_agreed_from_the_move_that_was_agreed():
    # 2.6
    early = RULES.start({"draw_from": 2})
    with pytest.raises(OutOfPhase):
        RULES.agree_draw(early)

    assert ended(RULES.agree_draw(play(early, "e2e4", "e7e5")).state) == ("agreement", DRAWN)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        pytest.param(RULES.start({}), ("aborted", ()), id="before White's first move"),
        pytest.param(play(RULES.start({}), "e2e4"), ("aborted", ()), id="before Black's"),
        pytest.param(
            play(RULES.start({}), "e2e4", "e7e5"),
            ("timeout", (("black",), ("white",))),
            id="later it loses",
        ),
        pytest.param(
            at("k7/8/8/8/8/8/8/K6R b - - 0 40"),
            ("timeout", (("white",), ("black",))),
            id="against more than a king",
        ),
        pytest.param(
            at("k6r/8/8/8/8/8/8/K7 b - - 0 40"), ("timeout", DRAWN), id="against a king alone"
        ),
    ],
)
def test_a_missed_deadline(state, expected):
    # 2.7
    after = RULES.time_out(state)

    assert ended(after.state) == expected
    assert RULES.forfeited_by(after.state) == {after.act.side}
    assert after.act.name == "time_out"


def test_what_is_refused():
    start = RULES.start({})
    with pytest.raises(IllegalTurn) as refused:
        RULES.play(start, "white", ["e2e5"], roll=0)
    assert "e2e4" in refused.value.legal
    with pytest.raises(IllegalTurn):
        RULES.play(start, "white", [], roll=0)
    with pytest.raises(IllegalTurn) as refused:
        RULES.play(start, "white", ["e2e4", "e7e5"], roll=0)
    assert refused.value.index == 1
    with pytest.raises(NotToAct):
        RULES.play(start, "black", ["e7e5"], roll=0)
    with pytest.raises(IllegalAct):
        RULES.act(start, "white", "leave")
    with pytest.raises(OutOfPhase):
        RULES.arrange(start, "white", {}, ready=True)
    with pytest.raises(IllegalOptions):
        RULES.start({"draw_from": 101})
    over = RULES.act(start, "white", RESIGN).state
    for attempt in (
        lambda: RULES.play(over, "white", ["e2e4"], roll=0),
        lambda: RULES.act(over, "black", RESIGN),
        lambda: RULES.time_out(over),
        lambda: RULES.agree_draw(over),
        lambda: RULES.choices(over, ()),
    ):
        with pytest.raises(OutOfPhase):
            attempt()


@pytest.mark.parametrize("text", ["", ";;;", "[];x;-;-", "{};x;-;-", '{"a":1};x;-;-'])
def test_what_is_no_state_is_refused(text):
    with pytest.raises(RulesError):
        RULES.load(text)
