"""Several people at once, on real connections to PostgreSQL."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from django.db import connection, transaction
from django.db.models import Model

from config.http.errors.refusals import Refusal


def race(held: Model, *acts: Callable[[], Any]) -> list[Any]:
    """Return what each act returned or how it was refused, all having begun before any went on.

    The row is held until every act waits for a lock, in the order given; then it is let go.
    PostgreSQL serves those who wait for a row in turn, so the first has the first chance.
    """
    outcomes: list[Any] = [None] * len(acts)

    def run(index: int) -> None:
        try:
            outcomes[index] = acts[index]()
        except Refusal as refusal:
            outcomes[index] = refusal.code
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(acts))]
    with transaction.atomic():
        type(held)._default_manager.select_for_update().get(pk=held.pk)
        for number, thread in enumerate(threads, start=1):
            thread.start()
            _wait_until(lambda number=number: _waiting() >= number)
    for thread in threads:
        thread.join(20)
        assert not thread.is_alive(), "somebody waits for ever"
    return outcomes


def _waiting() -> int:
    with connection.cursor() as cursor:
        # Inside a transaction the same snapshot would be shown for ever.
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return cursor.fetchone()[0]


def _wait_until(is_so: Callable[[], bool]) -> None:
    patience = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < patience, "nobody came to wait"
        time.sleep(0.005)
