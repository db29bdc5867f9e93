"""Where things are in a picture of the pitch, seen from one side.

One unit is one square and y grows downwards; the side looked at is always at the bottom.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor
from typing import NamedTuple

FILES = "abcdefgh"

NET = 0.78
"""How deep both goals are."""

TOP, BOTTOM = -0.9, 8.9
"""Where the picture begins and ends; across, it is as wide as the pitch."""


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

    def seen_from(self, origin: Point) -> Point:
        """Return the same place as counted from another point."""
        return Point(self.x - origin.x, self.y - origin.y)

    def __str__(self) -> str:
        return f"{number(self.x)} {number(self.y)}"


ORIGIN = Point(0, 0)


class Shape(NamedTuple):
    """A part of a picture: the box that it lies in, and how it is drawn.

    ``draw`` takes the point that coordinates are counted from. Counted from the corner of its own
    box, a shape reads the same wherever it is in the picture.
    """

    corner: Point
    width: float
    height: float
    draw: Callable[[Point], str]


def shape_over(points: tuple[Point, ...], draw: Callable[[Point], str]) -> Shape:
    """Return a shape in the box of whole squares that these points lie in."""
    left, right = floor(min(p.x for p in points)), ceil(max(p.x for p in points))
    top, bottom = floor(min(p.y for p in points)), ceil(max(p.y for p in points))
    # Beyond the goal lines there is less than a square.
    corner = Point(left, max(top, TOP))
    return Shape(corner, right - left, min(bottom, BOTTOM) - corner.y, draw)


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
        return Point(x, -NET / 2 - 0.02) if y < 4 else Point(x, 8 + NET / 2 + 0.02)


def number(value: float) -> str:
    """Return a coordinate as short as SVG allows: ``.5``, ``-1.25``, ``3``."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
