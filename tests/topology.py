"""The processes of ``compose.yaml`` on this machine, without containers.

    python -m tests.topology --web 2 --workers 2

Commands and environment are read from ``compose.yaml`` and ``Dockerfile``; only addresses differ.
PostgreSQL and Valkey listen on TCP ports of their own, or are those which ``DATABASE_URL`` and
``REDIS_URL`` name. Mails go to a real SMTP server that keeps them in ``mail/``.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import yaml

from config.local import processes, servers
from config.local.processes import Part
from tests.patience import stretched

BASE = Path(__file__).resolve().parent.parent
START_SECONDS = 60
OTHER_WORKERS = ("outbound-worker", "robot-worker", "engine-worker")


def compose() -> dict[str, Any]:
    """Return what ``compose.yaml`` says."""
    told: dict[str, Any] = yaml.safe_load((BASE / "compose.yaml").read_text())
    return told


def image_command() -> list[str]:
    """Return the command that the image runs if it is told no other."""
    found = re.search(r"^CMD (\[.*\])", (BASE / "Dockerfile").read_text(), re.MULTILINE | re.DOTALL)
    assert found
    told: list[str] = json.loads(found[1].replace("\\\n", ""))
    return told


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Topology:
    """Several web and worker processes, one beat, on a PostgreSQL, a Redis and a mail server."""

    others: tuple[str, ...] = OTHER_WORKERS
    machines: int = 1
    """So many have a worker of each other kind, a beat and a referee; the stores are one."""

    def __init__(
        self, folder: Path, web: int = 2, workers: int = 2, **environment: str | None
    ) -> None:
        self.folder = folder
        self.mails = folder / "mail"
        self.mails.mkdir(parents=True, exist_ok=True)
        (folder / "logs").mkdir(exist_ok=True)
        self.servers = servers.Folders(folder / "servers")
        self.parts: dict[str, Part] = {}
        self.ports = [free_port() for _ in range(web)]
        self.urls = [f"http://127.0.0.1:{port}" for port in self.ports]
        self.workers = workers
        self.mail_port = free_port()
        self.given = environment
        self.environment: dict[str, str] = {}

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Start everything in the order of compose's conditions and return when it is ready."""
        told = compose()["services"]
        self._add_servers()
        self.environment = self._environment(told["web"]["environment"])
        self._run("prepare", ["python", "manage.py", "prepare"])
        self.on_prepared()
        for number, port in enumerate(self.ports, 1):
            command = [str(port) if part == "8000" else part for part in image_command()]
            self._add(f"web-{number}", command, lambda port=port: answers(port))
        for number in range(1, self.workers + 1):
            self._add_worker(f"worker-{number}", told["worker"]["command"])
        for machine in range(1, self.machines + 1):
            suffix = f"-{machine}" if machine > 1 else ""
            for name in self.others:
                self._add_worker(name + suffix, told[name]["command"])
            beat = [word.replace("/beat-schedule", f"/beat-schedule{suffix}")
                    for word in told["beat"]["command"]]  # fmt: skip
            self._add(f"beat{suffix}", beat, lambda: True)
            self._add(f"referee{suffix}", told["referee"]["command"], lambda: True)
        for part in self.parts.values():
            part.wait_ready(stretched(START_SECONDS))

    def on_prepared(self) -> None:
        """Called once the tables are there, before what works with them starts."""

    def stop(self) -> None:
        """Stop everything, the stores last."""
        stores = [part for name, part in self.parts.items() if name in {"database", "redis"}]
        others = [part for part in self.parts.values() if part not in stores]
        processes.stop(others, 20, 5)
        processes.stop(stores, 10, 2)

    def revive(self) -> None:
        """Start again what is dead, as ``restart: unless-stopped`` would."""
        for part in self.parts.values():
            if not part.is_running():
                part.start()

    def manage(self, *arguments: str) -> str:
        """Run a command of ``manage.py`` on the same servers and return what it printed."""
        return self._run("manage", ["python", "manage.py", *arguments])

    def _add_servers(self) -> None:
        self.database_url = os.environ.get("TOPOLOGY_DATABASE_URL", "")
        self.redis_url = os.environ.get("TOPOLOGY_REDIS_URL", "")
        self.servers.make()
        if not self.database_url:
            servers.initialise_postgres(self.servers)
            servers.own(self.servers.sockets)
            port = free_port()
            self.database_url = f"postgres://{servers.USER}@127.0.0.1:{port}/{servers.DATABASE}"
            self._add(
                "database",
                servers.postgres_command(self.servers, port=port),
                lambda: servers.postgres_answers(self.servers, port),
                prepare=servers.as_postgres_wants(signal.SIGINT),
                stop_signal=signal.SIGINT,
                before=lambda: servers.clear_stale_lock(self.servers),
            )
        if not self.redis_url:
            redis_port = free_port()
            self.redis_url = f"redis://127.0.0.1:{redis_port}"
            command = servers.valkey_command(self.servers, port=redis_port)
            self._add("redis", command, lambda: servers.valkey_answers(self.servers))
        mail = ["python", "-m", "tests.notifications.smtp", str(self.mails)]
        self._add("mail", [*mail, "--port", str(self.mail_port)], lambda: listens(self.mail_port))
        for part in self.parts.values():
            part.wait_ready(stretched(START_SECONDS))

    def _add_worker(self, name: str, command: list[str]) -> None:
        pulse = self.folder / f"pulse-{name}"
        self._add(name, [*command, "-n", name], pulse.exists, PULSE_FILE=str(pulse))

    def _environment(self, told: dict[str, str]) -> dict[str, str]:
        """Return compose's environment with this machine's addresses in it."""
        ours = {
            "SECRET_KEY": secrets.token_urlsafe(50),
            "SITE_URL": self.urls[0],
            "DATABASE_URL": self.database_url,
            "REDIS_URL": self.redis_url,
            "EMAIL_URL": f"smtp://127.0.0.1:{self.mail_port}",
            # No proxy stands before the web processes here.
            "TRUSTED_PROXIES": "0",
            "INBOUND_DOMAIN": "",
            "METRICS_TOKEN": "",
            "OTEL_EXPORTER_OTLP_ENDPOINT": "",
            "SENTRY_DSN": "",
            "UCI_ENGINE": "",
            "SECURITY_CONTACT": "",
            "STAFF_SECOND_FACTOR": "1",
        }
        assert set(told) == set(ours), "compose.yaml names other variables than this knows"
        given = {name: value for name, value in self.given.items() if value is not None}
        return {**ours, "DATA_DIR": str(self.folder / "data"), **given}

    def _add(
        self,
        name: str,
        command: list[str],
        is_ready: Callable[[], bool],
        prepare: Callable[[], None] | None = None,
        stop_signal: int = signal.SIGTERM,
        before: Callable[[], None] = lambda: None,
        **environment: str,
    ) -> None:
        part = Part(
            name,
            self._here(command),
            self.folder / "logs" / f"{name}.log",
            is_ready,
            prepare or servers.die_with_parent(),
            stop_signal=stop_signal,
            environment={**self.environment, **environment},
            before=before,
        )
        self.parts[name] = part
        part.start()

    def _here(self, command: list[str]) -> list[str]:
        """Return a command as it reads on this machine."""
        bins = {"python": sys.executable}
        bins |= {name: str(Path(sys.executable).with_name(name)) for name in ("uvicorn", "celery")}
        # A queue may have the name of a program.
        program = command.index("10") + 1 if command[0] == "nice" else 0
        name = command[program]
        changed = [*command[:program], bins.get(name, name), *command[program + 1 :]]
        return [
            word.replace("0.0.0.0", "127.0.0.1").replace(
                "/tmp/beat-schedule", str(self.folder / "beat-schedule")
            )
            for word in changed
        ]

    def _run(self, name: str, command: list[str]) -> str:
        done = subprocess.run(
            self._here(command),
            env={**os.environ, **self.environment},
            cwd=BASE,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{name}: {done.stdout}{done.stderr}"
        return done.stdout


def answers(port: int) -> bool:
    """Return whether a web process says that it is ready."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def listens(port: int) -> bool:
    """Return whether someone takes connections on a port."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def main() -> None:
    """Run the topology until Ctrl-C."""
    parser = argparse.ArgumentParser(description="the processes of compose.yaml, here")
    parser.add_argument("--web", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--folder", type=Path, help="where logs and mails go")
    options = parser.parse_args()
    # A shell lets what it starts with & ignore Ctrl-C; SIGTERM ends all in the same order.
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.default_int_handler)
    folder = options.folder or Path(tempfile.mkdtemp(prefix="chess-eleven-topology-"))
    with Topology(folder.resolve(), options.web, options.workers) as topology:
        print(f"{' '.join(topology.urls)}\nlogs and mails: {folder}\nCtrl-C ends it.", flush=True)
        try:
            while True:
                time.sleep(1)
        except KeyboardInterrupt:
            print("Stopping")


if __name__ == "__main__":
    main()
