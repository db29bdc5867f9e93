"""A second engine for Fun Family Chess, slow and plain, written from the laws alone.

It shares no code with ``games.rules``: a dictionary for a board, a loop for everything. Only
the text forms of law 10 are common ground.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, combinations

SEATS = "wsbg"
NAMES = {"w": "white", "s": "silver", "b": "black", "g": "gold"}
FILES = "abcdefghijkl"
BY_RANK = [
    [f"{f}{rank}" for f in FILES if f in "cdefghij" or 3 <= rank <= 10] for rank in range(1, 13)
]
SQUARES = {square for rank in BY_RANK for square in rank}
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
ASLANT = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
SLIDES = {"R": STRAIGHT, "B": ASLANT, "Q": STRAIGHT + ASLANT}
LEAPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
STEPS = {"N": LEAPS, "K": STRAIGHT + ASLANT}
FORWARD = {"w": (0, 1), "s": (-1, 0), "b": (0, -1), "g": (1, 0)}
# 3.6: right -> king from, king to, crossed square, rook, squares between.
CASTLING = {
    "wK": ("g1", "i1", "h1", "j1", ["h1", "i1"]),
    "wQ": ("g1", "e1", "f1", "c1", ["d1", "e1", "f1"]),
    "sK": ("l7", "l9", "l8", "l10", ["l8", "l9"]),
    "sQ": ("l7", "l5", "l6", "l3", ["l4", "l5", "l6"]),
    "bK": ("g12", "i12", "h12", "j12", ["h12", "i12"]),
    "bQ": ("g12", "e12", "f12", "c12", ["d12", "e12", "f12"]),
    "gK": ("a7", "a9", "a8", "a10", ["a8", "a9"]),
    "gQ": ("a7", "a5", "a6", "a3", ["a4", "a5", "a6"]),
}
STARTS = [
    (
        "bR,bN,bB,bQ,bK,bB,bN,bR/1,bP,bP,bP,bP,bP,bP,bP/12/12/12/12/12/12/12/12/"
        "wP,wP,wP,wP,wP,wP,wP,1/wR,wN,wB,wQ,wK,wB,wN,wR w A-A- wKQ,bKQ - - 0 1"
    ),
    (
        "bR,bN,bB,bQ,bK,bB,bN,bR/1,bP,bP,bP,bP,bP,bP,bP/11,sR/10,sP,sN/10,sP,sB/10,sP,sK/"
        "10,sP,sQ/10,sP,sB/10,sP,sN/10,sP,sR/wP,wP,wP,wP,wP,wP,wP,1/"
        "wR,wN,wB,wQ,wK,wB,wN,wR w AAA- wKQ,sKQ,bKQ - - 0 1"
    ),
    (
        "bR,bN,bB,bQ,bK,bB,bN,bR/1,bP,bP,bP,bP,bP,bP,bP/gR,gP,9,sR/gN,gP,8,sP,sN/"
        "gB,gP,8,sP,sB/gK,gP,8,sP,sK/gQ,gP,8,sP,sQ/gB,gP,8,sP,sB/gN,gP,8,sP,sN/gR,9,sP,sR/"
        "wP,wP,wP,wP,wP,wP,wP,1/wR,wN,wB,wQ,wK,wB,wN,wR w AAAA wKQ,sKQ,bKQ,gKQ - - 0 1"
    ),
]


@dataclass(frozen=True)
class Pos:
    board: dict[str, str]
    side: str
    status: dict[str, str]
    rights: frozenset[str]
    passed: dict[str, str]
    checks: frozenset[tuple[str, str]]
    quiet: int
    lap: int

    def is_present(self, seat: str) -> bool:
        return self.status[seat] in "Aa"

    def is_away(self, seat: str) -> bool:
        return self.status[seat] in "Ll"

    def is_in_the_game(self, seat: str) -> bool:
        return self.status[seat] in "AaLl"

    def king(self, seat: str) -> str:
        return next(square for square, piece in self.board.items() if piece == seat + "K")


@cache
def shift(square: str, dx: int, dy: int) -> str | None:
    x, y = FILES.index(square[0]) + dx, int(square[1:]) + dy
    found = f"{FILES[x]}{y}" if 0 <= x < 12 else ""
    return found if found in SQUARES else None


def own_rank(seat: str, square: str) -> int:
    x, y = FILES.index(square[0]) + 1, int(square[1:])
    return {"w": y, "s": 13 - x, "b": 13 - y, "g": x}[seat]


def parse(text: str) -> Pos:
    placement, side, status, castling, passed, checks, quiet, lap = text.split(" ")
    board = {}
    for squares, row in zip(reversed(BY_RANK), placement.split("/"), strict=True):
        x = 0
        for entry in row.split(","):
            if entry.isdigit():
                x += int(entry)
            else:
                board[squares[x]] = entry
                x += 1
    return Pos(
        board,
        side,
        dict(zip(SEATS, status, strict=True)),
        frozenset(entry[0] + right for entry in listed(castling) for right in entry[1:]),
        dict(entry.split(":") for entry in listed(passed)),
        frozenset((entry[0], entry[2]) for entry in listed(checks)),
        int(quiet),
        int(lap),
    )


def listed(field: str) -> list[str]:
    return [] if field == "-" else field.split(",")


def dump(pos: Pos) -> str:
    rows = []
    for squares in reversed(BY_RANK):
        row: list[str] = []
        for square in squares:
            if square in pos.board:
                row.append(pos.board[square])
            elif row and row[-1].isdigit():
                row[-1] = str(int(row[-1]) + 1)
            else:
                row.append("1")
        rows.append(",".join(row))
    castling = [
        seat + "".join(right for right in "KQ" if seat + right in pos.rights)
        for seat in SEATS
        if any(seat + right in pos.rights for right in "KQ")
    ]
    ordered = sorted(pos.passed, key=lambda square: (int(square[1:]), square[0]))
    checks = sorted(pos.checks, key=lambda check: (SEATS.index(check[1]), SEATS.index(check[0])))
    fields = [
        "/".join(rows),
        pos.side,
        "".join(pos.status[seat] for seat in SEATS),
        ",".join(castling) or "-",
        ",".join(f"{square}:{pos.passed[square]}" for square in ordered) or "-",
        ",".join(f"{sayer}>{king}" for sayer, king in checks) or "-",
        str(pos.quiet),
        str(pos.lap),
    ]
    return " ".join(fields)


def reach(board: dict[str, str], square: str) -> list[str]:
    """Return the squares on which the piece on a square could capture (4.1)."""
    seat, kind = board[square][0], board[square][1]
    found: list[str] = []
    if kind == "P":
        ahead = FORWARD[seat]
        for side in (1, -1):
            there = shift(square, ahead[0] + side * ahead[1], ahead[1] + side * ahead[0])
            if there:
                found.append(there)
    elif kind in STEPS:
        found += [there for dx, dy in STEPS[kind] if (there := shift(square, dx, dy))]
    else:
        for dx, dy in SLIDES[kind]:
            here = shift(square, dx, dy)
            while here:
                found.append(here)
                if here in board:
                    break
                here = shift(here, dx, dy)
    return found


def attackers(pos: Pos, by: str, target: str) -> set[str]:
    """Return where the pieces of a player stand that attack a square: none unless present."""
    if not pos.is_present(by):
        return set()
    return {
        square
        for square, piece in pos.board.items()
        if piece[0] == by and target in reach(pos.board, square)
    }


def enemies(seat: str) -> str:
    return SEATS.replace(seat, "")


def is_safe(pos: Pos, square: str, seat: str) -> bool:
    return not any(attackers(pos, enemy, square) for enemy in enemies(seat))


def stands(pos: Pos, check: tuple[str, str]) -> bool:
    """5.2."""
    sayer, king = check
    return pos.is_present(king) and bool(attackers(pos, sayer, pos.king(king)))


@dataclass(frozen=True)
class Move:
    text: str
    piece: str
    start: str
    target: str
    after: Pos
    """The pieces moved, nothing else."""
    captured: str | None = None
    passes: str | None = None


def put(pos: Pos, *changes: tuple[str, str | None]) -> Pos:
    board = dict(pos.board)
    for square, piece in changes:
        board.pop(square, None)
        if piece:
            board[square] = piece
    return replace(pos, board=board)


def pseudo_moves(pos: Pos) -> Iterator[Move]:
    """Yield the moves of the pieces of who is to play, your own king left aside."""
    for start, piece in pos.board.items():
        if piece[0] != pos.side:
            continue
        if piece[1] == "P":
            yield from pawn_moves(pos, start)
            continue
        for target in reach(pos.board, start):
            there = pos.board.get(target)
            if there and (there[0] == pos.side or there[1] == "K" or pos.is_away(there[0])):
                continue  # 3.1, 7.4
            after = put(pos, (start, None), (target, piece))
            yield Move(start + target, piece, start, target, after, target if there else None)
    yield from castlings(pos)


def pawn_moves(pos: Pos, start: str) -> Iterator[Move]:
    piece = pos.board[start]
    dx, dy = FORWARD[pos.side]
    one, two = shift(start, dx, dy), shift(start, 2 * dx, 2 * dy)
    if one and one not in pos.board:
        yield from pawn_move(pos, start, one)
        if two and two not in pos.board and own_rank(pos.side, start) != 9:  # 3.3, 3.5
            yield from pawn_move(pos, start, two, passes=one)
    for target in reach(pos.board, start):
        there = pos.board.get(target)
        if there and there[0] != piece[0] and there[1] != "K":
            yield from pawn_move(pos, start, target, captured=target)
        if not there and target in pos.passed:  # 3.4
            yield from pawn_move(pos, start, target, captured=pos.passed[target])


def pawn_move(
    pos: Pos, start: str, target: str, captured: str | None = None, passes: str | None = None
) -> Iterator[Move]:
    becomes = {"": "P"}
    if own_rank(pos.side, target) == 10:
        becomes = {"q": "Q", "r": "R", "b": "B", "n": "N"}
        passes = None  # no pawn is left that could be taken
    for letter, kind in becomes.items():
        gone = [(captured, None)] if captured else []
        after = put(pos, (start, None), *gone, (target, pos.side + kind))
        text = start + target + letter
        yield Move(text, pos.side + "P", start, target, after, captured, passes)


def castlings(pos: Pos) -> Iterator[Move]:
    """3.6."""
    for right in sorted(pos.rights):
        if right[0] != pos.side:
            continue
        start, target, crossed, rook, between = CASTLING[right]
        if any(square in pos.board for square in between):
            continue
        if is_safe(pos, start, pos.side) and is_safe(pos, crossed, pos.side):
            king = pos.side + "K"
            after = put(pos, (start, None), (rook, None), (target, king), (crossed, pos.side + "R"))
            yield Move(start + target, king, start, target, after)


def is_bound(pos: Pos, move: Move) -> bool:
    """Return whether the move would be a second attack on a king in check (5.4 b)."""
    me = pos.side
    return any(
        stands(move.after, (sayer, king))
        and attackers(move.after, me, move.after.king(king))
        and not attackers(pos, me, pos.king(king))
        for sayer, king in pos.checks
        if me not in (sayer, king)
    )


def is_allowed(pos: Pos, move: Move) -> bool:
    """Return whether the move spares your own king (4.2 to 4.5, 5.3)."""
    me, after = pos.side, move.after
    king = after.king(me)
    if move.piece[1] == "K":
        near = [shift(king, dx, dy) for dx, dy in STEPS["K"]]
        if any(after.king(seat) in near for seat in SEATS if pos.is_away(seat)):
            return False
        return is_safe(after, king, me)
    for enemy in enemies(me):
        now = attackers(after, enemy, king)
        if now and (now - attackers(pos, enemy, king) or (enemy, me) in pos.checks):
            return False
    return True


def moves(pos: Pos) -> Iterator[Move]:
    """Yield the legal moves of who is to play."""
    bound = []
    free = False
    for move in pseudo_moves(pos):
        if is_allowed(pos, move):
            if pos.checks and is_bound(pos, move):
                bound.append(move)
            else:
                free = True
                yield move
    if not free:
        yield from bound


def can_move(pos: Pos, seat: str) -> bool:
    return any(moves(replace(pos, side=seat)))


def sayable(pos: Pos, move: Move) -> str:
    """Return the kings to whom check may be said with a move (5.1, 5.4 a)."""
    me, after = pos.side, move.after
    return "".join(
        seat
        for seat in enemies(me)
        if after.is_present(seat)
        and attackers(after, me, after.king(seat))
        and not any(
            stands(after, check) for check in pos.checks if check[1] == seat and check[0] != me
        )
    )


def moved(pos: Pos, move: Move, said: tuple[str, ...]) -> Pos:
    """Return the position after a move, before the order of play continues."""
    me, after = pos.side, move.after
    lost = {
        right
        for right, (king, _, _, rook, _) in CASTLING.items()
        if {king, rook} & {move.start, move.target}
    }
    passed = {
        square: pawn
        for square, pawn in pos.passed.items()
        if square not in after.board and pawn != move.captured
    }
    if move.passes:
        passed[move.passes] = move.target
    checks = {check for check in pos.checks if check[1] != me and stands(after, check)}
    quiet = 0 if move.captured or move.piece[1] == "P" else pos.quiet + 1
    return replace(
        after,
        rights=pos.rights - lost,
        passed=passed,
        checks=frozenset(checks | {(me, king) for king in said}),
        quiet=quiet,
    )


def gone(pos: Pos, seat: str, status: str) -> Pos:
    """Return the position with a player away or out: his checks are over, and those on him."""
    left = replace(
        pos,
        status=pos.status | {seat: status},
        checks=frozenset(check for check in pos.checks if seat not in check),
    )
    if status == "M":
        rights = frozenset(right for right in pos.rights if right[0] != seat)
        return replace(left, rights=rights, quiet=0)
    return left


def is_waiting(pos: Pos) -> bool:
    """7.5."""
    present = [seat for seat in SEATS if pos.is_present(seat)]
    return len(present) == 1 and "l" not in pos.status.values()


def draw(pos: Pos) -> str:
    return "draw " + " ".join(NAMES[seat] for seat in SEATS if pos.is_present(seat))


def go_on(pos: Pos) -> Pos | str:
    """Return the position in which the next turn is due, or how the game ends (10.4)."""
    left = [seat for seat in SEATS if pos.is_in_the_game(seat)]
    rest = [piece[1] for piece in pos.board.values() if piece[0] in left and piece[1] != "K"]
    of_two = list(pos.status.values()).count("-") == 2
    if not rest or (of_two and len(rest) == 1 and rest[0] in "BN"):
        return draw(pos)  # 8.3
    seat = pos.side
    while True:
        seat = SEATS[(SEATS.index(seat) + 1) % 4]
        left = [each for each in SEATS if pos.is_in_the_game(each)]
        if len(left) == 1:
            return f"win {NAMES[left[0]]}"
        pos = replace(
            pos,
            side=seat,
            lap=pos.lap + (seat == "w"),
            passed={s: pawn for s, pawn in pos.passed.items() if pos.board[pawn][0] != seat},
        )
        if pos.status[seat] == "l":
            pos = replace(pos, status=pos.status | {seat: "A"})
        elif pos.status[seat] == "a":
            alone = not any(pos.is_present(each) for each in enemies(seat))
            if alone or any(king == seat for _, king in pos.checks):  # 7.3
                pos = replace(pos, status=pos.status | {seat: "A"})
            else:
                pos = gone(pos, seat, "L")
        if not pos.is_present(seat):
            continue
        if is_waiting(pos) or can_move(pos, seat):
            return pos
        if any(king == seat for _, king in pos.checks):
            pos = gone(pos, seat, "M")
        elif len(left) == 2 or not any(can_move(pos, s) for s in SEATS if pos.is_present(s)):
            return draw(pos)


def edges(pos: Pos) -> dict[str, Pos | str]:
    """Return each whole turn and the position or the end that it leads to (10.5)."""
    if is_waiting(pos):
        return {}
    found: dict[str, Pos | str] = {}
    for move in moves(pos):
        kings = sayable(pos, move)
        for said in chain.from_iterable(combinations(kings, n) for n in range(len(kings) + 1)):
            text = move.text + (" +" + "".join(said) if said else "")
            found[text] = go_on(moved(pos, move, said))
    return found
