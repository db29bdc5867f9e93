"""One child process of the supervisor: started, probed, started again, stopped, recognised later.

A part is a program of its own, or a copy of this process (``is_copy``): then what this process has
imported is in memory once, however many parts there are. Standard library only.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import runpy
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

LEFTOVER_SECONDS: Final = 12.0
LONG_SECONDS: Final = 30.0
"""After so long, and again and again, a start says what it waits for."""
_LOG_BYTES: Final = 20_000_000
_FORKING: Final = multiprocessing.get_context("fork")
_STOPPING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StartFailed(Exception):
    """Raised when a part does not come up; its text is for the person who started it."""


class Copy:
    """A copy of this process that runs a program in Python; asked and ended like a ``Popen``."""

    def __init__(
        self,
        command: list[str],
        output: IO[bytes],
        environment: Mapping[str, str],
        prepare: Callable[[], None],
    ) -> None:
        """Start it in a session of its own; ``command`` is how it would be started without this."""
        # Not ``Process.daemon``: that one may have no children, which a worker has.
        self._process = _FORKING.Process(
            target=_become, args=(command, output.fileno(), environment, prepare)
        )
        # What comes before the copy has signals of its own waits until it has.
        signal.pthread_sigmask(signal.SIG_BLOCK, _STOPPING)
        try:
            self._process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPPING)
        assert self._process.pid is not None
        self.pid: int = self._process.pid

    @property
    def returncode(self) -> int | None:
        """The status it ended with; the negative number of a signal; ``None`` while it runs."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """Return the same."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int | None:
        """Return the same after it has ended, or after so many seconds."""
        self._process.join(timeout)
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """Send a signal; raises ``ProcessLookupError`` where it has ended."""
        os.kill(self.pid, number)


def _become(
    command: list[str], output: int, environment: Mapping[str, str], prepare: Callable[[], None]
) -> None:
    """Be the program of this command, with the signals, files and environment of a new process."""
    os.setsid()
    for number in _STOPPING:
        usual = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, usual)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPPING)
    os.dup2(output, 1)
    os.dup2(output, 2)
    # What wrote to the terminal, or to whatever stood in its place, writes to the log now.
    sys.stdout, sys.stderr = (os.fdopen(number, "w", 1, closefd=False) for number in (1, 2))
    # Among them the lock that the supervisor holds, which must go when it goes.
    for descriptor in [int(path.name) for path in Path("/proc/self/fd").iterdir()]:
        if descriptor > 2:
            with contextlib.suppress(OSError):
                os.close(descriptor)
    prepare()
    os.environ.update(environment)
    _, *arguments = command
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        runpy.run_path(sys.argv[0], run_name="__main__")


@dataclass
class Part:
    """A child process and how to see that it works."""

    name: str
    command: list[str]
    log: Path
    is_ready: Callable[[], bool]
    prepare: Callable[[], None]
    """Runs in the child before its program: ties its life to that of the supervisor."""
    stop_signal: int = signal.SIGTERM
    hard_signal: int = signal.SIGKILL
    """What follows when it has not stopped in time, before it is killed."""
    environment: Mapping[str, str] = field(default_factory=dict)
    niceness: int = 0
    is_copy: bool = False
    """Whether the command, a program in Python, is run by a copy of this process. Only on Linux:
    elsewhere a system's own libraries may not survive it."""
    before: Callable[[], None] = lambda: None
    """Runs before each start, to clear away what a killed one left."""
    sign: Callable[[], object] | None = None
    """Returns something new at each call while the part works, None or the same if it hangs."""

    process: subprocess.Popen[bytes] | Copy | None = None
    started_at: float = 0.0
    restart_at: float = 0.0
    quick_deaths: int = 0
    last_sign: object = None
    sign_at: float = 0.0

    def start(self) -> None:
        """Start the process in a session of its own: a Ctrl-C at the terminal passes it by."""
        self.before()
        environment = {**os.environ, **self.environment}
        with self.log.open("ab") as output:
            if self.is_copy and sys.platform == "linux":
                self.process = Copy(self.command, output, environment, self._prepare)
            else:
                self.process = subprocess.Popen(
                    self.command,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    env=environment,
                    start_new_session=True,
                    preexec_fn=self._prepare,
                )
        self.started_at = self.sign_at = time.monotonic()
        self.restart_at = 0.0

    def _prepare(self) -> None:
        if self.niceness:
            os.nice(self.niceness)
        self.prepare()

    def is_running(self) -> bool:
        """Return whether the process is there."""
        return self.process is not None and self.process.poll() is None

    def wait_ready(
        self,
        seconds: float,
        may_continue: Callable[[], bool] = lambda: True,
        say: Callable[[str], None] = lambda text: None,
    ) -> None:
        """Return when it answers; raise StartFailed if it does not in time or ends instead."""
        began_at = time.monotonic()
        say_at, give_up_at = began_at + LONG_SECONDS, began_at + seconds
        while not (self.is_running() and self.is_ready()):
            if not may_continue():
                return
            if time.monotonic() > say_at:
                say_at += LONG_SECONDS
                say(f"Still waiting for the {self.name}; its log is {self.log}")
            if time.monotonic() > give_up_at:
                raise self._failed(f"did not answer within {seconds:.0f} s")
            if not self.is_running():
                raise self._failed("ended at once")
            time.sleep(0.05)

    def wait_after_death(self) -> float:
        """Return the pause before the next start: it doubles with each early death."""
        lived = time.monotonic() - self.started_at
        self.quick_deaths = self.quick_deaths + 1 if lived < 10 else 0
        return min(10.0, 0.5 * 2 ** min(self.quick_deaths, 5) if self.quick_deaths > 1 else 0.5)

    def silence(self, now: float) -> float:
        """Ask for a sign of life and return how many seconds ago the last one was.

        Signs are compared with each other and never with a clock, which may be put right.
        """
        if self.sign is None or not self.is_running():
            return 0.0
        sign = self.sign()
        if sign is not None and sign != self.last_sign:
            self.last_sign, self.sign_at = sign, now
        return now - self.sign_at

    def send(self, signal_number: int, whole_group: bool = False) -> None:
        """Send a signal, if there is anyone to hear it."""
        if self.process and self.is_running():
            with contextlib.suppress(ProcessLookupError):
                if whole_group:
                    os.killpg(self.process.pid, signal_number)
                else:
                    self.process.send_signal(signal_number)

    def _failed(self, how: str) -> StartFailed:
        with contextlib.suppress(OSError):
            last = self.log.read_text(errors="replace").splitlines()[-12:]
            how = "\n".join([f"{how}. Its log, {self.log}, ends with:", *last])
        return StartFailed(f"The {self.name} {how}")

    def trim_log(self) -> None:
        """Keep one older log beside the running one; the child continues writing to the same file.

        Where there is no room for the older one, it is given up: the disk is full already.
        """
        older = self.log.with_suffix(".log.1")
        with contextlib.suppress(OSError):
            if self.log.stat().st_size <= _LOG_BYTES:
                return
            try:
                shutil.copyfile(self.log, older)
            except OSError:
                older.unlink(missing_ok=True)
            os.truncate(self.log, 0)


