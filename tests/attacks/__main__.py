"""``python -m tests.attacks [NAME ...] [--seconds 20]``: play in quiet, then under attack.

Readings are judged: quiet and attack take turns, and the command fails where the players' turns
come too late, one of them is refused, or the attacker sees an answer that is our fault.
``--tree FOLDER`` attacks another checkout, to compare with how it was.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tests.attacks.beside import judge
from tests.attacks.kinds import ATTACKS as ATTACKS_ON_WEB
from tests.attacks.kinds import Attack
from tests.attacks.readers import READINGS
from tests.attacks.stage import BASE, Stage
from tests.attacks.watch import Seen, Watch
from tests.attacks.workers import WORKER_ATTACKS

ATTACKS = ATTACKS_ON_WEB | WORKER_ATTACKS


def main() -> None:
    """Run the attacks asked for, or all, and print what the players noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.attacks")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join([*ATTACKS, *READINGS]))
    parser.add_argument("--seconds", type=float, help="of each phase: 20, of a reading 10")
    parser.add_argument("--port", type=int, default=8150)
    parser.add_argument("--tree", type=Path, default=BASE)
    options = parser.parse_args()
    if unknown := set(options.names) - set(ATTACKS) - set(READINGS):
        known = ", ".join([*ATTACKS, *READINGS])
        parser.error(f"unknown attacks: {', '.join(unknown)}; there are {known}")
    names = options.names or [*ATTACKS, *READINGS]
    for name in names:
        if name in ATTACKS:
            run(ATTACKS[name], options.seconds or 20, options.port, options.tree)
    wrong = []
    if readings := [READINGS[name] for name in names if name in READINGS]:
        with Stage(options.tree, options.port, {}, []) as stage:
            medians: list[float] = []
            for reading in readings:
                wrong += judge(reading, stage, options.seconds or 10, medians)
    if wrong:
        sys.exit("\n".join(wrong))


def run(attack: Attack, seconds: float, port: int, tree: Path) -> None:
    """Print the figures of one attack: a line for the quiet time and one for the other."""
    with Stage(tree, port, attack.environment, attack.wrapper) as stage:
        ready = attack.prepare(stage)
        watch = Watch(stage, seconds)
        show(attack.name, "quiet", watch.look())
        with attack.run(stage, ready) as told:
            seen = watch.look()
        show(attack.name, "attacked", seen)
        if told:
            print(f"{attack.name:<14} {json.dumps(told)}", flush=True)


def show(name: str, when: str, seen: dict[str, Seen]) -> None:
    """Print what was seen of each kind of thing."""
    parts = [f"{kind} {figures.in_words()}" for kind, figures in seen.items()]
    print(f"{name:<14} {when:<9} {'; '.join(parts)}", flush=True)


if __name__ == "__main__":
    main()
