"""Chess Eleven: rounds played at random and positions thrown together, in every phase."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from games.rules.chess_eleven import search, turn
from games.rules.chess_eleven.actions import TEXT, legal_actions
from tests.rules.agreement import Difference, hold_against, is_accepted
from tests.rules.boards import START, TREE
from tests.rules.chess_eleven import reference

PHASES = (
    "open", "open", "open+m", "open+p", "open+mp", "corner", "corner+m", "corner+p", "corner+mp"
)  # fmt: skip


def compare(pos: reference.Pos) -> Counter[str]:
    """Return how many edges of each kind a position has; raises ``Difference``."""
    text = reference.dump(pos)
    theirs = {
        edge: after if isinstance(after, str) else reference.dump(after)
        for edge, after in reference.edges(pos).items()
    }
    hold_against(TREE, text, theirs)
    position = TREE.read(text)
    # The laws themselves lead where what makes them quick says that they lead.
    quick = sorted(search.edges(position), key=repr)
    if sorted(turn.edges(position), key=repr) != quick:
        raise Difference(f"{text}: the search leads elsewhere than the laws")
    settled, others = search.follow(position)
    if sorted([*settled, *others], key=repr) != sorted((after for *_, after in quick), key=repr):
        raise Difference(f"{text}: what follows is not what the edges lead to")
    legal = {TEXT[action] for action in legal_actions(position)}
    if legal != {edge.partition("=")[0] for edge in theirs if edge != "."}:
        raise Difference(f"{text}: legal are {sorted(legal)}")
    return Counter(_kind(edge, after) for edge, after in theirs.items())


def _kind(edge: str, after: str) -> str:
    if " " not in after or after.startswith(("goal", "mate")):
        return after.split(" ")[0]
    if edge[0] == "!":
        return edge.partition("=")[2].partition("@")[0]
    return {"@": "pass", ".": "stop"}.get(edge[0], "move")


def random_start(rng: random.Random) -> reference.Pos:
    """Return a kick-off with formations drawn at random (3)."""
    board: dict[str, str] = {}
    side = rng.choice("wb")
    # 2.2, 3.5: only who does not kick off may have scored, and so have its substitute on.
    substitute = rng.choice([reference.other(side), None])
    for owner, ranks in (("w", "123"), ("b", "876")):
        officers = list("QRRBBNN")
        rng.shuffle(officers)
        rest = ["P", "P", *officers] if owner == substitute else ["P", "P", "P", *officers[:6]]
        king, pawn = "d" + ranks[0], "d" + ranks[1]
        free = [f + r for r in ranks for f in reference.FILES if f + r not in (king, pawn)]
        rng.shuffle(free)
        for square, piece in [(king, "K"), (pawn, "P"), *zip(free, rest, strict=False)]:
            board[square] = piece if owner == "w" else piece.lower()
    unmoved = frozenset(square for square, piece in board.items() if piece in "Pp")
    return reference.Pos(board, side, None, "kickoff", "", unmoved, 0)


def can_be(pos: reference.Pos) -> bool:
    return is_accepted(TREE, reference.dump(pos))


def sort_of(pos: reference.Pos) -> str:
    return pos.phase + ("+" + pos.used if pos.used else "")


def thinned(pos: reference.Pos, rng: random.Random) -> reference.Pos:
    """Return the position with some pieces gone, if it can still be: open boards come sooner."""
    board = {
        square: piece
        for square, piece in pos.board.items()
        if piece in "Kk" or square == pos.ball or rng.random() < 0.6
    }
    fewer = replace(pos, board=board, unmoved=pos.unmoved & set(board))
    return fewer if can_be(fewer) else pos


def thrown(rng: random.Random) -> reference.Pos:
    """Return a position thrown together that can be: what play seldom comes to."""
    while True:
        pos = throw(rng)
        if can_be(pos):
            return pos


def throw(rng: random.Random) -> reference.Pos:
    """Return pieces thrown together, whether they can be so or not."""
    board: dict[str, str] = {}
    squares = reference.SQUARES[:]
    rng.shuffle(squares)
    for side in "wb":
        officers = list("QRRBBNN")
        rng.shuffle(officers)
        pool = ["P"] * 4 + officers[:6]
        rng.shuffle(pool)
        for piece in ["K", *pool[: rng.choice([0, 1, 2, 3, 5, 8, 10])]]:
            board[squares.pop()] = piece if side == "w" else piece.lower()
    side = rng.choice("wb")
    unmoved = {
        square
        for square, piece in board.items()
        if (piece == "P" and square[1] in "123" and (square[1] == "1" or rng.random() < 0.6))
        or (piece == "p" and square[1] in "876" and (square[1] == "8" or rng.random() < 0.6))
    }
    name, _, used = rng.choice(PHASES).partition("+")
    ball = rng.choice(list(board))
    if name == "corner" and used in ("", "m") and rng.random() < 0.7:
        ball = rng.choice(["a8", "h8"] if side == "w" else ["a1", "h1"])
    return reference.Pos(
        board, side, ball, name, used, frozenset(unmoved), rng.choice([0, 3, 99, 149])
    )


def step(pos: reference.Pos, rng: random.Random) -> reference.Pos | None:
    """Return a position that follows, or ``None`` where the round ends.

    It seeks what random play seldom finds: corners, shots, passes, stops.
    """
    onwards = {
        edge: after for edge, after in reference.edges(pos).items() if not isinstance(after, str)
    }
    if not onwards:
        return None
    weights = [10 if "corner" in e else 4 if e[0] in "!@." else 1 for e in onwards]
    return onwards[rng.choices(list(onwards), weights)[0]]


def played(rng: random.Random, most: int = 60) -> Iterator[reference.Pos]:
    """Yield the positions of a round played at random."""
    pos: reference.Pos | None = random_start(rng) if rng.random() < 0.9 else reference.parse(START)
    for _ in range(most):
        if pos is None:
            return
        yield pos
        pos = step(pos, rng)
        if pos is not None and pos.phase == "open" and rng.random() < 0.2:
            pos = thinned(pos, rng)


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
        yield from played(rng, rng.choice([5, 20, 60]))
        for _ in range(12):
            yield from scattered(rng)
