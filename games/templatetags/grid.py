"""Boards of squares in templates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import copysign, hypot
from typing import Any, Final

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.models import Turn
from games.rules.contract.board import Scene, ScenePanel, ScenePiece
from games.rules.grid.sprite import draw_sprite
from games.shown.head import Place
from games.templatetags.faces import briefly

register = template.Library()


@register.simple_tag
def piece_sprite() -> SafeString:
    """Return the drawings of pieces and signs; a page that shows squares holds them once."""
    # All that is drawn is the rules' own: nothing in it was typed by anyone.
    return mark_safe(draw_sprite())


@register.simple_tag
def mate_sign(turn: Turn) -> tuple[str, Any] | tuple[()]:
    """Return what the time line shows of a turn that gave checkmate and its words, or nothing."""
    is_mate = any(one["type"] == "checkmate" for one in turn.happenings)
    return ("crown", _("checkmate")) if is_mate else ()


MEN: Final = {
    "q": (1, 9, "♛"),
    "r": (2, 5, "♜"),
    "b": (2, 3, "♝"),
    "n": (2, 3, "♞"),
    "p": (8, 1, "♟\ufe0e"),
}
"""What each side of standard chess begins with, what it is worth and its sign."""


@register.simple_tag
def won(scene: Scene | None, side: str) -> str:
    """Return what a side has captured, as won.js has it; nothing without a scene."""
    if not scene:
        return ""
    panels = scene["panels"]
    pieces = [(one["art"], one["owner"] == side) for panel in panels for one in panel["pieces"]]
    is_tower = len(panels) > 1
    signs, ahead = "", 0
    for art, (number, worth, sign) in MEN.items():
        own, theirs = pieces.count((art, True)), pieces.count((art, False))
        # A side of the tower begins with seven pawns.
        taken = number - theirs - (is_tower and art == "p")
        signs += f"{sign}{taken}" if taken > 2 else sign * taken
        ahead += worth * (own - theirs)
    return f"{signs} +{ahead}" if ahead > 0 and not is_tower else signs


CHECK: Final = (
    '<svg class="mark around check" viewBox="0 0 100 100" preserveAspectRatio="none">'
    '<path class="casing" d="M2 2H98V98H2z"/><path class="core" d="M2 2H98V98H2z"/></svg>'
    '<svg class="mark bang" viewBox="0 0 20 20"><circle cx="10" cy="10" r="9"/>'
    '<path d="M10 4.500v6.500M10 14.800v.2"/></svg>'
)


@register.simple_tag
def still_board(scene: Scene, table: Sequence[Place] = ()) -> SafeString:
    """Return a scene as board.js draws it, without a script and without anything to press, and in
    its corners who is at the table, as family.js has them."""
    corners = "".join(_corner(one) for one in table)
    panels = "".join(_panel(scene, panel, corners) for panel in scene["panels"])
    join = _join(scene) if len(scene["panels"]) > 1 else ""
    return mark_safe(
        f'<p class="vh">{escape(scene["text"])}</p><div aria-hidden="true">{join}{panels}</div>'
    )


def _corner(place: Place) -> str:
    side = place.seat.side
    sign = "stone" if place.look == "out" else side
    return (
        f'<div class="corner at-{place.corner}" data-look="{place.look}">'
        f'<svg class="sign-of {sign}" viewBox="-13 -13 26 26"><use href="#g-{side}"/></svg>'
        f"<b>{briefly(place.name)}</b><small>{escape(place.about)}</small></div>"
    )


def _panel(scene: Scene, panel: ScenePanel, corners: str) -> str:
    squares = {(square["x"], square["y"]): square for square in panel["squares"]}
    pieces = {piece["at"]: piece for piece in panel["pieces"]}
    width, height = panel["width"], panel["height"]
    first, second = sorted(squares, key=lambda place: place[::-1])[:2]
    # Seen from the side, files run upwards.
    is_turned = _letters(squares[first]["name"])[0] == _letters(squares[second]["name"])[0]
    rows = []
    for y in range(height):
        cells = []
        for x in range(width):
            if (square := squares.get((x, y))) is None:
                cells.append("<i></i>")
                continue
            name = square["name"]
            look = square["shade"] + (" touched" if name in scene["touched"] else "")
            inside = ""
            file, rank = _letters(name)
            up, across = (file, rank) if is_turned else (rank, file)
            if (x - 1, y) not in squares:
                inside += f'<i class="rank{" off" if x else ""}">{up}</i>'
            if (x, y + 1) not in squares:
                inside += f'<i class="file{" off" if y < height - 1 else ""}">{across}</i>'
            if name in pieces:
                inside += _man(pieces[name], with_sign=scene["signs"])
            inside += CHECK if name in scene["checked"] else ""
            cells.append(f'<div role="gridcell" class="{look}">{inside}</div>')
        rows.append(f'<div role="row">{"".join(cells)}</div>')
    lanes = "".join(_lanes(scene, panel)) if len(scene["panels"]) == 1 else ""
    level, _comma, rest = panel["title"].partition(", ")
    plate = f'<p class="plate"><span><b>{escape(level)}</b> {escape(rest)}</span></p>'
    return (
        f'<section class="panel"><div class="grid">{"".join(rows)}</div>{lanes}'
        f"{plate if len(scene['panels']) > 1 else corners}</section>"
    )


def _letters(name: str) -> tuple[str, str]:
    """Return the file and the rank of a square."""
    file = name.rstrip("0123456789")
    return file[-1], name[len(file) :]


def _man(piece: ScenePiece, *, with_sign: bool) -> str:
    is_out = piece["state"] == "out"
    look = "stone" if is_out else piece["owner"]
    fill = ' fill="url(#g-hatch)"' if is_out else ""
    band = '<path class="band" d="M31 70H69"/>' if piece["level"] == 2 else ""
    sign = (
        f'<use class="sign" href="#g-{piece["owner"]}" transform="translate(83 83)scale(1.35)"/>'
        if with_sign and not is_out
        else ""
    )
    return (
        f'<svg class="man {look} {piece["state"]}" viewBox="0 0 100 100"><g{fill}>'
        f'<use href="#p-{piece["art"]}"/>{band}</g>{sign}</svg>'
    )


def _lane(kind: str, start: tuple[float, float], end: tuple[float, float], bend: float = 0) -> str:
    """Return an arrow from one point to another, as marks.js draws it."""
    (x1, y1), (x2, y2) = start, end
    bend_x, bend_y = (x1 + x2) / 2 - (y2 - y1) * bend, (y1 + y2) / 2 + (x2 - x1) * bend
    half = hypot(x2 - bend_x, y2 - bend_y)
    ux, uy = (x2 - bend_x) / half, (y2 - bend_y) / half
    gap = 0 if bend else 0.4
    tip_x, tip_y = x2 - ux * 0.45, y2 - uy * 0.45
    neck_x, neck_y = tip_x - ux * 0.3, tip_y - uy * 0.3
    line = f"M{x1 + ux * gap:g} {y1 + uy * gap:g}Q{bend_x:g} {bend_y:g} {neck_x:g} {neck_y:g}"
    head = (
        f"M{tip_x:g} {tip_y:g}L{neck_x - uy * 0.17:g} {neck_y + ux * 0.17:g}"
        f"L{neck_x + uy * 0.17:g} {neck_y - ux * 0.17:g}z"
    )
    return (
        f'<g class="lane {kind}"><path class="casing" d="{line}"/>'
        f'<path class="core" d="{line}"/><path class="head" d="{head}"/></g>'
    )


PLATE: Final = 0.6
"""The height of a plate under a level, in squares, as near as an arrow over it needs."""
GAP: Final = 0.07
"""The gap between two levels side by side, likewise."""
BEND, ARCH = 0.12, 0.3
"""How far that arrow is from a straight line, as a part of its length: over levels one above the
other, and side by side."""

Places = dict[str, tuple[float, float, float]]
"""The middles of squares, and where their level begins."""


def _join(scene: Scene) -> str:
    """Return the arrows over a whole tower, as board.js draws them: of a move, and of checks. They
    are there twice: over levels one above the other, and side by side with the lowest at the left.
    """
    panels = scene["panels"]
    rise, columns, rows = panels[0]["rise"], panels[0]["width"], panels[0]["height"]
    stacked: Places = {
        square["name"]: ((square["x"] + 0.5) / rise, square["y"] + 0.5 + above, above)
        for number, panel in enumerate(panels)
        for above in [number * (rows + PLATE)]
        for square in panel["squares"]
    }
    beside: Places = {
        square["name"]: (square["x"] + 0.5 + before, square["y"] + 0.5, before)
        for number, panel in enumerate(reversed(panels))
        for before in [number * (columns + GAP)]
        for square in panel["squares"]
    }
    width = columns / rise

    def bend(x1: float, y1: float, x2: float, y2: float) -> float:
        return copysign(BEND, y2 - y1) * (1 if x1 + x2 >= width else -1)

    def arch(x1: float, y1: float, x2: float, y2: float) -> float:
        return copysign(ARCH, x2 - x1) * (1 if y1 + y2 <= rows else -1)

    high, wide = (rows + PLATE) * len(panels), (columns + GAP) * len(panels) - GAP
    return _arrows(scene, stacked, (width, high), bend, "") + _arrows(
        scene, beside, (wide, rows), arch, "beside"
    )


def _arrows(
    scene: Scene,
    places: Places,
    size: tuple[float, float],
    bend: Callable[[float, float, float, float], float],
    look: str,
) -> str:
    ways = [("stands", *arrow) for arrow in scene["arrows"]]
    if len(scene["touched"]) == 2:
        start, end = scene["touched"]
        if places[start][2] != places[end][2]:
            ways.insert(0, ("moved", start, end))
    lanes = ""
    for kind, start, end in ways:
        (x1, y1, level), (x2, y2, other) = places[start], places[end]
        bent = bend(x1, y1, x2, y2) if level != other else 0
        lanes += _lane(kind, (x1, y1), (x2, y2), bent)
    width, height = size
    return (
        f'<svg class="lanes join {look}" viewBox="0 0 {width:g} {height:g}"'
        f' preserveAspectRatio="none">{lanes}</svg>'
        if lanes
        else ""
    )


def _lanes(scene: Scene, panel: ScenePanel) -> Iterator[str]:
    """Yield an arrow over the board for each check in force, as marks.js draws it."""
    if not scene["arrows"]:
        return
    centres = {one["name"]: (one["x"] + 0.5, one["y"] + 0.5) for one in panel["squares"]}
    yield (
        f'<svg class="lanes" viewBox="0 0 {panel["width"]} {panel["height"]}"'
        ' preserveAspectRatio="none">'
    )
    for start, end in scene["arrows"]:
        yield _lane("stands", centres[start], centres[end])
    yield "</svg>"
