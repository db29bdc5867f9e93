"""How long tests play at random: ``TEST_SEEDS=20`` lets them play twenty times as long."""

import os

SEEDS = range(int(os.environ.get("TEST_SEEDS", "1")))


def longer(few: int) -> int:
    """Return a number of rounds or examples, few in the suite and more in a longer run."""
    return few * len(SEEDS)


def levels(counts: list[int]) -> list[int]:
    """Return the levels of a tree that are counted: all of them in a longer run alone."""
    return counts if len(SEEDS) > 1 else [count for count in counts if count < 1_000]
