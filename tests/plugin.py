"""Gives every test run a PostgreSQL and a Valkey of its own; loaded with ``-p tests.plugin``.

``DATABASE_URL`` and ``REDIS_URL`` name other ones. Under xdist the first process starts the
PostgreSQL, in which each worker has a database of its own, copied from one template, and each
worker a Valkey, so that no test meets the tasks and events of another.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from config.languages import catalogues
from config.local import servers
from tests import template
from tests.patience import stretched

_START_SECONDS = 30
_PREFIX = "c11-test-"
# What the first process tells its workers: the folder of the run, and if the Valkey is to be ours.
RUN_FOLDER = "TEST_RUN_FOLDER"
_OWN_VALKEY = "TEST_OWN_VALKEY"
_running: list[tuple[subprocess.Popen[bytes], int]] = []
_folder: Path | None = None


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Start the servers before pytest-django reads the settings."""
    os.environ.setdefault("SECRET_KEY", "only-for-tests-" + "abcdefghij" * 5)
    # The tests ask faster than people; those about the limits switch them on.
    os.environ.setdefault("LIMITS", "0")
    os.environ.setdefault("STAFF_SECOND_FACTOR", "0")
    if worker := os.environ.get("PYTEST_XDIST_WORKER"):
        if _OWN_VALKEY in os.environ:
            _start_valkey(Path(os.environ[RUN_FOLDER]) / worker)
        return
    os.environ.pop(_OWN_VALKEY, None)
    os.environ.pop(template.LOCK, None)
    catalogues.compile_all()
    catalogues.compile_all([Path(__file__).parent / "locale"])
    wanted = [name for name in ("DATABASE_URL", "REDIS_URL") if not os.environ.get(name)]
    folder = _new_folder()
    os.environ[RUN_FOLDER] = str(folder)
    os.environ.setdefault("DATA_DIR", str(folder / "data"))
    folders = servers.Folders(folder)
    folders.make()
    if "DATABASE_URL" in wanted:
        servers.initialise_postgres(folders)
        command = servers.postgres_command(folders, durable=False)
        _start(command, 2, lambda: servers.postgres_answers(folders), folder / "postgres.log")
        os.environ["DATABASE_URL"] = folders.database_url
    if "REDIS_URL" in wanted:
        os.environ[_OWN_VALKEY] = "1"
        _start_valkey(folder)
    if "DATABASE_URL" in wanted and getattr(early_config.known_args_namespace, "numprocesses", 0):
        _running.append((template.begin(folder), signal.SIGTERM))


def pytest_unconfigure() -> None:
    """Stop what was started."""
    while _running:
        process, signal_number = _running.pop()
        process.send_signal(signal_number)
        process.wait(stretched(20))
    if _folder:
        shutil.rmtree(_folder, ignore_errors=True)


def _new_folder() -> Path:
    """Return a new folder; those of runs that were killed are removed."""
    global _folder
    top = Path(tempfile.gettempdir())
    for left in top.glob(f"{_PREFIX}*-*"):
        pid = left.name.removeprefix(_PREFIX).split("-")[0]
        if pid.isdigit() and not _is_alive(int(pid)) and left.stat().st_uid == os.getuid():
            shutil.rmtree(left, ignore_errors=True)
    _folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
    return _folder


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _start_valkey(folder: Path) -> None:
    folders = servers.Folders(folder)
    folders.make()
    command = servers.valkey_command(folders, durable=False)
    _start(command, 15, lambda: servers.valkey_answers(folders), folder / "valkey.log")
    os.environ["REDIS_URL"] = folders.redis_url


def _start(command: list[str], end: int, answers: Callable[[], bool], log: Path) -> None:
    """Start a server, which the signal ``end`` stops, and wait until it answers."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=servers.as_postgres_wants(end),
        )
    _running.append((process, end))
    give_up_at = time.monotonic() + stretched(_START_SECONDS)
    while not answers():
        if process.poll() is not None or time.monotonic() > give_up_at:
            pytest.exit(f"{command[0]} did not start:\n{log.read_text()[-2000:]}", 3)
        time.sleep(0.05)
