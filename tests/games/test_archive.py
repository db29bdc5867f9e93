"""Turns that were archived are found as before, by everything that reads them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Game, Turn
from games.play.acts import resign
from games.play.replay import differences_of
from games.store.archive import archive_turns
from tests.games.matches import play, start_formations, start_round

YEAR = timedelta(days=366)


def counts() -> tuple[int, int]:
    """Return how many turns are in the table of play and how many in the archive."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (SELECT count(*) FROM ONLY games_turn),"
            " (SELECT count(*) FROM games_turn_archive)"
        )
        played, archived = cursor.fetchone()
    return played, archived


@pytest.fixture
def over(game: Game, alice: User, now: datetime) -> Game:
    """A game of three turns that is over."""
    play(game, "d2d4 @f3", "d7d5", "c3b5", now=now)
    resign(alice.pk, game.pk, now=now)
    return Game.objects.get(pk=game.pk)


def test_only_games_long_over_are_archived(
    over: Game, alice: User, bob: User, now: datetime
) -> None:
    running = start_round(start_formations(alice, bob, now), now)
    play(running, "d2d4 @f3", now=now)

    assert archive_turns(now).turns == 0
    assert archive_turns(now + YEAR).turns == 3
    assert archive_turns(now + YEAR).turns == 0

    assert counts() == (1, 3)
    assert Turn.objects.count() == 4
    play(running, "d7d5", now=now)
    assert counts() == (2, 3)


@pytest.mark.parametrize(
    "path",
    [
        "/turns",
        "/turns?after=1",
        "/export",
        "/export?format=text",
        "/board.svg",
        "/board.svg?turn=2",
    ],
)
def test_the_api_answers_as_before(
    path: str, over: Game, now: datetime, client_of: Callable[..., APIClient]
) -> None:
    address = f"/api/v1/games/{over.pk}{path}"
    before = client_of().get(address)

    archive_turns(now + YEAR)

    after = client_of().get(address)
    assert (after.status_code, after.content) == (200, before.content)


@pytest.mark.parametrize("page", ["", "history/", "history/?turn=2"])
def test_the_pages_show_the_turns_as_before(
    page: str, over: Game, now: datetime, client: Client
) -> None:
    archive_turns(now + YEAR)

    shown = client.get(f"/games/{over.pk}/{page}")

    assert shown.status_code == 200
    assert b"d7" in shown.content


def test_an_archived_game_replays_to_its_end(over: Game, now: datetime) -> None:
    archive_turns(now + YEAR)

    assert differences_of(over) == []


def test_batches_go_through_all_games(alice: User, bob: User, now: datetime) -> None:
    for _ in range(5):
        game = start_round(start_formations(alice, bob, now), now)
        play(game, "d2d4 @f3", now=now)
        resign(alice.pk, game.pk, now=now)

    moved, last = [], ""
    while (batch := archive_turns(now + YEAR, last, limit=2)).last:
        moved.append(batch.turns)
        last = batch.last

    assert moved == [2, 2, 1]


def test_the_command_says_what_it_moved(over: Game) -> None:
    Game.objects.update(finished_at=timezone.now() - timedelta(days=400))
    out = StringIO()

    call_command("archive_games", stdout=out)

    assert out.getvalue() == "3 turns moved to the archive.\n"
    assert counts() == (0, 3)


def test_a_game_that_goes_takes_its_archived_turns_along(over: Game, now: datetime) -> None:
    archive_turns(now + YEAR)

    over.delete()

    assert counts() == (0, 0)
