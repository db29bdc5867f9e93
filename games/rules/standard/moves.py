"""Which moves are legal (1) and what they lead to."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.rules.errors import IllegalPosition
from games.rules.geometry import (
    BETWEEN,
    BIT,
    DIAGONAL_RAYS,
    DIAGONAL_WAYS,
    FULL,
    KNIGHT_WAYS,
    LINE,
    STRAIGHT_RAYS,
    STRAIGHT_WAYS,
    blockers,
    diagonal,
    each,
    steps,
    straight,
)
from games.rules.standard.position import NO_SQUARE, Position, read_position
from games.rules.text import gettext as _

KNIGHT: Final = steps(KNIGHT_WAYS)
KING: Final = steps(STRAIGHT_WAYS + DIAGONAL_WAYS)
PAWN_TAKES: Final = (steps(((-1, 1), (1, 1))), steps(((-1, -1), (1, -1))))
"""What a pawn of each side attacks, by its square."""
FORWARD: Final = (8, -8)
HOME_RANK: Final = (0xFF << 8, 0xFF << 48)
LAST_RANK: Final = 0xFF | 0xFF << 56
_DARK: Final = sum(BIT[square] for square in range(64) if (square + square // 8) % 2 == 0)


class Move(NamedTuple):
    """One move, which is a whole turn; castling is the king's (3.1)."""

    origin: int
    target: int
    promotion: str = ""


class Castling(NamedTuple):
    """One way of castling (1.7): squares, and sets of what must be empty and unattacked."""

    target: int
    crossed: int
    rook: int
    empty: int


CASTLING: Final = {
    home: Castling(king + 2 * way, king + way, home, BETWEEN[king][home])
    for king, home, way in ((4, 7, 1), (4, 0, -1), (60, 63, 1), (60, 56, -1))
}
"""By the home of the rook."""
_BY_TARGET: Final = {castling.target: castling for castling in CASTLING.values()}
_KEPT: Final = tuple(
    FULL
    & ~(BIT[square] if square in CASTLING else 0)
    & ~{4: BIT[0] | BIT[7], 60: BIT[56] | BIT[63]}.get(square, 0)
    for square in range(64)
)
"""The rights that are left when something leaves or reaches a square."""


def attackers(position: Position, square: int, by: int, occupied: int) -> int:
    """Return the pieces of a side that attack a square, pinned or not (1.8)."""
    queens = position.queens
    found = KNIGHT[square] & position.knights | KING[square] & position.kings
    found |= PAWN_TAKES[1 - by][square] & position.pawns
    sliders = position.rooks | queens
    if STRAIGHT_RAYS[square] & sliders:
        found |= straight(square, occupied) & sliders
    sliders = position.bishops | queens
    if DIAGONAL_RAYS[square] & sliders:
        found |= diagonal(square, occupied) & sliders
    return found & (position.black if by else position.white) & occupied


def is_check(position: Position) -> bool:
    """Return whether the king of the side to move is attacked."""
    occupied = position.white | position.black
    return bool(attackers(position, position.king, 1 - position.side, occupied))


def legal_moves(position: Position) -> list[Move]:
    """Return every legal move; empty for checkmate and stalemate."""
    own, enemy, side, king = position.own, position.enemy, position.side, position.king
    occupied = own | enemy
    moves = _king_moves(position, king, occupied)
    checkers = attackers(position, king, 1 - side, occupied)
    if checkers & (checkers - 1):
        return moves  # Two checks at the same time: only the king gets out.
    wanted = ~own & FULL
    if checkers:
        wanted &= BETWEEN[king][checkers.bit_length() - 1] | checkers
    else:
        moves += _castlings(position, occupied)
    sliders = enemy & (
        STRAIGHT_RAYS[king] & (position.rooks | position.queens)
        | DIAGONAL_RAYS[king] & (position.bishops | position.queens)
    )
    pinned = blockers(king, sliders, occupied) & own
    for origin in each(position.knights & own & ~pinned):
        moves += [Move(origin, target) for target in each(KNIGHT[origin] & wanted)]
    for sliding, reach in (
        (position.rooks | position.queens, straight),
        (position.bishops | position.queens, diagonal),
    ):
        for origin in each(sliding & own):
            reached = reach(origin, occupied) & wanted
            if pinned & BIT[origin]:
                reached &= LINE[king][origin]
            moves += [Move(origin, target) for target in each(reached)]
    return moves + _pawn_moves(position, king, pinned, wanted, occupied)


