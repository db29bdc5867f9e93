"""Shirts and score boards in templates."""

from __future__ import annotations

from collections.abc import Mapping

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from games.rules.text import score_text
from games.shown.kits import draw_shirt

register = template.Library()


@register.simple_tag
def shirt(kits: Mapping[str, str], side: str) -> SafeString:
    """Return the shirt that a side wears."""
    # Drawn from our own table: nothing in it was typed by anyone.
    return mark_safe(draw_shirt(kits[side]))


@register.simple_tag
def score_board(goals: str) -> SafeString:
    """Return a score such as ``1–0``, each figure on a flap of its own."""
    sign = score_text("", "")
    flaps = format_html_join(sign, "<span>{}</span>", ((one,) for one in goals.split(sign)))
    return format_html('<b class="num">{}</b>', flaps)
