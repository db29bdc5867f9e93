"""The pictures of a position."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
import resvg_py

from games.rules.art.pieces import PIECES
from games.rules.chess_eleven.picture.annotations import CASING, LAST, PASS, SHOT, Mark
from games.rules.chess_eleven.picture.drawing import (
    draw_formation,
    draw_mini,
    draw_position,
    read_picture,
)
from games.rules.chess_eleven.picture.geometry import BOTTOM, TOP, Point, View, number
from games.rules.chess_eleven.picture.layers import collage_of

START = "1brkqr2/2pppp2/2n2n2/8/8/2N2N2/2PPPP2/1BRKQR2 w - kickoff c2d2e2f2c7d7e7f7 0"
OPEN = "r2kn2r/2p1pp2/3p1nb1/1Q6/3P1N2/2N1P3/2P1BP2/R2K3R w b5 open - 0"
BEFORE = OPEN.replace(" b5 ", " e2 ")


def pieces_in(svg: str) -> int:
    return sum(svg.count(f'd="{art.outline}"') for art in PIECES.values())


@pytest.mark.parametrize("side", ["white", "black", None])
@pytest.mark.parametrize("position", [START, OPEN])
def test_a_picture_is_a_whole_svg_with_every_piece(position: str, side: str | None) -> None:
    svg = draw_position(position, side=side)

    assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
    assert pieces_in(svg) == len(read_picture(position).pieces)


def test_a_picture_needs_no_font_no_script_and_no_style() -> None:
    svg = draw_position(OPEN, last=["e3e4", "@b5"], before=BEFORE)

    assert not re.search(r"<(text|script|style|image|use)\b|style=|href=", svg)


def test_a_picture_becomes_a_png_of_the_asked_width() -> None:
    png = bytes(resvg_py.svg_to_bytes(svg_string=draw_position(OPEN), width=320))

    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20], "big") == 320


def test_the_pitch_is_turned_for_black_and_not_mirrored() -> None:
    white, black = View("white"), View("black")

    assert white.corner("a1") == Point(0, 7)
    assert black.corner("a1") == Point(7, 0)
    assert white.corner("d1") == Point(3, 7)
    assert black.corner("d8") == Point(4, 7)


def test_the_far_goal_is_aimed_at_from_both_sides() -> None:
    assert View("white").net("e8").y < 0 < 8 < View("white").net("e1").y
    assert View("black").net("d1").y < 0 < 8 < View("black").net("d8").y


def test_a_move_tints_its_two_squares() -> None:
    svg = draw_position(OPEN, last=["d3b5"])

    tint = re.search(rf'fill="{LAST}" fill-opacity=".5" d="([^"]+)"', svg)
    assert tint is not None
    assert tint[1] == "M3 5h1v1h-1zM1 3h1v1h-1z"


def test_a_pass_shows_where_it_came_from_only_if_that_is_known() -> None:
    arrow = f'stroke="{PASS}" stroke-width=".065"'

    assert arrow in draw_position(OPEN, last=["@b5"], before=BEFORE)
    assert arrow not in draw_position(OPEN, last=["@b5"])


def test_a_pass_after_the_carrier_moved_starts_where_it_moved_to() -> None:
    svg = draw_position(OPEN, last=["d2e2", "@b5"], before=OPEN.replace(" b5 ", " d2 "))
    direct = draw_position(OPEN, last=["@b5"], before=BEFORE)

    lines = re.findall(rf'stroke="{PASS}" stroke-width=".065"[^>]+ d="([^"]+)"', svg)
    assert lines == re.findall(rf'stroke="{PASS}" stroke-width=".065"[^>]+ d="([^"]+)"', direct)


def test_a_shot_goes_through_its_square_and_then_into_the_net() -> None:
    svg = draw_position(OPEN, last=["!e8=save"], before=OPEN)

    lane = re.search(rf'stroke="{SHOT}" stroke-width=".09"[^>]+ d="([^"]+)"', svg)
    assert lane is not None
    assert lane[1].endswith("L4.5 .5L4.5 -.41")


@pytest.mark.parametrize(
    "mark", [Mark("move", "c5"), Mark("capture", "e8"), Mark("pass", "c3", "b5")]
)
def test_every_mark_is_a_core_on_a_casing(mark: Mark) -> None:
    plain, marked = draw_position(OPEN), draw_position(OPEN, marks=[mark])

    assert CASING not in plain
    assert CASING in marked


def test_a_formation_shows_both_sides_and_the_ball_on_the_spot() -> None:
    svg = draw_formation({"d1": "K", "d2": "P"}, {"d8": "K", "d7": "P"})

    assert pieces_in(svg) == 4
    assert "translate(4 4)scale(.01)" in svg


def test_a_layer_is_the_same_in_any_place() -> None:
    here = collage_of(read_picture("8/8/8/8/8/2N5/8/8 w c3 open - 0"), last=["b1c3"])
    there = collage_of(read_picture("8/8/5N2/8/8/8/8/8 w f6 open - 0"), last=["e4f6"])

    assert [layer.svg for layer in here.layers] == [layer.svg for layer in there.layers]
    assert here.layers != there.layers


def test_the_layers_of_a_picture_are_whole_svgs_within_it() -> None:
    collage = collage_of(
        read_picture(OPEN), side="black", last=["e3e4", "@b5", "!e8=save"], before=BEFORE
    )

    width, height = collage.width, BOTTOM - TOP
    for layer in collage.layers:
        assert ElementTree.fromstring(layer.svg).tag == "{http://www.w3.org/2000/svg}svg"
        assert 0 <= layer.left <= layer.left + layer.width <= width
        assert 0 <= layer.top <= layer.top + layer.height <= height + 1e-9


def test_a_mini_pitch_takes_its_colours_from_the_page() -> None:
    svg = draw_mini(read_picture(OPEN), side="black")

    assert ElementTree.fromstring(svg).attrib["aria-hidden"] == "true"
    assert "fill=" not in svg
    assert len(svg) < 2000


@pytest.mark.parametrize(
    ("value", "text"), [(0.5, ".5"), (-0.5, "-.5"), (3.0, "3"), (10.25, "10.25"), (-0.0001, "0")]
)
def test_numbers_are_as_short_as_svg_allows(value: float, text: str) -> None:
    assert number(value) == text
