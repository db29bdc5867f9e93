"""Boards of squares in templates."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.models import Turn
from games.rules.grid.sprite import draw_sprite

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
