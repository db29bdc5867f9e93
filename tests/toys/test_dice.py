"""A game written from CONTRIBUTING alone: it conforms, and a whole game of it is played."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.play.replay import differences_of
from games.rules import registry
from games.rules.conformance import complaints
from tests.toys.dice import hosted
from tests.toys.games import begin, read, results, take


@pytest.fixture(autouse=True)
def dice() -> Iterator[None]:
    registry.register(hosted())
    yield
    registry.forget("dice")


@pytest.mark.parametrize("seed", range(3))
def test_it_keeps_the_contract(seed: int) -> None:
    assert list(complaints(hosted(), Random(seed))) == []


def test_it_is_played_shown_and_replayed(alice: User, bob: User, charlie: User) -> None:
    players = {"red": alice, "green": bob, "blue": charlie}
    game = begin("dice", players, timezone.now(), points=20)
    client = Client()
    client.force_login(bob)
    while game.is_active:
        game = take(game, "roll", now=timezone.now())
        page = client.get(f"/games/{game.pk}/")
        assert page.status_code == 200

    # No one has written its laws down: nothing leads there, and nothing breaks there.
    assert "/learn/dice/read/" not in page.content.decode()
    assert client.get("/learn/dice/read/").status_code == 404
    assert client.get("/learn/dice/laws/").status_code == 404

    record = client.get(f"/api/v1/games/{game.pk}").json()
    assert record["result"]["reason"] == "points"
    assert record["result"]["winner"] == record["result"]["ranking"][0][0]
    assert [place for _, place, _ in results(game)].count(1) == 1
    assert client.get(f"/games/{game.pk}/history/").status_code == 200
    export = client.get(f"/api/v1/games/{game.pk}/export?format=text").content.decode()
    assert "[Score" in export
    assert "rolls" in client.get(f"/api/v1/games/{game.pk}/turns").content.decode()
    assert differences_of(read(game)) == []
