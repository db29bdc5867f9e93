"""What is compared with what, and by which measure."""

from __future__ import annotations

from games.features.ratings.pools import ROBOTS, weight_of
from games.rules import registry
from games.rules.glicko import Strength, rate


def test_every_house_robot_of_a_measured_game_has_a_rating_above_the_one_below() -> None:
    for ruleset, measured in ROBOTS.items():
        robot = registry.robot(ruleset)
        assert robot is not None
        assert tuple(measured) == robot.strengths
        assert sorted(measured.values()) == list(measured.values())


def test_a_longer_match_moves_more() -> None:
    strong, weak = Strength(1700, 80), Strength(1500, 80)
    lost = [
        rate(strong, weak, 0, weight=weight_of({"goals_to_win": goals})).rating
        for goals in range(1, 6)
    ]

    assert lost == sorted(lost, reverse=True)
    assert weight_of({"goals_to_win": 2}) == weight_of({}) == 1
