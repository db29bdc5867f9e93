"""Reads that may be a second old, from a second database."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Game
from games.play.acts import resign
from tests.games.matches import any_turn, play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def standby() -> Iterator[Any]:
    """A second way to the database; there games are looked for in the schema ``late`` first."""
    options = {**connection.settings_dict["OPTIONS"], "options": "-c search_path=late,public"}
    options.pop("pool", None)
    connections.settings["standby"] = {**connection.settings_dict, "OPTIONS": options}
    # Opened here: Django's tests forbid a database that they don't know to be opened.
    connections["standby"].connect()
    yield connections["standby"]
    connections["standby"].close()
    del connections["standby"], connections.settings["standby"]


@pytest.fixture
def over(game: Game, now: datetime) -> Game:
    play(game, any_turn(game), now=now)
    resign(game.seats[0].user_id, game.pk, now=now)
    return game


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/games/{id}/export",
        "/api/v1/games/{id}/turns",
        "/api/v1/games/{id}/board.svg",
        "/api/v1/players/alice",
        "/games/{id}/history/",
        "/players/alice/",
        pytest.param("/embed/games/{id}", marks=pytest.mark.needs("share")),
    ],
)
def test_strangers_are_shown_what_is_over_from_the_standby(
    client: Client, over: Game, standby: Any, path: str
) -> None:
    with CaptureQueriesContext(standby) as there, CaptureQueriesContext(connection) as here:
        answer = client.get(path.format(id=over.pk))

    assert answer.status_code == 200
    assert len(there) > 1
    assert not [one for one in here if "games_turn" in one["sql"]]


def test_a_game_that_continues_and_ones_own_part_are_read_from_the_first(
    client: Client, alice: User, game: Game, standby: Any
) -> None:
    with CaptureQueriesContext(standby) as there:
        assert client.get(f"/api/v1/games/{game.pk}/export").status_code == 200
    assert len(there) == 1, "whether it is over"

    client.force_login(alice)
    with CaptureQueriesContext(standby) as there:
        assert client.get(f"/api/v1/games/{game.pk}/export?mine=1").status_code == 200
        assert client.get(f"/games/{game.pk}/history/").status_code == 200
        assert client.get("/api/v1/players/alice").status_code == 200
    assert len(there) == 0


def test_a_standby_that_is_behind_is_not_asked_for_the_end(
    client: Client, game: Game, standby: Any, now: datetime
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE SCHEMA late")
        cursor.execute("CREATE TABLE late.games_game AS SELECT * FROM games_game")
    try:
        play(game, any_turn(game), now=now)
        resign(game.seats[0].user_id, game.pk, now=now)

        record = client.get(f"/api/v1/games/{game.pk}/export").json()
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP SCHEMA late CASCADE")

    assert record["game"]["status"] == "finished"
    assert len(record["turns"]) == 1
