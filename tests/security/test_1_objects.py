"""OWASP API1: what belongs to others."""

from __future__ import annotations

import pytest

from config.backends.encryption import unseal
from games.models import Challenge, Game
from games.play.challenge.challenges import Terms, make_challenge
from tests.games.matches import BLACK_FORMATION, WHITE_FORMATION, any_turn

pytestmark = pytest.mark.django_db


def plays(game):
    """Return what a player can do in a game: method, path, body."""
    turn = {"turn": game.next_turn, "actions": any_turn(game).split()}
    base = f"/api/v1/games/{game.pk}"
    return [
        ("post", f"{base}/turns", turn),
        ("put", f"{base}/formation", {**WHITE_FORMATION, "ready": True}),
        ("post", f"{base}/acts", {"name": "resign"}),
        ("post", f"{base}/draw", {"action": "offer"}),
        ("post", f"{base}/acts", {"name": "claim"}),
        ("post", f"{base}/rematch", {}),
    ]


def test_a_stranger_can_do_nothing_in_a_game(game, charlie, client_of):
    client = client_of(charlie)
    before = Game.objects.values().get(pk=game.pk)
    for method, path, body in plays(game):
        response = getattr(client, method)(path, body, format="json")
        assert response.status_code == 403, path
        assert response.json()["code"] == "not_a_player", path
    assert Game.objects.values().get(pk=game.pk) == before


def test_no_one_in_particular_can_do_nothing_in_a_game(game, client_of):
    for method, path, body in plays(game):
        assert getattr(client_of(), method)(path, body, format="json").status_code == 401, path


def test_no_one_plays_for_the_other_side(game, bob, client_of):
    body = {"turn": game.next_turn, "actions": any_turn(game).split()}
    response = client_of(bob).post(f"/api/v1/games/{game.pk}/turns", body, format="json")
    assert (response.status_code, response.json()["code"]) == (409, "not_your_turn")


def test_no_one_arranges_the_other_side(arranging, alice, client_of):
    response = client_of(alice).put(
        f"/api/v1/games/{arranging.pk}/formation", {**BLACK_FORMATION, "ready": True}, format="json"
    )
    assert (response.status_code, response.json()["code"]) == (422, "illegal_formation")


def test_the_challenge_of_others_is_not_there(alice, charlie, now, client_of, bob):
    challenge = make_challenge(alice, "bob", Terms(), now=now)
    client = client_of(charlie)
    for path in ("", "/accept", "/decline", "/cancel"):
        method = client.post if path else client.get
        response = method(f"/api/v1/challenges/{challenge.pk}{path}")
        assert (response.status_code, response.json()["code"]) == (404, "not_found"), path
    assert Challenge.objects.get().status == "open"
    assert client.get("/api/v1/challenges").json()["results"] == []


def test_only_the_challenger_cancels_and_only_the_challenged_declines(
    alice, bob, now, client_of, charlie
):
    challenge = make_challenge(alice, "bob", Terms(), now=now)
    base = f"/api/v1/challenges/{challenge.pk}"
    assert client_of(bob).post(f"{base}/cancel").status_code == 403
    assert client_of(alice).post(f"{base}/decline").status_code == 403
    assert client_of(alice).post(f"{base}/accept").status_code == 403
    assert Challenge.objects.get().status == "open"


def test_events_are_ones_own(game, alice, charlie, client_of):
    url = "/api/v1/events"
    assert client_of(alice).get(url, HTTP_ACCEPT="application/json").json()["results"]
    assert client_of(charlie).get(url, HTTP_ACCEPT="application/json").json()["results"] == []


def test_the_secret_of_the_shots_is_shown_to_no_one_while_the_game_continues(
    game, alice, bob, charlie, client_of
):
    secret = unseal(bytes(Game.objects.get(pk=game.pk).sealed_seed)).hex()
    base = f"/api/v1/games/{game.pk}"
    paths = [
        base,
        f"{base}/turns",
        f"{base}/options",
        f"{base}/events",
        f"{base}/export?format=json",
        f"{base}/export?format=text",
        "/api/v1/games",
        "/api/v1/events",
        "/api/v1/players/alice/games",
    ]
    for client in (client_of(alice), client_of(bob), client_of(charlie), client_of()):
        for path in paths:
            response = client.get(path, HTTP_ACCEPT="application/json")
            assert secret not in response.content.decode(errors="replace"), path


def test_ids_cannot_be_guessed():
    from games.models import new_public_id

    assert len({new_public_id() for _ in range(10_000)}) == 10_000
    assert 54**8 > 2**46
