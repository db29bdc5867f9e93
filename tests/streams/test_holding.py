"""What keeps a stream open, what ends it, and what it costs meanwhile."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any

import httpx
import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from redis import Redis

from accounts.models import PersonalToken, User
from games.models import Game, GameEvent, Inbox, InboxEntry
from games.play.family import begin_family
from games.play.friends import befriend, unfriend
from games.streams import hub
from tests.config.service import free_port
from tests.games.matches import any_turn, play
from tests.live import LiveService
from tests.patience import stretched, until
from tests.streams.reading import NDJSON, SSE, following

Clients = Callable[..., httpx.Client]


def test_a_quiet_stream_shows_that_it_is_alive(
    client_of: Clients, alice: User, settings: Any
) -> None:
    settings.STREAM_QUIET_SECONDS = 0.05
    with following(client_of(alice), "/events") as follower:
        follower.frame()
        assert follower.frame() == {"": ""}
        assert follower.frame() == {"": ""}


def test_a_quiet_stream_of_json_sends_empty_lines(
    client_of: Clients, alice: User, settings: Any
) -> None:
    settings.STREAM_QUIET_SECONDS = 0.05
    with following(client_of(alice), "/events", NDJSON) as follower:
        lines = follower.response.iter_lines()
        assert [next(lines) for _ in range(3)] == ["", "", ""]


def test_streams_that_have_ended_hear_nothing_more(client_of: Clients, alice: User) -> None:
    client = client_of(alice)
    for _ in range(40):
        with following(client, "/events") as follower:
            follower.frame()

    assert hub._hub is not None
    tasks = partial(asyncio.all_tasks, hub._hub.loop)
    until(lambda: not any("Hub._listen" in repr(task) for task in tasks()))


def test_without_redis_an_event_is_late_but_not_lost(
    client_of: Clients, bob: User, game: Game, settings: Any
) -> None:
    settings.STREAM_POLL_SECONDS = 0.2
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}"
    with following(client_of(bob), "/events", NDJSON) as follower:
        for number in (1, 2, 3):
            play(game, any_turn(game), now=timezone.now())
            assert follower.take(1)[0]["data"]["turn"] == number


def test_a_turn_does_not_wait_for_a_dead_redis_twice(game: Game, settings: Any) -> None:
    # It takes connections and never answers.
    with socket.create_server(("127.0.0.1", 0)) as dead:
        settings.REDIS_URL = f"redis://127.0.0.1:{dead.getsockname()[1]}"
        for _ in range(3):
            play(game, any_turn(game), now=timezone.now())

        dead.setblocking(False)
        dead.accept()[0].close()
        with pytest.raises(BlockingIOError):
            dead.accept()


def test_a_stream_ends_when_its_token_is_revoked(
    client_of: Clients, alice: User, bob: User, settings: Any
) -> None:
    settings.STREAM_ACCESS_SECONDS = 0.2
    with following(client_of(bob), "/events") as of_bob:
        of_bob.frame()
        with following(client_of(alice), "/events") as follower:
            follower.frame()

            PersonalToken.objects.filter(user=alice).delete()

            assert follower.frame() == {"": "closed, access_ended"}
            with pytest.raises(EOFError):
                follower.frame()
        assert len(hub.current_streams()) == 1


def test_a_stream_ends_when_its_reader_logs_out(
    service: LiveService, alice: User, settings: Any
) -> None:
    settings.STREAM_ACCESS_SECONDS = 0.2
    browser = Client()
    browser.force_login(alice)
    cookie = {settings.SESSION_COOKIE_NAME: browser.cookies[settings.SESSION_COOKIE_NAME].value}
    with (
        httpx.Client(
            base_url=f"{service.url}/api/v1", cookies=cookie, timeout=stretched(20)
        ) as client,
        following(client, "/events") as follower,
    ):
        follower.frame()
        time.sleep(0.5)
        assert len(hub.current_streams()) == 1

        browser.logout()

        assert follower.frame() == {"": "closed, access_ended"}


def test_streams_end_when_family_mode_hides_the_game(
    client_of: Clients, alice: User, bob: User, charlie: User, dan: User, game: Game
) -> None:
    now = timezone.now()
    for friend in ("bob", "dan"):
        befriend(alice, friend, now=now)
    path = f"/games/{game.pk}/events"
    with (
        following(client_of(), path) as of_anyone,
        following(client_of(charlie), path) as of_stranger,
        following(client_of(dan), path) as of_friend,
        following(client_of(bob), path) as of_player,
    ):
        for follower in (of_anyone, of_stranger, of_friend, of_player):
            follower.frame()

        begin_family(alice, now=now)

        for follower in (of_anyone, of_stranger):
            assert follower.frame() == {"": "closed, access_ended"}
        unfriend(alice, "dan")
        assert of_friend.frame() == {"": "closed, access_ended"}
        play(game, any_turn(game), now=timezone.now())
        assert of_player.take(1)[0]["type"] == "turn.played"


def test_a_reader_who_takes_nothing_costs_one_batch(
    client_of: Clients,
    service: LiveService,
    alice: User,
    game: Game,
    token_of: Callable[..., str],
) -> None:
    count, size, now = 3000, 8000, timezone.now()
    began = alice.inbox.last_number
    events = GameEvent.objects.bulk_create(
        GameEvent(game=game, number=1000 + n, type="x", data={"long": "x" * size}, happened_at=now)
        for n in range(count)
    )
    InboxEntry.objects.bulk_create(
        InboxEntry(user=alice, event=event, number=began + 1 + n) for n, event in enumerate(events)
    )
    Inbox.objects.filter(user=alice).update(last_number=began + count)

    with socket.create_connection(("127.0.0.1", service.port)) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.sendall(
            f"GET /api/v1/events?after=0 HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: {SSE}\r\n"
            f"Authorization: Bearer {token_of(alice)}\r\n\r\n".encode()
        )
        until(lambda: [one for one in hub.current_streams() if one.number])
        time.sleep(1)
        (stuck,) = hub.current_streams()
        # The rest has not been read from the database, though 24 MB of it wait there.
        assert stuck.number < count / 2


def test_a_lost_subscription_is_taken_up_again(
    client_of: Clients, bob: User, game: Game, settings: Any
) -> None:
    settings.STREAM_POLL_SECONDS = 60
    redis = Redis.from_url(settings.REDIS_URL)
    with following(client_of(bob), "/events", NDJSON) as follower:
        play(game, any_turn(game), now=timezone.now())
        follower.take(1)

        redis.client_kill_filter(_type="pubsub")
        # What comes before it is subscribed again is found at the moment when it is.
        play(game, any_turn(game), now=timezone.now())
        follower.take(1)
        play(game, any_turn(game), now=timezone.now())

        assert follower.take(1)[0]["data"]["turn"] == 3


def test_the_oldest_of_too_many_streams_gives_way(
    client_of: Clients, alice: User, settings: Any
) -> None:
    client = client_of(alice)
    with ExitStack() as stack:
        first, *others = followers = [
            stack.enter_context(following(client, "/events")) for _ in range(hub.MOST_OF_ONE + 1)
        ]
        for follower in followers:
            follower.frame()

        assert first.frame() == {"": "closed, too_many_streams"}
        until(lambda: len(hub.current_streams()) == hub.MOST_OF_ONE)
        assert not any(other.response.is_closed for other in others)


def test_a_full_server_asks_to_come_again(client_of: Clients, alice: User, settings: Any) -> None:
    settings.MOST_STREAMS = 0

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
            httpx.Client(base_url=f"{service.url}/api/v1", timeout=stretched(20), limits=limits)
        )
        followers = [
            stack.enter_context(following(many, f"/games/{game.pk}/events"))
            for _ in range(hub.MOST_OF_ONE)
        ]
        for follower in followers:
            follower.frame()
        until(lambda: threading.active_count() <= before + 4)
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            )
            # Two in the pool at rest, one of this test; one more may be on its way out.
            assert cursor.fetchone()[0] <= 8

        play(game, any_turn(game), now=timezone.now())

        assert {follower.take(1)[0]["number"] for follower in followers} == {game.last_event + 1}
    until(lambda: not hub.current_streams())


def test_a_reader_who_hangs_up_is_forgotten(client_of: Clients, alice: User) -> None:
    with following(client_of(alice), "/events") as follower:
        follower.frame()
        assert len(hub.current_streams()) == 1

    until(lambda: not hub.current_streams())


def test_readers_who_hang_up_at_any_moment_take_no_connection_along(
    service: LiveService, alice: User, game: Game, token_of: Callable[..., str]
) -> None:
    def taken() -> int:
        told = connection.pool.get_stats()
        return int(told["pool_size"] - told["pool_available"])

    token = token_of(alice)
    connection.close()
    before = taken()
    with ExitStack() as stack:
        for moment in range(40):
            path = ("events", f"games/{game.pk}/events?live=1")[moment % 2]
            reader = stack.enter_context(socket.create_connection(("127.0.0.1", service.port)))
            reader.sendall(
                f"GET /api/v1/{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: {SSE}\r\n"
                f"Authorization: Bearer {token}\r\n\r\n".encode()
            )
            # Some before they are let in, some while they are asked for, some as they read.
            reader.settimeout(moment / 400)
            with suppress(TimeoutError, BlockingIOError):
                reader.recv(1)
            reader.close()

        until(lambda: not hub.current_streams())
        until(lambda: taken() <= before)


@pytest.mark.parametrize(
    ("token", "status", "code"),
    [(None, 401, "not_authenticated"), ("c11_wrong", 401, "invalid_token")],
)
def test_who_may_not_hear_is_refused_as_everywhere(
    service: LiveService, token: str | None, status: int, code: str
) -> None:
    headers = {"Accept": SSE} | ({"Authorization": f"Bearer {token}"} if token else {})

    response = httpx.get(f"{service.url}/api/v1/events", headers=headers)

    assert (response.status_code, response.json()["code"]) == (status, code)
    assert response.headers["content-type"] == "application/problem+json"


def test_a_token_without_the_scope_hears_nothing(client_of: Clients, alice: User) -> None:
    response = client_of(alice, "account:read").get("/events", headers={"Accept": NDJSON})

    assert (response.status_code, response.json()["code"]) == (403, "insufficient_scope")


def test_under_wsgi_a_stream_is_refused_immediately(
    alice: User, token_of: Callable[..., str], game: Game
) -> None:
    client = Client(headers={"Authorization": f"Bearer {token_of(alice)}"})

    for path in ("/api/v1/events", f"/api/v1/games/{game.pk}/events"):
        refused = client.get(path, headers={"Accept": SSE})
        assert (refused.status_code, refused.json()["code"]) == (406, "stream_unavailable")
        assert client.get(path).json()["results"]
