"""Pictures of a scene as SVG that stands alone: own pieces, own colours, no font."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from games.rules.art.letters import GLYPHS
from games.rules.art.pieces import PIECES
from games.rules.contract import Collage, Layer
from games.rules.grid.scene import Panel, Piece, Scene, Square

LIGHT, DARK, TOUCHED, CHECK, PLATE, LINE = (
    "#58a365",
    "#3f884d",
    "#9fc8f5",
    "#c2410c",
    "#173f27",
    "#e9f5ea",
)
INK: Final = {
    "white": ("#fdfdf8", "#1b1f22"),
    "black": ("#23272b", "#f3f5f0"),
    "silver": ("#8db9e6", "#0a1f38"),
    "gold": ("#ffc21a", "#3a2300"),
}
"""Fill and edge of each side's pieces; no two are alike to people who see colours differently."""
STONE: Final = ("#a3a79f", "#1a1f1b")
SIGNS: Final = {
    "white": "M0-9a9 9 0 1 0 .01 0z",
    "silver": "M0-10L10 0 0 10-10 0z",
    "black": "M-8-8H8V8H-8z",
    "gold": "M0-9L10 8H-10z",
}
"""The sign of each side, in a box of twenty round its centre: colour is never all there is."""

PLATE_HEIGHT: Final = 0.3
"""Of the strip under each panel, where there is more than one."""


LOW_PIECE: Final = 0.78
"""The size of a piece on squares that are lower than wide."""


class Place(NamedTuple):
    """Where a square lies in the whole picture, in widths of a square."""

    x: float
    y: float
    height: float

    @property
    def piece(self) -> tuple[float, float, float]:
        """Return where a piece stands: its left and top, and its size."""
        size = 1.0 if self.height == 1 else LOW_PIECE
        return self.x + (1 - size) / 2, self.y + self.height - size, size


def draw(scene: Scene) -> str:
    """Return a scene as a whole SVG document."""
    width, height = size_of(scene)
    places = _places(scene)
    parts = [*_ground(scene)]
    parts += [_tint(places[name]) for name in scene.touched]
    parts += [_ring(places[name]) for name in scene.checked]
    for panel in scene.panels:
        parts += [draw_piece(piece, places[piece.at], scene.signs) for piece in _pieces_of(panel)]
    return _document(width, height, "".join(parts))


def draw_moves(scene: Scene, origin: str, targets: Sequence[str], width: int) -> str:
    """Return a picture for a page, so many pixels wide: a piece, and where it can go.

    A dot is a move, an arrow points to another level, a frame is a capture.
    """
    places = _places(scene)
    names = {square.name: number for number, panel in enumerate(scene.panels)
             for square in panel.squares}  # fmt: skip
    taken = {piece.at for panel in scene.panels for piece in panel.pieces}
    parts = [_frame(places[origin], "#ffe066")] if origin else []
    for target in targets:
        place, levels = places[target], names[origin] - names[target]
        if target in taken:
            parts.append(_frame(place, "#fff"))
        else:
            parts.append(_point(place, levels))
    parts += [_line(places[start], places[end]) for start, end in scene.arrows]
    whole, height = size_of(scene)
    drawn = draw(scene).removesuffix("</svg>").split(">", 1)[1]
    return (
        f'<svg viewBox="0 0 {whole:g} {height:g}" width="{width}"'
        f' height="{width * height / whole:.0f}" role="img" focusable="false">'
        f"{drawn}{''.join(parts)}</svg>"
    )


def _frame(place: Place, colour: str) -> str:
    return (
        f'<path fill="none" stroke="{colour}" stroke-width=".08"'
        f' d="M{place.x + 0.05:g} {place.y + 0.05:g}h.9v{place.height - 0.1:g}h-.9z"/>'
    )


def _point(place: Place, levels: int) -> str:
    x, y = place.x + 0.5, place.y + place.height / 2
    style = 'fill="#fff" stroke="#0c2716" stroke-width=".05" stroke-linejoin="round"'
    if levels == 0:
        return f'<circle {style} r=".13" cx="{x:g}" cy="{y:g}"/>'
    way = 0.13 if levels > 0 else -0.13
    path = "".join(
        f"M{x:g} {at - way:g}l.17 {2 * way:g}h-.34z"
        for at in ((y,) if abs(levels) == 1 else (y - 0.13, y + 0.13))
    )
    return f'<path {style} d="{path}"/>'


def _line(start: Place, end: Place) -> str:
    path = f"M{start.x + 0.5:g} {start.y + 0.4:g}L{end.x + 0.5:g} {end.y + 0.5:g}"
    return (
        f'<path stroke="#fff" stroke-width=".2" d="{path}"/>'
        f'<path stroke="{CHECK}" stroke-width=".12" d="{path}"/>'
    )


