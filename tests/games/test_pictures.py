"""Pictures composed of kept layers look like those that are drawn again."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest
from PIL import Image, ImageChops, ImageStat

from games.rules.chess_eleven.picture.drawing import draw_position, read_picture, with_end
from games.rules.chess_eleven.picture.layers import collage_of
from games.shown.pictures import compose, to_png

WIDTH = 400
OPEN = "r2kn2r/2p1pp2/3p1nb1/1Q6/3P1N2/2N1P3/2P1BP2/R2K3R w b5 open - 0"
LOOSE = OPEN.replace(" b5 ", " c6 ")
SPOT = OPEN.replace(" b5 ", " - ")
BEFORE = OPEN.replace(" b5 ", " e2 ")


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


@pytest.mark.parametrize("side", ["white", "black"])
@pytest.mark.parametrize(
    ("position", "last"),
    [
        (OPEN, ["e3e4", "@b5"]),
        (OPEN, ["b5e8", "!e8=goal"]),
        (OPEN, ["!e1=save"]),
        (LOOSE, ["a8a1"]),
        (SPOT, []),
    ],
)
def test_a_composed_picture_is_the_drawn_one(position: str, last: Sequence[str], side: str) -> None:
    drawn = opened(to_png(draw_position(position, side=side, last=last, before=BEFORE), WIDTH))
    picture = with_end(read_picture(position), last, is_before=False)
    collage = collage_of(picture, side=side, last=last, before=BEFORE)

    composed = opened(compose(collage, WIDTH))

    assert composed.size == drawn.size
    difference = ImageChops.difference(drawn, composed)
    # Fewer colours and other roundings, nothing that an eye would see.
    assert max(ImageStat.Stat(difference).mean) < 1
    assert max(most for _, most in difference.getextrema()) < 80


def test_a_composed_picture_is_smaller() -> None:
    svg = draw_position(OPEN, last=["e3e4", "@b5"], before=BEFORE)
    collage = collage_of(read_picture(OPEN), last=["e3e4", "@b5"], before=BEFORE)

    assert len(compose(collage, WIDTH)) < len(to_png(svg, WIDTH)) * 0.6
