"""Break, wait until all continues automatically, and hold the service to its word."""

from __future__ import annotations

import asyncio
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.kinds import KINDS, Kind
from tests.faults.live import make_live_matches
from tests.faults.scene import Scene, kept_alive, make_spare_games
from tests.load.crowd import Crowd, make_people
from tests.load.surroundings import LIMITS_OF_A_CROWD, set_up

WITHIN = 60.0
"""Seconds in which everything must continue without a hand on it."""
PAUSE = 0.7
"""Seconds between two visits of a player, on average."""
TOLD_WITHIN = 180.0
"""Seconds in which the last mail leaves: one that a killed worker had in hand is sent again when
its lease is over."""
CALM = 1.0
"""Seconds of undisturbed play before each fault."""


@dataclass
class Report:
    """What came of one kind of fault."""

    kind: str
    rounds: int = 0
    turns: list[float] = field(default_factory=list)
    """Seconds until turns were accepted again."""
    sweeps: list[float] = field(default_factory=list)
    """Seconds until a missed deadline was acted on."""
    mails: list[float] = field(default_factory=list)
    """Seconds until a mail about it had left, from the end of the fault."""
    wrong: list[str] = field(default_factory=list)
    looked_at: dict[str, int] = field(default_factory=dict)
    late: list[float] = field(default_factory=list)
    """Seconds from the end of live clocks until they were acted on."""
    repeated: int = 0
    """Mails that arrived twice, under one Message-ID."""

    def round_line(self) -> str:
        """Return how long the last round took."""
        mail = f", mails {self.mails[-1]:.1f}" if self.mails else ""
        return f"turns {self.turns[-1]:.1f}, sweeps {self.sweeps[-1]:.1f}{mail} s"

    def lines(self) -> list[str]:
        """Return what to print of it."""
        looked = ", ".join(f"{number} {what}" for what, number in self.looked_at.items())
        return [
            f"{self.kind:<13}{self.rounds:>3} times; again after: turns {_spread(self.turns)},"
            f" sweeps {_spread(self.sweeps)}, mails {_spread(self.mails)},"
            f" live clocks {_spread(self.late)}",
            f"{'':<13}{looked}; {self.repeated} mails came twice; {len(self.wrong)} wrong",
            *(f"{'':<13}! {line}" for line in self.wrong[:20]),
        ]


def run(name: str, times: int, players: int) -> Report:
    """Inflict one kind of fault so many times and return what came of it."""
    kind, report = KINDS[name], Report(name)
    folder = Path(tempfile.mkdtemp(prefix=f"c11-faults-{name}-")).resolve()
    with kind.around(folder) as mails:
        environment = LIMITS_OF_A_CROWD | kind.environment(folder)
        with kind.topology(folder, 2, 2, **environment) as topology:
            set_up(topology)
            names = make_people(players)
            # One that is found during a fault, one after it, one that must not be found.
            spare = make_spare_games(3 * times)
            crowd = Crowd(topology.ports, names, pause=PAUSE)
            scene = Scene(topology, crowd, mails or topology.mails, spare)
            scene.live = make_live_matches(kind.live_matches * times)
            scene.live_ids = frozenset(scene.live)
            asyncio.run(_inflict_all(scene, kind, times, report))
            _look_at_everything(scene, kind, report)
    if report.wrong:
        report.wrong.append(f"logs are in {folder}")
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return report


async def _inflict_all(scene: Scene, kind: Kind, times: int, report: Report) -> None:
    scene.crowd.come()
    async with kept_alive(scene):
        await _until(lambda: _are_playing(scene, 5), report, "no game was begun")
        for number in range(times):
            await asyncio.sleep(CALM)
            await _inflict(scene, kind, number, report)
            report.rounds += 1
        await scene.crowd.go()


async def _inflict(scene: Scene, kind: Kind, number: int, report: Report) -> None:
    """Break something once and wait until turns, sweeps and mails continue."""
    began, accepted = time.monotonic(), len(scene.crowd.promises.accepted)
    playing = asyncio.create_task(
        _until(lambda: _are_playing(scene, accepted + 3), report, f"round {number}: no turn")
    )
    sweeping = None
    if kind.takes_time:
        early = await scene.plant()
        sweeping = asyncio.create_task(
            _until(lambda: scene.is_over(early), report, f"round {number}: no sweep meanwhile")
        )
    try:
        await kind.inflict(scene, number)
    except AssertionError as error:
        report.wrong.append(f"round {number}: {error}")
    ended = time.monotonic()
    game = await scene.plant()
    sweep = await _until(lambda: scene.is_over(game), report, f"round {number}: no sweep")
    report.turns.append(await playing - began)
    report.sweeps.append(max(sweep - ended, (await sweeping) - began if sweeping else 0.0))
    if kind.mails:
        mail = await _until(lambda: scene.is_mailed(game), report, f"round {number}: no mail")
        report.mails.append(mail - ended)
    print(f"{report.kind} {number}: {report.round_line()}", file=sys.stderr, flush=True)


async def _are_playing(scene: Scene, count: int) -> bool:
    return len(scene.crowd.promises.accepted) >= count


async def _until(
    is_so: Callable[[], Awaitable[bool]],
    report: Report,
    otherwise: str,
) -> float:
    """Return when it is so; note what is wrong if it is not in time."""
    give_up_at = time.monotonic() + WITHIN
    while not await is_so():
        if time.monotonic() > give_up_at:
            report.wrong.append(f"{otherwise} within {WITHIN:.0f} s")
            break
        await asyncio.sleep(0.1)
    return time.monotonic()


def _look_at_everything(scene: Scene, kind: Kind, report: Report) -> None:
    """Wait until everyone is told, and look at every row."""
    from django.db import connections

    from tests.load import checks

    # The database may have been another one when they were opened.
    connections.close_all()
    report.wrong += kind.check(scene)
    report.late = scene.late
    if not checks.wait_for_event(TOLD_WITHIN, hurry=True):
        report.wrong.append(f"not everybody was told {TOLD_WITHIN:.0f} s after the end")
    for what, number, wrong in checks.check_all(scene.crowd.promises, scene.mails, scene.planted):
        report.looked_at[what] = number
        report.wrong += wrong
    report.wrong += scene.unmailed()
    refused = scene.crowd.figures.refusals
    report.wrong += [f"{call} was refused {n} times: {what}" for (call, what), n in refused.items()]
    report.repeated = sum(times - 1 for times in checks.messages(scene.mails).values())


def _spread(seconds: list[float]) -> str:
    if not seconds:
        return "-"
    return f"{statistics.median(seconds):.1f} s (worst {max(seconds):.1f})"
