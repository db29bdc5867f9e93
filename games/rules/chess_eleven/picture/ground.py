"""The ground that a page plays on: mown grass, stands and boards, lamps for the night.

The page's style sheet colours it and says what of it is shown: a small screen drops stands and
boards, the dark theme switches the lamps on, high contrast leaves plain squares. It needs the
sprite of ``page_board`` for the men on the boards.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.chess_eleven.picture.drawing import (
    DARK,
    GRASS,
    LIGHT,
    LIGHT_SQUARES,
    draw_goals,
    draw_lines,
)
from games.rules.chess_eleven.picture.geometry import View

EDGE = 1.42
"""How much lies beyond each goal line: grass, boards and a stand."""

STAGE = f"0 -{EDGE} 8 {8 + 2 * EDGE:g}"
"""The view box of the whole ground."""

MOW, NAP = 0.055, 0.06
"""How dark the mown bands and the nap of the grass are: lighter ones would hide white marks."""
POOL, BEAM = 0.1, 0.07
"""How white the light of the lamps is, at most."""

_BANDS = "M0 0H8V2H0zM0 4H8V6H0z"
_GLOW = ((1.6, 1.8), (6.4, 1.8), (1.6, 6.2), (6.4, 6.2))
_BOARDS = "pnbrqk"


def draw_stage(view: View) -> Iterator[str]:
    """Yield the ground from its lowest layer to the lines of the pitch."""
    yield f'<path class="p-grass" fill="{GRASS}" d="M0-.9H8V8.9H0z"/>'
    yield f'<path class="p-dark" fill="{DARK}" d="M0 0H8V8H0z"/>'
    yield f'<path class="p-light" fill="{LIGHT}" d="{LIGHT_SQUARES}"/>'
    yield from _mow()
    yield from _tribunes()
    yield from _light()
    yield from draw_goals()
    yield from draw_lines(view)


def _mow() -> Iterator[str]:
    """Bands by pairs of ranks, and a nap: lengthwise on light squares, crosswise on dark ones."""
    yield "<defs>"
    for name, line in (("along", "M.05 0V.2"), ("across", "M0 .05H.2")):
        yield (
            f'<pattern id="{name}" width=".2" height=".2" patternUnits="userSpaceOnUse">'
            f'<path d="{line}" stroke="#000" stroke-opacity="{NAP}" stroke-width=".1"/></pattern>'
        )
    yield '</defs><g class="mown" stroke="none">'
    yield f'<path fill-opacity="{MOW}" d="{_BANDS}"/>'
    yield '<path fill="url(#across)" d="M0 0H8V8H0z"/>'
    yield f'<path fill="url(#along)" d="{LIGHT_SQUARES}"/></g>'


def _tribunes() -> Iterator[str]:
    """A stand and a row of boards behind each goal; who sits there wears the kit of that side."""
    crowd = {"fan": "", "white": "", "dark": "", "pale": ""}
    for row in range(3):
        for seat in range(16):
            # Mixed, the same each time, and no two neighbours in a pattern that an eye could find.
            who = ("fan", "pale", "fan", "dark", "white", "fan", "dark")[(seat * 5 + row * 3) % 7]
            crowd[who] += f"M{0.06 + seat * 0.125 + row % 2 * 0.06:.3g} {0.07 + row * 0.115:.3g}h0"
    yield '<defs><g id="crowd">'
    yield from (f'<path class="seat {who}" d="{d}"/>' for who, d in crowd.items())
    yield '</g><g id="boards">'
    for i, letter in enumerate(_BOARDS):
        yield f'<use href="#p-{letter}" transform="translate({0.17 + i * 0.5:g} .02)scale(.0016)"/>'
    yield "</g></defs>"
    for name, top, boards in (("far", -EDGE, -1.05), ("near", 9.05, 8.85)):
        yield f'<g class="stand {name}"><path d="M0 {top:g}h8v.37H0z"/>'
        yield from (f'<use href="#crowd" x="{x}" y="{top:g}"/>' for x in (0, 2, 4, 6))
        yield f'<path d="M0 {boards:g}h8v.2H0z"/><g class="hoarding">'
        yield from (f'<use href="#boards" x="{x}" y="{boards:g}"/>' for x in (0, 5))
        yield "</g></g>"


def _light() -> Iterator[str]:
    """Two lamps with their beams, and pools of light on the grass: it lies under every mark."""
    stops = "".join(
        f'<stop offset="{at}" stop-color="#fff" stop-opacity="{share}"/>'
        for at, share in ((0, POOL), (1, 0))
    )
    beam = stops.replace(f'"{POOL}"', f'"{BEAM}"')
    yield (
        f'<g class="night"><defs><radialGradient id="pool">{stops}</radialGradient>'
        f'<linearGradient id="beam" x2="0" y2="1">{beam}</linearGradient></defs>'
    )
    yield from (f'<circle cx="{x}" cy="{y}" r="2.6" fill="url(#pool)"/>' for x, y in _GLOW)
    yield '<path fill="url(#beam)" d="M0-1.2L0 0 2.3 2 .4-1.2zM8-1.2V0L5.7 2 7.6-1.2z"/>'
    for x in (0.04, 7.5):
        yield f'<path class="lamp" d="M{x}-1.4h.46v.24h-.46z"/>'
        bulbs = "".join(
            f"M{x + 0.07 + i * 0.106:.3g} {y}h0" for y in (-1.33, -1.23) for i in range(4)
        )
        yield f'<path class="bulb" d="{bulbs}"/>'
    yield "</g>"
