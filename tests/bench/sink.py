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

_MESSAGE_ID = re.compile(rb"^Message-ID:\s*(\S+)", re.MULTILINE | re.IGNORECASE)


class Sink:
    """What has come, and over how many connections."""

    def __init__(self, keep: Path | None) -> None:
        self.keep = keep
        self.came: list[tuple[float, str]] = []
        self.connections = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Speak SMTP with one client until it leaves."""
        self.connections += 1
        writer.write(b"220 sink\r\n")
        while line := await reader.readline():
            word = line[:4].upper()
            if word == b"EHLO":
                writer.write(b"250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SIZE 10000000\r\n")
            elif word == b"DATA":
                writer.write(b"354 go on\r\n")
                content = await reader.readuntil(b"\r\n.\r\n")
                found = _MESSAGE_ID.search(content)
                self.came.append((time.time(), found[1].decode() if found else "?"))
                writer.write(b"250 taken\r\n")
                if self.keep and not self.keep.exists():
                    self.keep.write_bytes(content.removesuffix(b".\r\n").replace(b"\n..", b"\n."))
            elif word == b"QUIT":
                writer.write(b"221 bye\r\n")
                break
            else:
                writer.write(b"250 well\r\n")
        writer.close()


async def main(port: int, keep: Path | None) -> list[str]:
    """Take mails until SIGTERM and return the lines of the report."""
    sink, stopped = Sink(keep), asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    await asyncio.start_server(sink.serve, "127.0.0.1", port, limit=10_000_000)
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
