"""Which moves are legal (3 to 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from games.rules.family import reach
from games.rules.family.position import AWAY, PRESENT, Board, Position, is_waiting
from games.rules.family.squares import FORWARD, SEATS, own_rank, step

PROMOTION_RANK = 10
"""The own rank on which a pawn is replaced (3.5)."""


class Move(NamedTuple):
    """The move of a turn. ``promotion`` is a letter of ``qrbn`` or empty."""

    origin: int
    target: int
    promotion: str = ""


def attackers(board: Board, square: int, seats: str) -> set[int]:
    """Return where pieces of these seats stand that attack a square (4.1), pinned or not."""
    return set(_attacking(board, square, seats))


def is_attacked(board: Board, square: int, seats: str) -> bool:
    """Return whether a piece of these seats attacks a square (4.1)."""
    return next(_attacking(board, square, seats), None) is not None


def reached(board: Board, square: int) -> Sequence[int]:
    """Return the squares that the piece on a square attacks (4.1), with any piece there."""
    piece = board[square]
    if piece[1] == "P":
        return reach.PAWN_TAKES[piece[0]][square]
    return _targets(board, square, piece[1])


def _attacking(board: Board, square: int, seats: str) -> Iterator[int]:
    straight, diagonal, knights, kings = _kinds(seats)
    for at in reach.KNIGHT[square]:
        if board[at] in knights:
            yield at
    for at in reach.KING[square]:
        if board[at] in kings:
            yield at
    for seat in seats:
        pawn = seat + "P"
        for at in reach.PAWN_FROM[seat][square]:
            if board[at] == pawn:
                yield at
    for lines, sliders in ((reach.STRAIGHT, straight), (reach.DIAGONAL, diagonal)):
        for line in lines[square]:
            for at in line:
                if piece := board[at]:
                    if piece in sliders:
                        yield at
                    break


@cache
def _kinds(seats: str) -> tuple[frozenset[str], ...]:
    """Return the pieces of these seats: along ranks and files, aslant, knights and kings."""
    return tuple(
        frozenset(seat + kind for seat in seats for kind in kinds)
        for kinds in ("RQ", "BQ", "N", "K")
    )


def check_holds(position: Position, sayer: str, king: str) -> bool:
    """Return whether a check that was said still holds (5.2)."""
    if position.status_of(sayer) not in PRESENT:
        return False
    return is_attacked(position.board, position.king(king), sayer)


def legal_moves(position: Position) -> list[Move]:
    """Return every legal move of the side to play; empty while the game waits."""
    if is_waiting(position):
        return []
    allowed: list[Move] = []
    doubling: list[Move] = []
    judge = Judge(position)
    for move in possible_moves(position):
        if judge.law_against(move) is None:
            (doubling if judge.doubles_attack(move) else allowed).append(move)
    return allowed or doubling  # 5.4 (b) does not bind who would have no move.


def can_move(position: Position) -> bool:
    """Return whether the side to play has a legal move, without listing them all."""
    if is_waiting(position):
        return False
    judge = Judge(position)
    return any(judge.law_against(move) is None for move in possible_moves(position))


def moved(position: Position, move: Move) -> Board:
    """Return the board after a move: castling, en passant and promotion done."""
    board = list(position.board)
    piece = board[move.origin]
    seat = piece[0]
    board[move.origin] = ""
    if castling := castling_of(position, move):
        board[castling.rook], board[castling.crossed] = "", seat + "R"
    elif is_en_passant(position, move):
        board[position.passed[move.target]] = ""
    board[move.target] = seat + move.promotion.upper() if move.promotion else piece
    return tuple(board)


def castling_of(position: Position, move: Move) -> reach.Castling | None:
    """Return the castling that a king's move is, or ``None``."""
    piece = position.board[move.origin]
    if piece[1] != "K" or move.target in reach.KING[move.origin]:
        return None
    ways = reach.CASTLING[piece[0]].values()
    return next(way for way in ways if way.target == move.target)


def is_en_passant(position: Position, move: Move) -> bool:
    """Return whether a move captures a pawn that passed its target (3.4)."""
    piece = position.board[move.origin]
    return (
        piece[1] == "P"
        and not position.board[move.target]
        and move.target in reach.PAWN_TAKES[piece[0]][move.origin]
    )


