"""Boards of squares in templates."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.rules.grid.sprite import draw_sprite

register = template.Library()


@register.simple_tag
def piece_sprite() -> SafeString:
    """Return the drawings of pieces and signs; a page that shows squares holds them once."""
    # All that is drawn is the rules' own: nothing in it was typed by anyone.
    return mark_safe(draw_sprite())
