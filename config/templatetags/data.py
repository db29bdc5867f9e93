"""Data for the scripts of a page."""

from __future__ import annotations

from typing import Any

from django import template
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.html import json_script
from django.utils.safestring import SafeString

register = template.Library()


class _Dense(DjangoJSONEncoder):
    """JSON without spaces between its parts."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "separators": (",", ":")})


@register.simple_tag
def page_data(value: Any) -> SafeString:
    """Return what the scripts of a page start from."""
    return json_script(value, "page", encoder=_Dense)