def make_move(position: Position, move: Move) -> Position:
    """Return the position after a legal move."""
    (
        pawns,
        knights,
        bishops,
        rooks,
        queens,
        kings,
        white,
        black,
        side,
        rights,
        passed,
        quiet,
        number,
    ) = position
    origin, target, promotion = move
    start, goal = BIT[origin], BIT[target]
    both = start | goal
    own, enemy = (black, white) if side else (white, black)
    quiet += 1
    if enemy & goal:
        quiet = 0
        enemy ^= goal
        pawns, knights, bishops = pawns & ~goal, knights & ~goal, bishops & ~goal
        rooks, queens = rooks & ~goal, queens & ~goal
    own ^= both
    new_passed = NO_SQUARE
    if pawns & start:
        quiet = 0
        pawns ^= both
        if promotion:
            pawns ^= goal
            knights |= goal if promotion == "n" else 0
            bishops |= goal if promotion == "b" else 0
            rooks |= goal if promotion == "r" else 0
            queens |= goal if promotion == "q" else 0
        elif target == passed:
            taken = BIT[target - FORWARD[side]]
            pawns ^= taken
            enemy ^= taken
        elif origin - target in (16, -16):
            new_passed = (origin + target) // 2
    elif knights & start:
        knights ^= both
    elif kings & start:
        kings ^= both
        if origin - target in (2, -2) and not KING[origin] & goal:
            castling = _BY_TARGET[target]
            swap = BIT[castling.rook] | BIT[castling.crossed]
            rooks ^= swap
            own ^= swap
    elif queens & start:
        queens ^= both
    elif rooks & start:
        rooks ^= both
    else:
        bishops ^= both
    white, black = (enemy, own) if side else (own, enemy)
    after = Position(
        pawns,
        knights,
        bishops,
        rooks,
        queens,
        kings,
        white,
        black,
        1 - side,
        rights & _KEPT[origin] & _KEPT[target],
        new_passed,
        quiet,
        number + side,
    )
    if new_passed != NO_SQUARE and not _passing_captures(after):
        return after._replace(passed=NO_SQUARE)
    return after


def is_dead(position: Position) -> bool:
    """Return whether no one can ever mate (2.2)."""
    if position.pawns | position.rooks | position.queens:
        return False
    minor = position.knights | position.bishops
    if not minor & (minor - 1):
        return True
    bishops = position.bishops
    return not position.knights and (not bishops & _DARK or not bishops & ~_DARK)


def load_position(text: str) -> Position:
    """Return the position of a text; raises ``IllegalPosition`` for what cannot be."""
    position = read_position(text)
    other = (position.kings & position.enemy).bit_length() - 1
    if attackers(position, other, position.side, position.white | position.black):
        raise IllegalPosition(_("The side that has just moved is in check (1.8)."), law="1.8")
    if position.passed != NO_SQUARE:
        behind = position.passed - FORWARD[position.side]
        ahead = position.passed + FORWARD[position.side]
        if (
            position.passed // 8 != (5, 2)[position.side]
            or not position.pawns & position.enemy & BIT[behind]
            or (position.white | position.black) & (BIT[position.passed] | BIT[ahead])
            or not _passing_captures(position)
        ):
            raise IllegalPosition(
                _("The passed square names a legal capture en passant (4.1)."), law="4.1"
            )
    return position


def _king_moves(position: Position, king: int, occupied: int) -> list[Move]:
    # The king does not hide behind himself: lines continue through where he stood.
    emptied = occupied ^ BIT[king]
    return [
        Move(king, target)
        for target in each(KING[king] & ~position.own)
        if not attackers(position, target, 1 - position.side, emptied | BIT[target])
    ]


def _castlings(position: Position, occupied: int) -> list[Move]:
    """Return the castlings of a king who is not in check."""
    found = []
    for home in each(position.rights & position.own):
        castling = CASTLING[home]
        if occupied & castling.empty:
            continue
        if not any(
            attackers(position, square, 1 - position.side, occupied)
            for square in (castling.crossed, castling.target)
        ):
            found.append(Move(position.king, castling.target))
    return found


def _pawn_moves(
    position: Position, king: int, pinned: int, wanted: int, occupied: int
) -> list[Move]:
    side, enemy = position.side, position.enemy
    way, takes, home = FORWARD[side], PAWN_TAKES[side], HOME_RANK[side]
    moves: list[Move] = []
    for origin in each(position.pawns & position.own):
        reached = takes[origin] & enemy
        if not occupied & BIT[origin + way]:
            reached |= BIT[origin + way]
            if home & BIT[origin] and not occupied & BIT[origin + 2 * way]:
                reached |= BIT[origin + 2 * way]
        reached &= wanted
        if pinned & BIT[origin]:
            reached &= LINE[king][origin]
        if reached & LAST_RANK:
            moves += [
                Move(origin, target, promotion) for target in each(reached) for promotion in "qrbn"
            ]
        elif reached:
            moves += [Move(origin, target) for target in each(reached)]
    if position.passed != NO_SQUARE:
        moves += _passing_captures(position)
    return moves


def _passing_captures(position: Position) -> list[Move]:
    """Return the legal captures en passant (1.5); each is tried, for it empties two squares."""
    side, passed, king = position.side, position.passed, position.king
    taken = BIT[passed - FORWARD[side]]
    found = []
    for origin in each(PAWN_TAKES[1 - side][passed] & position.pawns & position.own):
        occupied = (position.white | position.black) ^ BIT[origin] ^ taken | BIT[passed]
        if not attackers(position, king, 1 - side, occupied):
            found.append(Move(origin, passed))
    return found
