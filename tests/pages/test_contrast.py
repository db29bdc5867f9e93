"""Contrast is computed from the style sheet, not judged by eye (WCAG 1.4.3, 1.4.6, 1.4.11)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

CSS = (Path(settings.BASE_DIR) / "config" / "static" / "app.css").read_text()
TEXT, MARK = 4.5, 3.0


def tokens(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{3,6})\b", block))


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
