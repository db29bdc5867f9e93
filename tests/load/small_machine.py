"""``python -m tests.load.small_machine [MEGABYTES]``: the whole service on a small machine.

Starts ``up`` in a control group with so much memory and no swap, as root. Then a game is played
over HTTP, emails are written, a live game is played against a house bot, and a backup is written.
Prints what the processes share out among them (the sum of ``Pss``) when idle and at the end. A
process that the kernel kills for want of memory, or a part that was started again, is wrong.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from config.developers.clients.chess_eleven import ChessEleven
from tests.config.service import BASE, Service, free_port
from tests.load.live_robots import play

IDLE_SECONDS: Final = 30.0
START_SECONDS: Final = 600
_FIRST: Final = Path("/sys/fs/cgroup/memory")
_SECOND: Final = Path("/sys/fs/cgroup")


class Group:
    """A control group of the kernel, of either version, with a bound to its memory."""

    def __init__(self, megabytes: int) -> None:
        self._is_first = _FIRST.is_dir()
        self.path = (_FIRST if self._is_first else _SECOND) / f"chess-eleven-{os.getpid()}"
        self.path.mkdir()
        bound = str(megabytes << 20)
        if self._is_first:
            (self.path / "memory.limit_in_bytes").write_text(bound)
        else:
            (self.path / "memory.max").write_text(bound)
            (self.path / "memory.swap.max").write_text("0")

    def join(self) -> None:
        """Put this process into the group, and so all that it starts from now on."""
        (self.path / "cgroup.procs").write_text(str(os.getpid()))

    def leave(self) -> None:
        """Put this process back among the others."""
        (self.path.parent / "cgroup.procs").write_text(str(os.getpid()))

    def kills(self) -> int:
        """Return how many processes of the group were killed for want of memory."""
        name = "memory.oom_control" if self._is_first else "memory.events"
        lines = (self.path / name).read_text().splitlines()
        return int(dict(line.split() for line in lines)["oom_kill"])

    def shared_out(self) -> int:
        """Return the megabytes of all processes of the group, what several use counted once."""
        total = 0
        for pid in (self.path / "cgroup.procs").read_text().split():
            with contextlib.suppress(OSError):
                lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
                total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        return total >> 10


@contextlib.contextmanager
def service_in(group: Group, folder: Path) -> Iterator[Service]:
    """Start the service in the group and stop it in the end."""
    group.join()
    service = Service(folder, free_port(), SHORT_CLOCKS="1", LIMITS="0")
    group.leave()
    try:
        service.wait(lambda: "is ready" in service.output, START_SECONDS)
        yield service
    finally:
        service.end()
        group.path.rmdir()


def run(service: Service, *words: str) -> None:
    """Run a command of ``manage.py`` on the data of the service."""
    command = [sys.executable, str(BASE / "manage.py"), *words]
    subprocess.run(command, env=service.environment, cwd=BASE, check=True, capture_output=True)


def main() -> None:
    """Do all of it, and end with 1 where anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.small_machine", description=__doc__)
    parser.add_argument("megabytes", type=int, nargs="?", default=1024)
    group = Group(parser.parse_args().megabytes)
    with tempfile.TemporaryDirectory() as name, service_in(group, Path(name)) as service:
        folder, address = Path(name), f"http://127.0.0.1:{service.port}"
        time.sleep(IDLE_SECONDS)
        print(f"idle: {group.shared_out()} MB", flush=True)
        run(service, "demo", "--server", address)
        print("a game over HTTP: played", flush=True)
        robots = ChessEleven(address).get("/robots")["results"]
        said, wrong = play(address, "eleven", robots[0]["username"])
        print(f"live: {said}", flush=True)
        group.join()
        run(service, "backup", str(folder / "a.dump"))
        group.leave()
        print(f"backup: {(folder / 'a.dump').stat().st_size:,} bytes", flush=True)
        print(f"emails: {len(list((folder / 'mail').glob('*.eml')))}", flush=True)
        print(f"at the end: {group.shared_out()} MB, {group.kills()} killed for want of memory")
        wrong += [line for line in service.lines if "started again" in line]
        if group.kills() or wrong:
            sys.exit("\n".join(wrong) or "The kernel killed a process for want of memory.")


if __name__ == "__main__":
    main()
