"""``manage.py up``: all parts of the service, started by one command and ended by one Ctrl-C.

1. The folder of the data is locked: a second copy on the same data is refused.
2. What a killed supervisor left behind is ended.
3. Each part is started and probed until it answers; all have a deadline.
4. A part that dies is started again; one that hangs for a minute is killed, and then started again.
5. At Ctrl-C web, beat and workers finish what they have in hand, then broker and database stop.

The children die with the supervisor even if it is killed: the kernel signals them. The settings are
read before anything starts. What the parts in Python run is loaded once, when the tables are there:
they are copies of this process (``loaded.py``).
"""

from __future__ import annotations

import contextlib
import errno
import http.client
import importlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Final
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from config import environment as env
from config.local import loaded, processes, servers
from config.local.bootstrap import BASE, say
from config.local.daily_backup import Backups
from config.local.processes import Part, StartFailed
from config.local.release_steps import is_prepared, prepare

READY_SECONDS: Final = 60.0
POLITE_SECONDS: Final = 5.0
LOOK_SECONDS: Final = 15.0
"""How often each part is asked for a sign of life, at least."""
FIRM_SECONDS: Final = 1.5
COMPILING_BYTES: Final = 2 << 30
"""Memory that must be free before the rules are compiled beside all else."""
_EVERY: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104
"""Where a web process that listens on every address is asked."""
_NOT_OURS: Final = frozenset({errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, errno.EINVAL})

# The processes of each worker: the variable that says how many, and how many it is without.
WORKERS: Final = (
    ("WORKER_PROCESSES", 2),
    ("OUTBOUND_PROCESSES", 2),
    ("ROBOT_PROCESSES", 1),
    ("ENGINE_PROCESSES", 1),
)


