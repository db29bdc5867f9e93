"""Telling people continues in small slices, and the clock goes before it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from django.conf import settings
from redis import Redis

from config.celery import app
from config.observe.queues import figures, keys_of
from games.models import Game
from notifications import relay, tasks
from notifications.channels import email_sender
from notifications.models import Notification
from notifications.relay import relay_events

Calls = list[str]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """The names of the tasks that were called."""
    called: Calls = []

    def call(task: Any, *_: Any, **options: Any) -> bool:
        assert options["expires"] <= 60
        called.append(task.name.rpartition(".")[2])
        return True

    monkeypatch.setattr(tasks, "call", call)
    return called


@pytest.fixture
def one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A relay whose batches are of one event."""
    monkeypatch.setattr(
        relay, "relay_events", lambda now, **more: relay_events(now, limit=1, **more)
    )


def test_a_relay_calls_for_mails_once_there_are_some(game: Game, calls: Calls) -> None:
    assert tasks.relay_events() > 0

    assert calls == ["send_mails"]


@pytest.mark.usefixtures("one_by_one")
def test_a_relay_of_many_batches_calls_no_more_senders_than_are_of_use(
    game: Game, calls: Calls
) -> None:
    relayed = tasks.relay_events()

    assert relayed > tasks._AT_ONCE
    assert len(calls) <= tasks._AT_ONCE


@pytest.mark.usefixtures("one_by_one")
def test_a_relay_whose_time_is_over_lets_another_go_on(
    game: Game, calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "_SECONDS", 0)

    assert tasks.relay_events() == 1

    assert calls[-1] == "relay_events"


def test_a_sender_whose_time_is_over_is_called_again_while_something_is_due(
    game: Game, now: datetime, calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    while relay_events(now):
        pass
    with monkeypatch.context() as patched:
        # One was sent and another is still due when the time is over.
        patched.setattr(email_sender, "send_due", lambda seconds: 1)
        tasks.send_mails()
    assert calls == ["send_mails"]

    tasks.send_mails()
    assert calls == ["send_mails"]


def test_a_sender_that_gets_nothing_away_waits_for_beat(
    game: Game, now: datetime, calls: Calls, settings: Any
) -> None:
    settings.EMAIL_BACKEND = "config.backends.smtp.Backend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    while relay_events(now):
        pass

    assert tasks.send_mails() == 0

    assert calls == []
    assert Notification.objects.filter(status="pending").exists()


@pytest.fixture
def broker() -> Iterator[Redis]:
    keys = [key for queue in settings.CELERY_TASK_QUEUES for key in keys_of(queue)]
    with Redis.from_url(settings.REDIS_URL) as connection:
        connection.delete(*keys)
        yield connection
        connection.delete(*keys)


def test_the_clock_is_handed_out_before_what_was_sent_earlier(broker: Redis) -> None:
    for name in (
        "notifications.tasks.send_mails",
        "notifications.tasks.relay_events",
        "games.tasks.close_overdue_games",
    ):
        app.send_task(name, ignore_result=True)

    assert waiting()["celery"] == 3
    with app.connection_for_read() as connection, connection.SimpleQueue("celery") as queue:
        order = [queue.get(timeout=5).headers["task"] for _ in range(3)]
    assert [name.rpartition(".")[2] for name in order] == [
        "close_overdue_games",
        "relay_events",
        "send_mails",
    ]


def test_what_strangers_can_make_slow_waits_in_queues_of_its_own(broker: Redis) -> None:
    for name in (
        "games.tasks.let_robots_play",
        "games.tasks.let_slow_robots_play",
        "notifications.tasks.send_deliveries",
        "notifications.tasks.send_pushes",
        "notifications.tasks.test_push",
        "accounts.tasks.send_mails",
    ):
        app.send_task(name, args=[1] if name.endswith("test_push") else [], ignore_result=True)

    assert waiting() == {
        "celery": 1, "webhooks": 1, "pushes": 2, "robots": 1, "engine": 1, "pairing": 0
    }  # fmt: skip


def waiting() -> dict[str, float]:
    """Return how many tasks wait in each queue."""
    return {f.labels["queue"]: f.value for f in figures() if f.name == "queue_length"}
