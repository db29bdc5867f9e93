"""Several who do something at the same time, each on a connection of their own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connection

T = TypeVar("T")


def at_once(*acts: Callable[[], T]) -> list[T]:
    """Return what each act returned, all having begun together; raise what one of them raised.

    The test must use a database that commits.
    """
    barrier = threading.Barrier(len(acts))

    def run(act: Callable[[], T]) -> T:
        barrier.wait(20)
        try:
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))
