"""The robot plays legally, and is no fool at any strength."""

from random import Random

import pytest

from games.rules import registry
from games.rules.chess_eleven.notation import read_position
from games.rules.chess_eleven.robot import STRENGTHS, choose
from games.rules.chess_eleven.weighing import candidates, expected, weigh
from games.rules.contract import Phase
from tests.rules.boards import RULES, playing
from tests.rules.seeds import longer

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


@pytest.mark.parametrize(
    ("strength", "most"), [("easy", 3), ("medium", 0), ("hard", 0), ("master", 0)]
)
def test_it_does_not_leave_its_carrier_to_be_taken_for_nothing(strength, most):
    """But ``easy``, which misjudges, does so now and then."""
    state = playing("3k4/3p4/8/8/N6r/8/P1P5/3K2B1 w a4 open a2c2 3")
    left = 0
    for seed in range(30 if strength == "easy" else 5):
        turn = ROBOT.choose_turn(state, strength, Random(seed))
        after = RULES.play(state, "white", turn, roll=0).state.position
        takers = after.attackers(after.ball, 1, after.occupied)
        left += bool(takers and not after.attackers(after.ball, 0, after.occupied))
    assert left <= most


@pytest.mark.parametrize("strength", ["medium", "hard"])
@pytest.mark.parametrize(
    "text",
    [
        "3k4/3p1n2/8/8/N6r/8/P1P5/3KR1B1 w a4 open a2c2 3",
        "3k4/4r3/2p2n2/8/3N4/4R3/2P5/3KB3 b f6 open - 0",
    ],
)
def test_it_chooses_as_if_it_weighed_all_answers(strength, text):
    position, asked = read_position(text), STRENGTHS[strength]
    me = position.side

    def judge(at):
        return weigh(at, me, asked.threat)

    def look(at):
        answers = candidates(at) if at.side != me else []
        return min((expected(one, me, judge) for one in answers), default=judge(at))

    for seed in range(2):
        rng = Random(seed)
        turns = [
            (expected(one, me, judge) + rng.gauss(0, asked.noise), place, one)
            for place, one in enumerate(candidates(position))
        ]
        best = sorted(turns, reverse=True)[: asked.answers]
        worths = [expected(one, me, look) for _, _, one in best]
        most = best[worths.index(max(worths))][2]
        assert choose(position, asked, Random(seed)) == most.actions


@every_strength
@pytest.mark.parametrize("side", ["white", "black"])
def test_its_formation_keeps_both_squares_of_the_goal(strength, side):
    state = RULES.start({})
    for seed in range(6):
        content = ROBOT.choose_arrangement(state, side, strength, Random(seed))
        back = "1" if side == "white" else "8"
        assert content["pieces"][f"d{back}"] == "K"
        assert content["pieces"][f"e{back}"] in "QRB"
        assert RULES.arrange(state, side, content, ready=True).state


@pytest.mark.parametrize(
    ("strength", "turns"),
    [("easy", 200), ("medium", 200), ("hard", longer(4)), ("master", longer(1))],
)
def test_every_turn_of_its_own_match_is_legal(strength, turns):
    state, rng = RULES.start({"goals_to_win": 1}), Random(3)
    for _ in range(turns):
        if RULES.phase(state) is Phase.OVER:
            return
        side = min(RULES.to_act(state))
        if RULES.phase(state) is Phase.FORMATION:
            content = ROBOT.choose_arrangement(state, side, strength, rng)
            state = RULES.arrange(state, side, content, ready=True).state
        else:
            turn = ROBOT.choose_turn(state, strength, rng)
            state = RULES.play(state, side, turn, roll=rng.randrange(100)).state
    assert turns < 200, "The match did not end."


LEVEL = "3k4/3p4/8/8/8/2N5/P1P5/3K2B1 w c3 open a2c2 3"
WORSE = "3k4/r2p1q2/8/8/7r/2N5/P1P5/3K4 w h4 open a2c2 3"


@every_strength
@pytest.mark.parametrize(
    ("text", "score", "agrees"),
    [
        (LEVEL, (0, 1), True),
        (WORSE, (1, 0), False),
        (LEVEL, (1, 1), False),
        (WORSE, (1, 1), True),
        (LEVEL.replace("a2c2 3", "a2c2 60"), (0, 0), False),
    ],
)
def test_it_agrees_to_a_draw_where_it_is_clearly_not_better(strength, text, score, agrees):
    assert ROBOT.agrees_to_draw(playing(text, score=score), "white", strength) is agrees


@every_strength
def test_it_agrees_to_no_draw_over_formations(strength):
    assert not ROBOT.agrees_to_draw(RULES.start({}), "black", strength)