class Supervisor:
    """All parts of one copy of the service on one machine."""

    def __init__(self) -> None:
        self.host = env.text("HOST", "127.0.0.1")
        self.is_small = env.is_small()
        self.port = env.number("PORT", 8000, least=1, most=65535)
        self.processes = {
            variable: env.number(variable, usual, least=1, most=64) for variable, usual in WORKERS
        }
        data = Path(env.text("DATA_DIR", str(BASE / "var"))).expanduser().resolve()
        self.folders = servers.Folders(data)
        self.log_level = env.text("LOG_LEVEL", "info").upper()
        self.archive = (
            Path(env.text("ARCHIVE")).expanduser().resolve() if env.text("ARCHIVE") else None
        )
        self.backups = Backups(data, self.archive)
        self.hang_seconds = env.number("HANG_SECONDS", 60, least=4, most=86_400)
        self.logs = data / "logs"
        self.pids = data / "pids.json"
        self.parts: list[Part] = []
        self.is_new = False
        self.flushing: subprocess.Popen[bytes] | None = None
        self.compiling: subprocess.Popen[bytes] | None = None
        self.asked_to_stop = 0
        self.memory_kills = processes.memory_kills()

    def run(self) -> int:
        """Run until asked to stop and return the exit status."""
        self._take_signals()
        # Emails, logs and keys are no one else's business; the children inherit this.
        os.umask(0o077)
        self._make_folders()
        # All the rest of what is set, before anything starts. Anyone who has no server of their own
        # and no build of ours hears of that first.
        self._find_servers()
        importlib.import_module("config.settings")
        with self._alone():
            if left := processes.end_leftovers(self.pids):
                say(f"Ended what was left of an earlier run: {', '.join(left)}")
            self._check_port()
            try:
                self._start()
                self._watch()
            finally:
                self._stop()
        return 0

    def _take_signals(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            # nohup has this ignored: a log-out must not end what it started.
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._note_signal)

    def _note_signal(self, number: int, frame: FrameType | None) -> None:
        self.asked_to_stop += 1

    def _may_continue(self) -> bool:
        return not self.asked_to_stop

    def _make_folders(self) -> None:
        try:
            self.folders.make()
            self.folders.close_to_others()
            self.logs.mkdir(exist_ok=True)
        except OSError as reason:
            raise StartFailed(
                f"Cannot write to {self.folders.data} ({reason.strerror}): set DATA_DIR to a "
                "folder of yours."
            ) from reason

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        try:
            with self.folders.held() as lock:
                with contextlib.suppress(OSError):
                    lock.truncate(0)
                    lock.write(f"process {os.getpid()}, port {self.port}")
                    lock.flush()
                yield
        except servers.InUse as other:
            raise StartFailed(
                f"Another copy ({other}) runs on {self.folders.data}. For a second one: "
                "DATA_DIR=elsewhere PORT=8001 python3 manage.py up"
            ) from None

    def _find_servers(self) -> None:
        """Raise ``ServerUnavailable`` if an embedded server is needed and not there."""
        if not env.text("DATABASE_URL"):
            servers.postgres_binaries()
        if not env.text("REDIS_URL"):
            servers.valkey_binary()

    def _check_port(self) -> None:
        try:
            found = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)
            family, _, _, _, address = found[0]
            with socket.socket(family) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(address)
        except OSError as reason:
            if isinstance(reason, socket.gaierror) or reason.errno in _NOT_OURS:
                raise StartFailed(
                    f"HOST is {self.host}, which is not an address of this machine. Without HOST "
                    "only this machine is served; HOST=0.0.0.0 serves its network."
                ) from reason
            raise StartFailed(
                f"Port {self.port} cannot be had ({reason.strerror}). Choose another: "
                f"PORT={self.port + 1 if self.port < 65535 else 8000} python3 manage.py up"
            ) from reason

    # The parts

    def _start(self) -> None:
        stores = [*self._database(), *self._broker()]
        for part in stores:
            part.start()
        self._write_down()
        for part in stores:
            part.wait_ready(READY_SECONDS, self._may_continue, say)
            say(f"The {part.name} answers")
        if self._may_continue() and not is_prepared(self.folders):
            prepare(self.folders, say, self._may_continue)
        if self._may_continue():
            loaded.load()
            self._launch()
            if self.is_new:
                # Left until now, because it takes as long as all the rest of the database's start.
                self.flushing = servers.flush(self.folders)
        if self._may_continue():
            say(f"Chess Eleven is ready: {self._address()}")
            print(
                f"          Data and logs are in {self.folders.data}. Ctrl-C ends it.", flush=True
            )
            self._say_what_is_missing()
            self._compile_rules()

    def _launch(self) -> None:
        web, beat = self._web(), self._beat()
        worker, *others = self._workers()
        others += [self._referee(), *self._post_office()]
        web.start()
        worker.start()
        self._write_down()
        web.wait_ready(READY_SECONDS, self._may_continue, say)
        # Two cores load two programs at a time; no one waits for the others.
        for part in (beat, *others):
            part.start()
        self._write_down()
        worker.wait_ready(READY_SECONDS, self._may_continue, say)

    def _add(
        self,
        name: str,
        command: list[str],
        is_ready: Callable[[], bool],
        prepare_child: Callable[[], None] | None = None,
        **options: object,
    ) -> Part:
        log = self.logs / f"{name}.log"
        prepare_child = prepare_child or servers.die_with_parent()
        part = Part(name, command, log, is_ready, prepare_child, **options)  # type: ignore[arg-type]
        self.parts.append(part)
        return part

    def _database(self) -> list[Part]:
        if env.text("DATABASE_URL"):
            return []
        folders = self.folders
        servers.postgres_binaries()
        if not folders.postgres.exists():
            say("Making the database")
        self.is_new = servers.initialise_postgres(folders)
        for folder in (folders.sockets, *([self.archive] if self.archive else [])):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            servers.own(folder)
        part = self._add(
            "database",
            servers.postgres_command(folders, archive=self.archive, is_small=self.is_small),
            lambda: servers.postgres_answers(folders),
            servers.as_postgres_wants(signal.SIGINT),
            stop_signal=signal.SIGINT,
            hard_signal=signal.SIGQUIT,
            before=lambda: servers.clear_stale_lock(folders),
            sign=lambda: time.monotonic() if servers.postgres_lives(folders) else None,
        )
        return [part]

    def _broker(self) -> list[Part]:
        if env.text("REDIS_URL"):
            return []
        folders = self.folders
        command = servers.valkey_command(folders)
        part = self._add(
            "broker",
            command,
            lambda: servers.valkey_answers(folders),
            sign=lambda: time.monotonic() if servers.valkey_lives(folders) else None,
        )
        return [part]

    def _web(self) -> Part:
        command = [sys.executable, "-m", "uvicorn", "config.asgi:application"]
        command += ["--host", self.host, "--port", str(self.port), "--lifespan", "off"]
        command += ["--timeout-graceful-shutdown", "2", "--no-access-log"]
        command += ["--http", "config.http.connections:BoundedConnections"]
        # Bots that think for a minute find their connection still there.
        command += ["--timeout-keep-alive", "75"]
        # Who is behind a proxy is found out by config/http/client_ip.py, once.
        command += ["--no-proxy-headers", "--no-server-header"]
        return self._add(
            "web",
            command,
            lambda: self._web_status("/readyz") == 200,
            is_copy=True,
            # It may not be ready for reasons that are not its own; answering at all is enough.
            sign=lambda: time.monotonic() if self._web_status("/healthz") else None,
        )

    def _worker(
        self, name: str, queues: str, variable: str, pool: str = "", niceness: int = 0
    ) -> Part:
        pulse = self.folders.data / f"{name}-pulse"
        count = self.processes[variable]
        # What thinks needs a processor for each; one alone needs no process beside the worker's.
        pool = pool or ("prefork" if count > 1 else "threads")
        command = [sys.executable, "-m", "celery", "-A", "config", "--skip-checks", "worker"]
        command += ["-n", f"{name}@%h", "-Q", queues, "-P", pool]
        command += ["-c", str(count)]
        command += ["--without-gossip", "--without-mingle", f"--loglevel={self.log_level}"]
        return self._add(
            name,
            command,
            pulse.exists,
            # After a polite SIGTERM this gives tasks back to the queue that are not done yet.
            hard_signal=signal.SIGQUIT,
            niceness=niceness,
            is_copy=True,
            environment={"PULSE_FILE": str(pulse)},
            before=lambda: pulse.unlink(missing_ok=True),
            sign=lambda: _touched_at(pulse),
        )

    def _workers(self) -> list[Part]:
        """Return the worker for the clock and emails, then the others."""
        if self.is_small:
            # A bot that thinks may hold up a push for some seconds.
            queues = "webhooks,pushes,robots,engine"
            return [
                self._worker("worker", "celery,pairing", "WORKER_PROCESSES", "threads"),
                self._worker("other-worker", queues, "OUTBOUND_PROCESSES", "threads", 10),
            ]
        return [
            self._worker("worker", "celery,pairing", "WORKER_PROCESSES", "prefork"),
            # What answers these, and how slowly, is up to strangers. It waits in threads.
            self._worker("outbound-worker", "webhooks,pushes", "OUTBOUND_PROCESSES", "threads"),
            # The rest goes first, even while the bots think.
            self._worker("robot-worker", "robots", "ROBOT_PROCESSES", niceness=10),
            self._worker("engine-worker", "engine", "ENGINE_PROCESSES", niceness=10),
        ]

    def _beat(self) -> Part:
        schedule = self.folders.data / "beat-schedule"
        pulse = self.folders.data / "beat-pulse"
        command = [sys.executable, "-m", "celery", "-A", "config", "--skip-checks", "beat"]
        command += ["--max-interval", "1", "--schedule", str(schedule), "--pidfile="]
        command += [f"--loglevel={self.log_level}"]
        return self._add(
            "beat",
            command,
            lambda: True,
            is_copy=True,
            environment={"PULSE_FILE": str(pulse)},
            before=lambda: pulse.unlink(missing_ok=True),
            sign=lambda: _touched_at(pulse),
        )

    def _referee(self) -> Part:
        pulse = self.folders.data / "referee-pulse"
        return self._add(
            "referee",
            [sys.executable, str(BASE / "manage.py"), "referee"],
            lambda: True,
            is_copy=True,
            environment={"PULSE_FILE": str(pulse)},
            before=lambda: pulse.unlink(missing_ok=True),
            sign=lambda: _touched_at(pulse),
        )

    def _post_office(self) -> list[Part]:
        if not env.text("INBOUND_DOMAIN"):
            return []
        command = [sys.executable, str(BASE / "manage.py"), "post_office"]
        return [self._add("post-office", command, lambda: True, is_copy=True)]

    def _web_status(self, path: str) -> int:
        """Return the status of an answer, 0 if there is none."""
        host = _EVERY.get(self.host, self.host)
        connection = http.client.HTTPConnection(host, self.port, timeout=5)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            connection.close()

    def _address(self) -> str:
        here = "[::1]" if self.host in {"::", "::1"} else "127.0.0.1"
        return env.web_address("SITE_URL", f"http://{here}:{self.port}")

    def _say_what_is_missing(self) -> None:
        if env.is_public(urlsplit(self._address()).hostname or "") and not env.contact(
            "SECURITY_CONTACT"
        ):
            say(
                "SECURITY_CONTACT is not set: anyone who finds a security hole is left to guess "
                "whom to write to"
            )

    def _compile_rules(self) -> None:
        """Compile the rules for the next start, where this machine has a compiler and the room."""
        free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        if not env.flag("COMPILED_RULES", True) or free < COMPILING_BYTES or not shutil.which("cc"):
            return
        die_with_parent = servers.die_with_parent()

        def prepare_child() -> None:
            os.nice(19)
            die_with_parent()

        with contextlib.suppress(OSError), (self.logs / "compiling.log").open("wb") as log:
            self.compiling = subprocess.Popen(
                [sys.executable, str(BASE / "manage.py"), "compile_rules"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=prepare_child,
            )

    # Watching and stopping

    def _watch(self) -> None:
        look_at = 0.0
        while self._may_continue():
            now = time.monotonic()
            is_time = now > look_at
            if is_time:
                look_at = now + min(LOOK_SECONDS, self.hang_seconds / 4)
            for part in self.parts:
                self._look_after(part, now, is_time)
            if is_time:
                self.backups.look_after()
            time.sleep(0.2)

    def _look_after(self, part: Part, now: float, is_time: bool) -> None:
        """Revive a part, and now and then see whether it hangs and how long its log is.

        Nothing may end the watch: with a full disk neither a log nor the record of what runs can
        be written, and a part that cannot be started is tried again later.
        """
        try:
            self._revive(part, now)
            if is_time:
                part.trim_log()
                self._end_if_it_hangs(part)
        except Exception as reason:
            say(f"The {part.name} could not be seen to ({reason}); that is tried again")
            if not part.is_running():
                part.restart_at = now + part.wait_after_death()

    def _end_if_it_hangs(self, part: Part) -> None:
        silence = part.silence(time.monotonic())
        if silence >= self.hang_seconds and self._may_continue():
            say(f"The {part.name} has given no sign of life for {silence:.0f} s; it is killed")
            part.send(signal.SIGKILL, whole_group=True)

    def _revive(self, part: Part, now: float) -> None:
        if part.is_running():
            return
        if not part.restart_at:
            status = (part.process.returncode if part.process else 0) or 0
            how = f"was killed (signal {-status})" if status < 0 else f"ended (status {status})"
            if status == -signal.SIGKILL and self._memory_ran_out():
                how += ", because there was no memory left"
            pause = part.wait_after_death()
            part.restart_at = now + pause
            say(f"The {part.name} {how}; it is started again in {pause:.1f} s")
        elif now >= part.restart_at:
            part.start()
            self._write_down()

    def _memory_ran_out(self) -> bool:
        """Return whether the kernel has killed something for want of memory since the last look."""
        before, self.memory_kills = self.memory_kills, processes.memory_kills()
        return self.memory_kills > before

    def _stop(self) -> None:
        self.backups.stop()
        if self.flushing:
            self.flushing.wait()
        if self.compiling and self.compiling.poll() is None:
            os.killpg(self.compiling.pid, signal.SIGTERM)
            self.compiling.wait()
        if not any(part.is_running() for part in self.parts):
            return
        say("Stopping")
        stores = [part for part in self.parts if part.name in {"database", "broker"}]
        processes.stop([p for p in self.parts if p not in stores], POLITE_SECONDS, FIRM_SECONDS)
        processes.stop(stores, 2.0, 1.0)
        self.pids.unlink(missing_ok=True)
        say("Stopped")

    def _write_down(self) -> None:
        # Only needed after a kill of the supervisor; what is not recorded dies with it anyway.
        with contextlib.suppress(OSError):
            processes.write_down(self.parts, self.pids)


def _touched_at(path: Path) -> int | None:
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return None


def main(arguments: list[str]) -> int:
    """Run the service until Ctrl-C; return the exit status, with a clear line if it is not 0."""
    if arguments:
        print("usage: manage.py up\n\nHOST, PORT, DATA_DIR, DATABASE_URL and REDIS_URL steer it.")
        return 0 if arguments[0] in {"-h", "--help"} else 2
    try:
        return Supervisor().run()
    except (StartFailed, servers.ServerUnavailable, ImproperlyConfigured) as reason:
        print(f"\n{reason}", file=sys.stderr)
        return 1
