"""Who is out, who is away, and the end of Fun Family Chess (6 to 9)."""

from random import Random

import pytest

from games.rules import registry
from games.rules.contract import (
    AGREE_DRAW,
    CLAIM,
    DECLARED,
    LET_LEAVE,
    LET_RETURN,
    RESIGN,
    Standing,
)
from games.rules.errors import IllegalAct, IllegalOptions, IllegalTurn, NotToAct, OutOfPhase
from games.rules.family.notation import read_position, write_position
from games.rules.family.position import is_dead, is_kings_alone
from games.rules.family.rule_set import FAMILY as RULES

ALL = ("white", "silver", "black", "gold")


def start(seats=4, may_leave=()):
    return RULES.start({"seats": seats, "may_leave": list(may_leave)})


def at(position, may_leave=(), moved="wsbg"):
    seats = {"A-A-": 2, "AAA-": 3}.get(position.split(" ")[2], 4)
    options = RULES.dump(start(seats, may_leave)).partition(";")[0]
    return RULES.load(f"{options};{position};-;-;{moved};-")


def play(state, *turns):
    for turn in turns:
        side = RULES.describe(state)["side_to_play"]
        state = RULES.play(state, side, turn.split(), roll=0).state
    return state


def act(state, side, name):
    return RULES.act(state, side, name).state


def lap(state):
    return play(state, "d2d3", "k4j4", "d11d10", "b8c8")


def shown(state):
    return RULES.describe(state)


def test_seats_follow_from_the_terms():
    assert RULES.seats(RULES.check_options({})) == ALL
    assert RULES.seats(RULES.check_options({"seats": 2})) == ("white", "black")
    assert RULES.seats(RULES.check_options({"seats": 3})) == ("white", "silver", "black")


@pytest.mark.parametrize(
    "options",
    [
        {"seats": 5},
        {"seats": 2, "may_leave": ["gold"]},
        {"seats": 2, "may_leave": ["white", "black"]},
        {"may_leave": list(ALL)},
        {"may_leave": "gold"},
        {"teams": True},
    ],
)
def test_terms_that_contradict_are_refused(options):
    # 7.1
    with pytest.raises(IllegalOptions):
        RULES.check_options(options)


def test_a_lap_goes_to_the_right():
    state = lap(start())

    assert (shown(state)["side_to_play"], shown(state)["round"]) == ("white", 2)


def test_who_resigns_is_out_and_the_others_play_on():
    # 6.2
    step = RULES.act(lap(start()), "black", RESIGN)

    assert RULES.outcome(step.state) is None
    assert not step.restarts_clock
    summary = RULES.summary(shown(step.state))
    assert summary.standing == {"black": Standing.OUT}
    assert "black" not in summary.acts
    assert shown(play(step.state, "e2e3", "k5j5"))["side_to_play"] == "gold"


def test_who_resigns_in_turn_passes_it_on_with_a_new_clock():
    step = RULES.act(lap(start()), "white", RESIGN)

    assert shown(step.state)["side_to_play"] == "silver"
    assert step.restarts_clock


def test_the_last_one_in_the_game_wins_and_the_others_rank_as_they_left():
    state = lap(start())
    for side in ("black", "white", "gold"):
        state = act(state, side, RESIGN)

    outcome = RULES.outcome(state)
    assert outcome.ranking == (("silver",), ("gold",), ("white",), ("black",))
    assert outcome.points == {"silver": 3, "gold": 2, "white": 1, "black": 0}
    assert outcome.reason == "resignation"


def test_a_missed_turn_puts_one_out_and_the_clock_begins_again():
    # 9.3
    step = RULES.time_out(lap(start()))

    assert RULES.outcome(step.state) is None
    assert step.restarts_clock
    assert RULES.forfeited_by(step.state) == {"white"}
    assert shown(step.state)["side_to_play"] == "silver"


def test_before_the_own_first_move_it_aborts_the_whole_game():
    # 9.3
    outcome = RULES.outcome(RULES.time_out(play(start(), "d2d3")).state)

    assert (outcome.reason, outcome.ranking) == ("aborted", ())


def test_who_may_leave_has_left_instead():
    # 9.2
    step = RULES.time_out(start(may_leave=["white"]))

    assert shown(step.state)["presence"]["white"] == "away"
    assert shown(step.state)["side_to_play"] == "silver"
    assert step.act.name == "time_out"


