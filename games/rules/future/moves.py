"""Which moves are legal (3 to 10) and what they lead to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from games.rules.errors import IllegalPosition
from games.rules.future import reach
from games.rules.future.position import EMPTY, Position, read_position, side_of
from games.rules.future.squares import CORRESPONDING, END, FORWARD, WHITE, level_of, rank_of
from games.rules.text import gettext as _

_KINDS: Final = (("K", "N", "RQ", "BQ", "PS"), ("k", "n", "rq", "bq", "ps"))
"""By side: king, knight, what goes along ranks and files, what goes aslant, pawns."""
_LINED: Final = tuple(
    frozenset(at for line in straight + diagonal for at in line)
    for straight, diagonal in zip(reach.STRAIGHT, reach.DIAGONAL, strict=True)
)
"""The squares on the lines of a square, on its level."""


class Move(NamedTuple):
    """One move, which is a whole turn (3.1). ``promotion`` is a letter of ``qrbn`` or empty."""

    origin: int
    target: int
    promotion: str = ""


def is_attacked(board: tuple[str, ...], square: int, by: int) -> bool:
    """Return whether a side attacks a square (10.1); pinned pieces attack all the same (10.2)."""
    king, knight, straight, diagonal, pawns = _KINDS[by]
    for at in reach.KNIGHT[square]:
        if board[at] == knight:
            return True
    for at in CORRESPONDING[square]:  # 7.2, 8.3
        if board[at] in straight:
            return True
    for lines, sliders in ((reach.STRAIGHT, straight), (reach.DIAGONAL, diagonal)):
        for line in lines[square]:
            for at in line:
                if (piece := board[at]) != EMPTY:
                    if piece in sliders:
                        return True
                    break
    # A pawn attacks a square from where an enemy pawn on that square would take it.
    for at in reach.PAWN_TAKES[1 - by][square]:
        if board[at] in pawns:
            return True
    return king in {board[at] for at in reach.KING[square]}


def is_check(position: Position) -> bool:
    """Return whether the king of the side to move is attacked."""
    return is_attacked(position.board, position.king, 1 - position.side)


def legal_moves(position: Position) -> list[Move]:
    """Return every legal move; empty for checkmate and stalemate."""
    board, side, king = position.board, position.side, position.king
    in_check = is_attacked(board, king, 1 - side)
    legal = []
    pinned: dict[int, bool] = {}
    for move in possible_moves(position):
        origin = move.origin
        if origin != king and not in_check:
            # Only what stands on a line of the king on his level can be pinned (10.3), and it is
            # where he would be attacked without it: the other moves need no trial.
            if origin not in pinned:
                pinned[origin] = origin in _LINED[king] and is_attacked(
                    _without(board, origin), king, 1 - side
                )
            if not pinned[origin]:
                legal.append(move)
                continue
        after = list(board)
        after[move.target], after[origin] = after[origin], EMPTY
        safe = king if origin != king else move.target
        if not is_attacked(tuple(after), safe, 1 - side):
            legal.append(move)
    return legal


def _without(board: tuple[str, ...], square: int) -> tuple[str, ...]:
    return (*board[:square], EMPTY, *board[square + 1 :])


def make_move(position: Position, move: Move) -> Position:
    """Return the position after a legal move."""
    board = list(position.board)
    piece, taken = board[move.origin], board[move.target]
    is_pawn = piece in "PSps"
    if move.promotion:
        piece = move.promotion.upper() if position.side == WHITE else move.promotion
    elif is_pawn and level_of(move.origin) != level_of(move.target):
        piece = "S" if position.side == WHITE else "s"  # 4.4
    board[move.origin], board[move.target] = EMPTY, piece
    quiet = 0 if is_pawn or taken != EMPTY else position.quiet + 1
    return Position(tuple(board), 1 - position.side, quiet, position.move + position.side)


def is_dead(position: Position) -> bool:
    """Return whether no one can ever mate (11.2)."""
    rest = [piece for piece in position.board if piece not in ".Kk"]
    return not rest or (len(rest) == 1 and rest[0] in "BNbn")


def load_position(text: str) -> Position:
    """Return the position of a text; raises ``IllegalPosition`` for what cannot be."""
    position = read_position(text)
    other = position.board.index("kK"[position.side])
    if is_attacked(position.board, other, position.side):
        raise IllegalPosition(_("The side that has just moved is in check (10.2)."), law="10.2")
    return position


def possible_moves(position: Position) -> Iterator[Move]:
    """Yield what the pieces can do, kings left in check included."""
    board, side = position.board, position.side
    own = "KQRBNPS" if side == WHITE else "kqrbnps"
    for square, piece in enumerate(board):
        if piece not in own:
            continue
        kind = piece.upper()
        if kind in "PS":
            yield from _pawn_moves(board, square, side)
        else:
            for target in _TARGETS[kind](board, square, side):
                yield Move(square, target)


def _is_enemy(piece: str, side: int) -> bool:
    return piece != EMPTY and side_of(piece) != side


def _slide(board: tuple[str, ...], lines: tuple[tuple[int, ...], ...], side: int) -> Iterator[int]:
    for line in lines:
        for at in line:
            if board[at] == EMPTY:
                yield at
                continue
            if side_of(board[at]) != side:
                yield at
            break


def _pawn_moves(board: tuple[str, ...], square: int, side: int) -> Iterator[Move]:
    way = FORWARD[side]
    if rank_of(square) == END[side]:
        # 4.3: only a pawn of the first level stands here; it climbs, and nothing else.
        climb = square + way * 25 - way * 20
        if board[climb] == EMPTY:
            yield Move(square, climb)
        return
    step = square + way * 5
    targets = [step] if board[step] == EMPTY else []
    targets += [at for at in reach.PAWN_TAKES[side][square] if _is_enemy(board[at], side)]
    replaced = board[square] in "Ss" and rank_of(step) == END[side]
    for target in targets:
        for promotion in "qrbn" if replaced else ("",):  # 4.5
            yield Move(square, target, promotion)


def _bishop_targets(board: tuple[str, ...], square: int, side: int) -> Iterator[int]:
    yield from _slide(board, reach.DIAGONAL[square], side)
    yield from (at for at in reach.SAME_COLOUR[square] if board[at] == EMPTY)


def _knight_targets(board: tuple[str, ...], square: int, side: int) -> Iterator[int]:
    return (at for at in reach.KNIGHT[square] if board[at] == EMPTY or side_of(board[at]) != side)


def _rook_targets(board: tuple[str, ...], square: int, side: int) -> Iterator[int]:
    path = list(_slide(board, reach.STRAIGHT[square], side))
    yield from path
    for beside in CORRESPONDING[square]:
        if board[beside] == EMPTY or side_of(board[beside]) != side:
            yield beside  # 7.2
        yield from (at for step in path if board[at := step + beside - square] == EMPTY)  # 7.3


def _queen_targets(board: tuple[str, ...], square: int, side: int) -> Iterator[int]:
    yield from _slide(board, reach.STRAIGHT[square] + reach.DIAGONAL[square], side)
    yield from (at for at in reach.NEXT_LEVELS[level_of(square)] if board[at] == EMPTY)
    yield from (at for at in CORRESPONDING[square] if _is_enemy(board[at], side))
    far = reach.TWO_LEVELS[square]
    if far is not None and board[far] == EMPTY:
        yield far


def _king_targets(board: tuple[str, ...], square: int, side: int) -> Iterator[int]:
    return (at for at in reach.KING[square] if board[at] == EMPTY or side_of(board[at]) != side)


_TARGETS = {
    "B": _bishop_targets,
    "N": _knight_targets,
    "R": _rook_targets,
    "Q": _queen_targets,
    "K": _king_targets,
}
