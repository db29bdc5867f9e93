"""A line that is slow and loses packets, as a proxy before a port: what TCP makes of it."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

PACKET: Final = 1460
REPEATED_AFTER: Final = 0.2
"""TCP sends what was lost once more after a round trip and at least so long."""


class BadLine:
    """Passes on what is sent to a port, half a round trip later each way; a share of the packets is
    lost and comes with its repetition, and what follows it waits for it."""

    def __init__(self, port: int, round_trip: float, loss: float) -> None:
        self.target = port
        self.round_trip, self.loss = round_trip, loss
        self.port = 0
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._join, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._server is not None
        self._server.close()
        for task in list(self._tasks):
            task.cancel()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(self.round_trip)  # The handshake.
        there, back = await asyncio.open_connection("127.0.0.1", self.target)
        for ends in ((reader, back), (there, writer)):
            task = asyncio.create_task(self._pass_on(*ends))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        clock = asyncio.get_running_loop().time
        packets: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        sending = asyncio.create_task(self._deliver(packets, writer))
        due = 0.0
        try:
            while chunk := await reader.read(PACKET):
                arrives = clock() + self.round_trip / 2
                while random.random() < self.loss:
                    arrives += max(self.round_trip, REPEATED_AFTER)
                due = max(due, arrives)
                packets.put_nowait((due, chunk))
        except OSError:
            pass
        finally:
            packets.put_nowait((due, b""))
            with suppress(OSError, asyncio.CancelledError):
                await sending

    async def _deliver(
        self, packets: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter
    ) -> None:
        clock = asyncio.get_running_loop().time
        while True:
            due, chunk = await packets.get()
            await asyncio.sleep(due - clock())
            if not chunk or writer.is_closing():
                break
            writer.write(chunk)
        writer.close()
