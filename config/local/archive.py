"""The embedded database at any second: whole copies, and an archive of every change since.

PostgreSQL does it by its own commands, which ``config/deploy/archive.sh`` calls: the same script
serves a PostgreSQL of the operator's own.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from config.local import servers
from config.local.processes import Part, StartFailed, stop

REPLAY_SECONDS: Final = 6 * 3600.0
"""How long a server may take to replay the changes since a copy."""
_SEGMENT: Final = re.compile(r"[0-9A-F]{24}")


class ArchiveFailed(Exception):
    """Raised when a copy or a recovery did not happen; the database is as it was."""


def copy(folders: servers.Folders, archive: Path, days: int) -> None:
    """Write a whole copy of the running database and forget what is older than ``days``."""
    server = {"PGHOST": str(folders.sockets), "PGUSER": servers.USER, "PGDATABASE": "postgres"}
    _run(["copy", str(archive), str(days)], server)


def newest_copy(archive: Path) -> datetime | None:
    """Return when the newest whole copy was made."""
    names = sorted(path.name for path in (archive / "copies").glob("[0-9]*[0-9]"))
    return datetime.strptime(names[-1], "%Y-%m-%d-%H%M%S").replace(tzinfo=UTC) if names else None


@contextlib.contextmanager
def latest(folders: servers.Folders, archive: Path) -> Iterator[servers.Folders]:
    """Have a server with the last that is known, for as long as the context lasts."""
    aside = servers.Folders(folders.data / "latest")
    with _recovered(aside, folders, archive, None):
        yield aside
    shutil.rmtree(aside.data)


def go_back(folders: servers.Folders, archive: Path, moment: datetime) -> Path | None:
    """Put the database as it was at ``moment`` in the place of what is there.

    Return where that is now, None where nothing was. Nothing changes before all has worked.
    """
    aside = servers.Folders(folders.data / "recovered")
    with _recovered(aside, folders, archive, moment):
        pass
    written = folders.postgres / "pg_wal"
    for ready in sorted((written / "archive_status").glob("*.ready")):
        if (written / ready.stem).exists():
            _run(["put", str(archive), str(written / ready.stem), ready.stem])
    # Not before all has worked: every later recovery follows the newest chapter in the archive.
    for chapter in sorted((aside.postgres / "pg_wal").glob("*.history")):
        _run(["put", str(archive), str(chapter), chapter.name])
    kept = None
    if folders.postgres.exists():
        kept = folders.postgres.with_name(f"pg-before-{datetime.now(UTC):%Y-%m-%d-%H%M%S}")
        folders.postgres.rename(kept)
    aside.postgres.rename(folders.postgres)
    shutil.rmtree(aside.data)
    _run(["undo", str(archive), _words(moment)])
    return kept


@contextlib.contextmanager
def _recovered(
    aside: servers.Folders, folders: servers.Folders, archive: Path, moment: datetime | None
) -> Iterator[None]:
    """Run a server on an own folder that has replayed everything up to ``moment``."""
    shutil.rmtree(aside.data, ignore_errors=True)
    with contextlib.ExitStack() as failing:
        # What has failed must not take the room that the service needs.
        failing.callback(shutil.rmtree, aside.data, ignore_errors=True)
        aside.make()
        aside.postgres.mkdir(mode=0o700)
        for folder in (aside.data, aside.sockets, archive):
            servers.own(folder)
        _run(
            [
                "recover",
                str(archive),
                str(aside.postgres),
                *([_words(moment)] if moment is not None else []),
            ]
        )
        _bring_unarchived(folders.postgres / "pg_wal", archive, aside.postgres / "pg_wal")
        servers.own(aside.postgres)
        # It writes nothing into the archive: it may be thrown away, or be cut off.
        command = servers.postgres_command(aside)
        log = aside.data / "database.log"
        server = Part(
            "database",
            command,
            log,
            lambda: servers.postgres_answers(aside) and not _is_recovering(aside),
            servers.as_postgres_wants(signal.SIGINT),
            stop_signal=signal.SIGINT,
        )
        server.start()
        try:
            server.wait_ready(REPLAY_SECONDS)
            yield
        except StartFailed as reason:
            raise ArchiveFailed(_why(log) or str(reason)) from reason
        finally:
            stop([server], 60, 5)
        failing.pop_all()


def _bring_unarchived(written: Path, archive: Path, to: Path) -> None:
    """Copy what the old server wrote and did not archive, if its folder is still there."""
    if not written.is_dir():
        return
    for path in written.iterdir():
        if _SEGMENT.fullmatch(path.name) and not (archive / "wal" / f"{path.name}.gz").exists():
            shutil.copyfile(path, to / path.name)


def _is_recovering(folders: servers.Folders) -> bool:
    psql = [str(servers.postgres_binaries() / "psql"), "-XAtq", "-h", str(folders.sockets)]
    asked = subprocess.run(
        [*psql, "-U", servers.USER, "-d", "postgres", "-c", "SELECT pg_is_in_recovery()"],
        check=False,
        capture_output=True,
        text=True,
    )
    return asked.stdout.strip() != "f"


def _why(log: Path) -> str:
    """Return the last thing that a server said before it gave up, and how far the archive goes."""
    text = log.read_text(errors="replace")
    said = re.findall(r"FATAL:\s*(.+)", text)
    if not said:
        return ""
    # Recovery stops at a change, so only a second before the last one can be named.
    known = re.findall(r"last completed transaction was at log time (\S+ [\d:]+)", text)
    if "before configured recovery target" in said[-1] and known:
        return (
            f"{said[-1]}. The last change in the archive is of {known[-1]} UTC: "
            "name a second before it"
        )
    return str(said[-1])


def _words(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f}"


def _run(words: list[str], environment: dict[str, str] | None = None) -> None:
    binaries = servers.postgres_binaries()
    path = f"{binaries}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    done = subprocess.run(
        ["/bin/sh", str(servers.ARCHIVE_SCRIPT), *words],
        env={**os.environ, "PATH": path, **(environment or {})},
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=servers.as_postgres_wants(),
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines()
        raise ArchiveFailed(lines[-1] if lines else f"archive.sh {words[0]} failed")
