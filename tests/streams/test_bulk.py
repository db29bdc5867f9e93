"""Many games as lines of JSON."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.play.acts import resign
from games.streams import bulk
from tests.games.copies import copies_of
from tests.games.http import without_time
from tests.games.matches import play, start_formations, start_round

Clients = Callable[..., httpx.Client]
LINES = {"Accept": "application/x-ndjson"}


def lines_of(client: httpx.Client, path: str) -> list[dict[str, Any]]:
    """Return what the lines of an answer hold."""
    answer = client.get(path, headers=LINES)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.text.splitlines()]


@pytest.fixture
def games(alice: User, bob: User) -> list[Game]:
    """Seven games, an hour between two, the oldest first; every other one is over."""
    now = timezone.now() - timedelta(hours=10)
    made = []
    for number in range(7):
        game = start_round(start_formations(alice, bob, now), now)
        play(game, "d2d4 @f3", now=now)
        if number % 2:
            resign(bob.pk, game.pk, now=now)
        Game.objects.filter(pk=game.pk).update(created_at=now + timedelta(hours=number))
        made.append(game)
    return made


def test_all_games_of_a_player_come_as_lines_page_by_page(
    client_of: Clients, games: list[Game]
) -> None:
    client = client_of()
    older = copies_of(games[0], bulk._PAGE)

    found = lines_of(client, "/players/alice/games")

    ids = [game["id"] for game in found]
    assert ids[: len(games) - 1] == [game.pk for game in reversed(games[1:])]
    assert sorted(ids) == sorted(game.pk for game in [*games, *older])
    assert found[0] == without_time(client.get(f"/games/{games[-1].pk}"))


def test_whole_records_come_as_lines(client_of: Clients, games: list[Game]) -> None:
    client = client_of()
    older = copies_of(games[1], bulk._PAGE_OF_RECORDS)

    found = lines_of(client, "/players/alice/games?turns=true&status=finished,aborted")

    over = [game for game in reversed(games) if games.index(game) % 2]
    ids = [record["game"]["id"] for record in found]
    assert ids[: len(over) - 1] == [game.pk for game in over[:-1]]
    assert sorted(ids) == sorted(game.pk for game in [*over, *older])
    assert found[0] == client.get(f"/games/{over[0].pk}/export").json()


def test_lines_take_the_filters_and_the_limit(client_of: Clients, games: list[Game]) -> None:
    client = client_of()

    assert len(lines_of(client, "/games?limit=2")) == 2
    ids = ",".join(game.pk for game in games[:3])
    assert len(lines_of(client, f"/games?ids={ids}&status=playing")) == 2


def test_so_many_at_most(
    client_of: Clients, games: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.api.views.games.MOST_GAMES", 5)

    assert len(lines_of(client_of(), "/games")) == 5


def test_lines_are_compressed_for_who_takes_it(client_of: Clients, games: list[Game]) -> None:
    client = client_of()
    packed = client.get("/games", headers=LINES | {"Accept-Encoding": "gzip"})
    plain = client.get("/games", headers=LINES | {"Accept-Encoding": "identity"})

    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.text == plain.text
    assert packed.num_bytes_downloaded < plain.num_bytes_downloaded / 3


def test_one_at_a_time_for_each(client_of: Clients, alice: User, games: list[Game]) -> None:
    assert bulk._readers.admit(f"user:{alice.pk}")

    refused = client_of(alice).get("/games", headers=LINES)
    assert (refused.status_code, refused.json()["code"]) == (503, "busy")
    assert int(refused.headers["Retry-After"]) > 0
    # Others are not kept waiting, and the next comes once the first is done.
    assert len(lines_of(client_of(), "/games")) == 7
    bulk._readers.dismiss(f"user:{alice.pk}")
    assert len(lines_of(client_of(alice), "/games")) == 7


@pytest.mark.parametrize("asked", ["cursor=x", "awaiting=me"])
def test_what_belongs_to_pages_is_refused(client_of: Clients, alice: User, asked: str) -> None:
    refused = client_of(alice).get(f"/games?{asked}", headers=LINES)

    assert refused.status_code == 400
    assert refused.json()["errors"][0]["code"] == "not_allowed"


def test_lines_leave_most_of_the_processor_to_turns() -> None:
    pace, worked = bulk.Pace(3.0), 0.0

    began = time.monotonic()
    for _ in range(3):
        worked = 0.0
        with pace.keep():
            start = time.thread_time()
            while worked < 0.02:
                worked = time.thread_time() - start
    took = time.monotonic() - began

    assert took >= 3 * 0.02 + 2 * 3 * 0.02
