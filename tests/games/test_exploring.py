"""Asking about any position, without a game and without an account."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rest_framework.test import APIClient

from games.play import exploring
from games.rules import registry
from tests.games.http import API, refused
from tests.rules.boards import START

pytestmark = pytest.mark.django_db
OPTIONS, TURNS = f"{API}/rulesets/eleven/options", f"{API}/rulesets/eleven/turns"


@pytest.fixture
def anyone() -> APIClient:
    return APIClient()


def test_what_may_follow_in_any_position(anyone: APIClient) -> None:
    answer = anyone.post(OPTIONS, {"position": START, "after": ["d2d4"]}, "json")

    assert answer.status_code == 200
    assert answer.json()["complete"] == -1
    assert {one["text"] for one in answer.json()["actions"]} == {"@f3"}


def test_every_whole_turn_of_a_position(anyone: APIClient) -> None:
    answer = anyone.post(TURNS, {"position": START}, "json").json()

    assert answer["complete"] is True
    assert ["d2d4", "@f3"] in [turn["actions"] for turn in answer["turns"]]
    assert all(turn["position"] for turn in answer["turns"])


def test_a_list_of_turns_is_no_longer_than_asked_for(anyone: APIClient) -> None:
    answer = anyone.post(TURNS, {"position": START, "limit": 3}, "json").json()

    assert (len(answer["turns"]), answer["complete"]) == (3, False)


@pytest.mark.parametrize("url", [OPTIONS, TURNS])
@pytest.mark.parametrize(
    ("position", "code"),
    [
        ("", "blank"),
        ("here and there", "malformed"),
        (START.replace(" w ", " green "), "malformed"),
        (START.replace("Q", "K"), "malformed"),
        (START.replace("1BRKQR2", "1BRKRR2"), "impossible"),
        ("x" * 1001, "too_long"),
        (None, "null"),
        (5, "wrong_type"),
    ],
)
def test_a_position_that_cannot_be_is_refused(
    anyone: APIClient, url: str, position: Any, code: str
) -> None:
    problem = refused(anyone.post(url, {"position": position}, "json"), 400, "invalid")

    assert [(one["pointer"], one["code"]) for one in problem["errors"]] == [("#/position", code)]


@pytest.mark.parametrize("after", [["a1a1"], ["d2d4", "@a1"], ["so what"]])
def test_a_started_turn_that_is_not_legal_is_refused(anyone: APIClient, after: list[str]) -> None:
    answer = anyone.post(OPTIONS, {"position": START, "after": after}, "json")

    problem = refused(answer, 422, "illegal_action")
    assert problem["index"] == len(after) - 1
    assert problem["legal"]


FIRST = {key: registry.tree(key) for key in ("standard", "future", "family")}
IMPOSSIBLE = {
    "standard": ("8/8/8/8/8/8/8/K7 w - - 0 1", "(1.2)"),
    "future": ("5/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w 0 1", "("),
    "family": (
        "8/8/12/12/12/12/12/12/12/12/8/4,wK,3 w A-A- - - - 0 1",
        "(6.3)",
    ),
}


@pytest.mark.parametrize("ruleset", FIRST)
def test_every_game_can_be_asked_about(anyone: APIClient, ruleset: str) -> None:
    tree = FIRST[ruleset]
    assert tree is not None
    start = tree.write(tree.start(registry.get(ruleset).check_options({})))
    url = f"{API}/rulesets/{ruleset}"

    options = anyone.post(f"{url}/options", {"position": start}, "json").json()
    turns = anyone.post(f"{url}/turns", {"position": start}, "json").json()

    assert [options["side"], options["complete"]] == ["white", -1]
    assert [one["text"] for one in options["actions"]] == sorted(
        turn["actions"][0] for turn in turns["turns"]
    )
    reached = turns["turns"][0]
    again = {"position": start, "after": reached["actions"]}
    assert anyone.post(f"{url}/options", again, "json").json()["complete"] == 1
    assert anyone.post(f"{url}/turns", {"position": reached["position"]}, "json").json()["turns"]

    text, law = IMPOSSIBLE[ruleset]
    for what in ("options", "turns"):
        answer = anyone.post(f"{url}/{what}", {"position": text}, "json")
        (error,) = refused(answer, 400, "invalid")["errors"]
        assert (error["pointer"], error["code"]) == ("#/position", "impossible")
        assert law in error["detail"]
    for after in (["a1a1"], ["nonsense"], [*reached["actions"], "a1a2"]):
        body = {"position": start, "after": after}
        problem = refused(anyone.post(f"{url}/options", body, "json"), 422, "illegal_action")
        assert problem["index"] == len(after) - 1


def test_a_game_that_is_not_played_here(anyone: APIClient) -> None:
    refused(anyone.post(f"{API}/rulesets/go/turns", {"position": START}, "json"), 404, "not_found")


def test_one_is_answered_at_a_time_and_the_others_have_to_ask_again(
    anyone: APIClient,
) -> None:
    with exploring._ONE_AT_A_TIME:
        answer = anyone.post(TURNS, {"position": START}, "json")

    refused(answer, 503, "busy")
    assert answer.headers["Retry-After"] == "1"
    assert anyone.post(TURNS, {"position": START}, "json").status_code == 200


def test_who_asks_much_has_to_wait(anyone: APIClient, settings: Any) -> None:
    settings.LIMITS_ON = True
    settings.LIMITS = {**settings.LIMITS, "rules": (2, 60)}

    answers = [anyone.post(TURNS, {"position": START}, "json") for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert anyone.get(f"{API}/rulesets").status_code == 200


def test_nothing_is_kept_to_be_answered_again(anyone: APIClient) -> None:
    for limit in (1, 2):
        body = json.dumps({"position": START, "limit": limit})
        answer = anyone.post(
            TURNS, body, content_type="application/json", HTTP_IDEMPOTENCY_KEY="one"
        )
        assert len(answer.json()["turns"]) == limit
