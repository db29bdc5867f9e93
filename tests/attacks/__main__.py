"""``python -m tests.attacks [NAME ...] [--seconds 20]``: play in quiet, then under attack.

``--tree FOLDER`` attacks another checkout, to compare with how it was.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from tests.attacks.kinds import ATTACKS as ATTACKS_ON_WEB
from tests.attacks.kinds import Attack
from tests.attacks.stage import BASE, Stage
from tests.attacks.watch import Seen, Watch
from tests.attacks.workers import WORKER_ATTACKS

ATTACKS = ATTACKS_ON_WEB | WORKER_ATTACKS


def main() -> None:
    """Run the attacks asked for, or all, and print what the players noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.attacks")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(ATTACKS))
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--port", type=int, default=8150)
    parser.add_argument("--tree", type=Path, default=BASE)
    options = parser.parse_args()
    if unknown := set(options.names) - set(ATTACKS):
        parser.error(f"no such attack: {', '.join(unknown)}; there are {', '.join(ATTACKS)}")
    for name in options.names or ATTACKS:
        run(ATTACKS[name], options.seconds, options.port, options.tree)


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
