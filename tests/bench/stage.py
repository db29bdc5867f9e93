"""What the measurements share: servers of their own, and a database as full as one day it will be.

    with stage() as here:
        fill(games=1_000_000)
        with here.workers(2):
            ...

Filling copies a real game row by row inside PostgreSQL: a million games with two seats and
two turns each take one to two minutes. Names are ``player1``, ``player2`` and so on. Where
``BENCH_DATA`` names a folder, the database is kept there and found full the next time.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from redis import Redis

from config.local import servers

if TYPE_CHECKING:
    from django.db.models import Model

    from games.models import Game

PEOPLE = 50_000
_POSTGRES = {
    "shared_buffers": "1GB",
    "max_wal_size": "4GB",
    "checkpoint_timeout": "30min",
}
_TICK = os.sysconf("SC_CLK_TCK")


@dataclass
class Stage:
    """The servers of one measurement; Django is set up on them."""

    folder: Path
    log: Path
    postgres: int
    """The process id of the database."""

    @contextmanager
    def running(self, command: list[str], **environment: str) -> Iterator[int]:
        """Run a program for as long as the context lasts and give its process id."""
        with _running(command, signal.SIGTERM, self.log, environment=environment) as pid:
            yield pid

    @contextmanager
    def workers(self, count: int, app: str = "config", **environment: str) -> Iterator[list[int]]:
        """Run Celery workers of one process each, and give their process ids when all listen."""
        with ExitStack() as stack:
            pulses = [self.folder / f"pulse-{number}" for number in range(count)]
            for pulse in pulses:
                pulse.unlink(missing_ok=True)
            pids = []
            for number, pulse in enumerate(pulses):
                command = [sys.executable, "-m", "celery", "-A", app, "worker", "-c", "1"]
                command += ["--without-gossip", "--without-mingle", "-n", f"bench-{number}"]
                given = {"PULSE_FILE": str(pulse), **environment}
                pids.append(stack.enter_context(self.running(command, **given)))
            wait_for(lambda: all(pulse.exists() for pulse in pulses), 300)
            yield pids

    @contextmanager
    def broker(self) -> Iterator[Redis]:
        """Give a connection to the broker."""
        with Redis.from_url(os.environ["REDIS_URL"]) as connection:
            yield connection


@contextmanager
def stage(settings: Mapping[str, str] | None = None, **environment: str) -> Iterator[Stage]:
    """Start PostgreSQL and Valkey in a new folder, set Django up on them, stop them at the end.

    ``settings`` are PostgreSQL's, beside those of all measurements.
    """
    with ExitStack() as stack:
        name = os.environ.get("BENCH_DATA") or stack.enter_context(
            tempfile.TemporaryDirectory(prefix="c11-bench-")
        )
        folders, log = servers.Folders(Path(name).resolve()), Path(name, "log")
        folders.make()
        servers.initialise_postgres(folders)
        # Kept beside the data: a game that was broken off needs its sealed seeds again.
        key = folders.data / "secret-key"
        if not key.exists():
            key.write_text(os.urandom(40).hex())
        os.environ |= {
            "DATABASE_URL": folders.database_url,
            "REDIS_URL": folders.redis_url,
            "DATA_DIR": str(folders.data),
            "SECRET_KEY": key.read_text(),
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "LOG_LEVEL": "warning",
            "LIMITS": "0",
            **environment,
        }
        command = servers.postgres_command(folders)
        for setting, value in (_POSTGRES | dict(settings or {})).items():
            command += ["-c", f"{setting}={value}"]
        prepare = servers.as_postgres_wants(signal.SIGINT)
        postgres = stack.enter_context(_running(command, signal.SIGINT, log, prepare))
        stack.enter_context(_running(servers.valkey_command(folders), signal.SIGTERM, log))
        wait_for(lambda: servers.postgres_answers(folders) and servers.valkey_answers(folders))
        import django
        from django.core.management import call_command
        from django.db import connections

        django.setup()
        call_command("migrate", verbosity=0)
        stack.callback(connections.close_all)
        yield Stage(folders.data, log, postgres)


@contextmanager
def _running(
    command: list[str],
    stop: int,
    log: Path,
    prepare: Callable[[], None] | None = None,
    environment: Mapping[str, str] | None = None,
) -> Iterator[int]:
    with log.open("ab") as output:
        process = subprocess.Popen(
            command,
            stdout=output,
            stderr=output,
            env={**os.environ, **(environment or {})},
            preexec_fn=prepare or servers.die_with_parent(),
        )
    try:
        yield process.pid
    finally:
        if process.poll() is None:
            process.send_signal(stop)
        process.wait(60)


def wait_for(is_so: Callable[[], bool], seconds: float = 60) -> None:
    """Return as soon as it is so."""
    until = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > until:
            raise TimeoutError
        time.sleep(0.05)


# --- rows ---------------------------------------------------------------------------------------


def fill(
    games: int,
    people: int = PEOPLE,
    positions: Callable[[Game], list[tuple[str, str]]] | None = None,
) -> None:
    """Write people and running games, each with two seats and the two turns played so far.

    It is White's turn in all of them, with a deadline in 12 to 36 hours; the games of a person
    are spread evenly over the table. All stand as the first does, or one after the other as
    ``positions`` makes of it: states, and their descriptions as JSON.
    """
    from accounts.models import User
    from games.models import Game
    from tests.games.matches import play, start_formations, start_round

    if Game.objects.filter(deadline__gt=_now() + timedelta(hours=1)).count() >= games * 0.9:
        _wake()
        return
    if Game.objects.exists():
        raise RuntimeError("BENCH_DATA holds other games than asked for: remove the folder")
    white, black = (User.objects.create_user(name) for name in ("template-w", "template-b"))
    game = start_round(start_formations(white, black, _now()), _now())
    game = play(game, "d2d4 @f3", "d7d5", now=_now()).game
    stands = {}
    if positions is not None:
        made = positions(game)
        for part, (name, kind) in enumerate((("state", "text"), ("description", "jsonb"))):
            texts = ", ".join("'" + one[part].replace("'", "''") + "'" for one in made)
            stands[name] = f"(ARRAY[{texts}]::{kind}[])[n % {len(made)} + 1]"
    player = game.players.get(side="white")
    fill_people(people)
    first = User.objects.order_by("pk").get(username="player1").pk
    dropped = _drop_indexes("games_game", "games_player", "games_turn")
    # Half a day ahead at least: nothing is due while others measure.
    ahead = f"now() + interval '12 hours' + interval '1 day' * n / {games}"
    multiply(
        game,
        games,
        id=_ID,
        deadline=ahead,
        remind_at=f"{ahead} - interval '5 hours'",
        secret="sha256(n::text::bytea)",
        created_at=f"now() - interval '300 days' * n / {games}",
        updated_at="now() - interval '6 hours'",
        **stands,
    )
    # Both seats of a game side by side, as a game that begins writes them.
    nth, is_white = "(n + 1) / 2", "n % 2 = 1"
    white_id = f"{first} + {nth} % {people}"
    black_id = f"{first} + ({nth} + 1 + {nth} / {people}) % {people}"
    multiply(
        player,
        2 * games,
        game_id=_ID.replace("n *", f"{nth} *"),
        user_id=f"CASE WHEN {is_white} THEN {white_id} ELSE {black_id} END",
        side=f"CASE WHEN {is_white} THEN 'white' ELSE 'black' END",
        deadline=f"CASE WHEN {is_white} THEN {ahead.replace('* n', f'* ({nth})')} END",
    )
    for turn in game.turns.all():
        multiply(turn, games, game_id=_ID)
    Game.objects.filter(pk=game.pk).delete()
    _rebuild_indexes(dropped)
    analyse()


def fill_people(count: int) -> None:
    """Write people with verified addresses."""
    from allauth.account.models import EmailAddress

    from accounts.models import User

    if User.objects.filter(username=f"player{count}").exists():
        return
    user = User.objects.create_user("template", "template@example.org")
    name = "'player' || n"
    multiply(user, count, username=name, email=f"{name} || '@example.org'")
    address = EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    first = User.objects.get(username="player1").pk
    multiply(address, count, user_id=f"{first} + n - 1", email=f"{name} || '@example.org'")
    address.delete()


_ID = "lpad(to_hex(n * 2654435761 % 4294967296), 8, '0')"
"""Ids that are all different and in no order: the multiplier is odd, so nothing comes twice."""


def game_id(number: int) -> str:
    """Return the id of the n-th game that was filled in, counted from 1."""
    return f"{number * 2654435761 % 4294967296:08x}"


def multiply(template: Model, count: int, **given: str) -> None:
    """Write copies of a stored row; ``given`` are columns as SQL over ``n``, from 1 to ``count``.

    Foreign keys are not checked: what is given must be right.
    """
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("SET synchronous_commit = off")
        cursor.execute(copying(template, count, **given))
        cursor.execute("RESET session_replication_role")
        cursor.execute("RESET synchronous_commit")


def copying(template: Model, count: int, **given: str) -> str:
    """Return the statement that writes such copies."""
    meta = template._meta
    columns = [field.column for field in meta.concrete_fields if field.column != meta.pk.column]
    if meta.pk.column in given or not _is_counted(meta.pk):
        columns.append(meta.pk.column)
    values = ", ".join(given.get(column, f'"{column}"') for column in columns)
    names = ", ".join(f'"{column}"' for column in columns)
    return (
        f'INSERT INTO "{meta.db_table}" ({names}) SELECT {values} FROM "{meta.db_table}" t'
        f" CROSS JOIN generate_series(1, {count}::bigint) n"
        f" WHERE t.{meta.pk.column}::text = '{template.pk}' ORDER BY n"
    )


def _drop_indexes(*tables: str) -> list[str]:
    """Drop the indexes that guard nothing, and return the statements that make them again."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index"
            " WHERE indrelid::regclass::text = ANY(%s) AND NOT indisunique",
            [list(tables)],
        )
        found = cursor.fetchall()
        for name, _ in found:
            cursor.execute(f"DROP INDEX {name}")
    return [definition for _, definition in found]


