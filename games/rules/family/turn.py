"""A whole turn (2.5, 5.1) and what comes after it (10.4): who is mated, who plays next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple

from games.rules.family import reach
from games.rules.family.moves import (
    Move,
    can_move,
    check_holds,
    is_attacked,
    is_en_passant,
    legal_moves,
    moved,
)
from games.rules.family.position import IN_THE_GAME, PRESENT, Position, is_dead, is_waiting
from games.rules.family.squares import SEATS, SIDES, own_rank


class End(NamedTuple):
    """The end of a game: ``win``, or ``draw`` with the reason, and who shares the first place."""

    kind: str
    seats: str
    reason: str = ""

    def __str__(self) -> str:
        return " ".join([self.kind, *(SIDES[SEATS.index(seat)] for seat in self.seats)])


class Change(NamedTuple):
    """Something that happened to a seat while the order of play went on.

    ``kind`` is ``mated`` (``by`` said the check), ``left``, ``stayed`` (leaving was void),
    ``returned`` or ``passed_over``.
    """

    kind: str
    seat: str
    by: str = ""


class Advance(NamedTuple):
    """The position after a turn, what happened to seats on the way, and the end if it is one."""

    position: Position
    changes: tuple[Change, ...]
    end: End | None


def kings_to_check(position: Position, move: Move) -> str:
    """Return the seats to whose kings check may be said with a legal move (5.1, 5.4 a)."""
    board = moved(position, move)
    seat = position.side
    after = position._replace(board=board)
    return "".join(
        king
        for king in position.seats(PRESENT)
        if king != seat
        and is_attacked(board, after.king(king), seat)
        and not _checked_by_another(after, king)
    )


def turns(position: Position) -> Iterator[tuple[Move, str]]:
    """Yield every whole turn: each legal move with each set of kings to whom check is said."""
    for move in legal_moves(position):
        checked = kings_to_check(position, move)
        for count in range(len(checked) + 1):
            for said in combinations(checked, count):
                yield move, "".join(said)


def play(
    position: Position, move: Move, said: str = "", *, ends_at: Callable[[Position], bool] = is_dead
) -> Advance:
    """Return what a legal turn leads to, in the order of 10.4; no mate can follow ``ends_at``."""
    after = move_made(position, move, said)
    if ends_at(after):
        return Advance(after, (), End("draw", after.seats(PRESENT), "dead_position"))
    return go_on(after, position.side)


def move_made(position: Position, move: Move, said: str = "") -> Position:
    """Return the position right after a legal move and what was said, the mover still to play."""
    seat = position.side
    taken = position.board[move.target] or is_en_passant(position, move)
    board = moved(position, move)
    is_pawn = position.board[move.origin][1] == "P"
    after = position._replace(
        board=board,
        castling=_rights_after(position, move),
        passed=_passed_after(position, move, board),
        quiet=0 if taken or is_pawn else position.quiet + 1,
    )
    kept = {
        king: by
        for king, by in after.checks.items()
        if king != seat and check_holds(after, by, king)
    }
    return after._replace(checks=kept | dict.fromkeys(said, seat))


def go_on(position: Position, seat: str) -> Advance:
    """Let the order of play continue from the seat after this one (10.4), until someone plays."""
    changes: list[Change] = []
    stuck = ""
    while True:
        playing = position.seats(IN_THE_GAME)
        if len(playing) == 1:
            return Advance(position, tuple(changes), End("win", playing))
        if not playing or not position.seats(PRESENT + "l"):
            # 7.5: no one is present and no one returns: the game waits.
            return Advance(position, tuple(changes), None)
        seat = SEATS[(SEATS.index(seat) + 1) % len(SEATS)]
        position, change = _come_to(position, seat)
        if change is not None:
            changes.append(change)
        if position.status_of(seat) not in PRESENT:
            continue
        position = position._replace(side=seat)
        if is_waiting(position) or can_move(position):
            return Advance(position, tuple(changes), None)
        if seat in position.checks:
            changes.append(Change("mated", seat, position.checks[seat]))
            position = position.with_status(seat, "M")
            stuck = ""
            continue
        if len(playing) == 2 or seat in stuck:  # 6.4
            return Advance(
                position, tuple(changes), End("draw", position.seats(PRESENT), "stalemate")
            )
        stuck += seat
        changes.append(Change("passed_over", seat))


def _come_to(position: Position, seat: str) -> tuple[Position, Change | None]:
    """Return the position when the order of play comes to a seat: lap, rights, leaving, return."""
    passed = {
        square: pawn for square, pawn in position.passed.items() if position.board[pawn][0] != seat
    }
    lap = position.lap + (seat == SEATS[0])
    position = position._replace(passed=passed, lap=lap)
    letter = position.status_of(seat)
    if letter == "l":
        return position.with_status(seat, "A"), Change("returned", seat)
    if letter == "a":
        if seat in position.checks or len(position.seats(PRESENT)) == 1:  # 7.3
            return position.with_status(seat, "A"), Change("stayed", seat)
        return position.with_status(seat, "L"), Change("left", seat)
    return position, None


def _checked_by_another(after: Position, king: str) -> bool:
    sayer = after.checks.get(king)
    return sayer is not None and sayer != after.side and check_holds(after, sayer, king)


def _rights_after(position: Position, move: Move) -> tuple[str, str, str, str]:
    if not any(position.castling):
        return position.castling
    touched = {move.origin, move.target}
    first, second, third, fourth = (
        "".join(
            right
            for right in rights
            if not touched & {reach.CASTLING[seat][right].king, reach.CASTLING[seat][right].rook}
        )
        for seat, rights in zip(SEATS, position.castling, strict=True)
    )
    return first, second, third, fourth


def _passed_after(position: Position, move: Move, board: tuple[str, ...]) -> dict[int, int]:
    """Return the rights of 3.4: those still there, and a new one after two squares forward."""
    kept = {
        square: pawn
        for square, pawn in position.passed.items()
        if not board[square] and board[pawn] == position.board[pawn] and pawn != move.target
    }
    piece = position.board[move.origin]
    way = abs(own_rank(piece[0], move.target) - own_rank(piece[0], move.origin))
    if piece[1] == "P" and way == 2 and not move.promotion:
        kept[(move.origin + move.target) // 2] = move.target
    return kept
