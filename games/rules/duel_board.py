"""What differs between the games that are duels: the board, and the numbers of its laws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from games.rules.contract import Happening, Terms


class Placed(Protocol):
    """What every position of a duel has."""

    @property
    def side(self) -> int:
        """Return who is to move: 0 for White, 1 for Black."""

    @property
    def quiet(self) -> int:
        """Return the moves since the last capture or pawn move."""

    @property
    def move(self) -> int:
        """Return the number of the move, one more after each of Black's."""


PositionT = TypeVar("PositionT", bound=Placed)
MoveT = TypeVar("MoveT")


@dataclass(frozen=True)
class Board(Generic[PositionT, MoveT]):
    """How the pieces of one game stand and move: the functions of its own modules."""

    start: Callable[[Terms], PositionT]
    """Returns the first position under these options."""
    read: Callable[[str], PositionT]
    """Returns the position of a text; raises ``RulesError``."""
    write: Callable[[PositionT], str]
    key: Callable[[PositionT], str]
    """Returns what two positions have in common that are the same to a repetition."""
    legal_moves: Callable[[PositionT], list[MoveT]]
    make_move: Callable[[PositionT, MoveT], PositionT]
    is_check: Callable[[PositionT], bool]
    """Returns whether the side to move is in check."""
    is_dead: Callable[[PositionT], bool]
    """Returns whether no one can ever mate."""
    has_king_alone: Callable[[PositionT, int], bool]
    """Returns whether a side has nothing but its king."""
    read_action: Callable[[str], MoveT]
    """Returns the move of a text; raises ``NotationError``."""
    write_action: Callable[[MoveT], str]
    """Returns a move as it is sent."""
    write_notation: Callable[[PositionT, MoveT], str]
    """Returns a legal move as history writes it."""
    law_against: Callable[[PositionT, MoveT], str]
    """Returns the law that an illegal move breaks first."""
    describe_move: Callable[[PositionT, MoveT], Happening]
    """Returns a legal move as something that happened: type, piece, from, to, captures."""


@dataclass(frozen=True)
class DuelLaws:
    """The laws of one game that refusals cite, by number."""

    start: str
    """How the pieces stand before the first move."""
    turn: str
    """A turn is one move, and the sides take turns."""
    claim: str
    agreement: str
    """Also that a player may resign."""
    over: str
    """By what a game ends."""
