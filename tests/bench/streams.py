"""A thousand idle streams beside normal traffic: what they cost and how late events are.

``python -m tests.bench.streams [STREAMS] [SECONDS]`` starts a PostgreSQL, a Valkey and one web
process as ``manage.py up`` does, opens the streams, lets them idle, then plays games: some over
HTTP at the same process, some beside it as another process would. For the latter the time from
the commit to the arrival of the event at both players is measured.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from config.local import servers

TURNS_A_SECOND = 20
HTTP_PLAYERS = 8
_TICK = os.sysconf("SC_CLK_TCK")


@contextmanager
def running(command: list[str], stop: int, log: Path, prepare: Any = None) -> Iterator[int]:
    """Run a program for as long as the context lasts and give its process id."""
    with log.open("ab") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, preexec_fn=prepare)
    try:
        yield process.pid
    finally:
        process.send_signal(stop)
        process.wait(20)


def wait_for(is_so: Any) -> None:
    """Return as soon as it is so."""
    until = time.monotonic() + 30
    while not is_so():
        if time.monotonic() > until:
            raise TimeoutError
        time.sleep(0.1)


def memory(pid: int) -> float:
    """Return the proportional set size of a process in MB."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def threads(pid: int) -> int:
    """Return how many threads a process has."""
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def cpu_seconds(pid: int) -> float:
    """Return the processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


class Bench:
    """The people, their games, and what their streams have told."""

    def __init__(self, port: int, streams: int) -> None:
        self.port = port
        self.committed: dict[tuple[str, int], float] = {}
        self.delays: list[float] = []
        self.requests: list[float] = []
        self.opened = 0
        self.tokens, self.games = self._people(streams)

    def _people(self, count: int) -> tuple[list[str], list[str]]:
        from django.utils import timezone

        from accounts.credentials import ALL_SCOPES, digest_of, new_token
        from accounts.models import PersonalToken, User
        from tests.games.matches import start_formations, start_round

        users = User.objects.bulk_create(User(username=f"player{n}") for n in range(count))
        tokens = [new_token() for _ in users]
        PersonalToken.objects.bulk_create(
            PersonalToken(
                user=user, name="bench", scopes=sorted(ALL_SCOPES), digest=digest_of(token)
            )
            for user, token in zip(users, tokens, strict=True)
        )
        now = timezone.now()
        pairs = list(zip(users[::2], users[1::2], strict=False))[:100]
        games = [start_round(start_formations(*pair, now, options={}), now).pk for pair in pairs]
        return tokens, games

    async def open_streams(self) -> list[asyncio.Task[None]]:
        """Open a stream for each token, fifty at a time, and return when all are open."""
        gate, all_open = asyncio.Semaphore(50), asyncio.Event()
        tasks = [asyncio.create_task(self._follow(one, gate, all_open)) for one in self.tokens]
        await all_open.wait()
        return tasks

    async def _follow(self, token: str, gate: asyncio.Semaphore, all_open: asyncio.Event) -> None:
        async with gate:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(_request("GET", "/api/v1/events", token, "text/event-stream"))
            head = await reader.readuntil(b"\r\n\r\n")
            assert b" 200 " in head.split(b"\r\n")[0], head
            await reader.readuntil(b"id: ")
        self.opened += 1
        if self.opened == len(self.tokens):
            all_open.set()
        while line := await reader.readline():
            if line.startswith(b"data: "):
                arrived = time.perf_counter()
                event = json.loads(line[6:])
                key = (event["game"], event["data"].get("turn", 0))
                if event["type"] == "turn.played" and key in self.committed:
                    self.delays.append(arrived - self.committed[key])

    def play_beside(self, games: list[str], until: float) -> None:
        """Play turns as another process of the service does, at an even pace."""
        from django.db import connection
        from django.utils import timezone

        from games.models import Game
        from games.store import wakeups
        from tests.games.matches import any_turn, play

        publish = wakeups._publish_pending

        def note_and_publish() -> None:
            # The first thing after the commit.
            committing.append(time.perf_counter())
            publish()

        committing: list[float] = []
        wakeups._publish_pending = note_and_publish
        due = time.perf_counter()
        while time.perf_counter() < until:
            due += 1 / TURNS_A_SECOND
            game = Game.objects.get(pk=random.choice(games))
            if game.status == "playing":
                number, turn = game.next_turn, any_turn(game)
                # Known before anyone can hear of it, put right a moment later.
                committing.clear()
                self.committed[game.pk, number] = time.perf_counter()
                play(game, turn, now=timezone.now())
                self.committed[game.pk, number] = committing[0]
            time.sleep(max(0.0, due - time.perf_counter()))
        wakeups._publish_pending = publish
        connection.close()

    async def play_over_http(self, token: str, game: str, until: float) -> None:
        """Look, ask and look again, as a person's page does, a few times a second."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        paths = [
            f"/api/v1/games/{game}",
            "/api/v1/games?awaiting=me",
            f"/api/v1/games/{game}/options",
        ]
        while time.perf_counter() < until:
            began = time.perf_counter()
            writer.write(_request("GET", random.choice(paths), token, "application/json"))
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            await reader.readexactly(int(head.split(b"content-length: ")[1].split(b"\r\n")[0]))
            self.requests.append(time.perf_counter() - began)
            await asyncio.sleep(random.uniform(0.05, 0.25))
        writer.close()


