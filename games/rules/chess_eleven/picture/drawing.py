"""Pictures of a position as SVG, with nothing but text: own pieces, own letters, no font.

Three pictures: ``draw_position`` for ``board.svg``, emails and link previews, ``draw_formation``
for the phase between rounds, and ``draw_mini`` for the cards of a list. The first two stand alone:
every colour is written out, so that any viewer and any converter show the same. A page that embeds
one may recolour the grass by its classes. The mini pitch lives inside a page only and takes all its
colours from the page's style sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from games.rules.art.letters import GLYPHS
from games.rules.art.pieces import BALL, PIECES
from games.rules.chess_eleven.picture.annotations import Mark, draw_marks, draw_trail
from games.rules.chess_eleven.picture.geometry import (
    BOTTOM,
    FILES,
    NET,
    ORIGIN,
    TOP,
    Point,
    Shape,
    View,
    number,
    shape_over,
)

GRASS, LIGHT, DARK, LINE = "#2c6e3f", "#58a365", "#3f884d", "#e9f5ea"
MESH, POST, THREAD, HALO = "#1c4a2b", "#ffffff", "#8fb89a", "#ffe066"
INK = {"white": ("#fdfdf8", "#1b1f22"), "black": ("#23272b", "#f3f5f0")}
"""Fill and edge of each side's pieces."""

LIGHT_SQUARES = "".join(f"M{x} {y}h1v1h-1z" for y in range(8) for x in range(y % 2, 8, 2))
"""a1 and h8 are dark, so the upper left square is light for both sides."""

VIEW_BOX = f"0 {TOP} 8 {BOTTOM - TOP:g}"


class Picture(NamedTuple):
    """What there is to see: who stands where, where the ball is (``None``: centre spot)."""

    pieces: Mapping[str, str]
    ball: str | None
    net: str | None = None
    """The goal square behind which the ball lies in the net, after a goal."""


def with_end(picture: Picture, last: Sequence[str], *, is_before: bool) -> Picture:
    """Return what a turn came to that ended a round, where ``picture`` shows no more of it.

    After a goal no one plays on from any position: the board is the one in which the shot was
    taken, or with ``is_before`` the one in which the turn began.
    """
    pieces = dict(picture.pieces)
    for action in last if is_before else ():
        text = action.partition("=")[0]
        if text[0] not in "@!" and text[:2] in pieces:
            pieces[text[2:4]] = pieces.pop(text[:2])
    shot = last[-1] if last else ""
    if shot.endswith("=goal"):
        return Picture(pieces, picture.ball, shot[1:3])
    return Picture(pieces, picture.ball)


def read_picture(position: str) -> Picture:
    """Return what a position string shows; the string must be one that the rules wrote."""
    placement, _, ball, *_ = position.split(" ")
    pieces = {}
    for rank, row in zip("87654321", placement.split("/"), strict=True):
        file = 0
        for sign in row:
            if sign.isdigit():
                file += int(sign)
            else:
                pieces[FILES[file] + rank] = sign
                file += 1
    return Picture(pieces, None if ball == "-" else ball)


def draw_position(
    position: str,
    *,
    side: str | None = "white",
    last: Sequence[str] = (),
    before: str | None = None,
    marks: Sequence[Mark] = (),
) -> str:
    """Return a position as a whole SVG document.

    ``last`` are the recorded actions of the turn that led there; ``before`` is the position
    in which that turn began, and with it a pass and a shot show where from. ``marks`` point
    out what could be done.
    """
    view = View(side)
    picture = with_end(read_picture(position), last, is_before=position == before)
    start = read_picture(before).ball if before else None
    trail = draw_trail(view, last, ball=start, is_known=before is not None)
    under, over = draw_marks(view, marks)
    return _document(view, picture, under=[*trail, *under], over=over)


def draw_formation(
    white: Mapping[str, str], black: Mapping[str, str], *, side: str | None = "white"
) -> str:
    """Return both sides' arrangements (square -> upper-case letter) before a kick-off."""
    return _document(View(side), read_formations(white, black))


