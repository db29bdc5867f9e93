"""Positions drawn as text, and what may be played in them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.rules import registry

START = "1brkqr2/2pppp2/2n2n2/8/8/2N2N2/2PPPP2/1BRKQR2 w - kickoff c2d2e2f2c7d7e7f7 0"

TREE = registry.tree("eleven")
RULES = registry.get("eleven")
FIRST = registry.get("eleven", 1)
"""Version 1 of the laws, by which older matches are played."""


def position(drawing: str, rest: str) -> str:
    """Return the position string of eight drawn ranks, ``.`` for an empty square."""
    ranks = drawing.split()
    assert [len(rank) for rank in ranks] == [8] * 8, drawing
    return f"{'/'.join(_squeeze(rank) for rank in ranks)} {rest}"


def _squeeze(rank: str) -> str:
    text, gap = "", 0
    for sign in rank:
        if sign == ".":
            gap += 1
            continue
        text += (str(gap) if gap else "") + sign
        gap = 0
    return text + (str(gap) if gap else "")


def edges(text: str) -> dict[str, str]:
    """Return every edge of a position and where it leads, as ``python -m games.rules list``."""
    return {
        edge: after if isinstance(after, str) else TREE.write(after)
        for edge, after in TREE.edges(TREE.read(text))
    }


def moves_of(text: str, square: str) -> set[str]:
    """Return where the piece on a square may go."""
    return {edge[2:4] for edge in edges(text) if edge[:2] == square}


def passes(text: str) -> set[str]:
    return {edge[1:] for edge in edges(text) if edge[0] == "@"}


def shots(text: str) -> set[str]:
    return {edge for edge in edges(text) if edge[0] == "!"}


def playing(text: str, **fields: Any) -> Any:
    """Return a state in the middle of a round, with the given position."""
    state = RULES.start({"goals_to_win": fields.pop("goals_to_win", 2)})
    fields = {"ready": (True, True), "played": (True, True), **fields}
    return replace(state, position=TREE.read(text), **fields)