def test_leaving_in_turn_takes_effect_immediately_and_returning_when_the_turn_comes():
    state = act(start(may_leave=["white"]), "white", "leave")
    assert shown(state)["presence"]["white"] == "away"

    state = play(act(state, "white", "return"), "k4j4", "d11d10", "b8c8")
    assert shown(state)["side_to_play"] == "white"
    assert shown(state)["presence"]["white"] == "present"


def test_leaving_out_of_turn_waits_for_the_turn_and_can_be_taken_back():
    state = act(start(may_leave=["black"]), "black", "leave")
    assert shown(state)["presence"]["black"] == "leaving"
    assert shown(act(state, "black", "stay"))["presence"]["black"] == "present"

    state = play(state, "d2d3", "k4j4")
    assert shown(state)["presence"]["black"] == "away"
    assert shown(state)["side_to_play"] == "gold"


def test_who_was_not_named_cannot_leave():
    with pytest.raises(OutOfPhase, match=r"7\.1"):
        RULES.act(start(may_leave=["black"]), "white", "leave")


CHECKED = "3,bK,4/8/12/12/12/gK,10,sK/12/12/12/12/8/4,wK,2,bR w AAAA - - b>w 0 9"


def test_no_one_leaves_in_check():
    with pytest.raises(OutOfPhase, match=r"7\.3"):
        RULES.act(at(CHECKED, ["white"]), "white", "leave")


WAITING = "3,bK,4/8/12/12/11,sR/gK,10,sK/12/12/12/12/8/wR,3,wK,3 w ALLR - - - 0 9"


def test_the_game_waits_for_those_who_are_away():
    state = at(WAITING, ["silver", "black"])

    assert RULES.summary(shown(state)).to_act == {"silver", "black"}
    assert shown(state)["legal_actions"] == []
    with pytest.raises(OutOfPhase, match=r"7\.5"):
        RULES.play(state, "white", ["c1d1"], roll=0)

    step = RULES.act(state, "silver", "return")
    assert step.restarts_clock
    assert RULES.summary(shown(step.state)).to_act == {"white"}


def test_when_no_one_returns_the_one_present_wins():
    state = RULES.time_out(at(WAITING, ["silver", "black"])).state

    assert RULES.outcome(state).winner == "white"


def test_when_the_last_one_present_resigns_those_away_are_waited_for():
    state = act(at(WAITING, ["silver", "black"]), "white", RESIGN)
    assert RULES.summary(shown(state)).to_act == {"silver", "black"}
    assert RULES.load(RULES.dump(state)) == state

    outcome = RULES.outcome(RULES.time_out(state).state)
    assert outcome.ranking[0] == ("silver", "black")


def test_a_mate_is_credited_when_the_turn_comes():
    start_ = (
        "6,bK,1/8/12/12/1,wR,bN,9/7,wQ,4/11,sK/gK,2,gP,8/4,gQ,7/9,sR,2/8/3,wK,4 w AAAA - - - 0 1"
    )
    state = play(at(start_), "h7a7 +g", "l6l5")
    step = RULES.play(state, "black", ["i12i11"], roll=0)

    assert {"type": "mated", "side": "gold", "by": "white"} in step.happenings
    assert shown(step.state)["presence"]["gold"] == "out"


def test_saying_check_is_a_choice_after_the_move():
    # 2.5
    position = "3,bK,4/8/12/12/12/gK,10,sK/12/12/12/7,wR,4/8/4,wK,3 w AAAA - - - 0 9"
    choices = RULES.choices(at(position), ["h3h7"])

    assert choices["complete"] == 0
    assert {one["text"]: one["label"] for one in choices["actions"]}["+s"] == "Say check to Silver"
    assert RULES.choices(at(position), ["h3h7", "+s"])["complete"] == 1
    with pytest.raises(IllegalTurn):
        RULES.play(at(position), "white", ["h3h4", "+s"], roll=0)
    step = RULES.play(at(position), "white", ["h3h7", "+s"], roll=0)
    summary = registry.presenter("family").turn_summary(step.happenings, step.turn.notation)
    assert summary.endswith("check to Silver")


