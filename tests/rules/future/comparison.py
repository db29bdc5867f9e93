"""Future Chess: games played at random and positions thrown together."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from games.rules.future.rule_set import TREE
from tests.rules.agreement import Difference, hold_against, is_accepted
from tests.rules.future import reference


def compare(pos: reference.Pos) -> Counter[str]:
    """Return how many edges of each kind a position has; raises ``Difference``."""
    theirs = {
        edge: after if isinstance(after, str) else reference.dump(after)
        for edge, after in reference.edges(pos).items()
    }
    hold_against(TREE, reference.dump(pos), theirs)
    return Counter(_kind(pos, edge, after) for edge, after in theirs.items())


def _kind(pos: reference.Pos, edge: str, after: str) -> str:
    if " " not in after or after.startswith("checkmate"):
        return after
    if len(edge) == 7:
        return "promotion"
    level = "level " if edge[0] != edge[3] else ""
    return level + ("capture" if edge[3:6] in pos.board else "move")


def sort_of(pos: reference.Pos) -> str:
    men = len(pos.board)
    return f"{men // 10 * 10:02d} men and more" + (", check" if reference.is_check(pos) else "")


def step(pos: reference.Pos, rng: random.Random) -> reference.Pos | None:
    """Return a position that follows, captures, climbs and promotions sooner than others."""
    onwards = {e: after for e, after in reference.edges(pos).items() if not isinstance(after, str)}
    if not onwards:
        return None
    weights = [
        10 if len(e) == 7 else 4 if e[3:6] in pos.board or pos.board[e[:3]] in "PpSs" else 1
        for e in onwards
    ]
    return onwards[rng.choices(list(onwards), weights)[0]]


def played(rng: random.Random, most: int) -> Iterator[reference.Pos]:
    """Yield the positions of a game played at random."""
    pos: reference.Pos | None = reference.parse(rng.choice(list(reference.STARTS.values())))
    for _ in range(most):
        if pos is None:
            return
        yield pos
        pos = step(pos, rng)


def thrown(rng: random.Random) -> reference.Pos:
    """Return a position thrown together; raises ``Difference`` where it is judged otherwise."""
    while True:
        squares = reference.SQUARES[:]
        rng.shuffle(squares)
        men = rng.choices("PpSsNnBbRrQq", k=rng.choice([0, 1, 2, 4, 8, 14, 20]))
        board = {squares.pop(): piece for piece in [*"Kk", *men]}
        pos = reference.Pos(board, rng.choice("wb"), rng.choice([0, 3, 99, 149]), 7)
        if rng.random() < 0.9:
            standing = {s: p for s, p in board.items() if reference.may_be_placed(p, s)}
            pos = replace(pos, board=standing)
        text = reference.dump(pos)
        if is_accepted(TREE, text) != reference.can_be(pos):
            raise Difference(f"{text}: only one takes it for a position")
        if reference.can_be(pos):
            return pos


def scattered(rng: random.Random) -> Iterator[reference.Pos]:
    """Yield a position thrown together and a few that follow it."""
    pos: reference.Pos | None = thrown(rng)
    for _ in range(rng.choice([1, 3, 5])):
        if pos is None:
            return
        yield pos
        pos = step(pos, rng)


def positions(rng: random.Random) -> Iterator[reference.Pos]:
    """Yield positions without end, half of them played, half thrown together."""
    while True:
        yield from played(rng, rng.choice([20, 60, 200]))
        for _ in range(30):
            yield from scattered(rng)
