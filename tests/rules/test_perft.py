"""10.5: counting the tree, from the start and from every phase of a round."""

from pathlib import Path

import pytest

from games.rules.perft import divide, perft
from tests.rules.boards import START, TREE
from tests.rules.seeds import levels


@pytest.mark.parametrize(("depth", "nodes"), [(0, 1), (1, 6), (2, 43), (3, 907), (4, 12_464)])
def test_the_default_start_counts_as_the_law_says(depth, nodes):
    assert perft(TREE, TREE.read(START), depth) == nodes


def test_divide_adds_up_to_perft():
    rows = divide(TREE, TREE.read(START), 3)

    assert [edge for edge, _ in rows] == ["c3d5", "c3e4", "d2d4", "e2e4", "f3d4", "f3e5"]
    assert sum(nodes for _, nodes in rows) == 907


def golden():
    """Return the golden counts: formations, every phase, checks, shots, corners, a drop ball."""
    name = ""
    for line in (Path(__file__).parent / "golden_perft.txt").read_text().splitlines():
        if line.startswith("# "):
            name = line[2:]
        elif line:
            text, _, counts = line.rpartition(": ")
            yield pytest.param(text, [int(count) for count in counts.split()], id=name)


@pytest.mark.parametrize(("text", "counts"), list(golden()))
def test_positions_of_every_kind_count_as_written_down(text, counts):
    position = TREE.read(text)

    for depth, count in enumerate(levels(counts), start=1):
        assert perft(TREE, position, depth) == count
