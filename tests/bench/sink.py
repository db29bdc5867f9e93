"""A mail server that takes everything and keeps nothing but how often each mail came.

``python -m tests.bench.sink --port PORT [--report FILE] [--keep FILE]`` writes, when it is stopped,
one line for each accepted mail: when it came and its Message-ID. It keeps the first mail as it
came. It speaks as little SMTP as Django's client needs, so that it takes little from what is
measured.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import signal
import time
from pathlib import Path
from typing import Any

_MESSAGE_ID = re.compile(rb"^Message-ID:\s*(\S+)", re.MULTILINE | re.IGNORECASE)


class Sink:
    """What has come, and over how many connections."""

    def __init__(self, keep: Path | None) -> None:
        self.keep = keep
        self.came: list[tuple[float, str]] = []
        self.connections = 0

    def take(self, content: bytes) -> None:
        """Note a mail."""
        found = _MESSAGE_ID.search(content)
        self.came.append((time.time(), found[1].decode() if found else "?"))
        if self.keep and not self.keep.exists():
            self.keep.write_bytes(content.removesuffix(b".\r\n").replace(b"\n..", b"\n."))


class Visit(asyncio.Protocol):
    """Speaks SMTP with one client; commands that come together are answered together."""

    def __init__(self, sink: Sink) -> None:
        self.sink = sink
        self.unread = b""
        self.is_content = False

    def connection_made(self, transport: Any) -> None:
        self.sink.connections += 1
        self.transport = transport
        transport.write(b"220 sink\r\n")

    def data_received(self, data: bytes) -> None:
        self.unread += data
        answers = []
        while (end := self.unread.find(b"\r\n.\r\n" if self.is_content else b"\r\n")) >= 0:
            end += 5 if self.is_content else 2
            text, self.unread = self.unread[:end], self.unread[end:]
            answers.append(self._answer(text))
        self.transport.write(b"".join(answers))

    def _answer(self, text: bytes) -> bytes:
        if self.is_content:
            self.is_content = False
            self.sink.take(text)
            return b"250 taken\r\n"
        word = text[:4].upper()
        if word == b"DATA":
            self.is_content = True
        return _ANSWERS.get(word, b"250 well\r\n")


_ANSWERS = {
    b"EHLO": b"250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SIZE 10000000\r\n",
    b"DATA": b"354 go on\r\n",
    b"QUIT": b"221 bye\r\n",
}


async def main(port: int, keep: Path | None) -> list[str]:
    """Take mails until SIGTERM and return the lines of the report."""
    sink, stopped = Sink(keep), asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    await asyncio.get_running_loop().create_server(lambda: Visit(sink), "127.0.0.1", port)
    await stopped.wait()
    return [
        f"connections {sink.connections}",
        *(f"{when:.3f} {name}" for when, name in sink.came),
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--report", type=Path)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    lines = asyncio.run(main(options.port, options.keep))
    if options.report:
        options.report.write_text("\n".join(lines))
