"""Fun Family Chess: games of two, three and four played at random, positions thrown together."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from games.rules.family.tree import FamilyTree
from tests.rules.agreement import hold_against
from tests.rules.family import reference
from tests.rules.family.reference import CASTLING, FORWARD, SEATS, SQUARES, own_rank, shift

TREE = FamilyTree()


def compare(pos: reference.Pos) -> Counter[str]:
    """Return how many edges of each kind a position has; raises ``Difference``."""
    theirs = {
        edge: after if isinstance(after, str) else reference.dump(after)
        for edge, after in reference.edges(pos).items()
    }
    hold_against(TREE, reference.dump(pos), theirs)
    return Counter(_kind(pos, edge, after) for edge, after in theirs.items())


def _ends(edge: str) -> tuple[str, str]:
    """Return the squares of a move."""
    start, target = re.findall("[a-l][0-9]+", edge.split(" ")[0])
    return start, target


def _kind(pos: reference.Pos, edge: str, after: str) -> str:
    if after.startswith(("win", "draw")):
        return after.split(" ")[0]
    status = after.split(" ")[2]
    if status.count("M") > "".join(pos.status.values()).count("M"):
        return "mate"
    if "+" in edge:
        return "check said"
    start, target = _ends(edge)
    piece = pos.board[start][1]
    if edge[-1].isalpha():
        return "promotion"
    if target in pos.board:
        return "capture"
    if piece == "K" and target not in reference.reach(pos.board, start):
        return "castling"
    if piece == "P" and target in pos.passed and target in reference.reach(pos.board, start):
        return "en passant"
    return "move"


def sort_of(pos: reference.Pos) -> str:
    present = sum(pos.is_present(seat) for seat in SEATS)
    return f"{present} present" + (", check" if pos.checks else "")


def step(pos: reference.Pos, rng: random.Random) -> reference.Pos | None:
    """Return a position that follows; checks that are said and captures come sooner."""
    onwards = {e: after for e, after in reference.edges(pos).items() if not isinstance(after, str)}
    if not onwards:
        return None
    weights = [8 if "+" in e else 4 if e[-1].isalpha() or _takes(pos, e) else 1 for e in onwards]
    return _talked(onwards[rng.choices(list(onwards), weights)[0]], rng)


def _takes(pos: reference.Pos, edge: str) -> bool:
    start, target = _ends(edge)
    return target in pos.board or (target in pos.passed and pos.board[start][1] == "P")


def _talked(pos: reference.Pos, rng: random.Random) -> reference.Pos:
    """Return the position with a player who may have said that he leaves or returns (7.2)."""
    seat = rng.choice(SEATS)
    if seat != pos.side and rng.random() < 0.05:
        says = {"A": "a", "a": "A", "L": "l", "l": "L"}
        status = pos.status | {seat: says.get(pos.status[seat], pos.status[seat])}
        return replace(pos, status=status)
    return pos


def played(rng: random.Random, most: int) -> Iterator[reference.Pos]:
    """Yield the positions of a game played at random."""
    pos: reference.Pos | None = reference.parse(rng.choice(reference.STARTS))
    for _ in range(most):
        if pos is None:
            return
        yield pos
        pos = step(pos, rng)


def thrown(rng: random.Random) -> reference.Pos:
    """Return a position thrown together, with rights, checks and players away or out."""
    while True:
        seats = rng.choice(["wb", "wsb", "wsbg", "wsbg"])
        status = dict.fromkeys(SEATS, "-")
        status |= {seat: rng.choices("AaLlMRT", [8, 1, 1, 1, 1, 1, 1])[0] for seat in seats}
        present = [seat for seat in SEATS if status[seat] == "A"]
        if not present or sum(status[seat] in "AaLl" for seat in seats) < 2:
            continue
        side = rng.choice(present)
        board = _board(seats, rng)
        passed = _passed(board, side, rng)
        _ready(board, passed, side, rng)
        pos = reference.Pos(
            board,
            side,
            status,
            _rights(board, status, rng),
            passed,
            frozenset(),
            rng.choice([0, 3, 99]),
            rng.choice([1, 40]),
        )
        kings = [pos.king(seat) for seat in seats]
        if any(king in _around(other) for king in kings for other in kings):
            continue
        return replace(pos, checks=_checks(pos, rng))


def _around(square: str) -> list[str | None]:
    return [shift(square, dx, dy) for dx, dy in reference.STEPS["K"]]


def _board(seats: str, rng: random.Random) -> dict[str, str]:
    squares = sorted(SQUARES)
    rng.shuffle(squares)
    board = {}
    for seat in seats:
        at_home = rng.random() < 0.3
        king = CASTLING[seat + "K"][0] if at_home else squares.pop()
        board[king] = seat + "K"
        if at_home:
            board |= {CASTLING[seat + right][3]: seat + "R" for right in "KQ"}
    for seat in seats:
        for kind in rng.choices("PPPPNBRQ", k=rng.choice([0, 1, 2, 4, 8])):
            square = squares.pop()
            if square not in board and (kind != "P" or 2 <= own_rank(seat, square) <= 9):
                board[square] = seat + kind
    if sum(piece[1] == "K" for piece in board.values()) < len(seats):
        return _board(seats, rng)
    return board


def _rights(board: dict[str, str], status: dict[str, str], rng: random.Random) -> frozenset[str]:
    return frozenset(
        right
        for right, (king, _, _, rook, _) in CASTLING.items()
        if board.get(king) == right[0] + "K"
        and board.get(rook) == right[0] + "R"
        and status[right[0]] in "AaLl"
        and rng.random() < 0.8
    )


def _passed(board: dict[str, str], side: str, rng: random.Random) -> dict[str, str]:
    passed = {}
    for square, piece in board.items():
        if piece[1] == "P" and piece[0] != side and own_rank(piece[0], square) >= 4:
            dx, dy = FORWARD[piece[0]]
            behind = shift(square, -dx, -dy)
            if behind and behind not in board and rng.random() < 0.4:
                passed[behind] = square
    return passed


def _ready(board: dict[str, str], passed: dict[str, str], side: str, rng: random.Random) -> None:
    """Put pawns where they can capture en passant."""
    for square in passed:
        dx, dy = FORWARD[side]
        start = shift(square, -dx + rng.choice([dy, -dy]), -dy + rng.choice([dx, -dx]))
        if not start or start in board or start in passed or not 2 <= own_rank(side, start) <= 9:
            continue
        if square in reference.reach(board | {start: side + "P"}, start):
            board[start] = side + "P"


def _checks(pos: reference.Pos, rng: random.Random) -> frozenset[tuple[str, str]]:
    """Return checks that stand: on each king one at most, none by who is to play."""
    checks = {}
    for king in SEATS:
        for sayer in reference.enemies(king):
            may_be_placed = pos.status[king] != "-" and sayer != pos.side
            if may_be_placed and rng.random() < 0.5 and reference.stands(pos, (sayer, king)):
                checks[king] = sayer
    return frozenset((sayer, king) for king, sayer in checks.items())


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
        yield from played(rng, rng.choice([20, 60, 400]))
        for _ in range(40):
            yield from scattered(rng)