def layers(scene: Scene) -> Collage:
    """Return the same picture in layers: a piece is the same layer on every square."""
    width, height = size_of(scene)
    places = _places(scene)
    layers = [_layer(places[name], _tint) for name in scene.touched]
    layers += [_layer(places[name], _ring) for name in scene.checked]
    for panel in scene.panels:
        for piece in _pieces_of(panel):
            place = places[piece.at]
            x, y, size = place.piece
            svg = _piece_layer(piece.art, piece.owner, piece.state, piece.level, scene.signs, size)
            layers.append(Layer(x, y, size, size, svg))
    ground = _document(width, height, "".join(_ground(scene)))
    return Collage(width, ground, layers, _sample())


def thumbnail(scene: Scene) -> str:
    """Return a small picture for a list within a page, which styles it and gives it its size."""
    width, height = size_of(scene)
    places = _places(scene)
    side = max(width, height)
    left, top = (side - width) / 2, (side - height) / 2
    discs: dict[str, str] = {}
    for panel in scene.panels:
        for piece in panel.pieces:
            x, y, row = places[piece.at]
            x, y, reach = x + left + 0.5, y + top + row / 2, min(0.34, row * 0.46)
            owner = "stone" if piece.state == "out" else piece.owner
            # A king is a square, so that he is found at a glance.
            discs[owner] = discs.get(owner, "") + (
                f"M{x - reach:g} {y - reach:g}h{2 * reach:g}v{2 * reach:g}h{-2 * reach:g}z"
                if piece.art == "k"
                else f"M{x - reach:g} {y:g}a{reach:g} {reach:g} 0 1 1 {2 * reach:g} 0 "
                f"{reach:g} {reach:g} 0 1 1 {-2 * reach:g} 0"
            )
    ground = "".join(
        f"M{places[square.name].x + left:g} {places[square.name].y + top:g}"
        f"h1v{places[square.name].height:g}h-1z"
        for panel in scene.panels
        for square in panel.squares
    )
    paths = "".join(f'<path class="mini-{owner}" d="{path}"/>' for owner, path in discs.items())
    return (
        f'<svg class="mini" viewBox="0 0 {side:g} {side:g}" aria-hidden="true" focusable="false">'
        f'<path class="mini-grass" d="{ground}"/>{paths}</svg>'
    )


def size_of(scene: Scene) -> tuple[float, float]:
    """Return the width and height of the whole picture, in widths of a square."""
    plates = PLATE_HEIGHT if len(scene.panels) > 1 else 0
    return (
        max(panel.width for panel in scene.panels),
        _headroom(scene) + sum(panel.height * panel.rise + plates for panel in scene.panels),
    )


def draw_piece(piece: Piece, place: Place, signs: bool) -> str:
    """Return a piece upright on its square: what is low is reached over, never hidden."""
    art = _art(piece.art, piece.owner, piece.state, piece.level, signs)
    x, y, size = place.piece
    return f'<g transform="translate({x:g} {y:g})scale({size / 100:g})">{art}</g>'


def _headroom(scene: Scene) -> float:
    """Return what the heads of the last row need above the top panel."""
    rise = scene.panels[0].rise
    return 0.0 if rise == 1 else LOW_PIECE - rise


def _places(scene: Scene) -> dict[str, Place]:
    places, top = {}, _headroom(scene)
    plates = PLATE_HEIGHT if len(scene.panels) > 1 else 0
    for panel in scene.panels:
        for square in panel.squares:
            places[square.name] = Place(square.x, top + square.y * panel.rise, panel.rise)
        top += panel.height * panel.rise + plates
    return places


def _pieces_of(panel: Panel) -> list[Piece]:
    """Return the pieces from the back to the front."""
    rows = {square.name: square.y for square in panel.squares}
    return sorted(panel.pieces, key=lambda piece: (rows[piece.at], piece.at))


def _ground(scene: Scene) -> Iterator[str]:
    places = _places(scene)
    squares = [square for panel in scene.panels for square in panel.squares]
    width, height = size_of(scene)
    if len(scene.panels) > 1 or len(squares) < width * height:
        yield f'<path class="g-plate" fill="{PLATE}" d="M0 0H{width:g}V{height:g}H0z"/>'
    for name, colour, dark in (("dark", DARK, True), ("light", LIGHT, False)):
        path = "".join(_box(places[one.name]) for one in squares if one.is_dark is dark)
        yield f'<path class="g-{name}" fill="{colour}" d="{path}"/>'
    yield from _letters(scene, places)


