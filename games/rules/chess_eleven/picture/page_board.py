"""The pitch inside a page: the page's style sheet colours it, its script draws on.

The drawings of pieces and ball are written into a page once, as a sprite; the picture and the
script refer to them. So there is one source of every drawing, and the picture that is there before
any script is the one that the script continues with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules.art.pieces import BALL, FEET, PIECES
from games.rules.chess_eleven.picture.annotations import draw_trail
from games.rules.chess_eleven.picture.drawing import Picture, read_picture
from games.rules.chess_eleven.picture.geometry import Point, View
from games.rules.chess_eleven.picture.ground import STAGE, draw_stage
from games.rules.pieces import goes
from games.rules.text import gettext as _


def draw_sprite() -> str:
    """Return the drawings to refer to: ``#p-k`` to ``#p-p`` and ``#p-ball``, 100 units wide."""
    pieces = "".join(
        f'<g id="p-{letter}"><path d="{art.outline}"/><path class="foot" d="{FEET[letter]}"/>'
        + (f'<path fill="none" stroke-width="3.5" d="{art.detail}"/>' if art.detail else "")
        + "</g>"
        for letter, art in PIECES.items()
    )
    return (
        '<svg width="0" height="0" class="sprite" aria-hidden="true" focusable="false"><defs>'
        f'{pieces}<g id="p-ball"><circle r="20" stroke-width="3.5"/>'
        f'<path fill="none" stroke-width="2" d="{BALL.detail}"/>'
        f'<path class="patch" stroke="none" d="{BALL.outline}"/></g></defs></svg>'
    )


def draw_screen(
    picture: Picture,
    *,
    side: str | None = "white",
    last: Sequence[str] = (),
    before: str | None = None,
) -> str:
    """Return the pitch as SVG in two groups: the ground, which stays, and what stands on it.

    ``last`` are the recorded actions that led there and ``before`` the position they began in.
    """
    view = View(side)
    start = read_picture(before).ball if before else None
    return "".join(
        [
            f'<svg viewBox="{STAGE}" role="img" aria-label="{describe(picture)}"'
            ' focusable="false"><g class="ground">',
            *draw_stage(view),
            "</g><g>",
            *draw_trail(view, last, ball=start, is_known=before is not None),
            *_draw_pieces(view, picture),
            "</g></svg>",
        ]
    )


def describe(picture: Picture) -> str:
    """Return who stands where in words, for those who do not see the picture."""
    sides = []
    for name, is_white in ((_("White"), True), (_("Black"), False)):
        men = [
            (
                _("{piece} {square} with the ball")
                if square == picture.ball
                else "{piece} {square}"
            ).format(piece=goes(letter), square=square)
            for square, letter in sorted(picture.pieces.items())
            if letter.isupper() is is_white
        ]
        sides.append(f"{name}: {', '.join(men)}.")
    if picture.ball is None:
        sides.append(_("The ball is on the centre spot."))
    elif picture.ball not in picture.pieces:
        sides.append(_("The ball is on {square}.").format(square=picture.ball))
    return " ".join(sides)


def _draw_pieces(view: View, picture: Picture) -> Iterator[str]:
    x, y = Point(4, 4) if picture.ball is None else view.centre(picture.ball)
    if picture.ball in picture.pieces:
        yield f'<circle class="halo" r=".48" cx="{x}" cy="{y}"/>'
        x, y = x + 0.27, y + 0.26
    for square, letter in picture.pieces.items():
        colour = "white" if letter.isupper() else "black"
        yield (
            f'<use class="man {colour}" href="#p-{letter.lower()}"'
            f' transform="translate({view.corner(square)})scale(.01)"/>'
        )
    yield f'<use class="ball" href="#p-ball" transform="translate({Point(x, y)})scale(.01)"/>'
