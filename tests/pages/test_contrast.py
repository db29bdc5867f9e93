"""Contrast is computed from the style sheet, not judged by eye (WCAG 1.4.3, 1.4.6, 1.4.11)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from games.rules.chess_eleven.picture.ground import BEAM, MOW, NAP, POOL

GAMES = Path(settings.BASE_DIR) / "games" / "static" / "games"
GAME_CSS = "".join((GAMES / name).read_text() for name in ("pitch.css", "game.css"))
CSS = (Path(settings.BASE_DIR) / "config" / "static" / "app.css").read_text()
TEXT, MARK = 4.5, 3.0


def tokens(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{3,6})\b", block))


def blended(colour: str, ground: str, share: float) -> str:
    """Return a colour laid over another with this opacity."""
    pairs = zip(
        *([int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in (colour, ground)), strict=True
    )
    return "#" + "".join(
        f"{round(over * share + under * (1 - share)):02x}" for over, under in pairs
    )


def rule(selector: str) -> str:
    found = re.search(re.escape(selector) + r"\s*\{(.*?)\n\s*\}", CSS, re.S)
    assert found, selector
    return found[1]


LIGHT = tokens(rule(":root"))
DARK = LIGHT | tokens(rule("@media (prefers-color-scheme: dark) {\n  :root"))
MORE = tokens(rule(':root[data-contrast="more"]'))
SCHEMES = {"light": LIGHT, "dark": DARK, "light, more": LIGHT | MORE, "dark, more": DARK | MORE}


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    channels = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    brighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def test_contrast_is_computed_as_the_guidelines_say() -> None:
    assert contrast("#fff", "#000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_the_tokens_are_those_of_the_design() -> None:
    assert (LIGHT["lt"], LIGHT["dk"]) == ("#58a365", "#3f884d")
    assert (DARK["bg"], DARK["go"]) == ("#10150f", "#46c37b")


schemes = pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES.keys())


@schemes
@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        ("ink", "bg"),
        ("ink", "card"),
        ("mute", "bg"),
        ("mute", "card"),
        ("go", "bg"),
        ("go", "card"),
        ("go-ink", "go"),
        ("warn", "bg"),
        ("warn", "card"),
        ("card", "focus"),
    ],
)
def test_text_can_be_read(scheme: dict[str, str], ink: str, ground: str) -> None:
    assert contrast(scheme[ink], scheme[ground]) >= TEXT


@schemes
@pytest.mark.parametrize("ground", ["bg", "card"])
@pytest.mark.parametrize("part", ["focus", "edge", "go"])
def test_controls_and_rings_stand_out(scheme: dict[str, str], part: str, ground: str) -> None:
    assert contrast(scheme[part], scheme[ground]) >= MARK


def spots(scheme: dict[str, str], square: str) -> tuple[str, str]:
    """Return the darkest and the brightest spot of such squares: mown, and under the lamps."""
    colour = scheme[square]
    mown = blended("#000000", blended("#000000", colour, MOW), NAP)
    if scheme["bg"] == DARK["bg"]:
        colour = blended("#ffffff", blended("#ffffff", colour, POOL), BEAM)
    return mown, colour


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("square", ["lt", "dk"])
@pytest.mark.parametrize(
    ("core", "casing"),
    [("move", "casing"), ("pass", "casing"), ("shot", "shot-casing"), ("white", "white-edge")],
)
def test_mowing_and_lamps_take_nothing_from_a_mark(
    scheme: dict[str, str], core: str, casing: str, square: str
) -> None:
    for ground in spots(scheme, square):
        assert max(contrast(scheme[part], ground) for part in (core, casing)) >= MARK


@pytest.mark.parametrize(
    ("ink", "ground", "least"),
    [
        ("#fff6df", "#27382f", 11),
        ("#fff6df", "#0a140e", 11),
        ("#ffffff", "#13201a", 16),
        ("#b9c9bf", "#13201a", 9),
        ("#fdba74", "#13201a", TEXT),
    ],
)
def test_the_score_board_can_be_read(ink: str, ground: str, least: float) -> None:
    assert ink in GAME_CSS or ink == "#ffffff"
    assert ground in GAME_CSS
    assert contrast(ink, ground) >= least


@schemes
@pytest.mark.parametrize("square", ["lt", "dk"])
@pytest.mark.parametrize(
    ("core", "casing"),
    [
        ("move", "casing"),
        ("pass", "casing"),
        ("shot", "shot-casing"),
        ("last", "casing"),
        ("white", "white-edge"),
        ("black", "black-edge"),
        ("ball", "patch"),
    ],
)
def test_every_mark_and_piece_has_a_part_that_stands_out(
    scheme: dict[str, str], core: str, casing: str, square: str
) -> None:
    best = max(contrast(scheme[core], scheme[square]), contrast(scheme[casing], scheme[square]))

    assert best >= MARK
    assert contrast(scheme[core], scheme[casing]) >= MARK or core == "shot"
