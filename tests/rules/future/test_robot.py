"""The robot of Future Chess plays legally, and is no fool at any strength."""

from random import Random

import pytest

from games.rules.future.robot import ROBOT
from games.rules.future.rule_set import FUTURE as RULES
from tests.rules.future.test_match import at
from tests.rules.seeds import SEEDS, longer

TIP = "1qk2/5/5/5/5|5/5/5/2P2/PB1NP|5/5/5/PPNPP/RQKBR b 0 1"
"""Black mates on the tip."""
every_strength = pytest.mark.parametrize("strength", ROBOT.strengths)


def chosen(position, strength):
    return ROBOT.choose_turn(at(position), strength, Random(1))[0]


@every_strength
def test_it_sees_the_mate_of_the_tip(strength):
    assert chosen(TIP, strength) == "3b52c1"


@every_strength
def test_it_takes_a_queen_that_nothing_guards(strength):
    assert chosen("4k/5/5/5/5|5/5/2R2/5/2q2|5/5/5/5/K4 w 0 1", strength) == "2c32c1"


@pytest.mark.parametrize("strength", ["medium", "hard"])
def test_it_does_not_walk_into_the_mate_of_the_tip(strength):
    for seed in SEEDS:
        assert ROBOT.choose_turn(RULES.start({}), strength, Random(seed)) != ("2c12c2",)


@pytest.mark.parametrize(
    ("state", "strength", "turns"),
    [
        (RULES.start({}), "easy", 30),
        (RULES.start({}), "medium", longer(2)),
        (at(TIP), "hard", longer(2)),
    ],
)
def test_every_turn_of_its_own_game_is_legal(state, strength, turns):
    rng = Random(3)
    for _ in range(turns):
        if RULES.outcome(state):
            return
        side = RULES.describe(state)["side_to_play"]
        state = RULES.play(state, side, ROBOT.choose_turn(state, strength, rng), roll=0).state
