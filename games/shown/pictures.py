"""Pictures of games, from the one drawing that the rules give out.

Where many are wanted, as by emails, they are composed of layers that were drawn before: a tenth of
the work, and half the bytes.
"""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Final

import resvg_py
from PIL import Image, ImageEnhance

from games.models import Game, Turn
from games.rules.contract import Collage


def draw_game(game: Game, side: str | None, last: Turn | None = None) -> str:
    """Return a game as it is, as SVG, with the turn that led there marked."""
    rules = game.rules
    shown = _on_this_board(game, last)
    return game.presenter.draw(
        rules.load(game.state),
        side=side,
        last=shown.actions if shown else (),
        before=shown.position_before if shown else None,
    )


def draw_turn(game: Game, turn: Turn, side: str | None) -> str:
    """Return the position after a turn as SVG; the one before it where the turn ended a round."""
    rules = game.rules
    return game.presenter.draw(
        rules.load(game.state),
        position=turn.position_after or turn.position_before,
        side=side,
        last=turn.actions,
        before=turn.position_before,
    )


def _on_this_board(game: Game, last: Turn | None) -> Turn | None:
    """Return the last turn if it can be marked: none of an earlier round, whose board is gone."""
    if last is None or game.summary.round not in (None, last.round):
        return None
    return last


# Every round begins with one of a few formations, and a preview is fetched many times.
@lru_cache(maxsize=256)
def to_png(svg: str, width: int) -> bytes:
    """Return a picture as PNG, so many pixels wide."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))


def compose_game(game: Game, side: str | None, last: Turn | None, width: int) -> bytes:
    """Return the picture of ``draw_game`` as PNG, so many pixels wide, made of kept layers."""
    rules = game.rules
    shown = _on_this_board(game, last)
    collage = game.presenter.layers(
        rules.load(game.state),
        side=side,
        last=shown.actions if shown else (),
        before=shown.position_before if shown else None,
    )
    return compose(collage, width)


def compose_turn(game: Game, turn: Turn, side: str | None, width: int) -> bytes:
    """Return the picture of ``draw_turn`` as PNG, so many pixels wide, made of kept layers."""
    rules = game.rules
    collage = game.presenter.layers(
        rules.load(game.state),
        position=turn.position_after or turn.position_before,
        side=side,
        last=turn.actions,
        before=turn.position_before,
    )
    return compose(collage, width)


_COLOURS: Final = 256
_COMPRESSION: Final = 3
"""The usual 6 would save a tenth of the bytes and cost half as much time again as all the rest."""


def compose(collage: Collage, width: int) -> bytes:
    """Return a picture as PNG, made of its layers.

    Layers meet without a seam where ``width`` makes whole pixels of their corners.
    """
    content = io.BytesIO()
    # A palette of its own for each picture would cost more than all the rest.
    palette = _palette(collage.sample)
    picture = paint(collage, width).quantize(palette=palette, dither=Image.Dither.NONE)
    picture.save(content, "PNG", compress_level=_COMPRESSION)
    return content.getvalue()


def paint(collage: Collage, width: int, brightness: float = 1.0) -> Image.Image:
    """Return a picture made of its layers, on a ground that is less bright if asked for."""
    scale = width / collage.width
    canvas = _ground(collage.ground, width, brightness).copy()
    for left, top, layer_width, layer_height, svg in collage.layers:
        layer = _layer(svg, round(layer_width * scale), round(layer_height * scale))
        canvas.paste(layer, (round(left * scale), round(top * scale)), layer)
    return canvas


def height_of(collage: Collage, width: int) -> int:
    """Return how high a picture is that is so many pixels wide."""
    return _ground(collage.ground, width, 1.0).height


def paint_sample(svg: str, width: int | None = None) -> Image.Image:
    """Return the picture in which every colour of a game occurs."""
    return _open(svg, width).convert("RGB")


# Most are a square of 10 KB; the largest, arrows over the whole board, 600 KB.
@lru_cache(maxsize=384)
def _layer(svg: str, width: int, height: int) -> Image.Image:
    return _open(svg, width, height).convert("RGBA")


@lru_cache(maxsize=8)
def _ground(svg: str, width: int, brightness: float) -> Image.Image:
    ground = _open(svg, width).convert("RGB")
    return ImageEnhance.Brightness(ground).enhance(brightness) if brightness != 1 else ground


@lru_cache(maxsize=8)
def _palette(sample: str) -> Image.Image:
    return paint_sample(sample).quantize(_COLOURS)


def _open(svg: str, width: int | None = None, height: int | None = None) -> Image.Image:
    png = resvg_py.svg_to_bytes(svg_string=svg, width=width, height=height, skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(png)))
