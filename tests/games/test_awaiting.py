"""The list of games that wait for someone, which every program asks again and again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Game
from games.play.acts import resign
from tests.games.http import without_time
from tests.games.matches import play, start_formations, start_round

URL = "/api/v1/games?awaiting=me"


@pytest.fixture
def games(alice: User, bob: User, now: datetime) -> list[str]:
    """Five games that wait for alice, nearest deadline first, two and two at the same time."""
    begun = []
    for number in range(5):
        at = now + timedelta(hours=number // 2)
        begun.append(start_round(start_formations(alice, bob, at), at))
    begun.sort(key=lambda game: (game.deadline, game.pk))
    return [game.pk for game in begun]


@pytest.mark.parametrize("limit", [1, 2, 3, 5])
def test_pages_lose_and_repeat_nothing_forwards_and_back(
    games: list[str], alice: User, client_of: Callable[..., APIClient], limit: int
) -> None:
    client = client_of(alice)

    pages = [client.get(f"{URL}&limit={limit}").json()]
    while pages[-1]["next"]:
        pages.append(client.get(pages[-1]["next"]).json())
    back = [pages[-1]]
    while back[-1]["previous"]:
        back.append(client.get(back[-1]["previous"]).json())

    assert [game["id"] for page in pages for game in page["results"]] == games
    assert [page["results"] for page in reversed(back)] == [page["results"] for page in pages]


def test_each_looks_as_it_does_alone(
    games: list[str], alice: User, bob: User, now: datetime, client_of: Callable[..., APIClient]
) -> None:
    client = client_of(alice)
    play(Game.objects.get(pk=games[0]), "d2d4 @f3", now=now)
    resign(bob.pk, games[1], now=now)

    found = client.get(URL).json()["results"]

    assert [game["id"] for game in found] == games[2:]
    for game in found:
        assert game == without_time(client.get(f"/api/v1/games/{game['id']}"))
    asked_otherwise = client.get(f"{URL}&status=playing").json()["results"]
    assert asked_otherwise == found


def test_no_one_sees_what_waits_for_another(
    games: list[str], bob: User, client_of: Callable[..., APIClient]
) -> None:
    assert client_of(bob).get(URL).json()["results"] == []
