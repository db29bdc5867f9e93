"""The robot of standard chess plays legally, and is no fool at any strength."""

from random import Random

import pytest

from games.rules.standard.robot import ROBOT
from games.rules.standard.rule_set import STANDARD as RULES
from tests.rules.seeds import longer
from tests.rules.standard.test_match import at

every_strength = pytest.mark.parametrize("strength", ROBOT.strengths)


def chosen(position, strength, seed=1):
    return ROBOT.choose_turn(at(position), strength, Random(seed))[0]


@every_strength
@pytest.mark.parametrize(
    ("position", "mate"),
    [
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8"),
        ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4"),
    ],
)
def test_it_sees_a_mate_in_one(position, mate, strength):
    assert chosen(position, strength) == mate


@every_strength
def test_it_takes_a_queen_that_nothing_guards(strength):
    assert chosen("4k3/8/8/3q4/8/8/3R4/4K3 w - - 0 1", strength) == "d2d5"


@every_strength
def test_it_does_not_stalemate_who_is_lost(strength):
    # Every queen's move to b6 takes the last square from the king in the corner.
    for seed in range(2):
        assert chosen("k7/8/2K5/8/8/1Q6/8/8 w - - 0 1", strength, seed) != "b3b6"


@pytest.mark.parametrize("strength", ["medium", "hard"])
def test_it_does_not_leave_its_queen_to_a_pawn(strength):
    position = "4k3/8/4p3/3p4/8/3Q4/8/4K3 w - - 0 1"

    assert chosen(position, strength) not in ("d3d5", "d3e4", "d3c4")


def test_hard_sees_a_mate_in_two():
    # Two rooks drive the king to the edge.
    position = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"

    assert chosen(position, "hard") in ("a2a7", "b1b7")


@every_strength
def test_the_same_state_and_seed_give_the_same_turn(strength):
    state = at("4k3/8/8/3q4/8/8/3R4/4K3 w - - 0 1")

    turns = {ROBOT.choose_turn(state, strength, Random(7)) for _ in range(2)}

    assert len(turns) == 1


@pytest.mark.parametrize(
    ("strength", "turns"), [("easy", 40), ("medium", longer(3)), ("hard", longer(1))]
)
def test_every_turn_of_its_own_game_is_legal(strength, turns):
    state, rng = RULES.start({}), Random(3)
    for _ in range(turns):
        if RULES.outcome(state):
            return
        side = RULES.describe(state)["side_to_play"]
        state = RULES.play(state, side, ROBOT.choose_turn(state, strength, rng), roll=0).state
