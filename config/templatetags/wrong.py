"""What a page says first of forms that were not taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.forms import BaseForm
from django.template.context import Context
from django.utils.translation import gettext as _

register = template.Library()


@register.simple_tag(takes_context=True)
def before_title(context: Context) -> str:
    """Return how the title begins where a form of the page has errors, or nothing."""
    if not any(map(_is_wrong, context.flatten().values())):
        return ""
    return _("Error:") + " "


def _is_wrong(value: Any) -> bool:
    # By its own class, for to ask a lazy value what it is makes it: the reader would be read.
    kind = type(value)
    if issubclass(kind, Mapping):
        return any(map(_is_wrong, value.values()))
    if issubclass(kind, list | tuple):
        return any(_is_wrong(one) for one in value if issubclass(type(one), BaseForm))
    return issubclass(kind, BaseForm) and value.is_bound and bool(value.errors)
