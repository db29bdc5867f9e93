"""Which moves are legal (3 to 5)."""

from __future__ import annotations

from collections.abc import Iterator
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
    found = set()
    for lines, sliders in ((reach.STRAIGHT, "RQ"), (reach.DIAGONAL, "BQ")):
        for line in lines[square]:
            for at in line:
                if piece := board[at]:
                    if piece[1] in sliders and piece[0] in seats:
                        found.add(at)
                    break
    for near, kind in ((reach.KNIGHT, "N"), (reach.KING, "K")):
        for at in near[square]:
            piece = board[at]
            if piece and piece[1] == kind and piece[0] in seats:
                found.add(at)
    for seat in seats:
        found.update(at for at in reach.PAWN_FROM[seat][square] if board[at] == seat + "P")
    return found


def stands(position: Position, sayer: str, king: str) -> bool:
    """Return whether a check that was said still holds (5.2)."""
    if position.status_of(sayer) not in PRESENT:
        return False
    return bool(attackers(position.board, position.king(king), sayer))


def legal_moves(position: Position) -> list[Move]:
    """Return every legal move of the side to play; empty while the game waits."""
    if is_waiting(position):
        return []
    allowed: list[Move] = []
    doubling: list[Move] = []
    judge = _Judge(position)
    for move in _moves(position):
        after = moved(position, move)
        if not judge.is_safe(move, after):
            continue
        (doubling if judge.doubles_attack(after) else allowed).append(move)
    return allowed or doubling  # 5.4 (b) does not bind who would have no move.


def can_move(position: Position) -> bool:
    """Return whether the side to play has a legal move, without listing them all."""
    if is_waiting(position):
        return False
    judge = _Judge(position)
    return any(judge.is_safe(move, moved(position, move)) for move in _moves(position))


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


class _Judge:
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
            and not attackers(position.board, position.king(king), self.seat)
        ]

    def is_safe(self, move: Move, after: Board) -> bool:
        """Return whether the own king is left as the laws want him."""
        if move.origin == self.king:
            # 4.2, and 4.4: who is away may return.
            return not attackers(after, move.target, self.enemies) and not any(
                king in reach.KING[move.target] for king in self.away_kings
            )
        if (
            self.sayer is None
            and move.origin not in self.lines
            and not is_en_passant(self.position, move)
        ):
            return True
        now = attackers(after, self.king, self.enemies)
        if any(after[at][0] == self.sayer for at in now):
            return False  # 5.3
        return now <= self.before  # 4.3

    def doubles_attack(self, after: Board) -> bool:
        """Return whether a move would attack a king while another's check stands (5.4 b)."""
        return any(
            attackers(after, king, sayer) and attackers(after, king, self.seat)
            for king, sayer in self.watched
        )


def _moves(position: Position) -> Iterator[Move]:
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


def _targets(board: Board, square: int, kind: str) -> Iterator[int]:
    if kind == "N":
        yield from reach.KNIGHT[square]
    elif kind == "K":
        yield from reach.KING[square]
    else:
        lines = reach.STRAIGHT[square] if kind in "RQ" else ()
        lines += reach.DIAGONAL[square] if kind in "BQ" else ()
        for line in lines:
            for at in line:
                yield at
                if board[at]:
                    break


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
        if not any(attackers(board, at, enemies) for at in (way.king, way.crossed, way.target)):
            yield Move(way.king, way.target)
