"""The heartbeat goes the way of a turn, so it stops with whatever stops turns."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.utils import timezone

from config.http.thread_pool import KeptThreads
from games.models import Heartbeat, Outage
from games.play.heartbeat_thread import _HeartbeatThread
from tests.patience import stretched

pytestmark = pytest.mark.django_db(transaction=True)
THREADS = 2


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    """The event loop of a web process, in a thread."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield loop
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


Stop = Callable[[KeptThreads, asyncio.AbstractEventLoop, threading.Event], None]


def hold_threads(web: KeptThreads, loop: asyncio.AbstractEventLoop, end: threading.Event) -> None:
    for _ in range(THREADS):
        web.submit(end.wait)


def hold_loop(web: KeptThreads, loop: asyncio.AbstractEventLoop, end: threading.Event) -> None:
    loop.call_soon_threadsafe(end.wait)


@pytest.mark.parametrize("stop", [hold_threads, hold_loop])
def test_time_in_which_no_turn_could_be_played_is_given_back(
    loop: asyncio.AbstractEventLoop, stop: Stop
) -> None:
    web, heart, end = KeptThreads(THREADS), _HeartbeatThread(), threading.Event()
    heart.ensure(web.submit, loop)
    last = timezone.now() - timedelta(minutes=6)
    Heartbeat.objects.create(beat_at=last)

    stop(web, loop, end)
    beating = threading.Thread(target=heart.beat)
    beating.start()
    beating.join(0.3)
    assert beating.is_alive(), "it beats though no turn could be played"
    assert Heartbeat.objects.get().beat_at == last

    end.set()
    beating.join(stretched(20))
    outage = Outage.objects.get()
    assert outage.started_at == last
    assert Heartbeat.objects.get().beat_at == outage.ended_at


def test_one_beat_is_written_for_many_processes(loop: asyncio.AbstractEventLoop) -> None:
    web, heart = KeptThreads(THREADS), _HeartbeatThread()
    heart.ensure(web.submit, loop)

    heart.beat()
    first = Heartbeat.objects.get().beat_at
    heart.beat()

    assert Heartbeat.objects.get().beat_at == first
