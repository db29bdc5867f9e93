"""The pitch of Chess Eleven in templates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Turn
from games.rules.chess_eleven.formation import SHAPES
from games.rules.chess_eleven.notation import SIDES
from games.rules.chess_eleven.picture.drawing import Picture, read_picture
from games.rules.chess_eleven.picture.page_board import draw_screen, draw_sprite

register = template.Library()

# All that is drawn is the rules' own: nothing in it was typed by anyone.


@register.simple_tag
def sprite() -> SafeString:
    """Return the drawings of pieces and ball; a page that shows a pitch holds them once."""
    return mark_safe(draw_sprite())


@register.simple_tag
def scene_styles() -> SafeString:
    """Return the attribute by which a pitch knows the styles of its scenes."""
    names = "scene", "letters"
    paths = (static(f"games/chess_eleven/scene/{name}.css") for name in names)
    return format_html('data-scene="{}"', " ".join(paths))


@register.simple_tag
def pitch(description: Mapping[str, Any], side: str) -> SafeString:
    """Return the pitch as a described game stands, ``side`` at the bottom."""
    position = description["position"]
    picture = formations(description) if position is None else read_picture(position)
    return mark_safe(draw_screen(picture, side=side))


@register.simple_tag
def pitch_after(turn: Turn, side: str) -> SafeString:
    """Return the pitch as a played turn left it; where it ended the round, as it began."""
    picture = read_picture(turn.position_after or turn.position_before)
    return mark_safe(
        draw_screen(picture, side=side, last=turn.actions, before=turn.position_before)
    )


@register.simple_tag
def pitch_before(turn: Turn, side: str) -> SafeString:
    """Return the pitch as a turn found it."""
    return mark_safe(draw_screen(read_picture(turn.position_before), side=side))


SIGNS: Final = {
    "goal": ("ball", gettext_lazy("goal")),
    "save": ("glove", gettext_lazy("saved")),
    "corner": ("flag", gettext_lazy("corner")),
}
"""What the time line shows of a shot, and its words."""


@register.simple_tag
def turn_sign(turn: Turn) -> tuple[str, Any] | tuple[()]:
    """Return what the time line shows of a turn and its words, or nothing."""
    for one in turn.happenings:
        if one["type"] == "checkmate":
            return "crown", _("checkmate")
    shot = next((one for one in turn.happenings if one["type"] == "shot"), {"outcome": ""})
    return SIGNS.get(shot["outcome"], ())


APART: Final = 6.5
"""How far apart the signs of the time line are at least, in per cent: their width on a phone."""


@register.filter
def with_signs(stops: Sequence[Any]) -> Iterator[tuple[Any, tuple[str, Any] | tuple[()]]]:
    """Yield the stops of the time line with their signs; those that would overlap stand apart."""
    signs = [turn_sign(stop.turn) for stop in stops]
    marks = sorted(
        (float(getattr(stop, place)), number, place)
        for number, (stop, sign) in enumerate(zip(stops, signs, strict=True))
        for place, is_there in (("across", sign), ("resigned_at", stop.resigned))
        if is_there
    )
    moved: dict[int, dict[str, str]] = {}
    for to, (_at, number, place) in zip(apart([mark[0] for mark in marks]), marks, strict=True):
        moved.setdefault(number, {})[place] = f"{to:.2f}"
    for number, (stop, sign) in enumerate(zip(stops, signs, strict=True)):
        yield replace(stop, **moved.get(number, {})), sign


def apart(places: Sequence[float]) -> list[float]:
    """Return places on a line of 100, in their order, none nearer to the next than ``APART``.

    Each crowd stays around its own middle, as far as the ends of the line allow.
    """
    each = min(APART, 100 / max(len(places) - 1, 1))
    crowds: list[list[float]] = []
    for place in places:
        crowds.append([place])
        while len(crowds) > 1 and _first(crowds[-1], each) < _end(crowds[-2], each):
            crowds[-2:] = [crowds[-2] + crowds[-1]]
    return [_first(crowd, each) + i * each for crowd in crowds for i in range(len(crowd))]


def _first(crowd: Sequence[float], each: float) -> float:
    """Return the place of the first of a crowd that is spread around its middle."""
    length = (len(crowd) - 1) * each
    return min(max(sum(crowd) / len(crowd) - length / 2, 0), 100 - length)


def _end(crowd: Sequence[float], each: float) -> float:
    return _first(crowd, each) + len(crowd) * each


@register.simple_tag
def penalty(side: str) -> SafeString:
    """Return the pitch before a penalty of ``side``, which is at the bottom."""
    position = "3k4/8/8/8/3Q4/8/8/8 w d4" if side == "white" else "8/8/8/3q4/8/8/8/3K4 b d5"
    return mark_safe(draw_screen(read_picture(position), side=side))


@register.simple_tag
def shapes(side: str) -> list[dict[str, Any]]:
    """Return the formations with a name as a side sets them up, the default one first."""
    number = SIDES.index(side)
    return [
        {"name": _(one.name), "spoken": _(one.spoken), "pieces": one.of(number).as_dict()}
        for one in SHAPES
    ]


def formations(description: Mapping[str, Any]) -> Picture:
    """Return both formations as one picture, the ball on its spot."""
    pieces = {}
    for side, formation in (description["formation"] or {}).items():
        for square, letter in formation["pieces"].items():
            pieces[square] = letter if side == "white" else letter.lower()
    return Picture(pieces, None)
