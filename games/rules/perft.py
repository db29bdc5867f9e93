"""Counting the tree: what shows a move generator to be right, and how fast it is."""

from __future__ import annotations

from typing import TypeVar

from games.rules.contract import Tree

PositionT = TypeVar("PositionT")


def perft(tree: Tree[PositionT], position: PositionT, depth: int) -> int:
    """Return the number of leaves at a depth; what ends early counts as the tree says.

    Every node is made, the last ones too.
    """
    if depth == 0:
        return 1
    ended, onwards = tree.count(position)
    if depth == 1:
        return ended + len(onwards)
    early = ended if tree.ends_are_leaves else 0
    return early + sum([perft(tree, after, depth - 1) for after in onwards])


def divide(tree: Tree[PositionT], position: PositionT, depth: int) -> list[tuple[str, int]]:
    """Return the count below each edge, the edges sorted."""
    if depth == 0:
        return []
    return sorted(
        (text, 1 if isinstance(after, str) else perft(tree, after, depth - 1))
        for text, after in tree.edges(position)
    )
