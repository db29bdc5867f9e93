"""Nodes per second of perft beside python-chess's, each node made and counted.

Run it with ``pip install -r tests/bench/requirements.txt`` and
``python -m tests.bench.perft [ROUNDS]``. python-chess (GPL) is a yardstick only; nothing that
ships depends on it.

Both count the leaves from their start positions and make every one of them. Time is the
processor's, so that what else the machine does falls on neither, and each round measures every
depth of both in turn, so that a faster or slower minute falls on both.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable

import chess

from games.rules import registry
from games.rules.perft import perft

START = "1brkqr2/2pppp2/2n2n2/8/8/2N2N2/2PPPP2/1BRKQR2 w - kickoff c2d2e2f2c7d7e7f7 0"

OURS = "games.rules"
THEIRS = "python-chess"
DEPTHS = {OURS: (3, 4, 5), THEIRS: (3, 4)}


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
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    tree = registry.tree("eleven")
    start = tree.read(START)
    counts: dict[str, Callable[[int], int]] = {
        OURS: lambda depth: perft(tree, start, depth),
        THEIRS: lambda depth: chess_perft(chess.Board(), depth),
    }
    rates: dict[tuple[str, int], list[float]] = {
        (name, depth): [] for name, depths in DEPTHS.items() for depth in depths
    }
    totals: dict[str, list[float]] = {OURS: [], THEIRS: []}
    leaves: dict[tuple[str, int], int] = {}
    for _ in range(rounds):
        sums = dict.fromkeys(DEPTHS, (0, 0.0))
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
