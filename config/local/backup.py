"""The whole database into one file and back, by PostgreSQL's own programs."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection

from config.backends.db.releases import listed, unknown_of
from config.features import Hook
from config.local import servers
from config.local.processes import Part, stop

_EMPTY: Final = "DROP SCHEMA public CASCADE; CREATE SCHEMA public; SET lock_timeout = 0;\n"
# Settings of a connection that psycopg and the programs share under other names.
_AS_VARIABLE: Final = {
    "host": "PGHOST",
    "port": "PGPORT",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "target_session_attrs": "PGTARGETSESSIONATTRS",
}


LOSING: Final[Hook[Callable[[str, datetime], Callable[[], str]]]] = Hook()
"""Asked before the database goes back to a moment: with the alias under which what is known by now
can still be read. What it returns is called afterwards; it does what follows from the loss, and
returns a sentence about it."""


class BackupFailed(Exception):
    """Raised when a backup or a restore did not happen; nothing was changed then."""


def dump(path: Path) -> int:
    """Write the database as it is at this moment to ``path`` and return the number of bytes.

    The service may continue meanwhile. The file appears under its name when it is whole.
    """
    partial = path.with_name(f"{path.name}.partial")
    path.parent.mkdir(parents=True, exist_ok=True)
    # Anyone who reads a backup reads everything: for its owner only, from the first byte.
    os.close(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    try:
        options = ["--format=custom", "--no-owner", "--no-privileges", f"--file={partial}"]
        _run(
            [_program("pg_dump"), *options, f"--lock-wait-timeout={settings.RESTORE_LOCK_SECONDS}s"]
        )
        with partial.open("rb") as file:
            os.fsync(file.fileno())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return path.stat().st_size


def keep_newest(folder: Path, count: int, ending: str) -> None:
    """Delete all but the newest ``count`` backups in ``folder`` with this ending of their names."""
    # A name begins with its time.
    for path in sorted(folder.glob(f"*{ending}"))[:-count]:
        path.unlink(missing_ok=True)


def is_empty() -> bool:
    """Return whether the database holds no tables."""
    return not connection.introspection.table_names()


def restore(path: Path) -> None:
    """Put what is in ``path`` in the place of all that the database holds, or change nothing.

    It is one transaction: others see what was before until all of it is there.
    """
    _check_release(path)
    connection.close()
    restored = [_program("pg_restore"), "--no-owner", "--no-privileges", "--file=-", str(path)]
    options = ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--single-transaction"]
    written = [_program("psql"), *options, "--file=-"]
    pipe, ours = subprocess.PIPE, _environment()
    with (
        subprocess.Popen(restored, stdout=pipe, stderr=pipe, env=ours) as reader,
        subprocess.Popen(
            written, stdin=pipe, stdout=subprocess.DEVNULL, stderr=pipe, env=ours
        ) as writer,
    ):
        assert reader.stdout is not None
        assert reader.stderr is not None
        assert writer.stdin is not None
        assert writer.stderr is not None
        with contextlib.suppress(BrokenPipeError):
            writer.stdin.write(
                f"SET lock_timeout = '{settings.RESTORE_LOCK_SECONDS}s';\n{_EMPTY}".encode()
            )
            shutil.copyfileobj(reader.stdout, writer.stdin)
        reader.stdout.close()
        words = reader.stderr.read()
        with contextlib.suppress(BrokenPipeError):
            if reader.wait():
                # Half a file is no backup: this makes the transaction fail as a whole.
                writer.stdin.write(b"\nSELECT 1/0;\n")
            writer.stdin.close()
        words = words or writer.stderr.read()
        if writer.wait():
            raise BackupFailed(_last_line(words.decode(errors="replace")))


def made_at(path: Path) -> datetime:
    """Return when a backup was begun, as its head says."""
    listed_ = _run([_program("pg_restore"), "--list", str(path)])
    found = re.search(r"^;\s+Archive created at (\S+ \S+)", listed_, re.MULTILINE)
    if not found:
        raise BackupFailed(f"{path} does not say when it was made.")
    return datetime.fromisoformat(found[1]).replace(tzinfo=UTC)


def _check_release(path: Path) -> None:
    """Raise ``BackupFailed`` for a backup whose tables this code does not know."""
    options = ["--data-only", "--table=django_migrations", "--file=-"]
    shown = _run([_program("pg_restore"), *options, str(path)])
    rows = re.findall(r"^\d+\t([^\t]+)\t([^\t]+)\t", shown, re.MULTILINE)
    if newer := unknown_of(set(rows)):
        raise BackupFailed(
            f"the backup is of a newer release ({listed(newer)}). Restore it with that release."
        )


@contextlib.contextmanager
def service_at_rest() -> Iterator[None]:
    """Keep ``up`` from the data meanwhile; raises ``BackupFailed`` where it runs.

    Its processes hold rows and drawn conclusions of what was before, and would write them.
    """
    folders: servers.Folders = settings.FOLDERS
    folders.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with folders.held():
            yield
    except servers.InUse as other:
        raise BackupFailed(
            f"the service runs on {folders.data} ({other}). Stop it for a restore."
        ) from None


@contextlib.contextmanager
def database_at_hand() -> Iterator[None]:
    """Have a running database: where the embedded one is not up, it runs for as long."""
    folders: servers.Folders = settings.FOLDERS
    if not settings.IS_EMBEDDED or servers.postgres_answers(folders):
        yield
        return
    folders.make()
    (folders.data / "logs").mkdir(exist_ok=True)
    servers.initialise_postgres(folders)
    for folder in (folders.sockets, *([settings.ARCHIVE] if settings.ARCHIVE else [])):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        servers.own(folder)
    command = servers.postgres_command(folders, archive=settings.ARCHIVE)
    if settings.ARCHIVE is None:
        # A command by hand may lack the service's ARCHIVE. What it changes is kept for the archive
        # until the service starts again; otherwise the archive would have a hole.
        command += ["-c", "archive_mode=on"]
    database = Part(
        "database",
        command,
        folders.data / "logs" / "database.log",
        lambda: servers.postgres_answers(folders),
        servers.as_postgres_wants(signal.SIGINT),
        stop_signal=signal.SIGINT,
        before=lambda: servers.clear_stale_lock(folders),
    )
    database.start()
    try:
        database.wait_ready(30)
        yield
    finally:
        connection.close()
        stop([database], 10, 2)


def _run(command: list[str]) -> str:
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=_environment())
    if done.returncode:
        raise BackupFailed(_last_line(done.stderr))
    return done.stdout


def _last_line(words: str) -> str:
    lines = [line for line in words.strip().splitlines() if line.strip()]
    return lines[-1] if lines else "no reason given"


def _program(name: str) -> str:
    """Return a program of PostgreSQL no older than the server: an older one would refuse."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        wanted = int(cursor.fetchone()[0]) // 10_000
    candidates = [shutil.which(name)]
    with contextlib.suppress(servers.ServerUnavailable):
        candidates.append(str(servers.postgres_binaries() / name))
    for path in candidates:
        if path and _version(path) >= wanted:
            return path
    raise BackupFailed(f"There is no {name} of PostgreSQL {wanted} or newer: install its client.")


def _version(path: str) -> int:
    shown = subprocess.run([path, "--version"], check=False, capture_output=True, text=True)
    found = re.search(r"\) (\d+)", shown.stdout)
    return int(found[1]) if found else 0


def _environment() -> dict[str, str]:
    """Return the environment by which the programs find the database; no password in a command
    line, where every user of the machine could read it."""
    database: Any = settings.DATABASES[DEFAULT_DB_ALIAS]
    named = {
        "PGDATABASE": connection.settings_dict["NAME"],
        "PGUSER": database.get("USER"),
        "PGPASSWORD": database.get("PASSWORD"),
        "PGHOST": database.get("HOST"),
        "PGPORT": database.get("PORT"),
    }
    named |= {_AS_VARIABLE[k]: v for k, v in database["OPTIONS"].items() if k in _AS_VARIABLE}
    quiet = {"PGOPTIONS": "-c client_min_messages=warning", "TZ": "UTC"}
    return {**os.environ, **quiet, **{k: str(value) for k, value in named.items() if value}}