def stop(parts: Iterable[Part], seconds: float, hard_seconds: float) -> None:
    """Stop some parts together: politely, after ``seconds`` firmly, at last by force."""
    waiting = [part for part in parts if part.is_running()]
    for part in waiting:
        part.send(part.stop_signal)
    _wait_gone(waiting, seconds)
    for part in waiting:
        part.send(part.hard_signal)
    _wait_gone(waiting, hard_seconds)
    for part in waiting:
        part.send(signal.SIGKILL, whole_group=True)
    _wait_gone(waiting, 2)


def _wait_gone(parts: list[Part], seconds: float) -> None:
    give_up_at = time.monotonic() + seconds
    while any(part.is_running() for part in parts) and time.monotonic() < give_up_at:
        time.sleep(0.05)


def write_down(parts: Iterable[Part], path: Path) -> None:
    """Record which processes run, for a start after the supervisor was killed.

    Raises ``OSError`` where the disk is full; the older record then stays.
    """
    known = {
        part.name: {"pid": part.process.pid, "mark": _mark(part.process.pid)}
        for part in parts
        if part.process and part.is_running()
    }
    aside = path.with_suffix(".new")
    aside.write_text(json.dumps(known))
    aside.replace(path)


def memory_kills() -> int:
    """Return how many processes the kernel has killed for want of memory since it started."""
    with contextlib.suppress(OSError, ValueError):
        for line in Path("/proc/vmstat").read_text().splitlines():
            name, _, count = line.partition(" ")
            if name == "oom_kill":
                return int(count)
    return 0


def end_leftovers(path: Path) -> list[str]:
    """End the children of a supervisor that was killed; return the names of those found."""
    try:
        known = json.loads(path.read_text())
        left = {name: entry["pid"] for name, entry in known.items() if _is_same(entry)}
    except (OSError, ValueError, TypeError, KeyError):
        return []
    names = list(left)
    for name, pid in left.items():
        # PostgreSQL waits for its clients at SIGTERM; at SIGINT it sends them away.
        _signal(pid, signal.SIGINT if name == "database" else signal.SIGTERM)
    give_up_at = time.monotonic() + LEFTOVER_SECONDS
    while left and time.monotonic() < give_up_at:
        time.sleep(0.05)
        left = {name: pid for name, pid in left.items() if _is_same(known[name])}
    for pid in left.values():
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
    path.unlink(missing_ok=True)
    return names


def _signal(pid: int, signal_number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal_number)


def _is_same(entry: Mapping[str, object]) -> bool:
    pid = entry["pid"]
    return isinstance(pid, int) and pid > 1 and _mark(pid) == entry["mark"] != ""


def _mark(pid: int) -> str:
    """Return what distinguishes a process from a later one of its number; empty if it is gone."""
    if sys.platform == "linux":
        try:
            # The name is in brackets and may hold anything; state and start time follow it.
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        except OSError:
            return ""
        return "" if fields[0] in "ZX" else f"{boot} {fields[19]}"
    shown = subprocess.run(
        ["/bin/ps", "-o", "lstart=", "-p", str(pid)], check=False, capture_output=True, text=True
    )
    return shown.stdout.strip()
