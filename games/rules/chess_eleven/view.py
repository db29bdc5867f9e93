"""Where things are in a picture of the pitch, seen from one side.

One unit is one square and y grows downwards; the side looked at is always at the bottom.
"""

from __future__ import annotations

from typing import NamedTuple

FILES = "abcdefgh"

FAR_NET, OWN_NET = 0.78, 0.3
"""How deep the goals are: the far one is aimed at, the own one only shown."""


class Point(NamedTuple):
    """A place in the picture."""

    x: float
    y: float

    def towards(self, other: Point, distance: float) -> Point:
        """Return the point that far along the way to another."""
        length = self.distance(other) or 1.0
        return Point(
            self.x + (other.x - self.x) / length * distance,
            self.y + (other.y - self.y) / length * distance,
        )

    def distance(self, other: Point) -> float:
        """Return how far away another point is."""
        return float(((other.x - self.x) ** 2 + (other.y - self.y) ** 2) ** 0.5)

    def __str__(self) -> str:
        return f"{number(self.x)} {number(self.y)}"


class View:
    """The pitch as one side sees it."""

    def __init__(self, side: str | None) -> None:
        self.is_black = side == "black"

    def corner(self, square: str) -> Point:
        """Return the upper left corner of a square."""
        file, rank = FILES.index(square[0]), int(square[1])
        if self.is_black:
            # Turned about the centre, not mirrored: Black's king stands right of it.
            return Point(7 - file, rank - 1)
        return Point(file, 8 - rank)

    def centre(self, square: str) -> Point:
        """Return the middle of a square."""
        x, y = self.corner(square)
        return Point(x + 0.5, y + 0.5)

    def net(self, square: str) -> Point:
        """Return where a shot at a goal square ends: in the net behind it."""
        x, y = self.centre(square)
        return Point(x, -FAR_NET / 2 - 0.02) if y < 4 else Point(x, 8 + OWN_NET / 2)


def number(value: float) -> str:
    """Return a coordinate as short as SVG allows: ``.5``, ``-1.25``, ``3``."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
