"""The pictures of the rules page."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.pages.guide import diagram as picture_of

register = template.Library()


@register.simple_tag
def diagram(name: str) -> SafeString:
    """Return the picture of this name as a figure of the page."""
    return format_html('<figure class="diagram">{}</figure>', mark_safe(picture_of(name)))