def test_a_turn_calls_players_by_their_names_and_the_reader_you():
    position = "3,bK,4/8/12/12/12/gK,10,sK/12/12/12/7,wR,4/8/4,wK,3 w AAAA - - - 0 9"
    step = RULES.play(at(position), "white", ["h3h7", "+s"], roll=0)
    presenter = registry.presenter("family")
    names = {"white": "alice", "silver": "bob", "black": "charlie", "gold": "dora"}
    for silver, called in (("bob", "bob"), ("", "you")):
        seen = names | {"silver": silver}
        summary = presenter.turn_summary(step.happenings, step.turn.notation, seen)
        assert summary.endswith(f", check to {called}")
        sentence = presenter.turn_sentence(step.happenings, names=seen)
        assert sentence == f"rook to h7. Check to {called}!"
    taken = [
        {"type": "move", "side": "white", "piece": "R", "from": "h3", "to": "h7"}
        | {"captures": "P", "of": "silver"},
        {"type": "mated", "side": "silver", "by": "white"},
    ]
    assert (
        presenter.turn_sentence(taken, names=names | {"silver": ""})
        == "rook takes your pawn on h7. alice has mated you!"
    )


def test_all_who_are_present_agree_on_a_draw():
    # 8.3
    state = act(start(may_leave=["white"]), "white", "leave")
    assert RULES.draws_needed(state) == {"silver", "black", "gold"}

    outcome = RULES.outcome(RULES.agree_draw(state).state)
    assert outcome.ranking == (("silver", "black", "gold"), ("white",))
    assert outcome.points == {"silver": 2, "black": 2, "gold": 2, "white": 0}


def test_a_position_that_came_back_can_be_claimed_by_who_is_present():
    laps = ("d1c3", "l4j3", "d12e10", "a9c8", "c3d1", "j3l4", "e10d12", "c8a9")
    state = play(start(), *laps)
    assert shown(state)["may_claim"] is None

    state = play(state, *laps)
    assert shown(state)["may_claim"] == "repetition"
    outcome = RULES.outcome(act(state, "gold", CLAIM))
    assert (outcome.reason, outcome.ranking) == ("repetition", (ALL,))

    assert RULES.outcome(play(state, *laps, *laps)).reason == "repetition"


def test_quiet_turns_count_for_each_player_in_the_game():
    position = "3,bK,4/8/12/12/12/gK,10,sK/12/12/12/12/8/wR,3,wK,3 w AAAA - - - {} 90"

    assert shown(at(position.format(199)))["may_claim"] is None
    assert shown(at(position.format(200)))["may_claim"] == "quiet_turns"
    assert RULES.outcome(play(at(position.format(299)), "c1c2")).reason == "quiet_turns"


def test_kings_alone_are_a_draw():
    position = "3,bK,4/8/12/12/12/gK,10,sK/12/12/12/12/8/2,gR,wK,4 w AAAA - - - 0 9"

    outcome = RULES.outcome(play(at(position), "f1e1"))
    assert (outcome.reason, outcome.ranking) == ("dead_position", (ALL,))


KING_TAKES = "{}/8/12/11,bK/12/12/12/10,{},1/12/5,bN,6/3,wK,4/8 w {} - - - 0 9"
"""White's king takes the knight on f3; another piece is on k5."""


def test_a_lone_bishop_or_knight_cannot_mate_in_a_game_of_two():
    for piece in ("wB", "wN", "bB", "bN"):
        state = at(KING_TAKES.format("8", piece, "A-A-"))
        outcome = RULES.outcome(play(state, "f2f3"))
        assert (outcome.reason, outcome.ranking) == ("dead_position", (("white", "black"),))  # 8.3
    for piece in ("wP", "wR", "wQ"):
        state = at(KING_TAKES.format("8", piece, "A-A-"))
        assert RULES.outcome(play(state, "f2f3")) is None


def test_in_version_1_and_in_a_game_of_more_it_is_played_on():
    first = registry.get("family", 1)
    state = at(KING_TAKES.format("8", "wB", "A-A-"))
    assert first.load(first.dump(state)) == state
    assert first.outcome(first.play(state, "white", ["f2f3"], roll=0).state) is None
    alone = first.play(state, "white", ["f2f3"], roll=0).state.position
    assert is_dead(alone)
    assert not is_kings_alone(alone)

    three = at(KING_TAKES.format("8", "wB,sK", "AAA-").replace("10,wB,sK,1", "10,wB,sK"))
    assert RULES.outcome(play(three, "f2f3")) is None


