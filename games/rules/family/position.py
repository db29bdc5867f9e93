"""A position (10.1): what stands where, who is present, which checks are in force."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from games.rules.family.squares import SEATS

PRESENT: Final = "Aa"
AWAY: Final = "Ll"
IN_THE_GAME: Final = PRESENT + AWAY
OUT: Final = "MRT"
NO_ONE: Final = "-"

Board = tuple[str, ...]
"""144 places by square, of which the cross has 128: seat and piece such as ``wK``, or empty."""


class Position(NamedTuple):
    """All that the laws of a turn look at.

    ``status`` has a letter for each seat, ``castling`` the rights of each. ``passed`` maps a passed
    square to the pawn beyond it, ``checks`` a king's seat to who said the check in force.
    """

    board: Board
    side: str
    status: str
    castling: tuple[str, str, str, str]
    passed: Mapping[int, int]
    checks: Mapping[str, str]
    quiet: int
    lap: int

    def status_of(self, seat: str) -> str:
        """Return the letter of a seat."""
        return self.status[SEATS.index(seat)]

    def seats(self, letters: str) -> str:
        """Return the seats whose status is one of these letters, in the order of play."""
        return "".join(
            seat for seat, letter in zip(SEATS, self.status, strict=True) if letter in letters
        )

    def king(self, seat: str) -> int:
        """Return the square of a king."""
        return self.board.index(seat + "K")

    def with_status(self, seat: str, letter: str) -> Position:
        """Return the position with another status of one seat, and what goes with it.

        Who goes away or out says check no more (5.2); who goes out has no rights left and is in no
        check (6.3, 10.1), and the count of quiet turns starts again (8.3).
        """
        at = SEATS.index(seat)
        status = self.status[:at] + letter + self.status[at + 1 :]
        changed = self._replace(status=status)
        if letter not in PRESENT:
            checks = {king: sayer for king, sayer in self.checks.items() if sayer != seat}
            changed = changed._replace(checks=checks)
        if letter in OUT:
            checks = {king: sayer for king, sayer in changed.checks.items() if king != seat}
            changed = changed._replace(
                checks=checks, castling=without_rights(self.castling, [seat]), quiet=0
            )
        return changed


def without_rights(
    castling: tuple[str, str, str, str], seats: Iterable[str]
) -> tuple[str, str, str, str]:
    """Return the rights of castling without those of some seats."""
    first, second, third, fourth = (
        "" if seat in seats else rights for seat, rights in zip(SEATS, castling, strict=True)
    )
    return first, second, third, fourth


def is_waiting(position: Position) -> bool:
    """Return whether the game waits for those who are away (7.5)."""
    return (
        len(position.seats(PRESENT)) <= 1
        and len(position.seats(IN_THE_GAME)) > 1
        and "l" not in position.status
    )


def is_dead(position: Position) -> bool:
    """Return whether no piece is left that could mate (8.3).

    In a game of two seats a bishop or a knight beside the kings cannot. Where more have played,
    the pieces of those who are out stay on the board (6.3) and could help it.
    """
    others = _besides_kings(position)
    if position.status.count(NO_ONE) != len(SEATS) - 2:
        return not others
    return not others or others in (["B"], ["N"])


def is_kings_alone(position: Position) -> bool:
    """Return whether all who are in the game have only their kings (8.3 of version 1)."""
    return not _besides_kings(position)


def _besides_kings(position: Position) -> list[str]:
    playing = position.seats(IN_THE_GAME)
    return [piece[1] for piece in position.board if piece[:1] in playing and piece[1:] not in "K"]
