"""A second engine, slow and plain, written from the laws alone to hold the fast one against.

It shares no code with ``games.rules``: a dictionary for a board, a loop for everything. Only
the text forms of law 10 are common ground.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

FILES = "abcdefgh"
SQUARES = [f + r for r in "12345678" for f in FILES]
CIRCLE = ("d4", "e4", "d5", "e5")
GOAL = {"w": ("d1", "e1"), "b": ("d8", "e8")}
ROOK = [(1, 0), (-1, 0), (0, 1), (0, -1)]
BISHOP = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
SLIDES = {"R": ROOK, "B": BISHOP, "Q": ROOK + BISHOP}
STEPS = {"N": KNIGHT, "K": ROOK + BISHOP}

# 8.3, by what stands on the target square and on the other one.
CHANCES = {
    ("", ""): {"goal": 100},
    ("k", ""): {"goal": 30, "save": 50, "corner": 20},
    ("k", "p"): {"goal": 20, "save": 50, "other": 10, "corner": 20},
    ("p", ""): {"goal": 45, "target": 35, "corner": 20},
    ("p", "k"): {"goal": 20, "save": 25, "target": 35, "corner": 20},
    ("p", "p"): {"goal": 35, "target": 35, "other": 10, "corner": 20},
    ("", "k"): {"goal": 55, "save": 25, "corner": 20},
    ("", "p"): {"goal": 70, "other": 10, "corner": 20},
}


@dataclass(frozen=True)
class Pos:
    board: dict[str, str]
    side: str
    ball: str | None
    phase: str
    used: str
    unmoved: frozenset[str]
    quiet: int


def other(side: str) -> str:
    return "b" if side == "w" else "w"


def colour(piece: str) -> str:
    return "w" if piece.isupper() else "b"


@cache
def shift(square: str, dx: int, dy: int) -> str | None:
    x, y = FILES.index(square[0]) + dx, int(square[1]) + dy
    return f"{FILES[x]}{y}" if 0 <= x < 8 and 1 <= y <= 8 else None


def parse(text: str) -> Pos:
    placement, side, ball, phase, unmoved, quiet = text.split(" ")
    board = {}
    for rank, row in zip("87654321", placement.split("/"), strict=True):
        x = 0
        for sign in row:
            if sign.isdigit():
                x += int(sign)
            else:
                board[FILES[x] + rank] = sign
                x += 1
    name, _, used = phase.partition("+")
    pawns = (
        frozenset()
        if unmoved == "-"
        else frozenset(unmoved[i : i + 2] for i in range(0, len(unmoved), 2))
    )
    return Pos(board, side, None if ball == "-" else ball, name, used, pawns, int(quiet))


def dump(pos: Pos) -> str:
    rows = []
    for rank in "87654321":
        row, gap = "", 0
        for file in FILES:
            piece = pos.board.get(file + rank)
            if piece is None:
                gap += 1
                continue
            row += (str(gap) if gap else "") + piece
            gap = 0
        rows.append(row + (str(gap) if gap else ""))
    phase = pos.phase + ("+" + pos.used if pos.used else "")
    unmoved = "".join(s for s in SQUARES if s in pos.unmoved) or "-"
    return f"{'/'.join(rows)} {pos.side} {pos.ball or '-'} {phase} {unmoved} {pos.quiet}"


def reach(pos: Pos, square: str) -> set[str]:
    """4.6."""
    piece = pos.board[square]
    kind, found = piece.upper(), set()
    for dx, dy in SLIDES.get(kind, ()):
        at = shift(square, dx, dy)
        while at:
            found.add(at)
            if at in pos.board:
                break
            at = shift(at, dx, dy)
    for dx, dy in STEPS.get(kind, ()):
        if at := shift(square, dx, dy):
            found.add(at)
    if kind == "P":
        up = 1 if piece == "P" else -1
        for dx in (-1, 0, 1):
            if at := shift(square, dx, up):
                found.add(at)
        middle, far = shift(square, 0, up), shift(square, 0, 2 * up)
        if square in pos.unmoved and middle and far and middle not in pos.board:
            found.add(far)
    return found


def attacks(pos: Pos, square: str) -> set[str]:
    """The squares on which the piece could capture."""
    if pos.board[square].upper() != "P":
        return reach(pos, square)
    return {s for s in reach(pos, square) if s[0] != square[0]}


def in_check(pos: Pos, side: str) -> bool:
    king = next(s for s, p in pos.board.items() if p == ("K" if side == "w" else "k"))
    return any(king in attacks(pos, s) for s, p in pos.board.items() if colour(p) != side)


def pseudo_moves(pos: Pos, side: str) -> Iterator[tuple[str, str]]:
    for start, piece in pos.board.items():
        if colour(piece) != side:
            continue
        hits = attacks(pos, start)
        for end in reach(pos, start):
            target = pos.board.get(end)
            if piece.upper() == "P" and (target is None) != (end[0] == start[0]):
                continue
            if target is None or (end in hits and colour(target) != side and target.upper() != "K"):
                yield start, end


def put(pos: Pos, start: str, end: str) -> Pos:
    """The board after a move, the ball not looked at."""
    board = dict(pos.board)
    board[end] = board.pop(start)
    return replace(pos, board=board, unmoved=pos.unmoved - {start, end})


def legal_moves(pos: Pos, side: str) -> list[tuple[str, str]]:
    """4.5."""
    return [m for m in pseudo_moves(pos, side) if not in_check(put(pos, *m), side)]


def carrier(pos: Pos) -> str | None:
    if pos.ball is None or pos.ball not in pos.board:
        return None
    if pos.phase == "corner" and colour(pos.board[pos.ball]) != pos.side:
        return None
    return pos.ball


def passes(pos: Pos) -> list[str]:
    holder = carrier(pos)
    own = [s for s, p in pos.board.items() if colour(p) == pos.side]
    if holder is None:  # 8.5
        return [s for s in own if pos.ball in reach(pos, s)]
    return [s for s in own if s != holder and (s in reach(pos, holder) or holder in reach(pos, s))]


def shots(pos: Pos) -> list[str]:
    holder = carrier(pos)
    if holder is None:
        return []
    return [
        g
        for g in GOAL[other(pos.side)]
        if g in reach(pos, holder) and (g not in pos.board or colour(pos.board[g]) != pos.side)
    ]


def has_ball(pos: Pos) -> bool:
    if pos.phase == "corner":
        return True
    return pos.ball is not None and colour(pos.board[pos.ball]) == pos.side


def actions(pos: Pos) -> list[str]:
    """Everything that may come next, a stop not counted."""
    if pos.phase == "kickoff":
        if pos.used:
            return ["@" + s for s in passes(pos)]
        return [a + b for a, b in legal_moves(pos, pos.side) if b in CIRCLE and b not in pos.board]
    if not has_ball(pos):
        return [a + b for a, b in legal_moves(pos, pos.side)]
    found = []
    if "m" not in pos.used:
        found += [a + b for a, b in legal_moves(pos, pos.side)]
    if pos.used == "" and in_check(pos, pos.side):
        return found  # 6.5
    if "p" not in pos.used:
        found += ["@" + s for s in passes(pos)]
    if pos.phase == "open" or pos.used:
        found += ["!" + s for s in shots(pos)]
    return found


def begin_turn(pos: Pos) -> Pos | str:
    """Hand a fresh turn over, passing over who cannot act (8.6, 9.1, 9.2)."""
    if pos.phase == "corner":
        if actions(pos):
            return pos
        return goal_kick(pos)
    for _ in range(2):
        if actions(pos):
            return pos
        assert not in_check(pos, pos.side)
        pos = replace(pos, side=other(pos.side), quiet=pos.quiet + 1)
    return "dropball"


def goal_kick(pos: Pos) -> Pos | str:
    defender = other(pos.side)
    king = next(s for s, p in pos.board.items() if p == ("K" if defender == "w" else "k"))
    return begin_turn(
        replace(pos, ball=king, side=defender, phase="open", used="", quiet=pos.quiet + 1)
    )


def end_turn(pos: Pos) -> Pos | str:
    if pos.phase == "corner" and carrier(pos) is None:
        return goal_kick(pos)
    return begin_turn(
        replace(pos, side=other(pos.side), phase="open", used="", quiet=pos.quiet + 1)
    )


def go_on(pos: Pos) -> Pos | str:
    return pos if actions(pos) else end_turn(pos)  # 6.6


def play_move(pos: Pos, start: str, end: str) -> Pos | str:
    capture = end in pos.board
    pawn = pos.board[start].upper() == "P"
    after = put(pos, start, end)
    if pos.phase == "kickoff" or (pos.phase == "corner" and carrier(pos) is None):
        ball = end if pos.phase == "kickoff" or end == pos.ball else pos.ball
    elif pos.ball == start or (capture and not has_ball(pos)):
        ball = end  # 5.2, 5.3
    else:
        ball = pos.ball
    quiet = 0 if capture or pawn else pos.quiet
    after = replace(after, ball=ball, quiet=quiet)
    enemy = other(pos.side)
    if in_check(after, enemy) and not legal_moves(after, enemy):
        return "mate " + ("white" if pos.side == "w" else "black")
    if not has_ball(pos) and pos.phase == "open":
        return end_turn(after)
    used = "mp" if "p" in pos.used else "m"
    return go_on(replace(after, used=used))


def play_shot(pos: Pos, target: str) -> Iterator[tuple[str, Pos | str]]:
    enemy = other(pos.side)
    second = next(g for g in GOAL[enemy] if g != target)

    def what(square: str) -> str:
        piece = pos.board.get(square)
        if piece is None or colour(piece) == pos.side:
            return ""
        return "k" if piece.upper() == "K" else "p"

    done = replace(pos, quiet=1, phase="open", used="", side=enemy)
    for name in CHANCES[what(target), what(second)]:
        if name == "goal":
            yield f"!{target}=goal", "goal " + ("white" if pos.side == "w" else "black")
        elif name == "save":
            king = target if what(target) == "k" else second
            yield f"!{target}=save", begin_turn(replace(done, ball=king))
        elif name == "corner":
            square = ("a" if target[0] == "d" else "h") + target[1]
            turn = replace(done, ball=square, phase="corner", side=pos.side)
            yield f"!{target}=corner", begin_turn(turn)
        else:
            square = target if name == "target" else second
            yield f"!{target}=block@{square}", begin_turn(replace(done, ball=square))


def edges(pos: Pos) -> dict[str, Pos | str]:
    """Every edge of 10.5 and what it leads to."""
    found: dict[str, Pos | str] = {}
    for action in actions(pos):
        if action[0] == "!":
            found.update(play_shot(pos, action[1:]))
        elif action[0] == "@":
            used = "mp" if "m" in pos.used else "p"
            after = replace(pos, ball=action[1:], used=used)
            kickoff = pos.phase == "kickoff"
            found[action] = end_turn(after) if kickoff else go_on(after)
        else:
            found[action] = play_move(pos, action[:2], action[2:])
    if pos.used and pos.phase != "kickoff" and found:
        found["."] = end_turn(pos)
    return found


def perft(pos: Pos, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(
        1 if isinstance(after, str) else perft(after, depth - 1) for after in edges(pos).values()
    )


class Match:
    """Rounds and score as 2 and 9 tell them: every position of a round is kept and counted."""

    def __init__(self, start: Pos, goals_to_win: int) -> None:
        self.goals_to_win = goals_to_win
        self.score = {"white": 0, "black": 0}
        self.ends: list[str] = []
        self.over: str | None = None
        self.begin(start)

    def begin(self, start: Pos) -> None:
        self.pos = start
        self.stood: list[str] = []

    @property
    def may_claim(self) -> bool:
        """9.3."""
        now = dump(self.pos).rsplit(" ", 1)[0]
        return self.over is None and self.stood.count(now) >= 3

    def reach(self, after: Pos | str) -> None:
        """Take what a whole turn has led to."""
        if isinstance(after, str):
            self.end(after)
        elif after.quiet >= 40:
            self.end("dropball")
        else:
            self.pos = after
            self.stood.append(dump(after).rsplit(" ", 1)[0])

    def end(self, how: str) -> None:
        """End the round; perhaps the match with it (2.1, 9.4)."""
        self.ends.append(how)
        if how != "dropball":
            kind, side = how.split(" ")
            self.score[side] += 1 if kind == "goal" else 2
            if self.score[side] >= self.goals_to_win:
                self.over = "goals"
        elif self.ends[-2:] == ["dropball"] * 2 or self.ends.count("dropball") == 4:
            self.over = "final_whistle"
