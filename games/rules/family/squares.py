"""The cross (1) and its four seats (2): squares, names, and what each seat calls forward."""

from __future__ import annotations

from typing import Final

WIDTH: Final = 12
SEATS: Final = "wsbg"
"""Letters of the seats in the order of play (2.4)."""
SIDES: Final = ("white", "silver", "black", "gold")
SEATED: Final = {2: "wb", 3: "wsb", 4: "wsbg"}
"""Which seats are played by how many players (2.1)."""


def exists(file: int, rank: int) -> bool:
    """Return whether the cross has a square there, both counted from 0 (1.1)."""
    inside = 0 <= file < WIDTH and 0 <= rank < WIDTH
    return inside and (2 <= file <= 9 or 2 <= rank <= 9)


SQUARES: Final = tuple(
    rank * WIDTH + file for rank in range(WIDTH) for file in range(WIDTH) if exists(file, rank)
)
"""Square = rank * 12 + file, both from 0; ``c1`` is 2, ``j12`` is 141."""
NAMES: Final = {square: f"{'abcdefghijkl'[square % 12]}{square // 12 + 1}" for square in SQUARES}
INDEX: Final = {name: square for square, name in NAMES.items()}

FORWARD: Final = {"w": (0, 1), "s": (-1, 0), "b": (0, -1), "g": (1, 0)}
"""The way of a seat's pawns, in files and ranks."""


def is_dark(square: int) -> bool:
    """Return whether a square is dark (1.2)."""
    return (square % WIDTH + square // WIDTH) % 2 == 0


_OWN_RANKS: Final = {
    "w": [square // WIDTH + 1 for square in range(WIDTH * WIDTH)],
    "s": [WIDTH - square % WIDTH for square in range(WIDTH * WIDTH)],
    "b": [WIDTH - square // WIDTH for square in range(WIDTH * WIDTH)],
    "g": [square % WIDTH + 1 for square in range(WIDTH * WIDTH)],
}


def own_rank(seat: str, square: int) -> int:
    """Return the rank of a square counted from a seat's own edge, from 1 to 12."""
    return _OWN_RANKS[seat][square]


def step(square: int, file: int, rank: int) -> int | None:
    """Return the square so many files and ranks away, or ``None`` off the cross."""
    file, rank = square % WIDTH + file, square // WIDTH + rank
    return rank * WIDTH + file if exists(file, rank) else None
