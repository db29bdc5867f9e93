"""Formations that a person keeps to use again, and asking for the newest turns."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from rest_framework.test import APIClient

from accounts import kept
from accounts.models import User
from games.models import Game, Preset
from games.store import selectors
from tests.games.matches import BLACK_FORMATION, WHITE_FORMATION, play, start_round

pytestmark = pytest.mark.django_db

WIDE = {"name": "Wide", "pieces": WHITE_FORMATION["pieces"]}
ClientOf = Callable[..., APIClient]


def test_a_formation_is_kept_listed_replaced_and_forgotten(alice: User, client_of: ClientOf):
    client = client_of(alice)

    first = client.put("/api/v1/presets/2", WIDE, format="json")
    again = client.put("/api/v1/presets/2", {**WIDE, "name": "Narrow"}, format="json")
    kept = client.get("/api/v1/presets").json()
    gone = client.delete("/api/v1/presets/2")

    assert (first.status_code, again.status_code, gone.status_code) == (200, 200, 204)
    assert [(one["slot"], one["name"]) for one in kept["results"]] == [(2, "Narrow")]
    assert kept["results"][0]["pieces"] == WIDE["pieces"]
    assert client.delete("/api/v1/presets/2").status_code == 404


def test_each_sees_only_their_own(alice: User, charlie: User, client_of: ClientOf):
    client_of(alice).put("/api/v1/presets/1", WIDE, format="json")

    assert client_of(charlie).get("/api/v1/presets").json()["results"] == []
    assert client_of().get("/api/v1/presets").status_code == 401


@pytest.mark.parametrize(
    ("slot", "body", "status", "code"),
    [
        (4, WIDE, 404, "not_found"),
        (0, WIDE, 404, "not_found"),
        (1, {**WIDE, "pieces": BLACK_FORMATION["pieces"]}, 422, "illegal_formation"),
        (1, {**WIDE, "pieces": {"d1": "X"}}, 422, "illegal_formation"),
        (1, {**WIDE, "name": "x" * 31}, 400, "invalid"),
        (1, {**WIDE, "name": ""}, 400, "invalid"),
        (1, {**WIDE, "ruleset": "go"}, 400, "invalid"),
    ],
)
def test_what_is_no_formation_is_refused(
    alice: User, client_of: ClientOf, slot: int, body: dict[str, object], status: int, code: str
):
    answer = client_of(alice).put(f"/api/v1/presets/{slot}", body, format="json")

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not Preset.objects.exists()


def test_they_go_with_the_account(alice: User, client_of: ClientOf):
    client_of(alice).put("/api/v1/presets/1", WIDE, format="json")

    kept.forget(alice)

    assert not Preset.objects.exists()


def test_the_last_formation_is_the_one_a_round_began_with(
    alice: User, bob: User, charlie: User, arranging: Game, now: datetime
):
    assert selectors.last_arrangement(alice.pk, "eleven") is None

    start_round(arranging, now + timedelta(minutes=1))

    last = selectors.last_arrangement(bob.pk, "eleven")
    assert last is not None
    assert last.content["pieces"] == BLACK_FORMATION["pieces"]
    assert selectors.last_arrangement(charlie.pk, "eleven") is None


def test_the_turns_after_one_can_be_asked_for(game: Game, client_of: ClientOf, now: datetime):
    play(game, "d2d4 @f3", "c6d4", now=now)

    answer = client_of().get(f"/api/v1/games/{game.pk}/turns?after=1").json()

    assert [turn["number"] for turn in answer["results"]] == [2]
    assert client_of().get(f"/api/v1/games/{game.pk}/turns?after=x").status_code == 400