def read_formations(white: Mapping[str, str], black: Mapping[str, str]) -> Picture:
    """Return what both sides' arrangements show, the ball on its spot."""
    pieces = {square: letter.upper() for square, letter in white.items()}
    pieces |= {square: letter.lower() for square, letter in black.items()}
    return Picture(pieces, None)


def draw_mini(picture: Picture, *, side: str | None = "white") -> str:
    """Return a small pitch of discs and a ball, for use inside a page that styles it."""
    view = View(side)
    parts = [
        '<svg class="mini" viewBox="0 0 8 8" aria-hidden="true" focusable="false">'
        '<path class="mini-grass" d="M0 0H8V8H0z"/>'
        '<path class="mini-line" d="M0 4H8M2 0V2H6V0M2 8V6H6V8M3 0V1H5V0M3 8V7H5V8'
        'M5.37 4A1.37 1.37 0 1 0 5.37 4.01"/>'
    ]
    discs = {"white": "", "black": ""}
    for square, letter in picture.pieces.items():
        x, y = view.centre(square)
        # The king is a square, so that the two ends are distinguished at a glance.
        discs["white" if letter.isupper() else "black"] += (
            f"M{Point(x - 0.32, y - 0.32)}h.64v.64h-.64z"
            if letter in "Kk"
            else f"M{Point(x - 0.34, y)}a.34.34 0 1 1 .68 0 .34.34 0 1 1-.68 0"
        )
    parts += [f'<path class="mini-{side}" d="{path}"/>' for side, path in discs.items() if path]
    ball = Point(4, 4)
    if picture.ball is not None:
        x, y = view.centre(picture.ball)
        ball = Point(x + 0.26, y + 0.26) if picture.ball in picture.pieces else Point(x, y)
    parts.append(
        f'<circle class="mini-ball" cx="{number(ball.x)}" cy="{number(ball.y)}" r=".32"/></svg>'
    )
    return "".join(parts)


def _document(
    view: View, picture: Picture, *, under: Sequence[str] = (), over: Sequence[str] = ()
) -> str:
    """Return the whole picture, lowest layer first."""
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{VIEW_BOX}"'
            ' width="800" height="980">',
            *draw_ground(view),
            *under,
            *(shape.draw(ORIGIN) for shape in draw_pieces(view, picture)),
            *over,
            "</svg>",
        ]
    )


def draw_pieces(view: View, picture: Picture) -> Iterator[Shape]:
    """Yield what stands on the pitch: the glow under the carrier, the pieces, the ball."""
    if picture.net is None and picture.ball is not None and picture.ball in picture.pieces:
        yield _halo(view.centre(picture.ball))
    for square, letter in sorted(picture.pieces.items(), key=lambda item: item[1]):
        yield _piece(view.corner(square), letter)
    yield _ball(view, picture)


def draw_ground(view: View) -> Iterator[str]:
    """Yield the grass, the squares in chess order, the goals, the lines and the letters."""
    yield f'<path class="p-grass" fill="{GRASS}" d="M0-.9H8V8.9H0z"/>'
    yield f'<path class="p-dark" fill="{DARK}" d="M0 0H8V8H0z"/>'
    yield f'<path class="p-light" fill="{LIGHT}" d="{LIGHT_SQUARES}"/>'
    yield from draw_goals()
    yield from draw_lines(view)


def draw_goals() -> Iterator[str]:
    """Yield both goals, one as deep as the other."""
    yield from _goal(mouth=0, back=-NET)
    yield from _goal(mouth=8, back=8 + NET)


def draw_lines(view: View) -> Iterator[str]:
    """Yield the lines of the pitch and the letters of its squares."""
    yield (
        f'<g class="p-line" fill="none" stroke="{LINE}" stroke-width=".045" stroke-opacity=".8">'
        '<path d="M.02.02H7.98V7.98H.02zM0 4H8M2 0V2H6V0M2 8V6H6V8M3 0V1H5V0M3 8V7H5V8'
        "M.3 0A.3.3 0 0 1 0 .3M7.7 0A.3.3 0 0 0 8 .3"
        'M.3 8A.3.3 0 0 0 0 7.7M7.7 8A.3.3 0 0 1 8 7.7"/>'
        '<circle cx="4" cy="4" r="1.37"/></g>'
        f'<circle cx="4" cy="4" r=".07" fill="{LINE}"/>'
    )
    yield from _letters(view)


