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
from games.rules.family.match import State, letter_of
from games.rules.family.moves import is_attacked, legal_moves, moved
from games.rules.family.notation import write_check, write_move
from games.rules.family.position import PRESENT, Board, Position
from games.rules.family.squares import SEATS
from games.rules.family.turn import Advance, kings_to_check, play
from games.rules.family.weighing import LOST, WORTH, count_officers, material, weigh

FEW: Final = 1
"""With so few pieces besides king and pawns every strength looks after them: kings alone are a
draw."""
CARE: Final = 0.7
"""How much threats are minded then, at least."""
WORSE: Final = 0.8
"""What part of the others' pieces, in the mean, is so little that a draw is welcome."""
LONG_QUIET: Final = 15
"""From so many quiet turns of each a draw is welcome to players who have no more than others."""


Weighed = tuple[float, str, str, Advance]
"""A turn: what it looks to be worth, its move, to whom check is said, and what it leads to."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How a bot judges: noise in hundredths of a pawn, threats minded, turns looked into."""

    noise: float
    threats: float
    answers: int


STRENGTHS: Final = {
    "easy": Strength(noise=110, threats=0, answers=0),
    "medium": Strength(noise=95, threats=0.5, answers=0),
    "hard": Strength(noise=4, threats=0.7, answers=30),
}


class FamilyRobot:
    """The house bot of Fun Family Chess; it is never asked to leave."""

    strengths: tuple[str, ...] = tuple(STRENGTHS)
    slow_strengths: tuple[str, ...] = ()

    def choose_turn(self, state: State, strength: str, rng: Random) -> tuple[str, ...]:
        """Return the turn that looks best to the side to play."""
        chosen, position, me = STRENGTHS[strength], state.position, state.position.side
        threats = chosen.threats
        if count_officers(position, me) <= FEW:
            threats = max(threats, CARE)
        weighed: list[Weighed] = []
        for move in legal_moves(position):
            said = kings_to_check(position, move)
            advance = play(position, move, said)
            worth = weigh(advance, me, threats) + rng.gauss(0, chosen.noise)
            weighed.append((worth, write_move(move), said, advance))
        weighed.sort(key=lambda one: -one[0])
        if chosen.answers:
            _, text, checked, _ = _best_after_answers(weighed[: chosen.answers], me, threats)
        else:
            _, text, checked, _ = weighed[0]
        return (text, write_check(checked)) if checked else (text,)

    def agrees_to_draw(self, state: State, side: Side, strength: str) -> bool:
        """Agree with clearly less than the others have, or where long nothing has happened."""
        position, me = state.position, letter_of(side)
        others = position.seats(PRESENT).replace(me, "")
        if not others:
            return False
        even = sum(material(position, seat) for seat in others) / len(others)
        is_long_quiet = position.quiet >= LONG_QUIET * (len(others) + 1)
        return material(position, me) <= even * (1.0 if is_long_quiet else WORSE)

    def choose_arrangement(
        self, state: State, side: Side, strength: str, rng: Random
    ) -> Mapping[str, Any]:
        """Never asked: the game has no formations."""
        return {}


def _best_after_answers(weighed: list[Weighed], me: str, threats: float) -> Weighed:
    """Return the first of the turns that is worth most after its answers."""
    best, most = weighed[0], -math.inf
    for one in weighed:
        worth = _after_answers(one[-1], me, one[0], threats, most)
        if worth > most:
            best, most = one, worth
    return best


def _after_answers(advance: Advance, me: str, worth: float, threats: float, least: float) -> float:
    """Return what a turn is worth to a seat after the one answer that hurts it most.

    ``worth`` is how the turn looked at first, which stands where it ended the game. A turn
    that is worth no more than the ``least`` is not looked into further.
    """
    position = advance.position
    if advance.end is not None:
        return worth
    worst = weigh(advance, me, 0.0)
    seat = position.side
    while seat != me and worst > least:
        if position.status_of(seat) in PRESENT:
            for answer in _answers_that_hurt(position._replace(side=seat), me):
                worst = min(worst, _best_back(answer, me, worst, threats))
                if worst <= least:
                    break
        seat = SEATS[(SEATS.index(seat) + 1) % len(SEATS)]
    return worst


def _answers_that_hurt(position: Position, me: str) -> Iterator[Advance]:
    """Yield what captures of a seat's pieces and checks to its king lead to, the dearest first."""
    board, king = position.board, position.king(me)
    moves = sorted(legal_moves(position), key=lambda move: -_worth_at(board, move.target))
    for move in moves:
        takes = board[move.target][:1] == me
        if not takes and not is_attacked(moved(position, move), king, position.side):
            continue
        checked = kings_to_check(position, move)
        if takes or me in checked:
            yield play(position, move, checked)


def _best_back(answer: Advance, me: str, bound: float, threats: float) -> float:
    """Return what a seat makes of an answer if it is to play next; what is above the bound will do.

    Without a legal move it is mated, or as good as that. Captures are tried first: they reach the
    bound soonest.
    """
    if answer.end is not None:
        return weigh(answer, me, 0.0)
    if answer.position.status_of(me) not in PRESENT:
        return -LOST
    position, best = answer.position._replace(side=me), -LOST
    board = position.board
    for move in sorted(legal_moves(position), key=lambda move: -_worth_at(board, move.target)):
        back = play(position, move, kings_to_check(position, move))
        best = max(best, weigh(back, me, threats))
        if best >= bound:
            break
    return best


def _worth_at(board: Board, square: int) -> int:
    piece = board[square]
    return WORTH[piece[1]] if piece else -1


ROBOT: Final = FamilyRobot()
