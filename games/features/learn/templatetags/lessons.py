"""The seven touches of the first page."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.html import json_script
from django.utils.safestring import SafeString

from games.features.learn.pages import first_touch

register = template.Library()


@register.inclusion_tag("learn/whistle.html")
def first_whistle() -> dict[str, Any]:
    """Show the first of the seven touches; the others are fetched as they come."""
    return first_touch()


@register.simple_tag
def first_step() -> SafeString:
    """Return the first touch as data for the script."""
    return json_script(first_touch()["data"], "step")
