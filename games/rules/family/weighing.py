"""What a position of Fun Family Chess is worth to a seat, in hundredths of a pawn."""

from __future__ import annotations

import math
from collections import Counter
from typing import Final

from games.rules.family import reach
from games.rules.family.moves import reached
from games.rules.family.position import AWAY, IN_THE_GAME, PRESENT, Board, Position
from games.rules.family.squares import SEATS, SQUARES, WIDTH, own_rank
from games.rules.family.turn import Advance

WORTH: Final = {"P": 100, "N": 300, "B": 340, "R": 520, "Q": 950, "K": 0}
OUT_WORTH: Final = 2_000.0
"""What it is worth to put an opponent out."""
LOST: Final = 20_000.0
"""What winning the game is worth, and what being mated costs."""
MOST_GUARDS: Final = 2
"""With how many pieces left, besides himself, a king is hunted."""
_CENTRE: Final = {
    square: 11 - (abs(2 * (square % WIDTH) - 11) + abs(2 * (square // WIDTH) - 11)) / 2
    for square in SQUARES
}


def _worth_of(piece: str, square: int) -> float:
    if piece[1] == "P":
        return 100 + 3.0 * math.pow(own_rank(piece[0], square), 1.5)
    if piece[1] == "K":
        return -2.0 * _CENTRE[square]
    return WORTH[piece[1]] + 2.0 * _CENTRE[square]


_WORTHS: Final = {
    seat + kind: {square: _worth_of(seat + kind, square) for square in SQUARES}
    for seat in SEATS
    for kind in WORTH
}
"""What a piece is worth to its owner, by where it stands."""


def material(position: Position, seat: str) -> int:
    """Return the worth of all pieces of a seat."""
    return sum(WORTH[piece[1]] for piece in position.board if piece[:1] == seat)


def count_officers(position: Position, seat: str) -> int:
    """Return how many pieces a seat has besides king and pawns."""
    return sum(piece[:1] == seat and piece[1] not in "KP" for piece in position.board)


def weigh(advance: Advance, me: str, threats: float) -> float:
    """Return what a position is worth to a seat; ``threats`` is how much those of others count."""
    position = advance.position
    if advance.end is not None:
        if me not in advance.end.seats:
            return -LOST
        return LOST if len(advance.end.seats) == 1 else 0.0
    worth = 0.0
    others = position.seats(IN_THE_GAME).replace(me, "")
    mates = sum(change.kind == "mated" and change.by == me for change in advance.changes)
    worth += OUT_WORTH * mates
    share = 0.9 / max(1, len(others))
    counts: Counter[str] = Counter()
    for square, piece in enumerate(position.board):
        if not piece:
            continue
        seat = piece[0]
        counts[seat] += 1
        if seat == me:
            worth += _WORTHS[piece][square]
        elif seat in others:
            worth -= WORTH[piece[1]] * share
    attacked = _attacked(position.board, me)
    for king in others:
        worth += _pressure(position, king, me, attacked, counts[king] - 1)
    return worth - threats * _hanging(position, me, attacked) if threats else worth


def _attacked(board: Board, seat: str) -> set[int]:
    """Return the squares that a seat's pieces attack."""
    found: set[int] = set()
    for square, piece in enumerate(board):
        if piece[:1] == seat:
            found.update(reached(board, square))
    return found


def _pressure(position: Position, king: str, me: str, attacked: set[int], guards: int) -> float:
    """Return the worth of a check that was said, and of squares taken from a king.

    A king who is nearly alone is hunted: driven to the edge, with your own king close to him.
    """
    square = position.king(king)
    worth = 40.0 if position.checks.get(king) == me else 0.0
    near = reach.KING[square]
    taken = sum(at in attacked for at in near)
    if guards > MOST_GUARDS:
        return worth + 6.0 * taken
    own = position.king(me)
    distance = max(abs(own % WIDTH - square % WIDTH), abs(own // WIDTH - square // WIDTH))
    return worth + 240.0 * taken / len(near) - 12.0 * _CENTRE[square] - 6.0 * distance


def _hanging(position: Position, me: str, guarded: set[int]) -> float:
    """Return the worth of the dearest piece that an opponent could take to advantage."""
    enemies = position.seats(PRESENT).replace(me, "")
    if not enemies or position.status_of(me) in AWAY:
        return 0.0
    cheapest = _cheapest(position.board, enemies)
    dearest = 0.0
    for square, piece in enumerate(position.board):
        if square in cheapest and piece[:1] == me and piece[1] != "K":
            lost = WORTH[piece[1]] - (cheapest[square] if square in guarded else 0)
            dearest = max(dearest, lost)
    return dearest


def _cheapest(board: Board, seats: str) -> dict[int, int]:
    """Return the worth of the cheapest piece of some seats on each square that they attack."""
    pieces = [
        (WORTH[piece[1]], square)
        for square, piece in enumerate(board)
        if piece and piece[0] in seats
    ]
    found: dict[int, int] = {}
    for worth, square in sorted(pieces, reverse=True):
        found.update(dict.fromkeys(reached(board, square), worth))
    return found
