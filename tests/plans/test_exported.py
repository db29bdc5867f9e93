"""The record of a game with what is your own of it, which no one else is shown."""

from __future__ import annotations

from datetime import datetime

from rest_framework.test import APIClient

from accounts.models import User
from games.models import Game
from tests.conftest import Clients
from tests.games.http import API, refused
from tests.games.matches import play
from tests.plans.conftest import Planner, turn


def test_what_is_mine_comes_with_the_record_for_me_alone(
    game: Game,
    alice: User,
    white: APIClient,
    black: APIClient,
    third: APIClient,
    client_of: Clients,
    plan: Planner,
    now: datetime,
) -> None:
    play(game, "d2d4 @f3", now=now)
    plan(game, alice, ["f6e4"], turn("f3e5 @d4"))
    path = f"{API}/games/{game.pk}"
    white.put(f"{path}/note", {"text": "Watch the left wing."})
    line = {"turn": 2, "line": [{"actions": ["f6e4"], "outcome": None}]}
    assert white.put(f"{path}/lines", {"lines": [line]}).status_code == 204

    answer = white.get(f"{path}/export?mine=1")
    assert answer["Cache-Control"] == "private, no-store"
    mine = answer.json()["mine"]
    assert mine["note"] == "Watch the left wing."
    assert mine["lines"][0]["text"] == ["bob's knight moves from f6 to e4."]
    assert mine["plans"] == white.get(f"{path}/plans").json()["results"]
    assert "mine" not in white.get(f"{path}/export").json()
    for other in (black, third):
        nothing = {"note": "", "lines": [], "plans": []}
        assert other.get(f"{path}/export?mine=1").json()["mine"] == nothing

    refused(client_of().get(f"{path}/export?mine=1"), 401, "not_authenticated")
    reader = client_of(alice, "games:read")
    refused(reader.get(f"{path}/export?mine=1"), 403, "insufficient_scope")
    refused(white.get(f"{path}/export?mine=1&format=text"), 400, "invalid")
