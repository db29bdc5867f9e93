"""Following a log as it grows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.play.acts import resign
from tests.games.matches import any_turn, play, start_formations
from tests.streams.reading import NDJSON, SSE, following

Clients = Callable[..., httpx.Client]


def test_the_first_frame_says_where_the_stream_begins(
    client_of: Clients, alice: User, game: Game
) -> None:
    with following(client_of(alice), "/events") as stream:
        assert stream.response.status_code == 200
        assert stream.response.headers["content-type"] == SSE
        assert stream.response.headers["x-accel-buffering"] == "no"
        newest = alice.inbox.last_number
        assert stream.response.headers["last-event-id"] == str(newest)
        frame = stream.frame()
        assert frame.keys() == {"retry", "id"}
        assert frame["id"] == str(newest)
        assert 1000 <= int(frame["retry"]) <= 5000


@pytest.mark.parametrize("accept", [SSE, NDJSON])
def test_a_turn_arrives_as_it_is_played(
    client_of: Clients, alice: User, bob: User, game: Game, accept: str
) -> None:
    with following(client_of(bob), "/events", accept) as stream:
        began = bob.inbox.last_number

        play(game, "d2d4 @f3", now=timezone.now())

        (event,) = stream.take(1)
        assert event["number"] == began + 1
        assert (event["type"], event["game"]) == ("turn.played", game.pk)
        assert event["data"]["notation"] == "d2d4 @f3"


def test_a_stream_says_what_the_page_says(client_of: Clients, alice: User, game: Game) -> None:
    client = client_of(alice)
    page = client.get("/events").json()["results"]

    with following(client, "/events", params={"after": 0}) as stream:
        assert stream.take(len(page)) == page


def test_each_event_is_named_and_numbered(client_of: Clients, alice: User, game: Game) -> None:
    with following(client_of(alice), "/events", params={"after": 0}) as stream:
        stream.frame()
        frame = stream.frame()
    assert (frame["id"], frame["event"]) == ("1", "game.started")


def test_the_later_of_last_event_id_and_after_counts(
    client_of: Clients, alice: User, game: Game
) -> None:
    with following(client_of(alice), "/events", last=1, params={"after": 0}) as stream:
        assert stream.take(1)[0]["number"] == 2
    with following(client_of(alice), "/events", last=0, params={"after": 1}) as stream:
        assert stream.take(1)[0]["number"] == 2


def test_a_number_beyond_the_last_begins_at_the_last(client_of: Clients, bob: User) -> None:
    with following(client_of(bob), "/events", last=10**30 - 1) as stream:
        assert stream.response.status_code == 400
    with following(client_of(bob), "/events", last=99) as stream:
        assert stream.frame()["id"] == "0"


def test_anyone_may_follow_a_game(client_of: Clients, game: Game) -> None:
    with following(client_of(), f"/games/{game.pk}/events", NDJSON) as stream:
        play(game, "d2d4 @f3", now=timezone.now())

        assert stream.take(1)[0]["type"] == "turn.played"


def test_the_stream_of_a_game_ends_with_it(client_of: Clients, alice: User, game: Game) -> None:
    with following(client_of(), f"/games/{game.pk}/events") as stream:
        stream.frame()

        resign(alice.pk, game.pk, now=timezone.now())

        assert stream.frame()["event"] == "game.finished"
        assert stream.frame() == {"": "closed, game_over"}
        with pytest.raises(EOFError):
            stream.frame()


def test_a_browser_learns_not_to_come_back_to_a_finished_game(
    client_of: Clients, alice: User, game: Game
) -> None:
    resign(alice.pk, game.pk, now=timezone.now())
    game.refresh_from_db()
    path, client = f"/games/{game.pk}/events", client_of()

    assert client.get(path, headers={"Accept": SSE}).status_code == 204
    again = {"Accept": SSE, "Last-Event-ID": str(game.last_event)}
    assert client.get(path, headers=again).status_code == 204
    missed = client.get(path, headers={"Accept": NDJSON}, params={"after": 0})
    assert missed.text.count('"number"') == game.last_event


def test_more_than_a_batch_is_caught_up_with(client_of: Clients, alice: User, bob: User) -> None:
    for _ in range(60):
        game = start_formations(alice, bob, timezone.now())
        resign(bob.pk, game.pk, now=timezone.now())
    newest = alice.inbox.last_number
    assert newest > 150

    with following(client_of(alice), "/events", NDJSON, last=0) as stream:
        numbers = [event["number"] for event in stream.take(newest)]

    assert numbers == list(range(1, newest + 1))


def test_an_event_arrives_soon_after_its_commit(
    client_of: Clients, bob: User, game: Game, settings: Any
) -> None:
    # No look at the log brings it, only the word that it has grown.
    settings.STREAM_POLL_SECONDS = 3600
    with following(client_of(bob), "/events", NDJSON) as stream:
        for turn in range(1, 11):
            play(game, any_turn(game), now=timezone.now())
            assert stream.take(1)[0]["data"]["turn"] == turn
