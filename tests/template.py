"""The database that the processes of a parallel run copy, so that one of them migrates for all.

1. The first process holds a lock and lets a program make the database while its workers collect.
2. The program has the lock from it; when it ends, the lock is free.
3. Each worker waits for the lock and copies. Without a template it makes its own, as alone.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from django.db import connection

LOCK: Final = "TEST_TEMPLATE_LOCK"
"""The variable that tells the workers where the lock lies."""
_BASE: Final = Path(__file__).resolve().parents[1]


def begin(folder: Path) -> subprocess.Popen[bytes]:
    """Begin to make the template of this run; the lock is held until that is done."""
    path = folder / "template"
    with path.open("a") as lock, (folder / "template.log").open("wb") as log:
        fcntl.flock(lock, fcntl.LOCK_EX)
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.template", str(path)],
            cwd=_BASE,
            env=os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"},
            stdout=log,
            stderr=subprocess.STDOUT,
            pass_fds=[lock.fileno()],
        )
    os.environ[LOCK] = str(path)
    return process


@contextmanager
def copied() -> Iterator[None]:
    """Let the test database of this process be a copy, if there is a template."""
    with pytest.MonkeyPatch.context() as patch:
        if template := made():
            patch.setattr(connection.creation, "create_test_db", lambda **_: _copy(template))
        yield


def made() -> str:
    """Return the name of the template once it is made; empty if there is none."""
    if LOCK not in os.environ:
        return ""
    path = Path(os.environ[LOCK])
    with path.open() as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        return lock.read()


def _copy(template: str) -> str:
    name: str = connection.settings_dict["TEST"]["NAME"]
    quote = connection.ops.quote_name
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {quote(name)} TEMPLATE {quote(template)}")
    connection.close()
    connection.settings_dict["NAME"] = name
    return name


def main(path: Path) -> None:
    """Make the database as Django makes one for tests, and write down its name."""
    import django

    django.setup()
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    name = connection.settings_dict["NAME"]
    connection.close()
    path.write_text(name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