def _rebuild_indexes(definitions: Sequence[str]) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SET maintenance_work_mem = '256MB'")
        for definition in definitions:
            cursor.execute(definition)


def _wake() -> None:
    """Take kept data up again, with nothing left to do in the background while others measure.

    To the service the time since the last run is an outage, which it would give back to a million
    games; and what that run left behind would be cleared away by PostgreSQL now.
    """
    from games.models import Heartbeat, Outage

    Outage.objects.all().delete()
    Heartbeat.objects.update(beat_at=_now())
    analyse()


def analyse() -> None:
    """Bring the planner's figures up to date and everything to the disk."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("CHECKPOINT")


def _is_counted(field: Any) -> bool:
    from django.db.models import AutoField

    return isinstance(field, AutoField)


def _now() -> datetime:
    from django.utils import timezone

    return timezone.now()


# --- the machine --------------------------------------------------------------------------------


class Load:
    """How busy the machine and some processes were while the context lasted."""

    def __init__(self, *pids: int) -> None:
        self.pids = pids

    def __enter__(self) -> Load:
        self.began = time.perf_counter()
        self._machine, self._ours = _busy_ticks(), self._used()
        return self

    def __exit__(self, *_: object) -> None:
        self.seconds = time.perf_counter() - self.began
        self.cores = (_busy_ticks() - self._machine) / _TICK / self.seconds
        self.used = self._used() - self._ours

    def _used(self) -> float:
        return sum(_cpu_seconds(pid) for pid in self.pids)

    def __str__(self) -> str:
        load = os.getloadavg()[0]
        return f"{self.cores:.1f} of {os.cpu_count()} cores busy, load average {load:.1f}"


def _busy_ticks() -> int:
    fields = [int(field) for field in Path("/proc/stat").read_text().split("\n")[0].split()[1:]]
    return sum(fields[:3]) + sum(fields[5:8])


def _cpu_seconds(pid: int) -> float:
    """Return the processor time that a process and its dead and living children have used."""
    total = 0.0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(path.parent.name) == pid:
            total += sum(int(field) for field in fields[11:15]) / _TICK
        elif int(fields[1]) == pid:
            total += sum(int(field) for field in fields[11:13]) / _TICK
    return total
