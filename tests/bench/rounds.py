"""The service and the yardstick side by side under one server, asked in turns.

Both stand under granian's WSGI with two workers on the same PostgreSQL, in the settings that a
release has: limits on, one line of log for each request. In each round one is asked for some
seconds, then the other; what counts is the ratio within a round, because the machine changes its
speed from one minute to the next.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import random
import socket
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.bench.stage import Load, Stage, wait_for

CLIENTS = 16
WORKERS = 2
PORT = int(os.environ.get("PORT", "8420"))

Ask = Callable[[], bytes]
"""Returns the next request as it goes over the wire."""


@dataclass(frozen=True)
class Server:
    """A running web server."""

    pid: int
    port: int


@dataclass
class Side:
    """One of those who are compared, and what it did."""

    name: str
    server: Server
    ask: Ask
    expected: int = 200
    rates: list[float] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    web: list[float] = field(default_factory=list)
    """Milliseconds of processor time a request in the web processes."""
    database: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        cut = statistics.quantiles(self.milliseconds, n=100)
        return (
            f"{self.name:<22} {statistics.median(self.rates):6.0f} a second"
            f"   p50 {cut[49]:5.1f}  p99 {cut[98]:6.1f} ms"
            f"   processor {statistics.median(self.web):5.2f} ms"
            f" + database {statistics.median(self.database):5.2f} ms"
        )


@contextmanager
def serving(
    here: Stage, application: str, port: int, workers: int = WORKERS, **environment: str
) -> Iterator[Server]:
    """Run a WSGI application under granian for as long as the context lasts."""
    command = ["granian", "--interface", "wsgi", application, "--port", str(port)]
    command += ["--workers", str(workers), "--blocking-threads", "1"]
    command += ["--no-access-log", "--log-level", "warning", "--workers-kill-timeout", "3"]
    with running(here, command, port, DATABASE_POOL="0", **environment) as server:
        yield server


@contextmanager
def running(here: Stage, command: list[str], port: int, **environment: str) -> Iterator[Server]:
    """Run a server, a module of Python, in the settings of a release until the context ends."""
    given = {"LOG_LEVEL": "info", "LIMITS": "1", **environment}
    with here.running([sys.executable, "-m", *command], **given) as pid:
        wait_for(lambda: _listens(port))
        yield Server(pid, port)


def compare(sides: Sequence[Side], here: Stage, *, rounds: int, seconds: float) -> list[float]:
    """Ask all sides in turns; return the rate of the last over that of the first, by round."""
    for side in sides:
        asyncio.run(ask(side, 2.0))
    for number in range(rounds):
        # Who begins changes, so that no side always finds the machine warm.
        for side in sides if number % 2 else reversed(sides):
            with Load(side.server.pid, here.postgres) as load, Load(here.postgres) as database:
                taken = asyncio.run(ask(side, seconds))
            side.rates.append(len(taken) / load.seconds)
            side.milliseconds += taken
            side.web.append((load.used - database.used) / len(taken) * 1000)
            side.database.append(database.used / len(taken) * 1000)
    return [last / first for first, last in zip(sides[0].rates, sides[-1].rates, strict=True)]


def report(what: str, sides: Sequence[Side], ratios: Sequence[float]) -> None:
    """Print what was found."""
    print(f"\n{what}, {CLIENTS} clients, {len(ratios)} rounds")
    for side in sides:
        print(f"  {side}")
    print(
        f"  ratio {statistics.median(ratios):.2f} (median of the rounds;"
        f" {min(ratios):.2f} to {max(ratios):.2f}), by processor time {_by_cost(sides):.2f}"
        f"   load average {os.getloadavg()[0]:.1f}",
        flush=True,
    )


def _by_cost(sides: Sequence[Side]) -> float:
    """Return what the first costs over what the last does, in processor time of all."""
    first, last = sides[0], sides[-1]
    rounds = zip(first.web, first.database, last.web, last.database, strict=True)
    return statistics.median((a + b) / (c + d) for a, b, c, d in rounds)


def request(method: str, path: str, authorization: str, body: object = None) -> bytes:
    """Return a request as it goes over the wire."""
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: {authorization}\r\n"
    if body is None:
        return f"{head}\r\n".encode()
    content = json.dumps(body)
    head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
    return f"{head}\r\n{content}".encode()


# --- who asks -----------------------------------------------------------------------------------


def give_tokens() -> None:
    """Give everyone a token of the service and one of the yardstick; see ``bearer``."""
    from django.db import connection

    from accounts.credentials import ALL_SCOPES
    from tests.bench.yardstick.tables import TABLES

    with connection.cursor() as cursor:
        cursor.execute(TABLES)
        cursor.execute(
            "INSERT INTO accounts_personaltoken"
            " (user_id, name, scopes, digest, created_at, last_used_at)"
            " SELECT id, 'bench', %s, encode(sha256(('c11_' || username)::bytea), 'hex'),"
            " now(), now() FROM accounts_user WHERE username LIKE 'player%%'"
            " ON CONFLICT (digest) DO UPDATE SET last_used_at = now()",
            [sorted(ALL_SCOPES)],
        )
        cursor.execute(
            "INSERT INTO authtoken_token SELECT md5(username), now(), id FROM accounts_user"
            " WHERE username LIKE 'player%' ON CONFLICT DO NOTHING"
        )
        cursor.execute("VACUUM ANALYZE accounts_personaltoken, authtoken_token")


def bearer(username: str) -> str:
    """Return the header by which the service knows this person."""
    return f"Bearer c11_{username}"


def plain_token(username: str) -> str:
    """Return the header by which the yardstick knows this person."""
    return f"Token {hashlib.md5(username.encode(), usedforsecurity=False).hexdigest()}"


def games_to_play(count: int) -> list[tuple[str, str]]:
    """Return the ids of games in which no turn was added yet, and who is to play in each."""
    from games.models import Player

    waiting = Player.objects.filter(game__next_turn=3, side="white", deadline__isnull=False)
    rows = list(waiting.values_list("game_id", "user__username")[: count * 4])
    random.shuffle(rows)
    return rows[:count]


# --- the load -----------------------------------------------------------------------------------


async def ask(side: Side, seconds: float) -> list[float]:
    """Ask with all clients for so long; return how long each answer took, in milliseconds."""
    taken: list[float] = []
    until = time.perf_counter() + seconds
    await asyncio.gather(*(_ask_as_one(side, until, taken) for _ in range(CLIENTS)))
    return taken


async def _ask_as_one(side: Side, until: float, taken: list[float]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", side.server.port)
    try:
        while (began := time.perf_counter()) < until:
            writer.write(side.ask())
            head = await reader.readuntil(b"\r\n\r\n")
            body = await read_body(reader, head.lower())
            taken.append((time.perf_counter() - began) * 1000)
            if int(head[9:12]) != side.expected:
                raise RuntimeError(f"{side.name}: {head.decode()}{body.decode()[:500]}")
    finally:
        writer.close()


async def read_body(reader: asyncio.StreamReader, head: bytes) -> bytes:
    """Return the body that follows a head, which is given in lower case."""
    if b"\r\ntransfer-encoding: chunked" in head:
        return await reader.readuntil(b"\r\n0\r\n\r\n")
    length = head.split(b"\r\ncontent-length: ")[1].split(b"\r\n")[0]
    return await reader.readexactly(int(length))


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True
