"""``python -m tests.load [PLAYERS] [SECONDS]``: an hour of a busy evening in a few minutes."""

from __future__ import annotations

import argparse
import asyncio
import shutil
import tempfile
import time
from pathlib import Path

from tests.bench.stage import Load
from tests.bench.streams import percentiles, watch_the_machine
from tests.load.crowd import GAMES_EACH, LISTENING, Crowd, make_people
from tests.load.surroundings import LIMITS_OF_A_CROWD, set_up
from tests.topology import Topology

VISITS = 6
"""How often a player looks in an evening."""


async def spend(crowd: Crowd, seconds: float) -> list[float]:
    """Let the crowd play for so long; return how late this process was woken meanwhile."""
    crowd.come()
    late = await watch_the_machine(time.perf_counter() + seconds)
    await crowd.go()
    return late


def main() -> None:
    """Start everything, let them play, look at everything."""
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("players", type=int, nargs="?", default=1000)
    parser.add_argument("seconds", type=float, nargs="?", default=300.0)
    parser.add_argument("--web", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="c11-load-")).resolve()
    with Topology(folder, options.web, options.workers, **LIMITS_OF_A_CROWD) as topology:
        set_up(topology)
        from tests.load import checks

        names = make_people(options.players)
        crowd = Crowd(topology.ports, names, options.seconds / VISITS)
        pids = [part.process.pid for part in topology.parts.values() if part.process]
        with Load(*pids) as load:
            late = asyncio.run(spend(crowd, options.seconds))
        began = time.monotonic()
        is_notified = checks.wait_for_event(120)
        waited = time.monotonic() - began
        found = checks.check_all(crowd.promises, topology.mails, ())
        repeated = sum(times - 1 for times in checks.messages(topology.mails).values())

    print(
        f"{options.players} players, one in {LISTENING} on a stream, {2 * GAMES_EACH} games each,"
        f" {options.seconds:.0f} s; {options.web} web, {options.workers} workers"
    )
    print("\n".join(crowd.figures.table()))
    asked = sum(len(times) for times in crowd.figures.times.values())
    print(f"{asked / options.seconds:.0f} answers a second; {len(crowd.promises.accepted)} turns")
    print(f"the machine: {load}; its own delay: {percentiles(late)}")
    print(
        f"all was sent {waited:.0f} s after the end" if is_notified else "not all was sent in 120 s"
    )
    for what, number, wrong in found:
        print(f"{what:<8} {number:>7} looked at, {len(wrong)} wrong")
        for line in wrong[:10]:
            print(f"         {line}")
    print(f"mails that arrived twice: {repeated}")
    if any(wrong for *_, wrong in found):
        raise SystemExit(f"Something was lost; logs are in {folder}")
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
