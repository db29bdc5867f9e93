"""The robot plays legally, and is no fool at any strength."""

from random import Random

import pytest

from games.rules import registry
from games.rules.base import Phase
from tests.rules.boards import RULES, playing

ROBOT = registry.robot("eleven")
every_strength = pytest.mark.parametrize("strength", ROBOT.strengths)


def chosen(text, strength):
    return ROBOT.choose_turn(playing(text), strength, Random(1))


@every_strength
def test_it_takes_a_certain_goal(strength):
    assert chosen("8/8/k7/8/8/3R4/7N/2K5 w d3 open - 3", strength)[-1][0] == "!"


@every_strength
def test_it_sees_a_mate_in_one(strength):
    assert "a6a8" in chosen("3k4/1R6/R7/8/8/8/7n/3K4 w h2 open - 0", strength)


@every_strength
def test_it_takes_the_ball(strength):
    assert chosen("3k4/8/8/2b5/8/8/2R4P/3K4 w c5 open - 0", strength) == ("c2c5",)


@every_strength
def test_a_whole_match_of_its_own_is_legal(strength):
    state, rng = RULES.start({"goals_to_win": 1}), Random(3)
    for _ in range(200):
        if RULES.phase(state) is Phase.OVER:
            return
        side = min(RULES.to_act(state))
        if RULES.phase(state) is Phase.FORMATION:
            content = ROBOT.choose_arrangement(state, side, strength, rng)
            state = RULES.arrange(state, side, content, ready=True).state
        else:
            turn = ROBOT.choose_turn(state, strength, rng)
            state = RULES.play(state, side, turn, roll=rng.randrange(100)).state
    pytest.fail("The match did not end.")
