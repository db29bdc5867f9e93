"""What is compared with what, and by which measure."""

from __future__ import annotations

from games.features.ratings.pools import ROBOTS
from games.rules import registry


def test_every_house_robot_of_a_measured_game_has_a_rating_above_the_one_below() -> None:
    for ruleset, measured in ROBOTS.items():
        robot = registry.robot(ruleset)
        assert robot is not None
        assert tuple(measured) == robot.strengths
        assert sorted(measured.values()) == list(measured.values())
