"""The counted trees of the laws, at every depth that the laws tell, beside ours.

``python -m tests.bench.tables [KEY …]`` counts those of the games on squares, the deepest ones that
take too long for a test among them, and says how long each took.
"""

from __future__ import annotations

import sys
import time

from games.rules import registry
from games.rules.perft import perft
from tests.rules.family.test_examples import TREES as FAMILY
from tests.rules.future.test_examples import TREES as FUTURE
from tests.rules.standard.test_examples import TREES as STANDARD

TREES = {"standard": STANDARD, "future": FUTURE, "family": FAMILY}
DEEPER = {
    ("standard", "start"): [197_281],
    ("future", "shield"): [250_930, 16_877_708],
    ("future", "queens"): [503_300],
    ("future", "checks from above and below"): [685_895],
    ("family", "four players"): [543_670],
    ("family", "three players"): [21_922, 681_828],
    ("family", "two players"): [26_151, 876_034],
    ("family", "said checks"): [44_042],
    ("family", "one away, one mated"): [38_954],
    ("family", "castling, one about to leave"): [51_663],
}
"""What the laws count further down than the tests do."""


def main(*keys: str) -> None:
    """Count every tree; exit with 1 if one differs."""
    differ = 0
    for key in keys or TREES:
        tree = registry.tree(key)
        assert tree is not None, f"{key} has no tree"
        for name, (text, counts) in TREES[key].items():
            position = tree.read(text)
            for depth, told in enumerate([*counts, *DEEPER.get((key, name), [])], 1):
                begin = time.process_time()
                ours = perft(tree, position, depth)
                took = time.process_time() - begin
                differ += ours != told
                verdict = "as told" if ours == told else "DIFFERS"
                print(
                    f"{key:<9} {name:<30} {depth} {told:>12,} {ours:>12,} {verdict} {took:8.2f} s",
                    flush=True,
                )
    sys.exit(differ > 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
