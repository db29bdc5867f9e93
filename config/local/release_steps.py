"""What must be done once before the web process may start: tables and static files.

A record of the last time keeps the second start quick: nothing is done while neither the code's
migrations and static files nor the database's list of applied migrations have changed.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from config import environment as env
from config.languages import catalogues
from config.local.bootstrap import BASE, PRODUCT
from config.local.processes import LONG_SECONDS, StartFailed
from config.local.servers import Folders, die_with_parent

_RECORD: Final = "prepared.json"
_FOLDERS: Final = {"locale", "migrations", "static"}
_PLAIN: Final = "CommandError: "
"""What is before a reason that is written for people."""


def is_prepared(folders: Folders) -> bool:
    """Return whether nothing has changed since the last preparation, and all it made is there."""
    try:
        record = json.loads((folders.data / _RECORD).read_text())
    except (OSError, ValueError):
        return False
    has_static = (folders.data / "static" / "staticfiles.json").exists()
    is_ready = has_static and catalogues.are_compiled()
    return is_ready and record == {"code": _code(), "database": _applied(folders)}


def prepare(
    folders: Folders, say: Callable[[str], None], may_continue: Callable[[], bool] = lambda: True
) -> None:
    """Run ``manage.py prepare`` and record it; raise StartFailed with its last lines.

    It is broken off when the start is, and dies with the supervisor: each migration is one
    transaction, so the next start continues after the last whole one.
    """
    say("Preparing tables and static files")
    log = folders.data / "logs" / "prepare.log"
    with log.open("wb") as output:
        child = subprocess.Popen(
            [sys.executable, str(BASE / "manage.py"), "prepare"],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=die_with_parent(),
            # What it does at this moment can be read at this moment.
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
    say_at = time.monotonic() + LONG_SECONDS
    while child.poll() is None:
        if time.monotonic() >= say_at:
            say_at += LONG_SECONDS
            say(f"Still preparing: {_last_line(log)}")
        if not may_continue():
            child.terminate()
            child.wait()
            return
        time.sleep(0.05)
    if child.returncode:
        lines = log.read_text(errors="replace").strip().splitlines()
        if lines and lines[-1].startswith(_PLAIN):
            raise StartFailed(lines[-1].removeprefix(_PLAIN))
        raise StartFailed("\n".join(["The preparation failed:", *lines[-3:]]))
    record = {"code": _code(), "database": _applied(folders)}
    (folders.data / _RECORD).write_text(json.dumps(record))


def _last_line(log: Path) -> str:
    """Return what it does, as its log says in the last line: a table, a backup, static files."""
    lines = log.read_text(errors="replace").strip().splitlines()
    return lines[-1].strip()[:100] if lines else "sentences of the languages"


def sources() -> Iterator[Path]:
    """Return what the preparation depends on: all migrations, static files and sentences."""
    yield from (PRODUCT, BASE / "config/http/static_files.py")
    for app in ("accounts", "config", "games", "notifications"):
        for path in sorted((BASE / app).rglob("*.*")):
            # What is compiled is made of the others.
            if path.suffix not in (".pyc", ".mo") and not _FOLDERS.isdisjoint(path.parts):
                yield path


def _code() -> str:
    digest = hashlib.sha256()
    for path in sources():
        digest.update(os.fsencode(path.relative_to(BASE)) + path.read_bytes())
    return digest.hexdigest()


def _applied(folders: Folders) -> str:
    """Return a digest of the migrations that the database has; empty if it cannot be asked."""
    import psycopg

    address = env.text("DATABASE_URL", folders.database_url)
    try:
        with psycopg.connect(address, connect_timeout=5) as connection:
            rows = connection.execute(
                "SELECT app, name FROM django_migrations ORDER BY app, name"
            ).fetchall()
    except psycopg.Error:
        return ""
    return hashlib.sha256(repr(rows).encode()).hexdigest()
