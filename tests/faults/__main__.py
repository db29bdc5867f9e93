"""``python -m tests.faults [KIND ...] [--times 20]``: break things while people play.

Each kind runs in a process of its own, on processes of its own.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

from tests.faults.kinds import KINDS


def main() -> None:
    """Run the kinds asked for, or all; end with 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--players", type=int, default=8)
    options = parser.parse_args()
    if unknown := set(options.kinds) - set(KINDS):
        parser.error(f"no such kind: {', '.join(unknown)}; there are {', '.join(KINDS)}")
    if len(options.kinds) == 1:
        from tests.faults.rounds import run

        report = run(options.kinds[0], options.times, options.players)
        print("\n".join(report.lines()), flush=True)
        raise SystemExit(bool(report.wrong))
    given = ["--times", str(options.times), "--players", str(options.players)]
    failed = [
        kind
        for kind in options.kinds or KINDS
        if subprocess.call([sys.executable, "-m", "tests.faults", kind, *given])
    ]
    if failed:
        raise SystemExit(f"Something was lost or stopped: {', '.join(failed)}")


if __name__ == "__main__":
    main()
