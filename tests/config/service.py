"""The whole service as a person starts it: ``manage.py up`` as a process of its own."""

from __future__ import annotations

import fcntl
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from tests.patience import stretched
from tests.plugin import RUN_FOLDER

BASE = Path(__file__).resolve().parent.parent.parent
_OURS = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "SECRET_KEY", "PYTEST_VERSION")


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Service:
    """One ``manage.py up`` on a folder and a port, of this checkout or another one."""

    def __init__(self, folder: Path, port: int, base: Path = BASE, **environment: str) -> None:
        self.folder = folder
        # Another checkout makes an environment of its own.
        python = sys.executable if base == BASE else "python3"
        self.command = [python, str(base / "manage.py")]
        self.port = port
        self.lines: list[str] = []
        self.environment = {**_environment(folder, port), **environment}
        self.process = subprocess.Popen(
            [*self.command, "up"],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=base,
        )
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.append(line.rstrip())

    @property
    def output(self) -> str:
        return "\n".join(self.lines)

    def wait_ready(self) -> Service:
        """Return when it says that it is ready."""
        self.wait(lambda: "is ready" in self.output)
        return self

    def wait(self, holds: Callable[[], bool], seconds: float = 120) -> None:
        """Return as soon as something holds; fail if it does not in time."""
        give_up_at = time.monotonic() + stretched(seconds)
        while not holds():
            assert time.monotonic() < give_up_at, self.output
            assert self.process.poll() is None, self.output
            time.sleep(0.05)

    def get(self, path: str) -> int:
        """Return the status of an answer, 0 if there is none."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=15)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            connection.close()

    def pids(self) -> dict[str, int]:
        """Return the numbers of its children by their names."""
        known = json.loads((self.folder / "pids.json").read_text())
        return {name: entry["pid"] for name, entry in known.items()}

    def end(self, signal_number: int = signal.SIGINT) -> None:
        """End it; raise ``TimeoutExpired`` if it does not within half a minute."""
        self.process.send_signal(signal_number)
        self.process.wait(stretched(30))
        self.reader.join(stretched(5))


def _environment(folder: Path, port: int) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in _OURS}
    # To compile the rules takes a minute of a processor.
    return {"COMPILED_RULES": "0", **kept, "DATA_DIR": str(folder), "PORT": str(port)}


def copy_prepared(folder: Path) -> Path:
    """Fill a folder with the data of a copy that has its tables and static files, and return it.

    They are made once for all processes of a run, for that takes its time.
    """
    made = Path(os.environ[RUN_FOLDER]) / "prepared"
    with made.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (made / "prepared.json").exists():
            command = [sys.executable, "-m", "tests.config.preparing"]
            subprocess.run(command, env=_environment(made, free_port()), cwd=BASE, check=True)
    ignored = shutil.ignore_patterns("run", "logs", ".lock", "*.sock")
    return Path(shutil.copytree(made, folder, ignore=ignored, dirs_exist_ok=True))


def is_alive(pid: int) -> bool:
    """Return whether a process is there and not merely waiting to be buried."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"