def test_what_is_refused():
    with pytest.raises(NotToAct):
        RULES.play(start(), "gold", ["b8c8"], roll=0)
    with pytest.raises(IllegalTurn) as refused:
        RULES.play(start(), "white", ["d2d5"], roll=0)
    assert "d2d4" in refused.value.legal
    with pytest.raises(IllegalAct):
        RULES.act(start(), "white", "castle")
    out = act(lap(start()), "black", RESIGN)
    with pytest.raises(OutOfPhase, match=r"6\.3"):
        RULES.act(out, "black", RESIGN)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_position_reached_by_a_started_turn_can_be_read(seats):
    chance = Random(seats)
    state = RULES.start(RULES.check_options({"seats": seats}))
    while state.outcome is None and state.position.lap < 25:
        choices = RULES.choices(state, [])
        turn = [chance.choice(choices["actions"])["text"]]
        while choices["complete"] < 1:
            choices = RULES.choices(state, turn)
            assert write_position(read_position(choices["position"])) == choices["position"]
            if not choices["actions"]:
                break
            turn.append(chance.choice(choices["actions"])["text"])
        state = RULES.play(state, choices["side"], turn, roll=0).state


def test_a_player_who_misses_a_turn_and_is_away_has_the_time_of_one_turn_to_return():
    """7.5: the game waits for the one whose clock has just run out, so it starts again."""
    state = lap(start(may_leave=["white"]))
    for side in ("silver", "black"):
        state = act(state, side, RESIGN)
    while RULES.describe(state)["side_to_play"] != "white":
        choices = RULES.choices(state, [])
        turn = [next(one["text"] for one in choices["actions"])]
        state = RULES.play(state, choices["side"], turn, roll=0).state

    step = RULES.time_out(state)

    assert RULES.summary(shown(step.state)).to_act == {"white"}
    assert step.restarts_clock


def test_a_supervisor_lets_any_player_leave_and_return():
    # 9.5: chosen before the game or not. Leaving on the own turn replaces the move (7.2).
    state = RULES.supervise(start(), "white", LET_LEAVE).state
    assert shown(state)["presence"]["white"] == "away"
    assert shown(state)["side_to_play"] == "silver"
    assert shown(state)["acts"]["white"] == [RESIGN, "return"]
    state = RULES.supervise(state, "black", LET_LEAVE).state
    assert shown(state)["presence"]["black"] == "leaving"
    assert (
        shown(RULES.supervise(state, "black", LET_RETURN).state)["presence"]["black"] == "present"
    )
    state = RULES.supervise(state, "white", LET_RETURN).state
    assert shown(state)["presence"]["white"] == "returning"
    assert shown(RULES.supervise(state, "white", LET_LEAVE).state)["presence"]["white"] == "away"
    # A player who was let leave may return without the supervisor, and then not leave again.
    alone = act(RULES.supervise(start(), "white", LET_LEAVE).state, "white", "return")
    assert "leave" not in shown(play(alone, "k4j4", "d11d10", "b8c8"))["acts"]["white"]


def test_a_supervisor_declares_a_draw_where_players_could_agree_to_one():
    # 9.5
    step = RULES.supervise(start(), "white", AGREE_DRAW)
    assert (step.act.name, step.state.outcome.reason) == (AGREE_DRAW, DECLARED)
    assert step.state.outcome.ranking == RULES.agree_draw(start()).state.outcome.ranking
    with pytest.raises(OutOfPhase, match=r"over"):
        RULES.supervise(step.state, "white", AGREE_DRAW)


def test_a_supervisor_is_bound_by_the_laws_of_leaving():
    with pytest.raises(OutOfPhase, match=r"7\.2"):
        RULES.supervise(start(), "gold", LET_RETURN)
    state = RULES.supervise(start(2), "white", LET_LEAVE).state
    with pytest.raises(OutOfPhase, match=r"7\.2"):
        RULES.supervise(state, "white", LET_LEAVE)
    # The last one present can't leave: what was said before does not count (7.3).
    both = RULES.supervise(start(2), "black", LET_LEAVE).state
    state = RULES.supervise(both, "white", LET_LEAVE).state
    assert shown(state)["presence"] == {"white": "away", "black": "present"}
    with pytest.raises(OutOfPhase, match=r"7\.3"):
        RULES.supervise(at(CHECKED), "white", LET_LEAVE)
