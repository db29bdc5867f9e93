"""A player of Fun Family Chess made of code: each for himself, and always saying check.

``easy`` looks at its own turn alone and misjudges, but minds its last piece; ``medium`` minds
what the others could then take. ``hard`` looks at every answer of each of them that hurts, a
capture or a check, to its best turns, and at its own best turn after it: what is attacked twice or
mated is seen, and what is taken back as well. Answers of several in a row are not: that each plays
for himself makes them rare, and thinking all of them enemies makes a player timid.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from games.rules.contract import Side
from games.rules.family import reach
from games.rules.family.match import State, letter_of
from games.rules.family.moves import attackers, legal_moves
from games.rules.family.notation import write_check, write_move
from games.rules.family.position import AWAY, IN_THE_GAME, PRESENT, Position
from games.rules.family.squares import SEATS, SQUARES, WIDTH, own_rank
from games.rules.family.turn import Advance, may_be_told, play

WORTH: Final = {"P": 100, "N": 300, "B": 340, "R": 520, "Q": 950, "K": 0}
OUT_WORTH: Final = 2_000.0
"""What it is worth to put an opponent out."""
LOST: Final = 20_000.0
"""What winning the game is worth, and what being mated costs."""
MOST_GUARDS: Final = 2
"""With how many pieces left, besides himself, a king is hunted."""
FEW: Final = 1
"""With so few pieces besides king and pawns every strength looks after them: kings alone are a
draw."""
CARE: Final = 0.7
"""How much threats are minded then, at least."""
WORSE: Final = 0.8
"""What part of the others' pieces, in the mean, is so little that a draw is welcome."""
LONG_QUIET: Final = 15
"""From so many quiet turns of each on a draw is welcome to whoever has no more than the others."""
_CENTRE: Final = {
    square: 11 - (abs(2 * (square % WIDTH) - 11) + abs(2 * (square // WIDTH) - 11)) / 2
    for square in SQUARES
}


@dataclass(frozen=True, slots=True)
class Strength:
    """How a robot judges: noise in hundredths of a pawn, threats minded, turns looked into."""

    noise: float
    threats: float
    answers: int


STRENGTHS: Final = {
    "easy": Strength(noise=110, threats=0, answers=0),
    "medium": Strength(noise=110, threats=0.5, answers=0),
    "hard": Strength(noise=4, threats=0.7, answers=12),
}


class FamilyRobot:
    """The house robot of Fun Family Chess; it is never asked to leave."""

    strengths: tuple[str, ...] = tuple(STRENGTHS)
    slow_strengths: tuple[str, ...] = ()

    def choose_turn(self, state: State, strength: str, rng: Random) -> tuple[str, ...]:
        """Return the turn that looks best to the side to play."""
        chosen, position, me = STRENGTHS[strength], state.position, state.position.side
        threats = chosen.threats
        if _count_officers(position, me) <= FEW:
            threats = max(threats, CARE)
        weighed: list[tuple[float, str, str, Advance]] = []
        for move in legal_moves(position):
            said = may_be_told(position, move)
            advance = play(position, move, said)
            worth = weigh(advance, me, threats) + rng.gauss(0, chosen.noise)
            weighed.append((worth, write_move(move), said, advance))
        weighed.sort(key=lambda one: -one[0])
        if chosen.answers:
            weighed = [
                (_after_answers(advance, me, worth, threats), text, told, advance)
                for worth, text, told, advance in weighed[: chosen.answers]
            ]
        _, text, told, _ = max(weighed, key=lambda one: one[0])
        return (text, write_check(told)) if told else (text,)

    def agrees_to_draw(self, state: State, side: Side, strength: str) -> bool:
        """Agree with clearly less than the others have, or where long nothing has happened."""
        position, me = state.position, letter_of(side)
        others = position.seats(PRESENT).replace(me, "")
        if not others:
            return False
        even = sum(_material(position, seat) for seat in others) / len(others)
        is_long_quiet = position.quiet >= LONG_QUIET * (len(others) + 1)
        return _material(position, me) <= even * (1.0 if is_long_quiet else WORSE)

    def choose_arrangement(
        self, state: State, side: Side, strength: str, rng: Random
    ) -> Mapping[str, Any]:
        """Never asked: the game has no formations."""
        return {}


def _material(position: Position, seat: str) -> int:
    return sum(WORTH[piece[1]] for piece in position.board if piece[:1] == seat)


def _count_officers(position: Position, seat: str) -> int:
    return sum(piece[:1] == seat and piece[1] not in "KP" for piece in position.board)


def weigh(advance: Advance, me: str, threats: float) -> float:
    """Return what a position is worth to a seat, in hundredths of a pawn."""
    position = advance.position
    if advance.end is not None:
        if me not in advance.end.seats:
            return -LOST
        return LOST if len(advance.end.seats) == 1 else 0.0
    worth = 0.0
    others = position.seats(IN_THE_GAME).replace(me, "")
    mates = sum(change.kind == "mated" and change.by == me for change in advance.changes)
    worth += OUT_WORTH * mates
    for square, piece in enumerate(position.board):
        if not piece:
            continue
        if piece[0] == me:
            worth += _worth_of(piece, square)
        elif piece[0] in others:
            worth -= WORTH[piece[1]] / max(1, len(others)) * 0.9
    for king in others:
        worth += _pressure(position, king, me)
    return worth - threats * _hanging(position, me) if threats else worth


def _worth_of(piece: str, square: int) -> float:
    if piece[1] == "P":
        return 100 + 3.0 * math.pow(own_rank(piece[0], square), 1.5)
    if piece[1] == "K":
        return -2.0 * _CENTRE[square]
    return WORTH[piece[1]] + 2.0 * _CENTRE[square]


def _pressure(position: Position, king: str, me: str) -> float:
    """Return the worth of a check that was said, and of squares taken from a king.

    A king who is nearly alone is hunted: driven to the edge, with one's own king close to him.
    """
    square = position.king(king)
    worth = 40.0 if position.checks.get(king) == me else 0.0
    near = reach.KING[square]
    taken = sum(bool(attackers(position.board, at, me)) for at in near)
    guards = sum(piece[0] == king for piece in position.board if piece) - 1
    if guards > MOST_GUARDS:
        return worth + 6.0 * taken
    own = position.king(me)
    distance = max(abs(own % WIDTH - square % WIDTH), abs(own // WIDTH - square // WIDTH))
    return worth + 240.0 * taken / len(near) - 12.0 * _CENTRE[square] - 6.0 * distance


def _hanging(position: Position, me: str) -> float:
    """Return the worth of the dearest piece that an opponent could take to advantage."""
    enemies = position.seats(PRESENT).replace(me, "")
    if not enemies or position.status_of(me) in AWAY:
        return 0.0
    dearest = 0.0
    for square, piece in enumerate(position.board):
        if not piece or piece[0] != me or piece[1] == "K":
            continue
        found = attackers(position.board, square, enemies)
        if not found:
            continue
        cheapest = min(WORTH[position.board[at][1]] for at in found)
        guarded = bool(attackers(position.board, square, me))
        lost = WORTH[piece[1]] - (cheapest if guarded else 0)
        dearest = max(dearest, lost)
    return dearest


def _after_answers(advance: Advance, me: str, worth: float, threats: float) -> float:
    """Return what a turn is worth to a seat after the one answer that hurts it most.

    ``worth`` is what the turn looked like at once, which stands where it ended the game.
    """
    position = advance.position
    if advance.end is not None:
        return worth
    worst = weigh(advance, me, 0.0)
    seat = position.side
    while seat != me:
        if position.status_of(seat) in PRESENT:
            for answer in _answers_that_hurt(position._replace(side=seat), me):
                worst = min(worst, _best_back(answer, me, worst, threats))
        seat = SEATS[(SEATS.index(seat) + 1) % len(SEATS)]
    return worst


def _answers_that_hurt(position: Position, me: str) -> Iterator[Advance]:
    """Yield what captures of a seat's pieces and checks to its king lead to."""
    for move in legal_moves(position):
        told = may_be_told(position, move)
        if position.board[move.target][:1] == me or me in told:
            yield play(position, move, told)


def _best_back(answer: Advance, me: str, bound: float, threats: float) -> float:
    """Return what a seat makes of an answer if it is to play next; what is above the bound will do.

    Without a legal move it is mated, or as good as that.
    """
    if answer.end is not None:
        return weigh(answer, me, 0.0)
    if answer.position.status_of(me) not in PRESENT:
        return -LOST
    position, best = answer.position._replace(side=me), -LOST
    for move in legal_moves(position):
        back = play(position, move, may_be_told(position, move))
        best = max(best, weigh(back, me, threats))
        if best >= bound:
            break
    return best


ROBOT: Final = FamilyRobot()
