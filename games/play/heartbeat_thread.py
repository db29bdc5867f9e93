"""The heartbeat of a web process: written on the way that turns go.

It is the web process that says so, because it is where turns are played: that the database takes
writes from a worker would show nothing. A beat passes through the event loop, waits in the queue of
the requests and is written by one of the threads that answer them; so it stops with anything that
stops turns, and what it missed is given back.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import threading
from concurrent.futures import Future
from typing import Any, Final

from django.conf import settings
from django.db import connection

from accounts import site_rules
from config.http.serving import Submit
from games.clock import standstill
from games.play import heartbeat, outages

logger = logging.getLogger(__name__)

_WORK_SECONDS: Final = 2.0
"""How long lost time is given back before the next beat."""
_LOOP_SECONDS: Final = 60.0
"""An event loop that takes nothing for so long may be gone; the beat is then tried again."""


class _HeartbeatThread:
    """One thread for each process, which writes nothing itself."""

    def __init__(self) -> None:
        self._starting = threading.Lock()
        self._pid = 0
        self._submit: Submit | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def ensure(
        self, submit: Submit | None = None, loop: asyncio.AbstractEventLoop | None = None
    ) -> None:
        """Start the thread unless this very process has it."""
        self._submit, self._loop = submit, loop
        # A forked process inherits the mark but not the thread.
        if self._pid == os.getpid() or not settings.HEARTBEAT_SECONDS:
            return
        with self._starting:
            if self._pid != os.getpid():
                threading.Thread(target=self._run, name="heartbeat", daemon=True).start()
                self._pid = os.getpid()

    def _run(self) -> None:
        pause = threading.Event()
        is_well = True
        while True:
            try:
                self.beat()
                has_more = outages.give_back(_WORK_SECONDS) > 0
                standstill.look()
                site_rules.look()
                is_well = True
            except Exception as error:
                # Said once, not every few seconds for as long as the database is away.
                logger.log(logging.WARNING if is_well else logging.DEBUG, "no heartbeat: %s", error)
                is_well = has_more = False
            finally:
                connection.close()
            pause.wait(0 if has_more else settings.HEARTBEAT_SECONDS)

    def beat(self) -> None:
        """Write a beat as a turn would be written; return when it is."""
        submit, loop = self._submit, self._loop
        if submit is None or loop is None:
            _write()
            return
        asked: Future[Future[Any]] = Future()
        loop.call_soon_threadsafe(lambda: asked.set_result(submit(_write)))
        asked.result(_LOOP_SECONDS).result()


def _write() -> None:
    try:
        heartbeat.beat()
    finally:
        connection.close()


_thread = _HeartbeatThread()


def with_heartbeat_asgi(application: Any, submit: Submit) -> Any:
    """Wrap an ASGI app: start this process' heartbeat thread."""
    # uvicorn imports the application within its loop: it beats before anyone asks anything. Where
    # there is no loop yet, the first request brings one.
    with contextlib.suppress(RuntimeError):
        _thread.ensure(submit, asyncio.get_running_loop())

    async def call(scope: Any, receive: Any, send: Any) -> None:
        _thread.ensure(submit, asyncio.get_running_loop())
        await application(scope, receive, send)

    return call


def with_heartbeat_wsgi(application: Any) -> Any:
    """Wrap a WSGI app: start this process' heartbeat thread.

    The threads are the server's own and cannot be had for a beat, which is written beside them.
    """
    _thread.ensure()

    def call(environ: Any, start_response: Any) -> Any:
        _thread.ensure()
        return application(environ, start_response)

    return call
