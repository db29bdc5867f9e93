"""The fast engine of a rule set held against a plain one, position by position.

``python -m tests.rules.comparison [POSITIONS] [SEED] --ruleset KEY`` walks through games played
at random and through positions thrown together, and compares every edge and what it leads to.
The suite does the same with a few hundred.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter

from games.rules.errors import RulesError
from tests.rules.agreement import Difference
from tests.rules.chess_eleven import comparison as eleven
from tests.rules.family import comparison as family
from tests.rules.future import comparison as future
from tests.rules.standard import comparison as standard

COMPARISONS = {"eleven": eleven, "standard": standard, "future": future, "family": family}


def _table(name: str, counts: Counter[str]) -> str:
    return f"{name}: " + ", ".join(f"{kind} {count:,}" for kind, count in sorted(counts.items()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("positions", type=int, nargs="?", default=20_000)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--ruleset", choices=COMPARISONS, default="eleven")
    asked = parser.parse_args()
    chosen = COMPARISONS[asked.ruleset]
    sorts: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    begin = time.monotonic()
    for number, pos in enumerate(chosen.positions(random.Random(asked.seed)), start=1):
        try:
            kinds += chosen.compare(pos)
        except (Difference, RulesError) as error:
            sys.exit(f"Position {number} of seed {asked.seed}: {error}")
        sorts[chosen.sort_of(pos)] += 1
        if number == asked.positions:
            break
    print(f"{asked.positions:,} positions, {kinds.total():,} edges: no difference.")
    print(_table("positions", sorts))
    print(_table("edges", kinds))
    print(f"{time.monotonic() - begin:.0f} s, seed {asked.seed}")


if __name__ == "__main__":
    main()