def _box(place: Place) -> str:
    return f"M{place.x:g} {place.y:g}h1v{place.height:g}h-1z"


def _letters(scene: Scene, places: dict[str, Place]) -> Iterator[str]:
    """Yield ranks at the left edge and files low at the bottom, of a board of one panel."""
    if len(scene.panels) > 1:
        for panel in scene.panels:
            yield from _level_sign(panel, places)
        return
    (panel,) = scene.panels
    if len(panel.squares) < panel.width * panel.height:
        return  # A board without corners has its edges elsewhere; its squares are named in words.
    yield (
        f'<g fill="none" stroke="{LINE}" stroke-width="2" stroke-linecap="round"'
        ' stroke-linejoin="round">'
    )
    for square in panel.squares:
        x, y, height = places[square.name]
        if square.x == 0:
            yield _write(square.name[1:], x + 0.06, y + 0.08)
        if square.y == panel.height - 1:
            yield _write(square.name[0], x + 0.84, y + height - 0.24)
    yield "</g>"


def _level_sign(panel: Panel, places: dict[str, Place]) -> Iterator[str]:
    bottom = max(places[square.name].y + panel.rise for square in panel.squares)
    sign = _write(panel.name, 0.12, bottom + 0.07)
    yield (
        f'<g fill="none" stroke="{LINE}" stroke-width="2" stroke-linecap="round"'
        f' stroke-linejoin="round">{sign}</g>'
    )


def _write(text: str, x: float, y: float) -> str:
    return "".join(
        f'<path transform="translate({x + place * 0.11:g} {y:g})scale(.016)" d="{GLYPHS[sign]}"/>'
        for place, sign in enumerate(text)
        if sign in GLYPHS
    )


def _tint(place: Place) -> str:
    return f'<path class="g-last" fill="{TOUCHED}" fill-opacity=".55" d="{_box(place)}"/>'


def _ring(place: Place) -> str:
    x, y = place.x + 0.04, place.y + 0.04
    return (
        f'<path fill="none" stroke="{CHECK}" stroke-width=".08"'
        f' d="M{x:g} {y:g}h.92v{place.height - 0.08:g}h-.92z"/>'
    )


@cache
def _art(kind: str, owner: str, state: str, level: int, signs: bool) -> str:
    fill, edge = STONE if state == "out" else INK[owner]
    outline, detail = PIECES[kind]
    lines = f'<path fill="none" stroke-width="3.5" d="{detail}"/>' if detail else ""
    if level == 2:
        # A pawn on its second level wears a band.
        lines += '<path fill="none" stroke-width="6" d="M31 70H69"/>'
    faint = ' opacity=".45"' if state == "away" else ""
    sign = ""
    if signs and state != "out":
        sign = (
            f'<path transform="translate(84 84)" fill="{fill}" stroke="{edge}" stroke-width="5"'
            f' paint-order="stroke" d="{SIGNS[owner]}"/>'
        )
    return (
        f'<g stroke="{edge}" stroke-linejoin="round" stroke-linecap="round"{faint}>'
        f'<path fill="{fill}" stroke-width="9" paint-order="stroke" d="{outline}"/>{lines}</g>'
        f"{sign}"
    )


@cache
def _piece_layer(kind: str, owner: str, state: str, level: int, signs: bool, size: float) -> str:
    art = _art(kind, owner, state, level, signs)
    return _document(size, size, f'<g transform="scale({size / 100:g})">{art}</g>')


def _layer(place: Place, shape: object) -> Layer:
    origin = Place(0, 0, place.height)
    drawn = _tint(origin) if shape is _tint else _ring(origin)
    return Layer(place.x, place.y, 1, place.height, _document(1, place.height, drawn))


@cache
def _sample() -> str:
    """Return a picture in which every colour occurs, so that all pictures share a palette."""
    squares = tuple(Square(f"a{at}", at % 4, at // 4, at % 2 == 0) for at in range(16))
    pieces = tuple(
        Piece(f"a{at}", "k", owner, "", state)
        for at, (owner, state) in enumerate((one, state) for one in INK for state in ("", "out"))
    )
    panel = Panel("1", "", 4, 4, squares, pieces)
    return draw(Scene((panel, panel._replace(pieces=())), "", ("a8", "a9"), ("a10", "a11"), True))


def _document(width: float, height: float, content: str) -> str:
    # Renderers round the size to whole pixels: a hundred to a square lose nothing.
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"'
        f' width="{width * 100:g}" height="{height * 100:g}">{content}</svg>'
    )
