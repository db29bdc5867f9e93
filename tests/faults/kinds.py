"""What breaks. Each kind knows what the processes must be given, and breaks something n times."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from config.local import servers
from config.local.processes import Part
from tests.faults import clock
from tests.faults.live import MATCHES, attack_referee, wrong_matches
from tests.faults.scene import Scene, empty
from tests.topology import OTHER_WORKERS, Topology

AWAY = 15.0
"""Seconds in which a machine that was killed does nothing."""
Inflict = Callable[[Scene, int], Awaitable[None]]


@dataclass(frozen=True)
class Kind:
    """One kind of fault."""

    says: str
    inflict: Inflict
    """Returns when the fault is over; a killed process comes back automatically."""
    takes_time: bool = False
    """Whether the fault lasts: sweeps must continue meanwhile."""
    mails: bool = False
    """Whether it is about mails: each round waits until they leave again."""
    environment: Callable[[Path], dict[str, str]] = field(default=lambda folder: {})
    topology: type[Topology] = Topology
    around: Callable[[Path], contextlib.AbstractContextManager[Path | None]] = field(
        default=lambda folder: contextlib.nullcontext()
    )
    """What must be there before the processes start; gives the folder of the mails."""
    live_matches: int = 0
    """Live matches that each round takes."""
    check: Callable[[Scene], Iterable[str]] = field(default=lambda scene: ())
    """What else must be true at the end; returns what is wrong."""


async def kill_web(scene: Scene, number: int) -> None:
    """One, the other, both at once."""
    for name in (["web-1"], ["web-2"], ["web-1", "web-2"])[number % 3]:
        scene.part(name).send(signal.SIGKILL, whole_group=True)


async def kill_worker(scene: Scene, number: int) -> None:
    """The parent alone, a whole worker, one of the processes that do the tasks."""
    part = scene.part(f"worker-{1 + number % 2}")
    if number % 3 == 2 and part.process and (children := _children(part.process.pid)):
        os.kill(children[-1], signal.SIGKILL)
    else:
        part.send(signal.SIGKILL, whole_group=number % 3 == 1)


async def kill_beat(scene: Scene, number: int) -> None:
    """Beat; every other time what it had written down is cut in half as well."""
    part = scene.part("beat")
    part.send(signal.SIGKILL)
    for path in scene.topology.folder.glob("beat-schedule*"):
        if number % 2 and path.stat().st_size:
            os.truncate(path, path.stat().st_size // 2)


async def kill_redis(scene: Scene, number: int) -> None:
    """Redis, and all it kept."""
    part = scene.part("redis")
    part.before = lambda: empty(scene.topology.servers.valkey)
    part.send(signal.SIGKILL)


async def kill_postgres(scene: Scene, number: int) -> None:
    """PostgreSQL: told to stop at once, or killed."""
    scene.part("database").send(signal.SIGKILL if number % 2 else signal.SIGQUIT)


async def fill_disk(scene: Scene, number: int) -> None:
    """No room in the folder of the mails."""
    filler = scene.mails / "filler"
    with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 65536)
    await scene.register(f"disk{number}")
    await asyncio.sleep(4)
    filler.unlink()


async def hang_smtp(scene: Scene, number: int) -> None:
    """A mail server that takes connections and says nothing, while people register."""
    await _set_manner(scene, "hang")
    for guest in range(4):
        await scene.register(f"hang{number}-{guest}")
    await asyncio.sleep(11)
    await _set_manner(scene, "well")


async def refuse_smtp(scene: Scene, number: int) -> None:
    """A mail server that refuses everyone, asks to come later, or is not there."""
    manner = ("refuse", "later", "away")[number % 3]
    await _set_manner(scene, manner)
    await scene.register(f"refuse{number}")
    await asyncio.sleep(4)
    await _set_manner(scene, "well")


async def cut_smtp(scene: Scene, number: int) -> None:
    """A mail server that accepts a mail and is gone in the same moment, or before it says so."""
    await _set_manner(scene, ("die", "swallow")[number % 2])
    await scene.register(f"cut{number}")
    await asyncio.sleep(4)
    await _set_manner(scene, "well")


async def step_clock(scene: Scene, number: int) -> None:
    """Two hours or three days on, and back again, while someone has a minute left."""
    bait = scene.spare.pop()
    await scene.set_deadline(bait, 60)
    shift = (7200.0, 0.0, 3 * 86400.0, 0.0, -7200.0, 0.0)[number % 6]
    clock.step(scene.topology.folder / "clock", scene.topology.database_url, shift)
    # Until the web processes have written that they beat, and given back what is to be.
    await asyncio.sleep(7)
    assert not await scene.is_over(bait), f"{bait} was decided by a step of the clock"
    await scene.set_deadline(bait, 30 * 86400)


async def kill_machine(scene: Scene, number: int) -> None:
    """Every process of one of two machines at once, away for longer than a sweep takes."""
    one = 1 + number % 2
    suffix = "-2" if one == 2 else ""
    names = [*OTHER_WORKERS, "beat", "referee"]
    parts = [scene.part(name + suffix) for name in names]
    parts += [scene.part(f"web-{one}"), scene.part(f"worker-{one}")]
    for part in parts:
        part.restart_at = time.monotonic() + AWAY
    for part in parts:
        part.send(signal.SIGKILL, whole_group=True)
    await asyncio.sleep(AWAY)
    for part in parts:
        await _back(part)


async def start_second_beat(scene: Scene, number: int) -> None:
    """Two beats at once."""
    first = scene.part("beat")
    schedule = str(scene.topology.folder / "beat-schedule")
    second = Part(
        "beat-2",
        [word.replace(schedule, schedule + "-2") for word in first.command],
        scene.topology.folder / "logs" / "beat-2.log",
        lambda: True,
        servers.die_with_parent(),
        environment=first.environment,
    )
    scene.topology.parts["beat-2"] = second
    second.start()
    await asyncio.sleep(6)
    del scene.topology.parts["beat-2"]
    second.send(signal.SIGKILL)


async def roll_out(scene: Scene, number: int) -> None:
    """A new release: each process told to stop and started again, one after the other."""
    for name in ("web-1", "web-2", "worker-1", "worker-2", *OTHER_WORKERS, "beat"):
        part = scene.part(name)
        old = part.process
        part.send(signal.SIGTERM)
        # Started again as anything that has ended is; then the next.
        await _back(part, old)


async def _back(part: Part, old: object = None) -> None:
    """Return when a part runs again, by another process than the old one, and is ready."""
    while True:
        await asyncio.sleep(0.1)
        is_new = part.process is not old and part.is_running()
        if is_new and await asyncio.to_thread(part.is_ready):
            return


async def _set_manner(scene: Scene, manner: str) -> None:
    """Start the mail server again in this manner, and return when it listens."""
    part = scene.topology.parts.pop("mail")
    part.send(signal.SIGKILL)
    if part.process:
        part.process.wait(10)
    plain = part.command[: part.command.index("--port") + 2]
    part.command = [*plain, "--manner", manner]
    part.start()
    scene.topology.parts["mail"] = part
    if manner != "away":
        await asyncio.to_thread(part.wait_ready, 30)


def _children(pid: int) -> list[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in path.read_text().split()] if path.exists() else []


@contextlib.contextmanager
def _small_disk(folder: Path) -> Iterator[Path]:
    """A file system of its own for the mails: root alone may make one."""
    mails = folder / "small-disk"
    mails.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256m", "none", mails], check=True)
    try:
        yield mails
    finally:
        subprocess.run(["umount", "-l", mails], check=True)


class TwoMachines(Topology):
    """Two whole sets of processes on one PostgreSQL and one Redis."""

    machines = 2


class SteppedTopology(Topology):
    """The processes under a clock that can be stepped."""

    def on_prepared(self) -> None:
        clock.prepare_database(self.database_url)


KINDS = {
    "web": Kind("kill -9 of one web process, or both", kill_web),
    "worker": Kind("kill -9 of a worker, alone or with its children, or of a child", kill_worker),
    "beat": Kind("kill -9 of beat, its schedule cut in half every other time", kill_beat),
    "redis": Kind("kill -9 of Redis, its data gone", kill_redis),
    "postgres": Kind("PostgreSQL stopped at once, or kill -9", kill_postgres),
    "referee": Kind(
        "the referee killed, stopped for 3 s or told to stop, Redis or PostgreSQL killed, while"
        " live clocks run out",
        attack_referee,
        live_matches=MATCHES,
        check=wrong_matches,
    ),
    "machine": Kind(
        "every process of one of two machines killed, and away for a quarter of a minute",
        kill_machine,
        takes_time=True,
        topology=TwoMachines,
    ),
    "disk": Kind(
        "no room for mails",
        fill_disk,
        takes_time=True,
        mails=True,
        environment=lambda folder: {"EMAIL_URL": (folder / "small-disk").as_uri()},
        around=_small_disk,
    ),
    "smtp-hangs": Kind("a mail server that says nothing", hang_smtp, takes_time=True, mails=True),
    "smtp-refuses": Kind(
        "a mail server that refuses, or is away", refuse_smtp, takes_time=True, mails=True
    ),
    "smtp-dies": Kind(
        "a mail server that accepts, then dies", cut_smtp, takes_time=True, mails=True
    ),
    "clock": Kind(
        "the wall clock two hours or three days on, and back",
        step_clock,
        environment=lambda folder: {
            "DJANGO_SETTINGS_MODULE": "tests.faults.settings",
            "STEPPED_CLOCK": str(folder / "clock"),
        },
        topology=SteppedTopology,
    ),
    "release": Kind("all processes told to stop and started again in turn", roll_out, True),
    "beats": Kind("two beats at once", start_second_beat, takes_time=True),
}
