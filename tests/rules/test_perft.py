"""10.5: counting the tree, from the start and from every phase of a round."""

import pytest

from games.rules.perft import divide, perft
from tests.rules import reference
from tests.rules.boards import START, TREE


@pytest.mark.parametrize(("depth", "nodes"), [(0, 1), (1, 6), (2, 43), (3, 907), (4, 12_464)])
def test_the_default_start_counts_as_the_law_says(depth, nodes):
    assert perft(TREE, TREE.read(START), depth) == nodes


def test_divide_adds_up_to_perft():
    rows = divide(TREE, TREE.read(START), 3)

    assert [edge for edge, _ in rows] == ["c3d5", "c3e4", "d2d4", "e2e4", "f3d4", "f3e5"]
    assert sum(nodes for _, nodes in rows) == 907


@pytest.mark.parametrize(
    "text",
    [
        "1brkqr2/2pppp2/2n2n2/8/4N3/5N2/2PPPP2/1BRKQR2 w e4 kickoff+m c2d2e2f2c7d7e7f7 0",
        "r2kn2r/2p1pp2/3p1nb1/1Q6/3P1N2/2N1P3/2P1BP2/R2K3R w b5 open - 4",
        "r2kn2r/2p1pp2/3p1nb1/1Q1N4/3P1N2/4P3/2P1BP2/R2K3R w b5 open+m - 4",
        "r2kn2r/2p1pp2/3p1nb1/1Q6/3P1N2/2N1P3/2P1BP2/R2K3R w c3 open+p - 4",
        "r2kn2r/2p1pp2/3p1nb1/1Q1N4/3P1N2/4P3/2P1BP2/R2K3R w b5 open+mp - 4",
        "3kn2r/2p1pp2/3p1nb1/1Q6/R2P1N2/2N1P3/2P1BP2/3K3R w a8 corner - 1",
        "3kn2r/2p1pp2/3p1nb1/1Q6/R2P1N2/2N1P3/2P1BP1R/3K4 w a8 corner+m - 1",
        "r2kn2r/2p1pp2/3p1nb1/1Q6/3P1N2/2N1P3/2P1BP2/R2K3R b b5 open - 4",
    ],
)
def test_every_phase_counts_as_the_plain_engine_does(text):
    assert perft(TREE, TREE.read(text), 2) == reference.perft(reference.parse(text), 2)
