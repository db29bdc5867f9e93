"""Pictures of games, from the one drawing that the rules give out.

Where many are wanted, as by emails, they are composed of layers that were drawn before: a tenth of
the work, and half the bytes.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

import resvg_py
from isal import isal_zlib
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


def compose(collage: Collage, width: int) -> bytes:
    """Return a picture as PNG, made of its layers.

    Layers meet without a seam where ``width`` makes whole pixels of their corners.
    """
    canvas = _rows(collage.ground, collage.sample, width).copy()
    for heap in _heaps(collage, width):
        # A lone square is likely to be there again in another picture, the way of a turn isn't.
        draw = _kept_patch if _is_small(heap.box) else _patch
        patch = draw(collage.ground, collage.sample, width, heap)
        canvas.paste(patch, (heap.box.left + _FILTER, heap.box.top))
    return _as_png(canvas, collage.sample)


class _Box(NamedTuple):
    """A part of a picture, in pixels."""

    left: int
    top: int
    right: int
    bottom: int


class _Placed(NamedTuple):
    """A layer of a picture, and where."""

    box: _Box
    svg: str


class _Heap(NamedTuple):
    """Layers that lie on each other, lowest first, and the box around them."""

    box: _Box
    layers: tuple[_Placed, ...]


def _heaps(collage: Collage, width: int) -> list[_Heap]:
    """Return the layers of a picture in heaps whose boxes have nothing in common."""
    heaps: list[_Heap] = []
    for layer in _placed(collage, width):
        heap = _Heap(layer.box, (layer,))
        while under := [one for one in heaps if _do_meet(one.box, heap.box)]:
            heaps = [one for one in heaps if one not in under]
            under.append(heap)
            lefts, tops, rights, bottoms = zip(*(one.box for one in under), strict=True)
            box = _Box(min(lefts), min(tops), max(rights), max(bottoms))
            heap = _Heap(box, tuple(chain.from_iterable(one.layers for one in under)))
        heaps.append(heap)
    return heaps


def _placed(collage: Collage, width: int) -> Iterator[_Placed]:
    scale = width / collage.width
    for left, top, layer_width, layer_height, svg in collage.layers:
        x, y = round(left * scale), round(top * scale)
        right, bottom = x + round(layer_width * scale), y + round(layer_height * scale)
        yield _Placed(_Box(x, y, right, bottom), svg)


def _do_meet(one: _Box, other: _Box) -> bool:
    return (
        one.left < other.right
        and other.left < one.right
        and one.top < other.bottom
        and other.top < one.bottom
    )


def _patch(ground: str, sample: str, width: int, heap: _Heap) -> Image.Image:
    """Return what there is to see in the box of a heap, in the palette of its game."""
    patch = _ground(ground, width, 1.0).crop(heap.box)
    _lay(patch, heap.layers, heap.box)
    return _in_palette(patch, sample)


def _is_small(box: _Box) -> bool:
    return (box.right - box.left) * (box.bottom - box.top) <= _SMALL


_SMALL: Final = 64 * 64
# A piece on a square takes 4 KB, its key included.
_kept_patch = lru_cache(maxsize=1536)(_patch)


def _lay(canvas: Image.Image, layers: Iterable[_Placed], seen: _Box) -> None:
    """Lay layers on each other on a canvas that shows a part of the picture."""
    for box, svg in layers:
        layer, left, top = _layer(svg, box.right - box.left, box.bottom - box.top)
        canvas.paste(layer, (box.left + left - seen.left, box.top + top - seen.top), layer)


def _in_palette(picture: Image.Image, sample: str) -> Image.Image:
    # A palette of its own for each picture would cost more than all the rest.
    return picture.quantize(palette=_palette(sample), dither=Image.Dither.NONE)


def paint(collage: Collage, width: int, brightness: float = 1.0) -> Image.Image:
    """Return a picture made of its layers, on a ground that is less bright if asked for."""
    canvas = _ground(collage.ground, width, brightness).copy()
    _lay(canvas, _placed(collage, width), _Box(0, 0, *canvas.size))
    return canvas


def height_of(collage: Collage, width: int) -> int:
    """Return how high a picture is that is so many pixels wide."""
    return _ground(collage.ground, width, 1.0).height


def paint_sample(svg: str, width: int | None = None) -> Image.Image:
    """Return the picture in which every colour of a game occurs."""
    return _open(svg, width).convert("RGB")


# Most are a square of 10 KB; the largest, arrows over the whole board, 600 KB.
@lru_cache(maxsize=384)
def _layer(svg: str, width: int, height: int) -> tuple[Image.Image, int, int]:
    """Return a layer without the empty part around it, and where that is in its box."""
    layer = _open(svg, width, height).convert("RGBA")
    seen = layer.getbbox() or (0, 0, 1, 1)
    return layer.crop(seen), *seen[:2]


@lru_cache(maxsize=8)
def _ground(svg: str, width: int, brightness: float) -> Image.Image:
    ground = _open(svg, width).convert("RGB")
    return ImageEnhance.Brightness(ground).enhance(brightness) if brightness != 1 else ground


@lru_cache(maxsize=8)
def _rows(ground: str, sample: str, width: int) -> Image.Image:
    """Return a ground as the rows of a PNG, each behind a byte that names its filter: none."""
    indexed = _in_palette(_ground(ground, width, 1.0), sample)
    rows = Image.new("P", (_FILTER + indexed.width, indexed.height))
    rows.paste(indexed, (_FILTER, 0))
    return rows


@lru_cache(maxsize=8)
def _palette(sample: str) -> Image.Image:
    return paint_sample(sample).quantize(_COLOURS)


def _open(svg: str, width: int | None = None, height: int | None = None) -> Image.Image:
    png = resvg_py.svg_to_bytes(svg_string=svg, width=width, height=height, skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(png)))


_FILTER: Final = 1
"""The byte before each row of a PNG."""
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_FAST: Final = 1
"""How hard ISA-L tries: a fifth of the time that the library of the pictures takes for as much."""


def _as_png(rows: Image.Image, sample: str) -> bytes:
    """Return the rows of a picture in the palette of its game as a PNG."""
    size = struct.pack(">II5B", rows.width - _FILTER, rows.height, 8, 3, 0, 0, 0)
    packed = isal_zlib.compress(rows.tobytes(), _FAST)
    parts = ((b"IHDR", size), (b"PLTE", _colours(sample)), (b"IDAT", packed), (b"IEND", b""))
    return _PNG + b"".join(_chunk(*part) for part in parts)


def _chunk(name: bytes, content: bytes) -> bytes:
    check = isal_zlib.crc32(content, isal_zlib.crc32(name))
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", check)


@lru_cache(maxsize=8)
def _colours(sample: str) -> bytes:
    return bytes(_palette(sample).getpalette() or [])
