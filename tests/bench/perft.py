"""Nodes per second of perft beside python-chess's, in turn, each node made and counted.

Run it with ``pip install -r tests/bench/requirements.txt`` and
``python -m tests.bench.perft [ROUNDS]``. python-chess (GPL) is a yardstick only; nothing that
ships depends on it.
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


def _rate(count: Callable[[], int]) -> float:
    begin = time.perf_counter()
    nodes = count()
    return nodes / (time.perf_counter() - begin)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    tree = registry.tree("eleven")
    start = tree.read(START)
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(_rate(lambda: perft(tree, start, 4)))
        theirs.append(_rate(lambda: chess_perft(chess.Board(), 3)))
    pairs = [our / their for our, their in zip(ours, theirs, strict=True)]
    print(f"games.rules  perft 4: {statistics.median(ours):10,.0f} nodes/s, best {max(ours):,.0f}")
    print(
        f"python-chess perft 3: {statistics.median(theirs):10,.0f} nodes/s, best {max(theirs):,.0f}"
    )
    print(
        f"ratio of medians {statistics.median(ours) / statistics.median(theirs):.2f},"
        f" of bests {max(ours) / max(theirs):.2f}, median of rounds {statistics.median(pairs):.2f}"
    )


if __name__ == "__main__":
    main()
