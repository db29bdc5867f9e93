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
from tests.patience import stretched
from tests.streams.reading import NDJSON, Follower, following


@pytest.fixture
def process(transactional_db: None) -> Iterator[LiveProcess]:
    with LiveProcess() as process:
        yield process


@pytest.mark.long
def test_nothing_is_missed_or_doubled_over_a_stop_and_a_death_of_the_server(
    process: LiveProcess, bob: User, game: Game, token_of: Callable[..., str]
) -> None:
    headers = {"Authorization": f"Bearer {token_of(bob)}"}
    numbers = list(range(1, bob.inbox.last_number + 1))
    with httpx.Client(
        base_url=f"{process.url}/api/v1", headers=headers, timeout=stretched(20)
    ) as client:
        for end in (signal.SIGTERM, signal.SIGKILL):
            with following(client, "/events", last=numbers[-1]) as stream:
                stream.frame()
                play(game, any_turn(game), now=timezone.now())
                numbers += _numbers_of_the_rest(stream, bob, numbers[-1])

                process.stop(end)

                if end is signal.SIGTERM:
                    assert stream.frame() == {"": "closed, server_stopping"}
                else:
                    with pytest.raises(httpx.TransportError):
                        stream.frame()
            play(game, any_turn(game), now=timezone.now())
            play(game, any_turn(game), now=timezone.now())
            process.start()

        with following(client, "/events", NDJSON, last=numbers[-1]) as stream:
            numbers += _numbers_of_the_rest(stream, bob, numbers[-1])

    assert numbers == list(range(1, bob.inbox.last_number + 1))


def _numbers_of_the_rest(stream: Follower, user: User, last: int) -> list[int]:
    """Return the numbers by which the stream tells what the user has heard since ``last``."""
    user.inbox.refresh_from_db()
    return [event["number"] for event in stream.take(user.inbox.last_number - last)]
