"""OWASP API3: setting or seeing what is not your own to set or see."""

from __future__ import annotations

import pytest

from games.models import Challenge, Game
from tests.games.matches import any_turn

pytestmark = pytest.mark.django_db


def refused_members(response):
    """Return the names of the members that a call did not know."""
    errors = response.json()["errors"]
    return {error["pointer"][2:] for error in errors if error["code"] == "unknown_member"}


def test_a_challenge_takes_what_it_asks_for_and_nothing_else(alice, bob, charlie, client_of):
    wish = {
        "opponent": "bob",
        "id": "AAAAAAAA",
        "status": "accepted",
        "challenger": "charlie",
        "challenger_id": charlie.pk,
        "game": "AAAAAAAA",
        "expires_at": "2099-01-01T00:00:00Z",
        "rematch_of": "AAAAAAAA",
    }
    response = client_of(alice).post("/api/v1/challenges", wish, format="json")
    assert response.status_code == 400
    assert refused_members(response) == set(wish) - {"opponent"}
    assert not Challenge.objects.exists()


def test_a_turn_takes_no_roll_no_side_and_no_outcome(game, alice, client_of):
    body = {
        "turn": game.next_turn,
        "actions": any_turn(game).split(),
        "roll": 0,
        "rolls": [0],
        "side": "black",
        "state": "x",
        "winner": "white",
        "deadline": "2099-01-01T00:00:00Z",
    }
    response = client_of(alice).post(f"/api/v1/games/{game.pk}/turns", body, format="json")
    assert response.status_code == 400
    assert refused_members(response) == set(body) - {"turn", "actions"}
    assert Game.objects.get(pk=game.pk).next_turn == game.next_turn


def test_no_one_sends_the_outcome_of_a_shot(game, alice, client_of):
    body = {"turn": game.next_turn, "actions": ["!e8=goal"]}
    response = client_of(alice).post(f"/api/v1/games/{game.pk}/turns", body, format="json")
    assert response.status_code in (400, 422)


PRIVATE = ("@example.org", "password", "argon2", "md5$", "digest", "is_staff", "time_zone")


def test_what_others_see_of_a_person(game, alice, bob, client_of):
    paths = [
        "/api/v1/players/alice",
        "/api/v1/players/alice/games",
        "/api/v1/games",
        f"/api/v1/games/{game.pk}",
        f"/api/v1/games/{game.pk}/events",
        "/api/v1/challenges/open",
        "/players/alice/",
        "/lobby/",
    ]
    for client in (client_of(), client_of(bob)):
        for path in paths:
            text = client.get(path, HTTP_ACCEPT="application/json").content.decode()
            found = [word for word in PRIVATE if word in text]
            assert not [word for word in found if path.startswith("/api/") or "@" in word], path
