"""The marks on a picture: what a turn did, and what a piece might do.

Each meaning has a shape of its own, so that no mark depends on its colour: a dot is a move,
corner brackets a capture, a dashed ring with a dashed arrow a pass, a solid lane with a
cross-hair in the net a shot. On grass no single colour can be seen well everywhere, so every
mark is a core on a casing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal, NamedTuple

from games.rules.chess_eleven.picture.geometry import ORIGIN, Point, Shape, View, number, shape_over

MOVE, PASS, SHOT, LAST = "#ffffff", "#ffe066", "#ff7a3d", "#cfe8ff"
CASING, SHOT_CASING = "#0c2716", "#ffffff"


class Mark(NamedTuple):
    """Something to point out: ``frame`` a square, or show an action from one to another.

    ``fetch`` is a move onto the loose ball, drawn as a ring so that the ball stays in sight.
    """

    kind: Literal["frame", "move", "fetch", "capture", "pass", "shot"]
    to: str
    origin: str | None = None


class Layers(NamedTuple):
    """What lies on the grass and what lies on the pieces."""

    under: list[str]
    over: list[str]


def draw_marks(view: View, marks: Sequence[Mark]) -> Layers:
    """Return the marks: frames and lines under the pieces, the rest over them."""
    under, over = Layers([], [])
    for kind, to, origin in marks:
        x, y = view.centre(to)
        if kind == "frame":
            under.append(
                f'<rect x="{number(x - 0.46)}" y="{number(y - 0.46)}" width=".92" height=".92"'
                f' rx=".14" fill="{PASS}" fill-opacity=".3" stroke="#fff" stroke-width=".07"/>'
            )
        elif kind == "move":
            over.append(
                f'<circle cx="{number(x)}" cy="{number(y)}" r=".145" fill="{MOVE}"'
                f' stroke="{CASING}" stroke-width=".05"/>'
            )
        elif kind == "fetch":
            over += [
                f'<circle cx="{number(x)}" cy="{number(y)}" r=".34" fill="none"'
                f' stroke="{colour}" stroke-width="{width}"/>'
                for colour, width in ((CASING, ".14"), (MOVE, ".08"))
            ]
        elif kind == "capture":
            over.append(_brackets(view.corner(to)))
        elif kind == "pass":
            over.append(_ring(view.centre(to)).draw(ORIGIN))
            if origin is not None:
                arrow = _arrow(view.centre(origin), view.centre(to), PASS, dashed=True)
                under += [shape.draw(ORIGIN) for shape in arrow]
        else:
            under += [shape.draw(ORIGIN) for shape in _shot(view, to, origin)]
    return Layers(under, over)


class Trail(NamedTuple):
    """What a turn did: the squares it touched and the ways it went."""

    touched: list[Point]
    """Their upper left corners."""
    ways: list[Shape]


def draw_trail(
    view: View, actions: Sequence[str], *, ball: str | None, is_known: bool
) -> Iterator[str]:
    """Yield what a turn did: its squares tinted, its ways as lines.

    ``ball`` is where the ball was when the turn began; only if that ``is_known`` can a pass or
    a shot show where it came from.
    """
    trail = find_trail(view, actions, ball=ball, is_known=is_known)
    if trail.touched:
        yield draw_tint(trail.touched)
    for way in trail.ways:
        yield way.draw(ORIGIN)


def find_trail(view: View, actions: Sequence[str], *, ball: str | None, is_known: bool) -> Trail:
    """Return what a turn did, to be drawn; the arguments are those of ``draw_trail``."""
    touched: list[str] = []
    ways: list[Shape] = []
    for action in actions:
        text = action.partition("=")[0].rstrip("+#")
        if text.startswith("@"):
            ways.append(_ring(view.centre(text[1:])))
            if is_known and ball is not None:
                ways += _arrow(view.centre(ball), view.centre(text[1:]), PASS, dashed=True)
            ball, is_known = text[1:], True
        elif text.startswith("!"):
            ways += _shot(view, text[1:], ball if is_known else None)
        else:
            origin, target = text[:2], text[2:]
            touched += [origin, target]
            ways += _arrow(view.centre(origin), view.centre(target), LAST)
            # The mover has the ball now if it carried it, fetched it or took the carrier.
            if is_known and ball in (None, origin, target):
                ball = target
    return Trail([view.corner(square) for square in dict.fromkeys(touched)], ways)


def draw_tint(corners: Sequence[Point]) -> str:
    """Return squares tinted as those of the last turn."""
    squares = "".join(f"M{corner}h1v1h-1z" for corner in corners)
    return f'<path fill="{LAST}" fill-opacity=".5" d="{squares}"/>'


@cache
def _ring(centre: Point) -> Shape:
    def draw(origin: Point) -> str:
        x, y = centre.seen_from(origin)
        circle = f'<circle cx="{number(x)}" cy="{number(y)}" r=".44" fill="none"'
        dash = 'stroke-linecap="round" stroke-dasharray=".16 .1165"'
        return (
            f'{circle} stroke="{CASING}" stroke-width=".12" {dash}/>'
            f'{circle} stroke="{PASS}" stroke-width=".07" {dash}/>'
        )

    return shape_over((centre,), draw)


def _brackets(corner: Point) -> str:
    x, y = corner
    lines = "".join(
        f"M{Point(x + cx, y + cy + dy)}V{number(y + cy)}H{number(x + cx + dx)}"
        for cx, cy, dx, dy in (
            (0.06, 0.06, 0.26, 0.26),
            (0.94, 0.06, -0.26, 0.26),
            (0.06, 0.94, 0.26, -0.26),
            (0.94, 0.94, -0.26, -0.26),
        )
    )
    return (
        f'<path fill="none" stroke="{CASING}" stroke-width=".15" stroke-linecap="square"'
        f' d="{lines}"/><path fill="none" stroke="{MOVE}" stroke-width=".08" d="{lines}"/>'
    )


@cache
def _arrow(start: Point, end: Point, colour: str, *, dashed: bool = False) -> Sequence[Shape]:
    """A thin line with a head, core on casing, from the edge of one piece to another's."""
    if start.distance(end) < 0.9:
        return ()
    arrow = shape_over(
        (start, end),
        lambda origin: _draw_arrow(
            start.seen_from(origin), end.seen_from(origin), colour, dashed=dashed
        ),
    )
    return (arrow,)


