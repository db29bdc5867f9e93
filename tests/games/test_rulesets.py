"""The games that can be played here, and the terms that can be agreed for each."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from games.shown.examples import RULESET
from tests.games.http import API


def test_anyone_may_read_which_games_there_are(anonymous: APIClient) -> None:
    first, *others = anonymous.get(f"{API}/rulesets").json()["results"]

    assert first == RULESET
    assert [one["key"] for one in others] == ["standard", "future", "family"]
    assert [one["seats"] for one in others] == [
        {"least": 2, "most": 2, "by_lot": False},
        {"least": 2, "most": 2, "by_lot": False},
        {"least": 2, "most": 4, "by_lot": True},
    ]


def test_an_option_is_agreed_under_its_name(white: APIClient, bob: object) -> None:
    made = white.post(
        f"{API}/challenges", {"opponent": "bob", "options": {"goals_to_win": 3}}, "json"
    )

    assert made.status_code == 201
    assert made.json()["options"] == {"goals_to_win": 3}
    assert made.json()["goals_to_win"] == 3


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"options": {"goals_to_win": 3}, "goals_to_win": 2}, "#/goals_to_win"),
        ({"options": {"goals_to_win": 10}}, "#/options/goals_to_win"),
        ({"options": {"goals_to_win": 2.0}}, "#/options/goals_to_win"),
        ({"options": {"seats": 4}}, "#/options/seats"),
        ({"options": [1]}, "#/options"),
    ],
)
def test_an_option_that_cannot_be_agreed_is_refused(
    body: dict[str, object], pointer: str, white: APIClient
) -> None:
    answer = white.post(f"{API}/challenges", body, "json")

    assert answer.status_code == 400
    assert [error["pointer"] for error in answer.json()["errors"]] == [pointer]
