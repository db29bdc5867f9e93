"""Hints in a match against the easiest robot, and in no other."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.core.cache import cache

from accounts.models import User
from games.models import Game
from games.play.challenge.challenges import Terms, make_challenge
from games.play.robots import answer_now, open_house
from games.play.turns import play_turn
from tests.conftest import Browsers, Clients
from tests.games.matches import start_formations, start_round

API = "/api/v1"


def match_against(robot: str, alice: User, now: datetime) -> Game:
    """A match of alice, who plays White, against a robot, at its kick-off."""
    cache.clear()
    open_house()
    game_id = answer_now(make_challenge(alice, robot, Terms(side="white"), now=now), now)
    return start_round(Game.objects.with_seats().get(pk=game_id), now)


def test_a_hint_is_a_turn_that_can_be_played(
    browse: Browsers, client_of: Clients, alice: User, bob: User, now: datetime
) -> None:
    game = match_against("robot-easy", alice, now)
    address = f"{API}/games/{game.pk}/hint"

    hint = client_of(alice).get(address).json()

    assert hint["turn"] == 1
    assert len(hint["labels"]) == len(hint["actions"]) > 0
    assert client_of(alice).get(address).json() == hint
    page = browse(alice).get(f"/games/{game.pk}/").content.decode()
    assert page.count("data-hint") == 2
    assert "learn/hints" in page
    assert client_of(bob).get(address).json()["code"] == "not_a_player"
    assert client_of().get(address).status_code == 401

    play_turn(alice.pk, game.pk, 1, hint["actions"], now=now)
    assert client_of(alice).get(address).json()["code"] == "not_your_turn"


@pytest.mark.parametrize("robot", ["robot-medium", None])
def test_stronger_robots_and_people_are_met_without_hints(
    browse: Browsers, client_of: Clients, alice: User, bob: User, now: datetime, robot: str | None
) -> None:
    if robot is None:
        game = start_round(start_formations(alice, bob, now), now)
    else:
        game = match_against(robot, alice, now)

    answer = client_of(alice).get(f"{API}/games/{game.pk}/hint")

    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert "data-hint" not in browse(alice).get(f"/games/{game.pk}/").content.decode()
