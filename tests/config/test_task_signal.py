"""A broker that hangs holds up a thread of its own and no one else."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest
from celery import Celery

from config.backends.task_signal import Messenger
from tests.patience import stretched, until


@pytest.fixture
def hanging() -> Iterator[int]:
    """A port that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def _nothing() -> None:
    """What the task does."""


def test_signalling_a_worker_does_not_wait_for_a_broker_that_hangs(hanging: int) -> None:
    app = Celery(broker=f"redis://127.0.0.1:{hanging}", set_as_current=False)
    seconds = stretched(0.3)
    app.conf.broker_transport_options = dict.fromkeys(
        ["socket_timeout", "socket_connect_timeout"], seconds
    )
    task = app.task(name="nothing", shared=False)(_nothing)
    messenger = Messenger()

    answers = [messenger.send(task) for _ in range(3)]

    assert not any(one.done() for one in answers), "nobody has waited"
    assert answers[0].result(stretched(30)) is False, "and the thread does not wait for ever"


def test_what_cannot_be_sent_does_not_pile_up() -> None:
    go_on = threading.Event()

    class Slow:
        def apply_async(self, *args: object, **options: object) -> None:
            go_on.wait(20)

    messenger = Messenger(most_waiting=2)
    first = messenger.send(Slow())  # type: ignore[arg-type]
    until(messenger._waiting.empty)
    answers = [messenger.send(Slow()) for _ in range(3)]  # type: ignore[arg-type]

    assert answers[2].result(1) is False
    go_on.set()
    assert [one.result(20) for one in (first, *answers[:2])] == [True, True, True]
