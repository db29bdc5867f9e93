"""The clock does not wait behind mails: not in the broker, and not for a connection."""

from __future__ import annotations

import pytest
from django.db import connections

from config.celery import app, keep_one_connection

SWEEPS = ["close_overdue_games", "give_time_back", "lapse_challenges", "send_reminders"]


@pytest.mark.parametrize("name", SWEEPS)
def test_a_sweep_waits_in_the_queue_of_the_clock(name: str) -> None:
    assert app.amqp.router.route({}, f"games.tasks.{name}")["queue"].name == "clock"


def test_all_else_waits_in_the_other_queue() -> None:
    route = app.amqp.router.route({}, "notifications.tasks.send_mails")

    assert route["queue"].name == "celery"


def test_a_worker_looks_into_both_queues_in_turn() -> None:
    received: list[str] = []
    queues = list(app.amqp.queues.consume_from.values())
    with app.connection() as connection:
        with connection.Producer() as producer:
            for name in ["celery"] * 6 + ["clock"]:
                queue = app.amqp.queues[name]
                where = {"exchange": queue.exchange, "routing_key": queue.routing_key}
                producer.publish(name, **where, declare=[queue])

        def note(body: str, message: object) -> None:
            received.append(body)
            message.ack()

        with connection.Consumer(queues, callbacks=[note], accept=["text/plain"]):
            while len(received) < 7:
                connection.drain_events(timeout=5)

    assert "clock" in received[:2]


def test_a_process_of_a_worker_has_one_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"pool": {"max_size": 8}, "connect_timeout": 5}
    kept = {"OPTIONS": options, "CONN_MAX_AGE": 0}
    monkeypatch.setitem(connections.settings, "default", kept)

    keep_one_connection()

    assert kept == {"OPTIONS": {"connect_timeout": 5}, "CONN_MAX_AGE": 600}
