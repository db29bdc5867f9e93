"""How many statements each call costs, whatever the number of rows behind it.

A transaction counts two: the savepoint it is inside a test stands for BEGIN and COMMIT.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Game
from games.play.acts import resign
from games.play.challenge.challenges import Terms, make_challenge
from notifications.transport import vapid
from tests.games.matches import WHITE_FORMATION, any_turn, play, start_formations, start_round

API = "/api/v1"
PASSWORD = "correct horse battery"

Clients = Callable[..., APIClient]


@pytest.fixture
def now() -> datetime:
    """The present, for these requests take the time from the clock of the machine."""
    return timezone.now()


@pytest.fixture
def client(alice: User, client_of: Clients) -> APIClient:
    """Alice's program, whose token was used a moment ago."""
    client = client_of(alice)
    client.get(f"{API}/events")
    return client


def statements(act: Callable[[], Any], status: int = 200) -> list[str]:
    """Return the statements of a request that is answered with this status."""
    with CaptureQueriesContext(connection) as captured:
        answer = act()
    assert answer.status_code == status, answer.content
    return [query["sql"] for query in captured]


def test_playing_a_turn(game: Game, client: APIClient) -> None:
    body = {"turn": 1, "actions": ["d2d4", "@f3"]}

    made = statements(lambda: client.post(f"{API}/games/{game.pk}/turns", body, "json"), 201)

    # Who asks, BEGIN, the game with its seats, all that is written, COMMIT.
    assert len(made) == 5, made


def test_playing_a_turn_costs_the_same_late_in_a_game(
    game: Game, client: APIClient, now: datetime
) -> None:
    for _ in range(12):
        play(game, any_turn(game), now=now)
    game = Game.objects.get(pk=game.pk)
    body = {"turn": game.next_turn, "actions": any_turn(game).split()}

    made = statements(lambda: client.post(f"{API}/games/{game.pk}/turns", body, "json"), 201)

    assert len(made) == 5, made


def test_playing_a_turn_with_a_key(game: Game, client: APIClient) -> None:
    body = {"turn": 1, "actions": ["d2d4", "@f3"]}

    made = statements(
        lambda: client.post(
            f"{API}/games/{game.pk}/turns", body, "json", headers={"Idempotency-Key": "one"}
        ),
        201,
    )

    # On top: BEGIN, how long to wait, the key, the answer kept, COMMIT.
    assert len(made) == 10, made


def test_saving_a_formation_and_locking_it(arranging: Game, client: APIClient) -> None:
    url = f"{API}/games/{arranging.pk}/formation"
    moved = {
        "a1" if square == "b1" else square: p for square, p in WHITE_FORMATION["pieces"].items()
    }

    saved = statements(lambda: client.put(url, {"pieces": moved}, "json"))
    locked = statements(lambda: client.put(url, {"pieces": moved, "ready": True}, "json"))

    assert len(saved) == 7, saved
    assert len(locked) == 7, locked


@pytest.mark.parametrize(
    ("path", "number"),
    [
        ("games/{game}", 2),
        ("games/{game}/options?turn=1", 2),
        ("games/{game}/options?turn=1&after=d2d4", 2),
        ("games/{game}/turns", 3),
        ("games/{game}/events", 3),
        ("games/{game}/export", 5),
        ("games/{game}/board.svg", 3),
        ("games?awaiting=me", 2),
        ("games", 2),
        ("games?player=alice", 3),
        ("players/alice/games", 3),
        ("challenges", 2),
        ("challenges/open", 2),
        ("events", 2),
        ("players/alice", 5),
        ("presets", 2),
        pytest.param("me", 7, marks=pytest.mark.needs("ratings")),
        ("auth/tokens", 2),
        ("calendar", 5),
        ("push", 4),
        ("push/subscriptions", 2),
        ("webhooks", 2),
    ],
)
def test_reading(game: Game, client: APIClient, path: str, number: int) -> None:
    vapid.forget_key()  # Another test may have read it in this process.
    made = statements(lambda: client.get(f"{API}/{path.format(game=game.pk)}"))

    assert len(made) == number, made


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "number"),
    [
        ("post", "games/{game}/acts", {"name": "resign"}, 200, 5),
        ("post", "games/{game}/draw", {"action": "offer"}, 200, 7),
        ("post", "games/{over}/rematch", {}, 201, 16),
        ("post", "challenges", {}, 201, 7),
        ("post", "challenges", {"opponent": "bob"}, 201, 10),
        ("get", "challenges/{offer}", None, 200, 4),
        ("post", "challenges/{offer}/accept", {}, 201, 14),
        ("post", "challenges/{offer}/decline", {}, 200, 6),
        ("post", "challenges/{own}/cancel", {}, 200, 6),
        ("put", "presets/1", {"name": "Wall", **WHITE_FORMATION}, 200, 7),
        pytest.param(
            *("patch", "me", {"time_zone": "Europe/Vienna"}, 200, 13),
            marks=pytest.mark.needs("ratings"),
        ),
        ("post", "calendar", {}, 200, 9),
        ("post", "auth/token", {"username": "bob", "password": PASSWORD}, 201, 8),
    ],
)
def test_writing(
    game: Game,
    alice: User,
    bob: User,
    client: APIClient,
    now: datetime,
    method: str,
    path: str,
    body: dict[str, Any] | None,
    status: int,
    number: int,
) -> None:
    bob.set_password(PASSWORD)
    bob.save()
    over = resign(bob.pk, start_round(start_formations(alice, bob, now), now).pk, now=now)
    offer = make_challenge(bob, "alice", Terms(), now=now)
    own = make_challenge(alice, "bob", Terms(), now=now)
    url = f"{API}/{path.format(game=game.pk, over=over.pk, offer=offer.pk, own=own.pk)}"

    made = statements(lambda: getattr(client, method)(url, body, "json"), status)

    assert len(made) == number, made


def test_the_list_that_every_program_asks_for_is_read_from_its_index(
    game: Game, client: APIClient
) -> None:
    """By a statement written for it: a general one takes twice the time."""
    for asked in ("awaiting=me", "awaiting=me&limit=100", "awaiting=me&ruleset=any"):
        made = statements(lambda asked=asked: client.get(f"{API}/games?{asked}"))  # type: ignore[misc]

        assert sum("json_agg(json_build_array" in statement for statement in made) == 1, made


def test_a_game_that_has_not_changed(game: Game, client: APIClient) -> None:
    url = f"{API}/games/{game.pk}"
    etag = client.get(url).headers["ETag"]

    made = statements(lambda: client.get(url, headers={"If-None-Match": etag}), 304)

    assert len(made) == 2, made
    assert '"state"' not in made[1]


def test_lists_cost_the_same_however_long(
    alice: User, bob: User, client: APIClient, now: datetime
) -> None:
    for _ in range(4):
        start_round(start_formations(alice, bob, now), now)
        make_challenge(bob, None, Terms(), now=now)

    for path in ("games?awaiting=me", "games", "challenges", "challenges/open", "events"):
        answer = client.get(f"{API}/{path}").json()
        assert len(answer["results"]) >= 4, path
        made = statements(lambda path=path: client.get(f"{API}/{path}"))
        assert len(made) == 2, made
