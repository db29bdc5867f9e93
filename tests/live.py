"""The real service under a real server, for tests that speak HTTP with it."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit, urlunsplit

import uvicorn
from django.db import connection

from config.asgi import application
from config.local import servers
from tests.patience import stretched, until


class PromptServer(uvicorn.Server):
    """A server that ends when it is asked to, without the tenths of a second between two looks."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, ready to be asked."""
        self._loop, self._is_asked = asyncio.get_running_loop(), asyncio.Event()
        await super().startup(sockets)

    async def main_loop(self) -> None:
        """Serve until it is asked to end."""
        counter = 0
        while not await self.on_tick(counter):
            counter = (counter + 1) % 864_000
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_asked.wait(), 0.1)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Wait for two seconds at most until all is answered."""
        for listening in (*self.servers, *(sockets or ())):
            listening.close()
        for visitor in list(self.server_state.connections):
            visitor.shutdown()
        give_up_at = time.monotonic() + 2
        while self.server_state.connections or self.server_state.tasks:
            if time.monotonic() > give_up_at:
                for task in self.server_state.tasks:
                    task.cancel()
                return
            await asyncio.sleep(0.005)

    def end(self) -> None:
        """Ask it to end, from another thread."""
        self.should_exit = True
        self._loop.call_soon_threadsafe(self._is_asked.set)


class LiveService:
    """Serves the test database on a free port for as long as the context lasts.

    The test must use ``transactional_db``: what is not committed no one else sees.
    """

    def __init__(self, served: Any = application) -> None:
        # Named, or asyncio does not take it for one that must not wait for acknowledgements.
        self._socket = socket.socket(proto=socket.IPPROTO_TCP)
        self._socket.bind(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        config = uvicorn.Config(
            served,
            log_level="warning",
            lifespan="off",
            access_log=False,
            http="config.http.connections:BoundedConnections",  # type: ignore[arg-type]
            timeout_keep_alive=75,
        )
        self._server = PromptServer(config)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self._socket]}, name="live-service"
        )

    def __enter__(self) -> Self:
        self._thread.start()
        until(lambda: self._server.started or not self._thread.is_alive())
        if not self._server.started:
            raise RuntimeError("the service did not start")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.end()
        self._thread.join(stretched(10))
        if self._thread.is_alive():
            raise RuntimeError("the service did not stop")


class LiveProcess:
    """The service in a process of its own, which can be stopped, killed and started again."""

    def __init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the service on the same port as before and wait until it answers."""
        address = urlsplit(os.environ["DATABASE_URL"])._replace(
            path=f"/{connection.settings_dict['NAME']}"
        )
        command = [sys.executable, "-m", "uvicorn", "config.asgi:application"]
        command += ["--port", str(self.port), "--log-level", "warning", "--no-access-log"]
        command += ["--lifespan", "off", "--timeout-graceful-shutdown", "2"]
        command += ["--http", "config.http.connections:BoundedConnections"]
        self._process = subprocess.Popen(
            command,
            env=os.environ
            | {
                "DATABASE_URL": urlunsplit(address),
                "DJANGO_SETTINGS_MODULE": "tests.settings",
            },
            preexec_fn=servers.die_with_parent(),
        )
        until(lambda: self._answers() or self._process.poll() is not None)
        if self._process.poll() is not None:
            raise RuntimeError("the service did not start")

    def _answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def stop(self, signal_number: int = signal.SIGTERM) -> None:
        """Send the signal and wait until the process is gone."""
        assert self._process is not None
        self._process.send_signal(signal_number)
        self._process.wait(stretched(20))
        self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process is not None:
            self.stop(signal.SIGKILL)
