"""Whatever is made has an address, which the answer tells; pages tell their neighbours."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.examples import PASSWORD
from games.models import Game
from tests.api.stage import Stage
from tests.api.test_unknown import operations
from tests.games.matches import any_turn

API = "/api/v1"
SEEN: dict[str, dict[str, Any]] = {
    "/accounts": {"username": "dora", "email": "dora@example.org", "password": "corner-flag-24"},
    "/auth/token": {"username": "alice", "password": PASSWORD},
    "/challenges": {"opponent": "bob"},
    "/challenges/{challenge_id}/accept": {},
    "/games/{game_id}/turns": {},
    "/games/{game_id}/rematch": {},
    "/games/{game_id}/go-on": {},
    "/games/{game_id}/phrases": {"phrase": "hello"},
    "/me/leaves": {"until": (timezone.now() + timedelta(days=2)).isoformat()},
    "/live/seeks": {"ruleset": "eleven"},
    "/webhooks": {"url": "https://93.184.215.14/new", "events": ["turn.played"]},
    "/push/subscriptions": {},
}
"""What is sent to each call that makes something."""
NEEDS = {"/games/{game_id}/phrases": "phrases", "/live/seeks": "live"}
"""The feature that a call belongs to."""
ELSEWHERE = {
    "/guests", "/competitions", "/competitions/among-friends", "/games/{game_id}/plans",
    "/games/{game_id}/talk", "/reports", "/me/standing/{decision_id}/appeal",
}  # fmt: skip
"""What is made by these belongs to a browser's session, to who may organise, to one player of a
game, or needs a moderator's decision: their own tests."""
UNREADABLE = {"/auth/token", "/push/subscriptions"}
"""What is made by these can be deleted, not looked at."""


@pytest.fixture
def stage(db: None) -> Stage:
    return Stage(timezone.now())


def making() -> list[str]:
    """Return the path of every call that makes something."""
    return [
        path.removeprefix(API)
        for method, path, operation in operations()
        if method == "post" and "201" in operation["responses"]
    ]


@pytest.mark.needs
def test_each_call_that_makes_something_is_tried_here() -> None:
    assert set(making()) == set(SEEN) | ELSEWHERE


@pytest.mark.long
def test_what_was_made_is_found_where_the_answer_says(stage: Stage) -> None:
    entries = stage.operations()
    for path in SEEN:
        if NEEDS.get(path) not in settings.WITHOUT:
            before = transaction.savepoint()
            assert_found_where_the_answer_says(path, stage.token, entries)
            transaction.savepoint_rollback(before)


def assert_found_where_the_answer_says(
    path: str, token: str, entries: dict[str, dict[str, Any]]
) -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    body, where = SEEN[path], {}
    for pattern, place in (("challenge_id", "/accept$"), ("game_id", "game_id")):
        if pattern in path:
            where = entries[place]["parameters"]
    for ending in ("/rematch", "/go-on"):
        if path.endswith(ending):
            where = entries[f"{ending}$"]["parameters"]
    if path.endswith("/turns"):
        game = Game.objects.get(pk=where["game_id"])
        body = {"turn": game.next_turn, "actions": any_turn(game).split()}
    if path == "/push/subscriptions":
        (body,) = [
            operation["requestBody"]["content"]["application/json"]["example"]
            for method, one, operation in operations()
            if one == API + path and method == "post"
        ]

    made = client.post(API + path.format(**where), body, "json")

    assert made.status_code == 201, f"{path}: {made.content!r}"
    assert made.headers["Location"].startswith(f"http://testserver{API}/"), path
    if path not in UNREADABLE:
        found = client.get(made.headers["Location"])
        assert found.status_code == 200, f"{path}: {found.content!r}"


def test_a_page_names_its_neighbours_in_a_header(stage: Stage) -> None:
    stage.operations()
    client = APIClient()

    first = client.get(f"{API}/games?limit=1")
    second = client.get(first.json()["next"])

    assert first.headers["Link"] == f'<{first.json()["next"]}>; rel="next"'
    assert f'<{second.json()["previous"]}>; rel="prev"' in second.headers["Link"]


def test_a_page_of_events_names_the_next(stage: Stage) -> None:
    entries = stage.operations()
    game = entries["game_id"]["parameters"]["game_id"]

    first = APIClient().get(f"{API}/games/{game}/events?limit=1")

    assert first.headers["Link"] == f'<{first.json()["next"]}>; rel="next"'