class Judge:
    """Judges the moves of one position; what does not depend on the move is found once."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.seat = position.side
        self.king = position.king(self.seat)
        self.enemies = position.seats(PRESENT).replace(self.seat, "")
        self.before = attackers(position.board, self.king, self.enemies)
        self.sayer = position.checks.get(self.seat)
        rays = reach.STRAIGHT[self.king] + reach.DIAGONAL[self.king]
        self.lines = {at for line in rays for at in line}
        self.away_kings = [position.king(seat) for seat in position.seats(AWAY)]
        # 5.4: kings in a check that another said, and that this side does not attack yet.
        self.watched = [
            (position.king(king), sayer)
            for king, sayer in position.checks.items()
            if self.seat not in (king, sayer)
            and not is_attacked(position.board, position.king(king), self.seat)
        ]

    def law_against(self, move: Move) -> str | None:
        """Return the law by which a move leaves the own king as he may not be left, if one does."""
        if move.origin == self.king:
            after = moved(self.position, move)
            if is_attacked(after, move.target, self.enemies):
                return "4.2"
            # Who is away may return.
            is_beside = any(king in reach.KING[move.target] for king in self.away_kings)
            return "4.4" if is_beside else None
        if (
            self.sayer is None
            and move.origin not in self.lines
            and not is_en_passant(self.position, move)
        ):
            return None
        after = moved(self.position, move)
        now = attackers(after, self.king, self.enemies)
        if any(after[at][0] == self.sayer for at in now):
            return "5.3"
        return None if now <= self.before else "4.3"

    def doubles_attack(self, move: Move) -> bool:
        """Return whether a move would attack a king while another's check is in force (5.4 b)."""
        if not self.watched:
            return False
        after = moved(self.position, move)
        return any(
            is_attacked(after, king, sayer) and is_attacked(after, king, self.seat)
            for king, sayer in self.watched
        )


def possible_moves(position: Position) -> Iterator[Move]:
    """Yield what the pieces can do, kings left under attack included."""
    board, seat = position.board, position.side
    sheltered = position.seats(AWAY)
    for square, piece in enumerate(board):
        if not piece or piece[0] != seat:
            continue
        if piece[1] == "P":
            yield from _pawn_moves(position, square)
            continue
        for target in _targets(board, square, piece[1]):
            there = board[target]
            # 7.4: the pieces of who is away are taken by pawns only.
            if not there or (there[0] != seat and there[1] != "K" and there[0] not in sheltered):
                yield Move(square, target)
    yield from _castlings(position)


def _targets(board: Board, square: int, kind: str) -> Sequence[int]:
    if kind == "N":
        return reach.KNIGHT[square]
    if kind == "K":
        return reach.KING[square]
    found = []
    for line in reach.LINES[kind][square]:
        for at in line:
            found.append(at)
            if board[at]:
                break
    return found


def _pawn_moves(position: Position, square: int) -> Iterator[Move]:
    board, seat = position.board, position.side
    ahead = step(square, *FORWARD[seat])
    targets = []
    if ahead is not None and not board[ahead]:
        targets.append(ahead)
        beyond = step(ahead, *FORWARD[seat])
        # 3.3: two squares at any time; 3.5: but never past the own rank 10.
        if beyond is not None and not board[beyond] and own_rank(seat, ahead) < PROMOTION_RANK:
            targets.append(beyond)
    for at in reach.PAWN_TAKES[seat][square]:
        there = board[at]
        if there:
            if there[0] != seat and there[1] != "K":
                targets.append(at)
        elif at in position.passed and board[position.passed[at]][0] != seat:
            targets.append(at)
    for target in targets:
        replaced = own_rank(seat, target) == PROMOTION_RANK
        for promotion in "qrbn" if replaced else ("",):
            yield Move(square, target, promotion)


def _castlings(position: Position) -> Iterator[Move]:
    seat, board = position.side, position.board
    enemies = position.seats(PRESENT).replace(seat, "")
    for right in position.castling[SEATS.index(seat)]:
        way = reach.CASTLING[seat][right]
        if any(board[at] for at in way.between):
            continue
        if not any(is_attacked(board, at, enemies) for at in (way.king, way.crossed, way.target)):
            yield Move(way.king, way.target)
