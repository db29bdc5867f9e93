"""The robot of Fun Family Chess plays legally, and is no fool at any strength."""

from random import Random

import pytest

from games.rules.family.moves import attackers
from games.rules.family.robot import ROBOT
from games.rules.family.rule_set import FAMILY as RULES
from tests.rules.family.test_match import at, start
from tests.rules.seeds import longer

every_strength = pytest.mark.parametrize("strength", ROBOT.strengths)


def chosen(position, strength):
    return ROBOT.choose_turn(at(position), strength, Random(1))


@every_strength
def test_it_says_the_check_that_mates(strength):
    position = "3,bK,4/8/12/12/10,wR,1/gK,6,wQ,4/12/11,sK/12/12/8/4,wK,3 w AAMR - - - 0 1"

    turn = chosen(position, strength)

    assert RULES.outcome(RULES.play(at(position), "white", turn, roll=0).state).winner == "white"


@every_strength
def test_it_takes_a_queen_that_nothing_guards(strength):
    position = "3,bK,4/8/12/12/12/gK,11/4,sQ,7/11,sK/4,wR,7/12/8/4,wK,3 w AAAA - - - 0 1"

    assert chosen(position, strength)[0] == "e4e6"


@every_strength
def test_it_looks_after_its_last_rook(strength):
    # The knight on g11 is guarded by a king.
    lone = "3,bK,4/3,bN,4/12/12/12/gK,10,sK/12/5,wR,6/12/12/8/4,wK,3 w AAAA - - - 0 9"

    for seed in (1, 4, 7):
        turn = ROBOT.choose_turn(at(lone), strength, Random(seed))
        position = RULES.play(at(lone), "white", turn, roll=0).state.position
        rook = position.board.index("wR")
        assert not attackers(position.board, rook, "sbg"), (seed, turn)


@pytest.mark.parametrize("strength", ["medium", "hard"])
def test_it_does_not_give_its_queen_for_a_guarded_pawn(strength):
    # The pawn on f7 stands guarded by the one on g8, who is Silver's as well.
    position = "3,bK,4/8/12/12/6,sP,5/gK,4,sP,6/12/11,sK/12/5,wQ,6/8/4,wK,3 w AAAA - - - 0 1"

    assert chosen(position, strength)[0] != "f3f7"


def test_hard_does_not_leave_its_king_to_be_mated_for_a_knight():
    # The rook on h3 can step between on the first rank, on which the rook on j5 would mate.
    position = "4,bK,3/8/12/12/12/12/12/9,bR,2/12/1,bN,5,wR,4/bR,7/4,wK,3 w A-A- - - - 0 9"

    turns = {ROBOT.choose_turn(at(position), "hard", Random(seed)) for seed in range(3)}

    assert ("h3b3",) not in turns


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    ("strength", "turns"), [("easy", 20), ("medium", longer(2)), ("hard", longer(1))]
)
def test_every_turn_of_its_own_game_is_legal(strength, turns, seats):
    state, rng = start(seats), Random(3)
    for _ in range(turns):
        if RULES.outcome(state):
            return
        side = RULES.describe(state)["side_to_play"]
        state = RULES.play(state, side, ROBOT.choose_turn(state, strength, rng), roll=0).state


@every_strength
def test_it_agrees_to_a_draw_with_clearly_less_than_the_others_have(strength):
    position = "3,bK,4/8/12/12/12/gK,11/4,sQ,7/11,sK/4,wR,7/12/8/4,wK,3 w AAAA - - - 0 1"
    alike = position.replace("sQ", "sR").replace("4,wR,7/12/8", "12/12/8")

    assert not ROBOT.agrees_to_draw(start(4), "white", strength)
    assert ROBOT.agrees_to_draw(at(position), "gold", strength)
    assert not ROBOT.agrees_to_draw(at(position), "silver", strength)
    assert ROBOT.agrees_to_draw(at(alike), "white", strength)
