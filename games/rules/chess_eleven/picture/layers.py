"""The picture of a position in layers: each drawn as though it stood alone.

A knight is the same layer on every square and a pass of two squares the same from anywhere, so a
few hundred layers make every picture there can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from games.rules.chess_eleven.picture.annotations import draw_tint, find_trail
from games.rules.chess_eleven.picture.drawing import (
    Picture,
    draw_ground,
    draw_pieces,
    draw_position,
    read_picture,
)
from games.rules.chess_eleven.picture.geometry import BOTTOM, ORIGIN, TOP, Shape, View
from games.rules.contract import Collage, Layer

_SAMPLE = "rnbqk3/1p2PP2/RNBQK3/rnbqkp2/8/8/1P6/RNBQKP2 w e7 open - 0"
"""Every piece on both kinds of squares; with a turn of every kind it shows every colour."""


def collage_of(
    picture: Picture,
    *,
    side: str | None = "white",
    last: Sequence[str] = (),
    before: str | None = None,
) -> Collage:
    """Return the layers of a picture; the arguments are those of ``draw_position``."""
    view = View(side)
    start = read_picture(before).ball if before else None
    trail = find_trail(view, last, ball=start, is_known=before is not None)
    tints = [Shape(corner, 1, 1, _draw_one_tint) for corner in trail.touched]
    shapes = [*tints, *trail.ways, *draw_pieces(view, picture)]
    return Collage(8, _ground(view.is_black), [_layer(shape) for shape in shapes], _sample())


def _draw_one_tint(origin: object) -> str:
    return draw_tint([ORIGIN])


# Shapes are made once for each place, so the same one finds its layer again.
@lru_cache(maxsize=4096)
def _layer(shape: Shape) -> Layer:
    corner, width, height, draw = shape
    svg = _document(0, width, height, draw(corner))
    return Layer(corner.x, corner.y - TOP, width, height, svg)


@cache
def _ground(is_black: bool) -> str:
    ground = "".join(draw_ground(View("black" if is_black else "white")))
    return _document(TOP, 8, BOTTOM - TOP, ground)


@cache
def _sample() -> str:
    return draw_position(_SAMPLE, last=["a1a4", "@e7", "!e8=goal"], before=_SAMPLE)


@lru_cache(maxsize=1024)
def _document(top: float, width: float, height: float, content: str) -> str:
    # Renderers round the size to whole pixels: a hundred to a square lose nothing.
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 {top:g} {width:g} {height:g}"'
        f' width="{width * 100:g}" height="{height * 100:g}">{content}</svg>'
    )
