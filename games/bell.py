"""Tells a worker that events wait, without making the request wait for the broker.

A commit rings; a thread of the process passes it on, many rings at once as one message. A
broker that is away costs the request nothing: a sweep finds the events a few seconds later.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from typing import Final

from celery import current_app
from django.conf import settings
from django.db import transaction

logger = logging.getLogger(__name__)

_GATHER_SECONDS: Final = 0.02
_EXPIRES_SECONDS: Final = 60


class _Bell:
    """A thread for each process that rings, begun with its first ring."""

    def __init__(self) -> None:
        self._rung = threading.Event()
        self._starting = threading.Lock()
        self._pid = 0

    def ring(self) -> None:
        # A forked process inherits the mark but not the thread.
        if self._pid != os.getpid():
            with self._starting:
                if self._pid != os.getpid():
                    threading.Thread(target=self._run, name="bell", daemon=True).start()
                    self._pid = os.getpid()
        self._rung.set()

    def _run(self) -> None:
        while self._rung.wait():
            time.sleep(_GATHER_SECONDS)
            self._rung.clear()
            try:
                current_app.send_task(
                    settings.OUTBOX_TASK, retry=False, ignore_result=True, expires=_EXPIRES_SECONDS
                )
            except Exception as error:
                logger.warning("no worker could be told of events: %s", error)


_bell = _Bell()


def ring_after_commit() -> None:
    """Have a worker look at the outbox once the present transaction is committed."""
    if settings.OUTBOX_TASK:
        transaction.on_commit(_bell.ring, robust=True)
