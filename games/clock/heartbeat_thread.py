"""The thread in each web process that writes the heartbeat while turns can be played there.

It is the web process that says so, because it is where turns are played: that the database
takes writes from a worker would show nothing. What it writes it writes to the database, so it
falls silent with either of them.
"""

from __future__ import annotations

import logging
import os
import threading
from typing import Any, Final

from django.conf import settings
from django.db import connection

from games.clock import heartbeat, outages

logger = logging.getLogger(__name__)

_WORK_SECONDS: Final = 2.0
"""How long lost time is given back before the next beat."""


class _Heart:
    """One thread for each process."""

    def __init__(self) -> None:
        self._starting = threading.Lock()
        self._pid = 0

    def ensure(self) -> None:
        """Start the thread unless this very process has it."""
        # A forked process inherits the mark but not the thread.
        if self._pid == os.getpid() or not settings.HEARTBEAT_SECONDS:
            return
        with self._starting:
            if self._pid != os.getpid():
                threading.Thread(target=self._run, name="heart", daemon=True).start()
                self._pid = os.getpid()

    def _run(self) -> None:
        pause = threading.Event()
        is_well = True
        while True:
            try:
                heartbeat.beat()
                has_more = outages.give_back(_WORK_SECONDS) > 0
                is_well = True
            except Exception as error:
                # Said once, not every few seconds for as long as the database is away.
                logger.log(logging.WARNING if is_well else logging.DEBUG, "no heartbeat: %s", error)
                is_well = has_more = False
            finally:
                connection.close()
            pause.wait(0 if has_more else settings.HEARTBEAT_SECONDS)


_heart = _Heart()


def beating_asgi(application: Any) -> Any:
    """Return an ASGI application whose process has a heart."""
    _heart.ensure()

    async def call(scope: Any, receive: Any, send: Any) -> None:
        _heart.ensure()
        await application(scope, receive, send)

    return call


def beating_wsgi(application: Any) -> Any:
    """Return a WSGI application whose process has a heart."""
    _heart.ensure()

    def call(environ: Any, start_response: Any) -> Any:
        _heart.ensure()
        return application(environ, start_response)

    return call
