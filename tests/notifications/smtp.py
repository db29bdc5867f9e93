"""A real SMTP server in a process of its own, for tests: ``python -m tests.notifications.smtp``.

It keeps what it accepts as files in a folder. ``--manner`` says how it behaves:

``well``     accepts everything
``refuse``   refuses every recipient for good
``later``    asks to come back later
``hang``     accepts a connection and says nothing
``busy``     says that it is too busy and closes
``die``      accepts one mail, then closes the connection without a word
``swallow``  keeps a mail and closes the connection without having said so
``ponder``   keeps a mail and says so after three seconds
``away``     does not listen at all
``one``      reads one command at a time; the others read several, as most servers do
``choose``   refuses bob
"""

from __future__ import annotations

import argparse
import asyncio
import socket
import threading
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session


class Keeper:
    """Keeps each accepted mail as a file, and the port it came from as its name's beginning."""

    def __init__(self, folder: Path, manner: str) -> None:
        self.folder = folder
        self.manner = manner
        # A server that was started again keeps what the one before it accepted.
        self.count = len(list(folder.glob("*.eml")))

    async def handle_EHLO(
        self,
        server: SMTP,
        session: Session,
        envelope: Envelope,
        hostname: str,
        responses: list[str],
    ) -> list[str]:
        session.host_name = hostname
        greeting, *offers = responses
        return responses if self.manner == "one" else [greeting, "250-PIPELINING", *offers]

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[Any]
    ) -> str:
        if self.manner == "refuse" or (self.manner == "choose" and address.startswith("bob")):
            return "550 5.1.1 No such mailbox"
        if self.manner == "later":
            return "451 4.7.1 Come back later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        self.count += 1
        name = f"{self.count:06d}-{(session.peer or [0, 0])[1]}.eml"
        # It appears as a whole: others read the folder meanwhile.
        part = self.folder / f"{name}.part"
        part.write_bytes(envelope.original_content or b"")
        part.rename(self.folder / name)
        if self.manner == "die":
            await server.push("250 OK")
            assert isinstance(server.transport, asyncio.Transport)
            server.transport.abort()
        if self.manner == "swallow":
            assert isinstance(server.transport, asyncio.Transport)
            server.transport.abort()
        if self.manner == "ponder":
            await asyncio.sleep(3)
        return "250 OK"


def hang(port: int) -> None:
    """Accept connections and never say a word."""
    with socket.create_server(("127.0.0.1", port)) as server:
        kept = []
        print(server.getsockname()[1], flush=True)
        while True:
            kept.append(server.accept())


def be_busy(port: int) -> None:
    """Turn every connection away at the door."""
    with socket.create_server(("127.0.0.1", port)) as server:
        print(server.getsockname()[1], flush=True)
        while True:
            with server.accept()[0] as client:
                client.sendall(b"421 4.3.2 Too busy\r\n")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--manner", default="well")
    arguments = parser.parse_args()
    if arguments.manner == "away":
        threading.Event().wait()
    if arguments.manner == "hang":
        hang(arguments.port)
    if arguments.manner == "busy":
        be_busy(arguments.port)
    keeper = Keeper(arguments.folder, arguments.manner)
    port = arguments.port or _free_port()
    controller = Controller(keeper, hostname="127.0.0.1", port=port)
    controller.start()
    print(port, flush=True)
    asyncio.new_event_loop().run_forever()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    main()