def _draw_arrow(start: Point, end: Point, colour: str, *, dashed: bool) -> str:
    length = start.distance(end)
    # A receiver has a ring about it; the head of a pass ends there.
    a, b = start.towards(end, 0.3), start.towards(end, length - (0.7 if dashed else 0.58))
    tip = start.towards(end, length - (0.44 if dashed else 0.34))
    ux, uy = (end.x - start.x) / length * 0.16, (end.y - start.y) / length * 0.16
    head = f"M{tip}L{Point(b.x - uy, b.y + ux)}L{Point(b.x + uy, b.y - ux)}z"
    dash = ' stroke-linecap="round" stroke-dasharray=".15 .13"' if dashed else ""
    return (
        f'<path fill="none" stroke="{CASING}" stroke-width=".12"{dash} d="M{a}L{b}"/>'
        f'<path fill="none" stroke="{colour}" stroke-width=".065"{dash} d="M{a}L{b}"/>'
        f'<path fill="{colour}" stroke="{CASING}" stroke-width=".035" d="{head}"/>'
    )


def _shot(view: View, target: str, origin: str | None) -> Iterator[Shape]:
    """A lane through the target square into the net, and a cross-hair there."""
    net, square = view.net(target), view.centre(target)
    if origin is not None:
        # Through the square and then on: straight to the net would cross other squares.
        start = square if origin == target else view.centre(origin).towards(square, 0.34)
        stops = (start, net) if origin == target else (start, square, net)
        yield shape_over(stops, lambda corner: _draw_lane([p.seen_from(corner) for p in stops]))
    reach = Point(net.x - 0.36, net.y - 0.36), Point(net.x + 0.36, net.y + 0.36)
    yield shape_over(reach, lambda corner: _draw_hairs(net.seen_from(corner)))


def _draw_lane(stops: Sequence[Point]) -> str:
    lane = "M" + "L".join(map(str, stops))
    return "".join(
        f'<path fill="none" stroke="{colour}" stroke-width="{width}"'
        f' stroke-linejoin="round" d="{lane}"/>'
        for colour, width in ((SHOT_CASING, ".15"), (SHOT, ".09"))
    )


def _draw_hairs(net: Point) -> str:
    x, y = net
    hairs = f"M{Point(x - 0.36, y)}h.22m.28 0h.22M{Point(x, y - 0.36)}v.22m0 .28v.22"
    circle = f'<circle cx="{number(x)}" cy="{number(y)}" r=".24"'
    return (
        f'{circle} fill="{SHOT}" stroke="{SHOT_CASING}" stroke-width=".07"/>'
        f'<path fill="none" stroke="{SHOT_CASING}" stroke-width=".06" d="{hairs}"/>'
    )
