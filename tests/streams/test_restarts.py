"""A stream over the stop, the death and the return of the server."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator

import httpx
import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game
from tests.games.matches import any_turn, play
from tests.live import LiveProcess
from tests.streams.reading import NDJSON, following


@pytest.fixture
def process(transactional_db: None) -> Iterator[LiveProcess]:
    with LiveProcess() as process:
        yield process


def test_nothing_is_missed_or_doubled_over_a_stop_and_a_death_of_the_server(
    process: LiveProcess, bob: User, game: Game, token_of: Callable[..., str]
) -> None:
    headers = {"Authorization": f"Bearer {token_of(bob)}"}
    numbers = []
    last = began = bob.inbox.last_number
    with httpx.Client(base_url=f"{process.url}/api/v1", headers=headers, timeout=20) as client:
        for end in (signal.SIGTERM, signal.SIGKILL):
            with following(client, "/events", last=last) as stream:
                stream.frame()
                play(game, any_turn(game), now=timezone.now())
                numbers += [event["number"] for event in stream.take(1)]

                process.stop(end)

                if end is signal.SIGTERM:
                    assert stream.frame() == {"": "closed, server_stopping"}
                else:
                    with pytest.raises(httpx.TransportError):
                        stream.frame()
            last = numbers[-1]
            play(game, any_turn(game), now=timezone.now())
            play(game, any_turn(game), now=timezone.now())
            process.start()

        bob.inbox.refresh_from_db()
        with following(client, "/events", NDJSON, last=last) as stream:
            missed = bob.inbox.last_number - last
            numbers += [event["number"] for event in stream.take(missed)]

    # What came between the first stop and the second stream was the first thing that it told.
    assert numbers == list(range(began + 1, bob.inbox.last_number + 1))
