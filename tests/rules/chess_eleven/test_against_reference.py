"""The fast engine and the plain one agree; ``tests.rules.comparison`` continues for longer."""

import random
from itertools import chain

import pytest

from tests.rules.chess_eleven.comparison import compare, played, scattered, thrown
from tests.rules.seeds import SEEDS


@pytest.mark.parametrize("seed", SEEDS)
def test_every_edge_of_random_rounds_is_the_same(seed):
    rng = random.Random(seed)

    phases = set()
    for pos in played(rng, 8):
        compare(pos)
        phases.add(pos.phase)

    assert {"kickoff", "open"} <= phases


@pytest.mark.parametrize("seed", SEEDS)
def test_every_edge_of_positions_thrown_together_is_the_same(seed):
    rng = random.Random(seed)

    for _ in range(4):
        for pos in scattered(rng):
            compare(pos)


def test_the_positions_compared_are_of_every_phase():
    missing = {"kickoff", "kickoffm", "open", "openm", "openp", "openmp"}
    missing |= {"corner", "cornerm", "cornerp", "cornermp"}

    rng = random.Random(1)

    for pos in chain(played(rng, 3), (thrown(rng) for _ in range(400))):
        missing.discard(pos.phase + pos.used)
        if not missing:
            return
    pytest.fail(f"no position is of the phase {missing}")
