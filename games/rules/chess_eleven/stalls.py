"""Rounds in which play stalls (9.3, 9.4): positions that come back, and drop balls counted."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Final

from games.rules import repetition
from games.rules.chess_eleven.notation import write_position
from games.rules.chess_eleven.position import Position
from games.rules.errors import NotationError
from games.rules.text import gettext as _

CLAIM_REPEATED: Final = 3
"""9.3: a position that stands so often in a round lets either player claim a drop ball."""
GIVEN_AT: Final = 40
"""9.3: the number of quiet turns at which a drop ball is given."""
SHOWN_FROM: Final = 20
"""So many quiet turns are shown to players and spectators; rounds that are alive have fewer."""
MOST_IN_A_ROW: Final = 2
MOST_IN_A_MATCH: Final = 4
"""9.4: so many drop balls end the game."""

BLOCKED: Final = "blocked"
REPETITION: Final = "repetition"
QUIET_TURNS: Final = "quiet_turns"
"""Why there is a drop ball: by 9.2, claimed, or given."""

_FORM: Final = re.compile(r"([0-9]{1,2})\+([0-9]) (\S+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Stalls:
    """Positions of the round by how often they have occurred, and the drop balls of the game."""

    seen: repetition.Counts = field(default_factory=dict)
    drop_balls: int = 0
    in_a_row: int = 0

    @property
    def end_the_match(self) -> bool:
        """Whether the drop balls so far bring the final whistle (9.4)."""
        return self.in_a_row >= MOST_IN_A_ROW or self.drop_balls >= MOST_IN_A_MATCH


def key(position: Position) -> str:
    """Return a position's text without the count of quiet turns."""
    return write_position(position).rpartition(" ")[0]


def times(stalls: Stalls, position: Position) -> int:
    """Return how often a position has occurred in this round."""
    return repetition.times(stalls.seen, key(position))


def note(stalls: Stalls, before: Position, after: Position) -> Stalls:
    """Return the count with the position that a turn has led to.

    After a capture or the move of a pawn no earlier position can come back; a shot sets the quiet
    turns to 0 as well, but after a save one can.
    """
    pieces, left = before.white | before.black, after.white | after.black
    cannot_return = before.pawns != after.pawns or pieces.bit_count() != left.bit_count()
    seen = repetition.count(stalls.seen, key(after), resets=cannot_return)
    return replace(stalls, seen=seen)


def after_round(stalls: Stalls, *, is_drop_ball: bool) -> Stalls:
    """Return the count for the next round: no position has occurred in it."""
    return Stalls(
        drop_balls=stalls.drop_balls + is_drop_ball,
        in_a_row=stalls.in_a_row + 1 if is_drop_ball else 0,
    )


def is_stalls(text: str) -> bool:
    """Return whether a field of a state's text is what ``write_stalls`` writes."""
    return "+" in text.partition(" ")[0]


def write_stalls(stalls: Stalls) -> str:
    """Return drop balls of the game, those in a row, and the positions that have occurred."""
    return f"{stalls.drop_balls}+{stalls.in_a_row} {repetition.write_counts(stalls.seen)}"


def read_stalls(text: str) -> Stalls:
    """Return what ``write_stalls`` wrote; raises ``NotationError``."""
    found = _FORM.fullmatch(text)
    if found is None:
        raise NotationError(
            _("{text!r} isn't a count of drop balls.").format(text=text[:20]), law=None
        )
    return Stalls(repetition.read_counts(found[3]), int(found[1]), int(found[2]))
