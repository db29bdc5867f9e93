"""Clients written for the first document continue working: each narrowing is named here, with why.

``openapi-first.json`` is the document before events told everything and other games came, without
its prose and examples; ``x-codes`` are the codes of its refusals.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.examples import PASSWORD
from tests.api.compatibility import Document, losses
from tests.api.document import document
from tests.api.stage import Stage

FIRST: Document = json.loads((Path(__file__).parent / "openapi-first.json").read_text())

UNKNOWN_REFUSED = "a member that the call does not know is refused by its name, not ignored"
RENAMED = "renamed before the first release"
IDS = "all ids are strings"
REFUSED_BEFORE = "nothing else was accepted before; now the document says so"

NARROWED = {
    "* not by token": "personal tokens had scopes already; now the document names them",
    "ChallengeBodyRequest: no other members": UNKNOWN_REFUSED,
    "CredentialsRequest: no other members": UNKNOWN_REFUSED,
    "DrawBodyRequest: no other members": UNKNOWN_REFUSED,
    "FarewellRequest: no other members": UNKNOWN_REFUSED,
    "FormationBodyRequest: no other members": UNKNOWN_REFUSED,
    "MailWishesRequest: no other members": UNKNOWN_REFUSED,
    "NewAccountRequest: no other members": UNKNOWN_REFUSED,
    "NewSubscriptionRequest: no other members": UNKNOWN_REFUSED,
    "NewWebhookRequest: no other members": UNKNOWN_REFUSED,
    "NotificationSettingsRequest: no other members": UNKNOWN_REFUSED,
    "PatchedAccountChangesRequest: no other members": UNKNOWN_REFUSED,
    "PatchedWebhookChangesRequest: no other members": UNKNOWN_REFUSED,
    "PresetBodyRequest: no other members": UNKNOWN_REFUSED,
    "PushKeysRequest: no other members": UNKNOWN_REFUSED,
    "PushWishesRequest: no other members": UNKNOWN_REFUSED,
    "TurnBodyRequest: no other members": UNKNOWN_REFUSED,
    "ChallengeBodyRequest.side: m* *": "the three words of Chess Eleven are as before; the sides "
    "of other games are words of up to 20 letters",
    "FormationBodyRequest.pieces.[*]: pattern *": REFUSED_BEFORE,
    "PresetBodyRequest.pieces.[*]: pattern *": REFUSED_BEFORE,
    "NewSubscriptionRequest.endpoint: pattern *": REFUSED_BEFORE,
    "NewWebhookRequest.url: pattern *": REFUSED_BEFORE,
    "PatchedWebhookChangesRequest.url: pattern *": REFUSED_BEFORE,
    "GET * [?]cursor: pattern *": "a cursor comes from `next`, whose letters these are",
    "GET *events [?]Last-Event-ID: pattern *": REFUSED_BEFORE,
    "POST /games/{game_id}/resign: gone": "it is an act: `/acts` with its name",
    "POST /games/{game_id}/final-whistle: gone": "it is an act: `/acts` with its name",
    "CodeEnum: no bot_for_good": RENAMED,
    "PATCH /me 409: no code bot_for_good": RENAMED,
    "Subscription.last_told_at: *": RENAMED,
    "*.id: may be string": IDS,
    "* [?]*_id: not integer": IDS,
    "* [?]*_id: pattern *": IDS,
    "GET /calendar: not by app account:read": "whoever has the secret address reads the games for "
    "ever, so an app needs account:write for it",
}
"""What was taken on purpose, and why. Nothing is added to this from the first release on."""


@pytest.fixture(scope="module")
def found() -> list[str]:
    return list(losses(FIRST, document()))


def test_nothing_is_taken_but_what_is_named(found: list[str]) -> None:
    assert [loss for loss in found if not any(fnmatchcase(loss, one) for one in NARROWED)] == []


def test_nothing_is_named_that_is_not_taken(found: list[str]) -> None:
    assert [one for one in NARROWED if not any(fnmatchcase(loss, one) for loss in found)] == []


@pytest.mark.django_db
def test_a_token_asked_for_without_scopes_can_play_and_no_more() -> None:
    """It could do everything before. Tokens of before keep what they were given."""
    Stage(timezone.now())
    body = {"username": "bob", "password": PASSWORD}

    answer = APIClient().post("/api/v1/auth/token", body, "json")

    assert set(answer.json()["scopes"]) == {"games:read", "games:play", "challenges:write"}


def call(document: Document, method: str, path: str) -> Any:
    return document["paths"][f"/api/v1{path}"][method]


def members(document: Document, name: str) -> Any:
    return document["components"]["schemas"][name]["properties"]


TAKEN: dict[str, Callable[[Document], Any]] = {
    "GET /presets: gone": lambda d: d["paths"]["/api/v1/presets"].pop("get"),
    "GET /games ?awaiting: gone": lambda d: call(d, "get", "/games").update(
        parameters=[
            one for one in call(d, "get", "/games")["parameters"] if one["name"] != "awaiting"
        ]
    ),
    "GET /games ?x: now required": lambda d: call(d, "get", "/games")["parameters"].append(
        {"in": "query", "name": "x", "required": True, "schema": {"type": "string"}}
    ),
    "POST /games/{game_id}/turns 201: gone": lambda d: call(d, "post", "/games/{game_id}/turns")[
        "responses"
    ].pop("201"),
    "POST /games/{game_id}/turns 409: no code stale_turn": lambda d: call(
        d, "post", "/games/{game_id}/turns"
    )["responses"]["409"]["x-codes"].remove("stale_turn"),
    "GET /games/{game_id} 200: no header ETag": lambda d: call(d, "get", "/games/{game_id}")[
        "responses"
    ]["200"]["headers"].pop("ETag"),
    "Game.in_check: gone": lambda d: members(d, "Game").pop("in_check"),
    "Game.score: not always there": lambda d: d["components"]["schemas"]["Game"]["required"].remove(
        "score"
    ),
    "Game.turn: may be null": lambda d: members(d, "Game")["turn"].update(type=["integer", "null"]),
    "TurnBodyRequest.note: now required": lambda d: d["components"]["schemas"]["TurnBodyRequest"][
        "required"
    ].append("note"),
    "TurnBodyRequest.turn: not integer": lambda d: members(d, "TurnBodyRequest")["turn"].update(
        type="string"
    ),
    "ChallengeBodyRequest.goals_to_win: maximum 5": lambda d: members(d, "ChallengeBodyRequest")[
        "goals_to_win"
    ].update(maximum=5),
    "Challenge.side: no random": lambda d: d["components"]["schemas"]["ChallengeSide"][
        "enum"
    ].remove("random"),
}


@pytest.mark.parametrize("loss", TAKEN)
def test_each_way_of_taking_something_is_found(loss: str) -> None:
    later = copy.deepcopy(FIRST)
    assert list(losses(FIRST, later)) == []

    TAKEN[loss](later)

    assert any(one.endswith(loss) for one in losses(FIRST, later)), list(losses(FIRST, later))
