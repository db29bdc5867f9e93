"""The engine agrees with python-chess: moves, notation, positions, ends."""

import random

import pytest

from tests.rules.seeds import SEEDS
from tests.rules.standard.comparison import compare, played, scattered


@pytest.mark.parametrize("seed", SEEDS)
def test_every_edge_of_a_random_game_is_the_same(seed):
    for board in played(random.Random(seed), 20):
        compare(board)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_edge_of_positions_thrown_together_is_the_same(seed):
    rng = random.Random(seed)

    for _ in range(12):
        for board in scattered(rng):
            compare(board)