def _goal(*, mouth: float, back: float) -> Iterator[str]:
    """A net two squares wide between posts, open towards the pitch."""
    top, bottom = min(mouth, back), max(mouth, back)
    yield f'<path fill="{MESH}" d="M3 {number(top)}H5V{number(bottom)}H3z"/>'
    meshes = [f"M{number(3 + i * 0.2)} {number(top)}V{number(bottom)}" for i in range(1, 10)]
    rows = int((bottom - top) / 0.2)
    meshes += [
        f"M3 {number(mouth + (back - mouth) / (rows + 1) * i)}H5" for i in range(1, rows + 1)
    ]
    yield f'<path fill="none" stroke="{THREAD}" stroke-width=".016" d="{"".join(meshes)}"/>'
    yield (
        f'<path fill="none" stroke="{POST}" stroke-width=".09" stroke-linejoin="round"'
        f' d="M3 {number(mouth)}V{number(back)}H5V{number(mouth)}"/>'
    )


def _letters(view: View) -> Iterator[str]:
    """Ranks in the upper left corner of the first column, files low in the last row."""
    yield (
        f'<g class="p-line" fill="none" stroke="{LINE}" stroke-width="2" stroke-linecap="round"'
        ' stroke-linejoin="round">'
    )
    for i in range(8):
        rank, file = (str(i + 1), FILES[7 - i]) if view.is_black else (str(8 - i), FILES[i])
        for sign, x, y in ((rank, 0.08, i + 0.1), (file, i + 0.82, 7.74)):
            place = f"translate({number(x)} {number(y)})scale(.016)"
            yield f'<path transform="{place}" d="{GLYPHS[sign]}"/>'
    yield "</g>"


@cache
def _halo(centre: Point) -> Shape:
    """A glow under the carrier: it is found before the pieces are read."""

    def draw(origin: Point) -> str:
        x, y = centre.seen_from(origin)
        return (
            f'<circle cx="{number(x)}" cy="{number(y)}" r=".48" fill="{HALO}" fill-opacity=".42"'
            f' stroke="{HALO}" stroke-width=".04"/>'
        )

    return shape_over((centre,), draw)


@cache
def _piece(corner: Point, letter: str) -> Shape:
    return Shape(corner, 1, 1, lambda origin: _draw_piece(letter, str(corner.seen_from(origin))))


@cache
def _draw_piece(letter: str, corner: str) -> str:
    fill, edge = INK["white" if letter.isupper() else "black"]
    outline, detail = PIECES[letter.lower()]
    lines = f'<path fill="none" stroke-width="3.5" d="{detail}"/>' if detail else ""
    return (
        f'<g transform="translate({corner})scale(.01)" stroke="{edge}"'
        ' stroke-linejoin="round" stroke-linecap="round">'
        f'<path fill="{fill}" stroke-width="9" paint-order="stroke" d="{outline}"/>{lines}</g>'
    )


def _ball(view: View, picture: Picture) -> Shape:
    """Lower right of its carrier, in the middle of a square or on the spot otherwise."""
    centre = Point(4, 4) if picture.ball is None else view.centre(picture.ball)
    if picture.net is not None:
        centre = view.net(picture.net)
    elif picture.ball in picture.pieces:
        centre = Point(centre.x + 0.27, centre.y + 0.26)
    return _ball_at(centre)


@cache
def _ball_at(centre: Point) -> Shape:
    def draw(origin: Point) -> str:
        return (
            f'<g transform="translate({centre.seen_from(origin)})scale(.01)" stroke="#111"'
            ' stroke-width="2"><circle r="20" fill="#fff" stroke-width="3.5"/>'
            f'<path fill="none" d="{BALL.detail}"/>'
            f'<path fill="#111" stroke="none" d="{BALL.outline}"/></g>'
        )

    reach = 0.22
    x, y = centre
    return shape_over((Point(x - reach, y - reach), Point(x + reach, y + reach)), draw)
