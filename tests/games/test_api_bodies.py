"""Bodies that are no turn, no formation and no challenge: each is refused by its fault."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Game
from tests.games.http import API, refused
from tests.games.matches import (
    WHITE_FORMATION,
)

BAD_BODIES: list[tuple[str, str]] = [
    ('{"turn": 1}', "invalid"),
    ('{"actions": []}', "invalid"),
    ('{"turn": "1", "actions": ["d2d4"]}', "invalid"),
    ('{"turn": 1.5, "actions": ["d2d4"]}', "invalid"),
    ('{"turn": true, "actions": ["d2d4"]}', "invalid"),
    ('{"turn": 0, "actions": ["d2d4"]}', "invalid"),
    ('{"turn": 1e400, "actions": ["d2d4"]}', "malformed"),
    (f'{{"turn": {10**30}, "actions": ["d2d4"]}}', "invalid"),
    (f'{{"turn": {"9" * 5000}, "actions": ["d2d4"]}}', "malformed"),
    ('{"turn": 1, "actions": "d2d4"}', "invalid"),
    ('{"turn": 1, "actions": [["d2d4"]]}', "invalid"),
    ('{"turn": 1, "actions": [4]}', "invalid"),
    ('{"turn": 1, "actions": [null]}', "invalid"),
    ('{"turn": 1, "actions": {"0": "d2d4"}}', "invalid"),
    (json.dumps({"turn": 1, "actions": ["d2d4"] * 100}), "invalid"),
    (json.dumps({"turn": 1, "actions": ["d" * 100]}), "invalid"),
    ('{"turn": 1, "actions": ["d2\\u0000d4"]}', "malformed"),
    ('{"turn": 1, "actions": ["\\ud800"]}', "malformed"),
    ("[]", "malformed"),
    ('"text"', "malformed"),
    ("17", "malformed"),
    ("null", "malformed"),
    ("{", "malformed"),
    ("NaN", "malformed"),
    ("[" * 20_000, "malformed"),
    ('{"a":' * 2_000 + "1" + "}" * 2_000, "malformed"),
]


@pytest.mark.parametrize(("body", "code"), BAD_BODIES, ids=range(len(BAD_BODIES)))
def test_a_body_that_is_no_turn_is_refused(
    game: Game, white: APIClient, body: str, code: str
) -> None:
    answer = white.post(f"{API}/games/{game.pk}/turns", body, content_type="application/json")

    refused(answer, 400, code)


def test_bytes_that_are_no_text_are_refused(game: Game, white: APIClient) -> None:
    url = f"{API}/games/{game.pk}/turns"

    refused(
        white.post(url, b'{"turn": 1, "actions": ["\xff\xfe"]}', content_type="application/json"),
        400,
        "malformed",
    )
    refused(white.post(url, b"turn=1", content_type="text/plain"), 415, "unsupported_media_type")


@pytest.mark.parametrize(
    "pieces",
    [None, [], "text", 5, {"d1": 1}, {"d1": None}, {"d1": {"a": 1}}, {"d1": "KING"}, {}],
)
def test_a_body_that_is_no_formation_is_refused(
    arranging: Game, white: APIClient, pieces: Any
) -> None:
    answer = white.put(f"{API}/games/{arranging.pk}/formation", {"pieces": pieces}, "json")

    assert answer.status_code in (400, 422)
    assert answer.json()["code"] in ("invalid", "illegal_formation")


@pytest.mark.parametrize("ready", ["true", 1, None, [], "yes"])
def test_ready_is_true_or_false(arranging: Game, white: APIClient, ready: Any) -> None:
    answer = white.put(
        f"{API}/games/{arranging.pk}/formation", {**WHITE_FORMATION, "ready": ready}, "json"
    )

    problem = refused(answer, 400, "invalid")
    assert problem["errors"][0]["pointer"] == "#/ready"


@pytest.mark.parametrize("action", ["", "resign", None, 4, ["offer"], {"offer": 1}])
def test_a_draw_has_four_actions(game: Game, white: APIClient, action: Any) -> None:
    refused(white.post(f"{API}/games/{game.pk}/draw", {"action": action}, "json"), 400, "invalid")


def test_all_that_is_wrong_with_a_challenge_is_listed_together(white: APIClient) -> None:
    sent = {"opponent": "nobody-here", "ruleset": "go", "goals_to_win": 10,
            "days_per_turns": 7}  # fmt: skip

    problem = refused(white.post(f"{API}/challenges", sent, "json"), 400, "invalid")

    assert {(error["pointer"][2:], error["code"]) for error in problem["errors"]} == {
        ("opponent", "unknown"),
        ("ruleset", "unknown"),
        ("goals_to_win", "too_large"),
        ("days_per_turns", "unknown_member"),
    }


@pytest.mark.parametrize(
    ("options", "pointer", "code"),
    [
        ({"goals_to_wim": 3}, "#/options/goals_to_wim", "unknown_member"),
        ({"a/b": 3}, "#/options/a~1b", "unknown_member"),
        ({"goals_to_win": 10}, "#/options/goals_to_win", "not_allowed"),
    ],
)
def test_what_the_game_has_no_option_for_is_refused_in_its_place(
    white: APIClient, bob: User, options: dict[str, int], pointer: str, code: str
) -> None:
    sent = {"opponent": "bob", "options": options}

    problem = refused(white.post(f"{API}/challenges", sent, "json"), 400, "invalid")

    assert [(one["pointer"], one["code"]) for one in problem["errors"]] == [(pointer, code)]


def test_to_challenge_oneself_has_a_code_of_its_own(white: APIClient) -> None:
    problem = refused(
        white.post(f"{API}/challenges", {"opponent": "alice"}, "json"), 400, "invalid"
    )

    assert problem["errors"][0]["code"] == "self"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("opponent", "nobody"),
        ("opponent", "alice"),
        ("opponent", 5),
        ("opponent", ""),
        ("opponent", "x" * 31),
        ("opponent", ["bob"]),
        ("side", "red"),
        ("side", None),
        ("goals_to_win", 0),
        ("goals_to_win", 10),
        ("goals_to_win", "2"),
        ("goals_to_win", 2.5),
        ("goals_to_win", True),
        ("days_per_turn", 0),
        ("days_per_turn", 15),
        ("days_per_turn", 10**30),
        ("ruleset", "go"),
        ("ruleset", None),
        ("rated", "no"),
    ],
)
def test_terms_that_cannot_be_name_their_field(
    white: APIClient, bob: User, field: str, value: Any
) -> None:
    body = {"opponent": "bob", field: value}

    problem = refused(white.post(f"{API}/challenges", body, "json"), 400, "invalid")

    assert problem["errors"][0]["pointer"] == f"#/{field}"