async def watch_the_machine(until: float) -> list[float]:
    """Return how late this process itself was woken: what other load on the machine does."""
    late = []
    while (began := time.perf_counter()) < until:
        await asyncio.sleep(0.005)
        late.append(time.perf_counter() - began - 0.005)
    return late


def _request(method: str, path: str, token: str, accept: str) -> bytes:
    return (
        f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
        f"Accept: {accept}\r\n\r\n"
    ).encode()


def percentiles(values: list[float]) -> str:
    """Return the middle, the 95th per cent and the worst in milliseconds."""
    if len(values) < 2:
        return "none"
    cut = statistics.quantiles(values, n=100)
    return f"p50 {cut[49] * 1e3:.1f}  p95 {cut[94] * 1e3:.1f}  max {max(values) * 1e3:.1f} ms"


async def measure(bench: Bench, pid: int, seconds: float) -> None:
    """Print the table."""
    rows = {"before": (memory(pid), threads(pid))}
    began = time.perf_counter()
    tasks = await bench.open_streams()
    opening = time.perf_counter() - began
    await asyncio.sleep(3)
    rows["open"] = (memory(pid), threads(pid))
    used = cpu_seconds(pid)
    await asyncio.sleep(seconds)
    idle = (cpu_seconds(pid) - used) / seconds * 100

    used, until = cpu_seconds(pid), time.perf_counter() + seconds
    beside = threading.Thread(target=bench.play_beside, args=(bench.games, until))
    beside.start()
    late, *_ = await asyncio.gather(
        watch_the_machine(until),
        *(
            bench.play_over_http(bench.tokens[n], bench.games[n % len(bench.games)], until)
            for n in range(HTTP_PLAYERS)
        ),
    )
    await asyncio.to_thread(beside.join)
    await asyncio.sleep(1)
    busy = (cpu_seconds(pid) - used) / seconds * 100
    rows["after traffic"] = (memory(pid), threads(pid))

    count = len(bench.tokens)
    for name, (size, tasks_now) in rows.items():
        print(f"{name:<14} {size:7.1f} MB PSS  {tasks_now:4d} threads")
    each = (rows["open"][0] - rows["before"][0]) / count * 1024
    print(f"{count} streams, {each:.0f} KB each, opened in {opening:.1f} s")
    print(f"processor: idle {idle:.1f} %, under traffic {busy:.1f} % of one core")
    print(f"database connections: {_connections()} of all processes")
    print(f"commit to arrival, {len(bench.delays)} events: {percentiles(bench.delays)}")
    print(f"the machine's own delay meanwhile: {percentiles(late)}")
    rate = len(bench.requests) / seconds
    print(f"requests beside, {rate:.0f} a second: {percentiles(bench.requests)}")
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _connections() -> int:
    from django.db import connection

    def ask() -> int:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            )
            return int(cursor.fetchone()[0])

    answer: list[int] = []
    asking = threading.Thread(target=lambda: answer.append(ask()))
    asking.start()
    asking.join()
    return answer[0]


def main(streams: int, seconds: float) -> None:
    """Start everything, measure, stop everything."""
    with tempfile.TemporaryDirectory(prefix="c11-bench-") as name:
        folders = servers.Folders(Path(name))
        folders.make()
        servers.initialise_postgres(folders)
        port = int(os.environ.get("PORT", "8400"))
        os.environ |= {
            "DATABASE_URL": folders.database_url,
            "REDIS_URL": folders.redis_url,
            "DATA_DIR": name,
            "SECRET_KEY": os.urandom(40).hex(),
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "LOG_LEVEL": "warning",
            "CONNECTIONS_PER_ADDRESS": "0",
        }
        log = Path(name, "log")
        web = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--port", str(port)]
        web += ["--lifespan", "off", "--timeout-graceful-shutdown", "2", "--no-access-log"]
        web += ["--http", "config.http.connections:BoundedConnections"]
        with (
            running(
                servers.postgres_command(folders), signal.SIGINT, log, servers.as_postgres_wants()
            ),
            running(servers.valkey_command(folders), signal.SIGTERM, log),
        ):
            wait_for(lambda: servers.postgres_answers(folders) and servers.valkey_answers(folders))
            import django
            from django.core.management import call_command

            django.setup()
            call_command("migrate", verbosity=0)
            bench = Bench(port, streams)
            with running(web, signal.SIGTERM, log) as pid:
                wait_for(lambda: _listens(port))
                asyncio.run(measure(bench, pid, seconds))
                began = time.perf_counter()
            print(f"stopped in {time.perf_counter() - began:.1f} s")
            from django.db import connections

            connections.close_all()


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


if __name__ == "__main__":
    arguments = [float(argument) for argument in sys.argv[1:]]
    main(int(arguments[0]) if arguments else 1000, arguments[1] if len(arguments) > 1 else 20.0)
