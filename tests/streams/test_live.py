"""A game followed live: formations in the making, who is there, and numbers to answer."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from config.http.times import utc_ms
from games.clock.lag import sent_ms
from games.models import Game
from games.play.formations import save_formation
from games.play.outages import pause_clocks, resume_clocks
from games.streams.broadcast import broadcast
from tests.games.matches import BLACK_FORMATION, WHITE_FORMATION, start_formations, start_round
from tests.streams.reading import NDJSON, SSE, Follower, following

Clients = Callable[..., httpx.Client]
LIVE = {"live": "1"}


def swapped(one: str, other: str) -> dict[str, Any]:
    """Return White's formation with the pieces of two squares in each other's place."""
    pieces = dict(WHITE_FORMATION["pieces"])
    pieces[one], pieces[other] = pieces[other], pieces[one]
    return {"pieces": pieces}


def next_of(stream: Follower, kind: str) -> dict[str, Any]:
    """Return the next record of this type."""
    return next(record for record in stream.events() if record["type"] == kind)


@pytest.fixture
def forming(alice: User, bob: User) -> Game:
    return start_formations(alice, bob, timezone.now())


def test_formations_are_seen_while_they_are_put_together(
    client_of: Clients, alice: User, bob: User, forming: Game, settings: Any
) -> None:
    settings.STREAM_QUIET_LIVE_SECONDS = settings.STREAM_POLL_SECONDS = 0.2
    path = f"/games/{forming.pk}/events"

    with following(client_of(bob), path, NDJSON, params=LIVE) as stream:
        first = next(stream.events())
        assert first["type"] == "alive"
        assert abs((sent_ms(forming.pk, first["n"]) or 0) - time.time() * 1000) < 20_000
        assert next_of(stream, "presence")["here"] == []
        assert next_of(stream, "draft")["side"] == "white"

        # Together, or on a slow machine each would be looked at.
        with transaction.atomic():
            for square in ("b1", "c1", "f1", "c3", "f3", "c2", "e2"):
                content = swapped("e1", square)
                save_formation(alice.pk, forming.pk, content, ready=False, now=timezone.now())
        told: dict[str, Any] = {}
        numbers: list[int] = []
        while told.get("pieces") != content["pieces"]:
            record = next_of(stream, "draft")
            told = record["formation"]
            numbers.append(record["n"])
        assert numbers == sorted(set(numbers))
        assert told["ready"] is False
        # Of seven changes in a row each look tells the last.
        assert len(numbers) < 7

        # One's own is known, and what no one else sees is told once and not kept.
        save_formation(bob.pk, forming.pk, BLACK_FORMATION, ready=False, now=timezone.now())
        broadcast(forming.pk, {"type": "asked", "side": "white"})
        record = next(one for one in stream.events() if one["type"] in ("draft", "asked"))
        assert record == {"type": "asked", "side": "white", "game": forming.pk, "n": record["n"]}

        start_round(forming, timezone.now())
        started = next_of(stream, "round.started")
        assert started["number"] > 0
        assert started["n"] > numbers[-1]

        # Who counts down is told that the clocks stand, and that they run again.
        assert next_of(stream, "alive")["paused_since"] is None
        since = utc_ms(pause_clocks().started_at)
        while (told := next_of(stream, "alive")["paused_since"]) is None:
            pass
        assert told == since
        resume_clocks()
        while next_of(stream, "alive")["paused_since"] is not None:
            pass


def test_only_players_follow_live(
    client_of: Clients, alice: User, charlie: User, forming: Game
) -> None:
    path = f"/games/{forming.pk}/events"
    for client, code in (
        (client_of(charlie), "not_a_player"),
        (client_of(), "not_authenticated"),
        (client_of(alice, "account:read"), "insufficient_scope"),
    ):
        answer = client.get(path, params=LIVE, headers={"Accept": SSE})
        assert answer.json()["code"] == code
    assert client_of(alice).get(path, params={"live": "2"}).json()["code"] == "invalid"

    # Anyone who only looks on hears what happens, without numbers to answer.
    with following(client_of(charlie), path, SSE, last=0) as stream:
        assert all("n" not in record for record in stream.take(1))
    with following(client_of(alice), path, SSE, params=LIVE) as stream:
        frames = [stream.frame() for _ in range(3)]
        assert "id" in frames[0]
        assert frames[1]["event"] == "alive"
        assert "id" not in frames[1]
