"""What keeps a stream open, what ends it, and what it costs meanwhile."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import ExitStack

import httpx
import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from redis import ConnectionError as RedisGone

from accounts.models import PersonalToken, User
from games import wakeups
from games.models import Game
from games.streams import hub, stream
from tests.games.matches import any_turn, play
from tests.live import LiveService
from tests.streams.reading import NDJSON, SSE, following

Clients = Callable[..., httpx.Client]


def test_a_quiet_stream_shows_that_it_is_alive(
    client_of: Clients, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "KEEP_ALIVE", 0.05)
    with following(client_of(alice), "/events") as follower:
        follower.frame()
        assert follower.frame() == {"": ""}
        assert follower.frame() == {"": ""}


def test_a_quiet_stream_of_json_sends_empty_lines(
    client_of: Clients, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "KEEP_ALIVE", 0.05)
    with following(client_of(alice), "/events", NDJSON) as follower:
        lines = follower.response.iter_lines()
        assert [next(lines) for _ in range(3)] == ["", "", ""]


def test_without_redis_an_event_is_late_but_not_lost(
    client_of: Clients, bob: User, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Gone:
        def publish(self, channel: str, message: str) -> None:
            raise RedisGone("no Redis")

    monkeypatch.setattr(hub, "POLL", 0.2)
    monkeypatch.setattr(wakeups, "_redis", Gone)
    monkeypatch.setattr(wakeups, "_rests_until", 0.0)
    with following(client_of(bob), "/events", NDJSON) as follower:
        for number in (1, 2, 3):
            play(game, any_turn(game), now=timezone.now())
            assert follower.take(1)[0]["data"]["turn"] == number


def test_a_turn_does_not_wait_for_a_dead_redis_twice(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    class Gone:
        def publish(self, channel: str, message: str) -> None:
            asked.append(message)
            raise RedisGone("no Redis")

    monkeypatch.setattr(wakeups, "_redis", Gone)
    monkeypatch.setattr(wakeups, "_rests_until", 0.0)
    for _ in range(3):
        play(game, any_turn(game), now=timezone.now())

    assert len(asked) == 1
    assert f"game:{game.pk}" in asked[0].split()


def test_a_stream_ends_when_its_token_is_revoked(
    client_of: Clients, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "CHECK_ACCESS", 0.2)
    with following(client_of(bob), "/events") as of_bob:
        of_bob.frame()
        with following(client_of(alice), "/events") as follower:
            follower.frame()

            PersonalToken.objects.filter(user=alice).delete()

            assert follower.frame() == {"": "closed, access_ended"}
            with pytest.raises(EOFError):
                follower.frame()
        assert len(hub.current_streams()) == 1


def test_the_oldest_of_too_many_streams_gives_way(
    client_of: Clients, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "MOST_OF_ONE", 2)
    client = client_of(alice)
    with ExitStack() as stack:
        first, second, third = followers = [
            stack.enter_context(following(client, "/events")) for _ in range(3)
        ]
        for follower in followers:
            follower.frame()

        assert first.frame() == {"": "closed, too_many_streams"}
        _wait_until(lambda: len(hub.current_streams()) == 2)
        assert not second.response.is_closed
        assert not third.response.is_closed


def test_a_full_server_asks_to_come_again(
    client_of: Clients, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "MOST_STREAMS", 0)

    response = client_of(alice).get("/events", headers={"Accept": SSE})

    assert (response.status_code, response.json()["code"]) == (503, "busy")
    assert response.headers["retry-after"] == "5"


def test_streams_hold_neither_connections_nor_threads(
    client_of: Clients, service: LiveService, alice: User, game: Game
) -> None:
    client = client_of()
    client.get(f"/games/{game.pk}")
    before = threading.active_count()
    with ExitStack() as stack:
        limits = httpx.Limits(max_connections=None)
        many = stack.enter_context(
            httpx.Client(base_url=f"{service.url}/api/v1", timeout=20, limits=limits)
        )
        followers = [
            stack.enter_context(following(many, f"/games/{game.pk}/events"))
            for _ in range(hub.MOST_OF_ONE)
        ]
        for follower in followers:
            follower.frame()
        _wait_until(lambda: threading.active_count() <= before + 4)
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            )
            # Two in the pool at rest, one of this test; one more may be on its way out.
            assert cursor.fetchone()[0] <= 8

        play(game, any_turn(game), now=timezone.now())

        assert {follower.take(1)[0]["number"] for follower in followers} == {game.last_event + 1}
    _wait_until(lambda: not hub.current_streams())


def test_a_reader_who_hangs_up_is_forgotten(client_of: Clients, alice: User) -> None:
    with following(client_of(alice), "/events") as follower:
        follower.frame()
        assert len(hub.current_streams()) == 1

    _wait_until(lambda: not hub.current_streams())


@pytest.mark.parametrize(
    ("token", "status", "code"),
    [(None, 401, "not_authenticated"), ("c11_wrong", 401, "invalid_token")],
)
def test_who_may_not_hear_is_told_so_as_everywhere(
    service: LiveService, token: str | None, status: int, code: str
) -> None:
    headers = {"Accept": SSE} | ({"Authorization": f"Bearer {token}"} if token else {})

    response = httpx.get(f"{service.url}/api/v1/events", headers=headers)

    assert (response.status_code, response.json()["code"]) == (status, code)
    assert response.headers["content-type"] == "application/problem+json"


def test_a_token_without_the_scope_hears_nothing(client_of: Clients, alice: User) -> None:
    response = client_of(alice, "account:read").get("/events", headers={"Accept": NDJSON})

    assert (response.status_code, response.json()["code"]) == (403, "insufficient_scope")


def test_under_wsgi_a_stream_is_refused_at_once(
    alice: User, token_of: Callable[..., str], game: Game
) -> None:
    client = Client(headers={"Authorization": f"Bearer {token_of(alice)}"})

    for path in ("/api/v1/events", f"/api/v1/games/{game.pk}/events"):
        refused = client.get(path, headers={"Accept": SSE})
        assert (refused.status_code, refused.json()["code"]) == (406, "stream_unavailable")
        assert client.get(path).json()["results"]


def _wait_until(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + 5
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.02)
