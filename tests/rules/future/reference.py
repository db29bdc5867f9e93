"""A second engine for Future Chess, slow and plain, written from the laws alone.

It shares no code with ``games.rules``: a dictionary for a board, a loop for everything. Only
the text forms of law 13 are common ground.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

LEVELS, FILES, RANKS = "123", "abcde", "12345"
SQUARES = [level + f + r for level in LEVELS for r in RANKS for f in FILES]
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
ASLANT = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
SLIDES = {"R": STRAIGHT, "B": ASLANT, "Q": STRAIGHT + ASLANT}
LEAPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
CORNERS = ("a1", "a5", "e1", "e5")
NAMES = {"w": "white", "b": "black"}
STARTS = {
    "shield": "rqkbr/ppnpp/5/5/5|pbpnp/5/5/5/PBPNP|5/5/5/PPNPP/RQKBR w 0 1",
    "queens": "rnkbr/ppnpp/5/5/5|pbpqp/5/5/5/PBPQP|5/5/5/PPNPP/RNKBR w 0 1",
}


@dataclass(frozen=True)
class Pos:
    board: dict[str, str]
    side: str
    quiet: int
    move: int


def other(side: str) -> str:
    return "b" if side == "w" else "w"


def colour(piece: str) -> str:
    return "w" if piece.isupper() else "b"


def kind(piece: str) -> str:
    return piece.upper()


@cache
def shift(square: str, dx: int, dy: int) -> str | None:
    """Return a square of the same level."""
    x, y = FILES.index(square[1]) + dx, RANKS.index(square[2]) + dy
    return square[0] + FILES[x] + RANKS[y] if 0 <= x < 5 and 0 <= y < 5 else None


def over(square: str, by: int) -> str | None:
    """Return the corresponding square so many levels up."""
    level = str(int(square[0]) + by)
    return level + square[1:] if level in LEVELS else None


def is_dark(square: str) -> bool:
    """1.3."""
    return (int(square[0]) + FILES.index(square[1]) + 1 + int(square[2])) % 2 == 1


def parse(text: str) -> Pos:
    levels, side, quiet, move = text.split(" ")
    board = {}
    for level, rows in zip("321", levels.split("|"), strict=True):
        for rank, row in zip("54321", rows.split("/"), strict=True):
            x = 0
            for char in row:
                if char.isdigit():
                    x += int(char)
                else:
                    board[level + FILES[x] + rank] = char
                    x += 1
    return Pos(board, side, int(quiet), int(move))


def dump(pos: Pos) -> str:
    levels = []
    for level in "321":
        rows = []
        for rank in "54321":
            row = "".join(pos.board.get(level + f + rank, ".") for f in FILES)
            for run in range(5, 0, -1):
                row = row.replace("." * run, str(run))
            rows.append(row)
        levels.append("/".join(rows))
    return f"{'|'.join(levels)} {pos.side} {pos.quiet} {pos.move}"


def king_of(board: dict[str, str], side: str) -> str:
    return next(s for s, p in board.items() if p == ("K" if side == "w" else "k"))


def slid(board: dict[str, str], square: str, directions: list[tuple[int, int]]) -> Iterator[str]:
    """Yield the squares on the lines from a square, the first piece on each included (3.3)."""
    for dx, dy in directions:
        here = shift(square, dx, dy)
        while here:
            yield here
            if here in board:
                break
            here = shift(here, dx, dy)


def attacked_from(board: dict[str, str], square: str) -> Iterator[str]:
    """Yield the squares on which the piece on a square could capture (10.1)."""
    piece = board[square]
    what = kind(piece)
    seen: list[str | None] = []
    if what in "PS":
        forward = 1 if colour(piece) == "w" else -1
        seen += [shift(square, dx, forward) for dx in (1, -1)]
    if what in SLIDES:
        seen += slid(board, square, SLIDES[what])
    if what in "RQ":
        seen += [over(square, by) for by in (1, -1)]
    if what == "N":
        seen += [shift(square, dx, dy) for dx, dy in LEAPS]
        for by in (1, -1):
            there = over(square, by)
            if there:
                seen += [shift(there, dx, dy) for dx, dy in ASLANT]
    if what == "K":
        seen += [shift(square, dx, dy) for dx, dy in STRAIGHT + ASLANT]
        if square[1:] in CORNERS:
            seen += [over(square, by) for by in (1, -1)]
    yield from (s for s in seen if s)


def is_attacked(board: dict[str, str], square: str, by: str) -> bool:
    return any(
        square in attacked_from(board, where)
        for where, piece in board.items()
        if colour(piece) == by
    )


def neighbours(square: str) -> list[str]:
    return [level for level in LEVELS if abs(int(level) - int(square[0])) == 1]


def targets(board: dict[str, str], square: str) -> Iterator[str]:
    """Yield where the piece on a square may go, your own king left aside."""
    piece = board[square]
    side, what = colour(piece), kind(piece)
    for there in attacked_from(board, square):
        is_enemy = there in board and colour(board[there]) != side
        if is_enemy or (there not in board and what not in "PS"):
            yield there
    if what in "PS":
        yield from pawn_steps(board, square)
    if what == "B":  # 5.2
        for there in SQUARES:
            if (
                there[0] in neighbours(square)
                and there not in board
                and is_dark(there) == is_dark(square)
            ):
                yield there
    if what == "R":  # 7.3
        for on_path in slid(board, square, STRAIGHT):
            if on_path not in board or colour(board[on_path]) != side:
                for level in neighbours(square):
                    if level + on_path[1:] not in board:
                        yield level + on_path[1:]
    if what == "Q":  # 8.2, 8.4
        for there in SQUARES:
            if there[0] in neighbours(square) and there not in board:
                yield there
        for by in (2, -2):
            far = over(square, by)
            if far and far not in board:
                yield far


def pawn_steps(board: dict[str, str], square: str) -> Iterator[str]:
    """4.1, 4.3."""
    piece = board[square]
    up = 1 if colour(piece) == "w" else -1
    ahead = shift(square, 0, up)
    if ahead is None and kind(piece) == "P":
        climbed = over(square, up)
        if climbed:
            ahead = climbed[:2] + ("1" if up == 1 else "5")
    if ahead and ahead not in board:
        yield ahead


def played(pos: Pos, start: str, target: str) -> list[tuple[str, Pos]]:
    """Return the action and what it leads to, four times for a promotion (4.5)."""
    board = dict(pos.board)
    piece = board.pop(start)
    what = kind(piece)
    quiet = 0 if target in board or what in "PS" else pos.quiet + 1
    move = pos.move + (pos.side == "b")
    end = "5" if pos.side == "w" else "1"
    becomes = {"": piece}
    if what == "P" and start[0] != target[0]:
        becomes = {"": "S" if piece == "P" else "s"}
    elif what == "S" and target[2] == end:
        becomes = {c: c.upper() if pos.side == "w" else c for c in "qrbn"}
    return [
        (start + target + letter, Pos(board | {target: new}, other(pos.side), quiet, move))
        for letter, new in becomes.items()
    ]


def legal(pos: Pos) -> Iterator[tuple[str, Pos]]:
    """Yield each legal action and the position after it."""
    for start, piece in pos.board.items():
        if colour(piece) != pos.side:
            continue
        for target in set(targets(pos.board, start)):
            if kind(pos.board.get(target, "")) == "K":
                continue  # 3.2: a king is never captured
            for action, after in played(pos, start, target):
                if not is_attacked(after.board, king_of(after.board, pos.side), after.side):
                    yield action, after


def is_check(pos: Pos) -> bool:
    return is_attacked(pos.board, king_of(pos.board, pos.side), other(pos.side))


def is_dead(pos: Pos) -> bool:
    """11.2."""
    rest = [kind(piece) for piece in pos.board.values() if kind(piece) != "K"]
    return rest in ([], ["B"], ["N"])


def end_of(pos: Pos) -> str | None:
    if is_dead(pos):
        return "dead"
    if any(legal(pos)):
        return None
    return f"checkmate {NAMES[other(pos.side)]}" if is_check(pos) else "stalemate"


def edges(pos: Pos) -> dict[str, Pos | str]:
    """Return each edge and the position or the end that it leads to (13.4)."""
    if is_dead(pos):
        return {}
    return {action: end_of(after) or after for action, after in legal(pos)}


def may_be_placed(piece: str, square: str) -> bool:
    """Return whether a piece can come to stand on a square (13.1)."""
    level, rank = square[0], square[2]
    if piece in "Pp":
        return level != ("3" if piece == "P" else "1")
    if piece in "Ss":
        return level != ("1" if piece == "S" else "3") and rank != ("5" if piece == "S" else "1")
    return True


def can_be(pos: Pos) -> bool:
    """13.1."""
    if sorted(p for p in pos.board.values() if p in "Kk") != ["K", "k"]:
        return False
    if not all(may_be_placed(piece, square) for square, piece in pos.board.items()):
        return False
    return not is_attacked(pos.board, king_of(pos.board, other(pos.side)), pos.side)
