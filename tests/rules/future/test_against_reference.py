"""The engine and the plain one agree; ``tests.rules.comparison`` continues for longer."""

import random

import pytest

from tests.rules.future.comparison import compare, played, scattered
from tests.rules.seeds import SEEDS


@pytest.mark.parametrize("seed", SEEDS)
def test_every_edge_of_a_random_game_is_the_same(seed):
    for pos in played(random.Random(seed), 4):
        compare(pos)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_edge_of_positions_thrown_together_is_the_same(seed):
    rng = random.Random(seed)

    for _ in range(3):
        for pos in scattered(rng):
            compare(pos)
