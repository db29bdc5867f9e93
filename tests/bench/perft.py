"""Nodes per second of perft beside python-chess's, each node made and counted.

``python -m tests.bench.perft [ROUNDS] [--ruleset KEY]``. python-chess (GPL) is a yardstick only;
nothing that ships depends on it.

Both count the leaves from their start positions and make every one of them. Time is the
processor's, so that what else the machine does falls on neither, and each round measures every
depth of both in turn, so that a faster or slower minute falls on both.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import chess

from games.rules import registry
from games.rules.perft import perft

OURS = "games.rules"
THEIRS = "python-chess"
STARTS = {"eleven": "1brkqr2/2pppp2/2n2n2/8/8/2N2N2/2PPPP2/1BRKQR2 w - kickoff c2d2e2f2c7d7e7f7 0"}
"""Where no setting up comes first, the tree's own start is counted."""
DEPTHS = {"eleven": (3, 4, 5), "standard": (3, 4), "future": (2, 3), "family": (2, 3)}
DEPTHS_OF_THEIRS = (3, 4)


def chess_perft(board: chess.Board, depth: int) -> int:
    """Count as ours does: the last level is played move by move too."""
    if depth == 0:
        return 1
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += 1 if depth == 1 else chess_perft(board, depth - 1)
        board.pop()
    return nodes


def _measure(count: Callable[[], int]) -> tuple[int, float]:
    begin = time.process_time()
    nodes = count()
    return nodes, time.process_time() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rounds", type=int, nargs="?", default=5)
    parser.add_argument("--ruleset", choices=registry.all_keys(), default=registry.DEFAULT)
    asked = parser.parse_args()
    rounds, rules, tree = asked.rounds, registry.get(asked.ruleset), registry.tree(asked.ruleset)
    assert tree is not None, f"{asked.ruleset} has no tree of positions"
    written = STARTS.get(asked.ruleset)
    start = tree.read(written) if written else tree.start(rules.check_options({}))
    depths = {OURS: DEPTHS.get(asked.ruleset, (2,)), THEIRS: DEPTHS_OF_THEIRS}
    counts: dict[str, Callable[[int], int]] = {
        OURS: lambda depth: perft(tree, start, depth),
        THEIRS: lambda depth: chess_perft(chess.Board(), depth),
    }
    rates: dict[tuple[str, int], list[float]] = {
        (name, depth): [] for name, several in depths.items() for depth in several
    }
    totals: dict[str, list[float]] = {OURS: [], THEIRS: []}
    leaves: dict[tuple[str, int], int] = {}
    for _ in range(rounds):
        sums = dict.fromkeys(depths, (0, 0.0))
        for name, depth in sorted(rates, key=lambda row: row[1]):
            nodes, seconds = _measure(lambda name=name, depth=depth: counts[name](depth))
            leaves[name, depth] = nodes
            rates[name, depth].append(nodes / seconds)
            sums[name] = (sums[name][0] + nodes, sums[name][1] + seconds)
        for name, (nodes, seconds) in sums.items():
            totals[name].append(nodes / seconds)

    for (name, depth), found in rates.items():
        print(
            f"{name:12} perft {depth}: {leaves[name, depth]:9,} nodes,"
            f" {statistics.median(found):9,.0f} nodes/s, best {max(found):,.0f}"
        )
    pairs = [ours / theirs for ours, theirs in zip(totals[OURS], totals[THEIRS], strict=True)]
    print(
        f"ratio of all depths together, median of {rounds} rounds: {statistics.median(pairs):.2f}"
        f" (from {min(pairs):.2f} to {max(pairs):.2f})"
    )


if __name__ == "__main__":
    main()
