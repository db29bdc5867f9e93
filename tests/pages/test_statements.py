"""What pages ask of the database."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.accounts.test_reader import note_log_in
from tests.conftest import Browsers
from tests.games.matches import any_turn, play, start_formations, start_round

PAGES = (
    "/",
    "/lobby/",
    "/games/",
    "/games/{game}/",
    "/games/{game}/history/",
    "/players/alice/",
    "/players/bob/",
    "/players/bob/games/",
    "/learn/",
    pytest.param("/tv/", marks=pytest.mark.needs("live")),
    "/me/",
    "/settings/",
    "/settings/time/",
    "/settings/playing/",
    "/status/",
)


@pytest.mark.django_db
@pytest.mark.parametrize("page", PAGES)
def test_a_page_asks_for_nothing_twice(
    page: str, alice: User, bob: User, now: datetime, client: Client
) -> None:
    game = start_round(start_formations(alice, bob, now), now)
    for _ in range(2):
        play(game, any_turn(game), now=now)
    client.force_login(alice)

    with CaptureQueriesContext(connection) as asked:
        assert client.get(page.format(game=game.pk)).status_code == 200

    statements = Counter(statement["sql"] for statement in asked.captured_queries)
    assert [sql for sql, times in statements.items() if times > 1] == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("page", "games", "most"),
    [("/", 3, 6), ("/", 1, 8), ("/games/{game}/", 1, 10), ("/lobby/", 1, 7)],
)
def test_the_reader_takes_two_statements(
    page: str, games: int, most: int, alice: User, bob: User, now: datetime, browse: Browsers
) -> None:
    """One for session, person and newest event, one for all that the frame shows.

    Play has room for the puzzle of the day beside one game, and asks for one. A game asks how its
    player will hear of the answer.
    """
    client = browse(alice)
    for _ in range(games):
        game = start_round(start_formations(alice, bob, now), now)
    for _ in range(2):
        play(game, any_turn(game), now=now)
    note_log_in(client, alice)

    with CaptureQueriesContext(connection) as asked:
        client.get(page.format(game=game.pk))

    assert len(asked.captured_queries) <= most
