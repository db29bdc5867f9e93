"""Clips as files: frames in a palette of their game, each written as what it changes."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Final, Literal, NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageEnhance, ImageFont

from games.rules.contract import Collage
from games.shown import pictures

Theme = Literal["light", "dark"]
Kind = Literal["gif", "webp"]
THEMES: Final = ("light", "dark")

WIDTH: Final = 480
TALLEST: Final = 640
"""Of a board, in pixels: three levels, one above the other, are drawn smaller."""
STRIP: Final = 56
"""The height of what is written under the board."""
MARGIN: Final = 12
_LARGE: Final = 104
_NIGHT: Final = 0.72
"""How bright the ground is in the dark theme; pieces and marks stay as they are."""
# Servers have no fonts; this one is Roboto, cut down to Latin letters.
_FONT: Final = Path(__file__).parent / "fonts" / "roboto-medium-latin.woff2"
_INKS: Final = {
    "light": ("#f4f6f3", "#13201a", "#4a5a50"),
    "dark": ("#13201a", "#fff6df", "#b9c9bf"),
}
"""Of the strip: its ground, the first line and the second."""
_SHADES: Final = 24
"""Colours of the palette that the strip may have: letters have soft edges."""


class Picture(NamedTuple):
    """One frame, ready to be drawn."""

    board: Collage
    headline: str
    caption: str
    word: str
    """What is large over the board; empty as a rule."""
    ms: int


def animate(shown: Sequence[Picture], kind: Kind, theme: Theme) -> bytes:
    """Return the clip as a file that plays for ever."""
    frames = [_drawn(picture, theme) for picture in shown]
    times = [picture.ms for picture in shown]
    content = io.BytesIO()
    if kind == "webp":
        frames[0].save(
            content, "WEBP", save_all=True, append_images=frames[1:], duration=times, loop=0,
            quality=75, method=2,
        )  # fmt: skip
        return content.getvalue()
    indexed = _indexed(frames, _palette(shown[0].board.sample, theme))
    indexed[0].save(
        content, "GIF", save_all=True, append_images=indexed[1:], duration=times, loop=0,
        disposal=1, optimize=False,
    )  # fmt: skip
    return content.getvalue()


def height_of(board: Collage) -> int:
    """Return how high a clip of this board is."""
    return min(pictures.height_of(board, WIDTH), TALLEST) + STRIP


def _drawn(picture: Picture, theme: Theme) -> Image.Image:
    board = pictures.paint(picture.board, WIDTH, brightness=_brightness(theme))
    if board.height > TALLEST:
        board = board.resize((round(WIDTH * TALLEST / board.height), TALLEST))
    paper, ink, faint = _INKS[theme]
    canvas = Image.new("RGB", (WIDTH, board.height + STRIP), paper)
    canvas.paste(board, ((WIDTH - board.width) // 2, 0))
    pen = ImageDraw.Draw(canvas)
    if picture.word:
        middle = (WIDTH / 2, board.height * 0.6)
        pen.text(
            middle, picture.word, fill="#fff", font=_font(_LARGE), anchor="mm",
            stroke_width=6, stroke_fill="#13201a",
        )  # fmt: skip
    for top, size, colour, text in (
        (5, 22, ink, picture.headline),
        (33, 15, faint, picture.caption),
    ):
        text, font = _fitted(text, size)
        pen.text((MARGIN, board.height + top), text, fill=colour, font=font)
    return canvas


def _brightness(theme: Theme) -> float:
    return _NIGHT if theme == "dark" else 1.0


def _fitted(text: str, size: int) -> tuple[str, ImageFont.FreeTypeFont]:
    """Return a text and its font, smaller or cut where it would not fit the strip."""
    room, least = WIDTH - 2 * MARGIN, 12
    while size > least and _font(size).getlength(text) > room:
        size -= 1
    if _font(size).getlength(text) > room:
        while text and _font(size).getlength(f"{text}…") > room:
            text = text[:-1]
        text += "…"
    return text, _font(size)


@lru_cache(maxsize=16)
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_FONT, size)


def _indexed(frames: Sequence[Image.Image], palette: Image.Image) -> list[Image.Image]:
    """Return the frames in the palette; only what a frame changes is looked at again."""
    indexed = [frames[0].quantize(palette=palette, dither=Image.Dither.NONE)]
    for before, frame in pairwise(frames):
        following = indexed[-1].copy()
        if box := ImageChops.difference(before, frame).getbbox():
            part = frame.crop(box).quantize(palette=palette, dither=Image.Dither.NONE)
            following.paste(part, box)
        indexed.append(following)
    return indexed


@lru_cache(maxsize=16)
def _palette(sample: str, theme: Theme) -> Image.Image:
    """Return the colours of a game's boards and of the strip."""
    board = pictures.paint_sample(sample, WIDTH // 2)
    dimmed = ImageEnhance.Brightness(board).enhance(_brightness(theme))
    both = Image.new("RGB", (board.width * 2, board.height))
    both.paste(board, (0, 0))
    both.paste(dimmed, (board.width, 0))
    colours = both.quantize(256 - _SHADES).getpalette() or []
    colours = (colours + [0] * 768)[: 3 * (256 - _SHADES)]
    paper, *inks = (Image.new("RGB", (1, 1), name) for name in _INKS[theme])
    for ink in inks:
        for step in range(_SHADES // 2):
            shade = Image.blend(paper, ink, step / (_SHADES // 2 - 1)).getpixel((0, 0))
            assert isinstance(shade, tuple)
            colours.extend(int(part) for part in shade[:3])
    palette = Image.new("P", (1, 1))
    palette.putpalette(colours)
    return palette
