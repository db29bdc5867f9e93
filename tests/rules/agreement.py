"""What a fast engine and a plain one must agree on: how positions are written, every edge."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.contract import Tree
from games.rules.errors import RulesError


class Difference(AssertionError):
    """The engines do not agree on a position."""


def is_accepted(tree: Tree[Any], text: str) -> bool:
    """Return whether the tree takes a position for one that can be."""
    try:
        tree.read(text)
    except RulesError:
        return False
    return True


def hold_against(tree: Tree[Any], text: str, theirs: Mapping[str, str]) -> None:
    """Compare a position and every edge with a plain engine's; raises ``Difference``."""
    position = tree.read(text)
    if tree.write(position) != text:
        raise Difference(f"{text} is written as {tree.write(position)}")
    ours = {
        edge: after if isinstance(after, str) else tree.write(after)
        for edge, after in tree.edges(position)
    }
    if ours != theirs:
        rows = [
            f"  {edge}: {ours.get(edge)} | {theirs.get(edge)}"
            for edge in sorted(ours.keys() | theirs.keys())
            if ours.get(edge) != theirs.get(edge)
        ]
        raise Difference("\n".join([text, *rows]))
    ended, onwards = tree.count(position)
    if ended + len(onwards) != len(theirs):
        raise Difference(f"{text}: {ended} ends and {len(onwards)} positions are counted")
