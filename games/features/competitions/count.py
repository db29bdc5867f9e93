"""What each side has on the board when a round ends (law 7.6)."""

from __future__ import annotations

from typing import Final, NamedTuple

VALUES: Final = {"q": 9, "r": 5, "b": 3, "n": 3, "p": 1, "s": 1}
"""The worth of a piece by its letter; ``s`` is a pawn on the second level of Future Chess."""


class Count(NamedTuple):
    """What White and Black have."""

    white: int
    black: int


def material(position: str) -> Count:
    """Return the worth of the pieces in the placement field of a position, kings left out."""
    placement = position.partition(" ")[0]
    white = sum(VALUES.get(letter.lower(), 0) for letter in placement if letter.isupper())
    black = sum(VALUES.get(letter, 0) for letter in placement if letter.islower())
    return Count(white, black)
