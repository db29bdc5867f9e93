"""The post office: takes emails by LMTP or SMTP and answers each as soon as its row is there.

An email is accepted once its row is committed. If we can't, the sender's server is told to try
again (451), and keeps it. So it is where there are too many connections (421). A silent or slow
one is closed.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import Error, close_old_connections
from django.utils import timezone

from config.http.client_ip import network_of
from games.features.answering import replies
from games.features.answering.letters import LARGEST
from games.features.answering.taking import Taken, Took, is_ours, take

logger = logging.getLogger(__name__)

THREADS: Final = 4
LOOK_SECONDS: Final = 5.0
ANSWERS: Final = {
    Took.STORED: "250 2.0.0 OK",
    Took.AGAIN: "250 2.0.0 OK",
    Took.BOUNCED: "250 2.0.0 OK",
    Took.DROPPED: "250 2.0.0 OK",
    Took.UNKNOWN: "550 5.1.1 This address doesn't exist",
    Took.TOO_LARGE: "552 5.3.4 This email is too large",
    Took.UNREADABLE: "554 5.6.0 This email can't be read",
}
LATER: Final = "451 4.3.0 Try again later"


class Place(NamedTuple):
    """Where the post office listens."""

    is_lmtp: bool
    host: str
    port: int


def read_place(url: str) -> Place:
    """Return where to listen; raises ``ImproperlyConfigured`` for an address that isn't one."""
    parts = urlsplit(url)
    if parts.scheme not in ("lmtp", "smtp") or not parts.hostname or not parts.port:
        raise ImproperlyConfigured(
            f"INBOUND_URL must be smtp://host:port or lmtp://host:port, not {url!r}."
        )
    return Place(parts.scheme == "lmtp", parts.hostname, parts.port)


class Bounds(NamedTuple):
    """How many connections there may be, and for how long."""

    connections: int = 200
    of_one_network: int = 20
    """By SMTP; by LMTP all come from the mail server in front. Its own bound is usually 20."""
    for_a_command: float = 60.0
    """Seconds for one command, or for a whole email after ``DATA``."""
    altogether: float = 600.0


class PostOffice:
    """One process's post office. ``run`` continues until ``stop`` is called."""

    def __init__(self, place: Place, bounds: Bounds | None = None) -> None:
        self.place, self.bounds = place, bounds or Bounds()
        self.connections: Counter[str] = Counter()
        """Open ones by network."""
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="post-office")
        self._stopped = asyncio.Event()

    async def run(self) -> None:
        """Take emails, and answer now and then what an earlier process has left."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.stop)
        await self.listen()

    async def listen(self, is_up: Callable[[], object] = lambda: None) -> None:
        """The same without an eye on signals; ``is_up`` is called once it listens."""
        loop = asyncio.get_running_loop()
        server = await loop.create_server(self._protocol, self.place.host, self.place.port)
        async with server:
            is_up()
            while not self._stopped.is_set():
                try:
                    await self._in_thread(replies.answer_waiting)
                except Error:
                    # What comes meanwhile is sent again later.
                    logger.exception("the emails that wait could not be read")
                try:
                    await asyncio.wait_for(self._stopped.wait(), LOOK_SECONDS)
                except TimeoutError:
                    continue
        self._threads.shutdown()

    def stop(self) -> None:
        """End ``run`` after what is being done."""
        self._stopped.set()

    def _protocol(self) -> SMTP:
        kind = _Lmtp if self.place.is_lmtp else _Smtp
        return kind(
            self,
            data_size_limit=LARGEST,
            ident="post office",
            enable_SMTPUTF8=True,
            timeout=self.bounds.for_a_command,
        )

    def let_in(self, network: str) -> bool:
        """Count a connection; return whether there is room for it."""
        most = self.bounds.connections if self.place.is_lmtp else self.bounds.of_one_network
        if self.connections.total() >= self.bounds.connections or self.connections[network] >= most:
            return False
        self.connections[network] += 1
        return True

    def let_out(self, network: str) -> None:
        """Count a connection no longer."""
        self.connections[network] -= 1
        if not self.connections[network]:
            del self.connections[network]

    async def _in_thread(self, what: Any, *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, partial(_with_database, what, *arguments)
        )

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take emails to addresses that we gave out, one receiver at a time."""
        if not is_ours(address):
            return ANSWERS[Took.UNKNOWN]
        if envelope.rcpt_tos:
            # Each has an answer of its own in LMTP; the sender's server sends the other again.
            return "452 4.5.3 One receiver at a time"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Accept an email, then answer it."""
        now = timezone.now()
        raw = envelope.content if isinstance(envelope.content, bytes) else b""
        sender = envelope.mail_from or ""
        try:
            taken = await self._in_thread(take, raw, envelope.rcpt_tos[0], sender, now)
        except Exception:
            logger.exception("an email could not be accepted")
            return LATER
        self._answer_soon(taken, now)
        return ANSWERS[taken.took]

    def _answer_soon(self, taken: Taken, now: datetime) -> None:
        if taken.mail_id is not None:
            self._threads.submit(_with_database, replies.answer, taken.mail_id)


class _Smtp(SMTP):
    """A connection, closed at the door where there are too many, and in the end anyway."""

    event_handler: PostOffice
    _network: str | None = None
    _end: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        peer = transport.get_extra_info("peername")
        network = network_of(peer[0] if peer else "")
        if not self.event_handler.let_in(network):
            transport.write(b"421 4.3.2 Too many connections, try again later\r\n")
            transport.close()
            return
        self._network = network
        seconds = self.event_handler.bounds.altogether
        self._end = asyncio.get_running_loop().call_later(seconds, transport.abort)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        if self._network is None:
            return
        self.event_handler.let_out(self._network)
        self._network = None
        assert self._end is not None
        self._end.cancel()
        super().connection_lost(error)


class _Lmtp(_Smtp, LMTP):
    """The same by LMTP."""


def _with_database(what: Any, *arguments: Any) -> Any:
    close_old_connections()
    try:
        return what(*arguments)
    finally:
        close_old_connections()


def run_post_office() -> None:
    """Take emails until the process is asked to stop."""

    # The library's log has every address, and ours are keys.
    logging.getLogger("mail.log").setLevel(logging.ERROR)

    async def run() -> None:
        await PostOffice(read_place(settings.INBOUND_URL)).run()

    asyncio.run(run())
