"""The fast engine and the plain one agree; ``tests.rules.comparison`` goes on for longer."""

import random
from itertools import islice

import pytest

from tests.rules.chess_eleven.comparison import compare, played, positions, scattered
from tests.rules.seeds import SEEDS


@pytest.mark.parametrize("seed", SEEDS)
def test_every_edge_of_random_rounds_is_the_same(seed):
    rng = random.Random(seed)

    phases = set()
    for _ in range(2):
        for pos in played(rng, 12):
            compare(pos)
            phases.add(pos.phase)

    assert {"kickoff", "open"} <= phases


@pytest.mark.parametrize("seed", SEEDS)
def test_every_edge_of_positions_thrown_together_is_the_same(seed):
    rng = random.Random(seed)

    for _ in range(12):
        for pos in scattered(rng):
            compare(pos)


def test_the_positions_compared_are_of_every_phase():
    missing = {"kickoff", "kickoffm", "open", "openm", "openp", "openmp"}
    missing |= {"corner", "cornerm", "cornerp", "cornermp"}

    for pos in islice(positions(random.Random(1)), 400):
        missing.discard(pos.phase + pos.used)
        if not missing:
            return
    pytest.fail(f"no position is of the phase {missing}")
