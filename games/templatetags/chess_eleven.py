"""The pitch of Chess Eleven in templates."""

from __future__ import annotations

from collections.abc import Mapping
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
