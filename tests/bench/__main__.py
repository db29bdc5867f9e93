"""All measurements, one after the other, each in a process of its own.

    python -m tests.bench [NAME...]

They need a quiet machine and, where ``BENCH_DATA`` names a folder, only once the two minutes in
which a million games are written.
"""

from __future__ import annotations

import os
import subprocess
import sys

ALL = (
    "turns",
    "reads",
    "servers",
    "sweeps",
    "mails",
    "costs",
    "encoding",
    "streams",
    "seeks",
    "perft",
    "robots",
)


def main(names: list[str]) -> int:
    """Run these measurements, or all; return how many failed."""
    failed = 0
    for name in names or ALL:
        load = os.getloadavg()[0]
        print(f"\n=== {name} (load average before it {load:.1f}) ===", flush=True)
        failed += subprocess.run([sys.executable, "-m", f"tests.bench.{name}"]).returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
