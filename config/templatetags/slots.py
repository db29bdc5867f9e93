"""Slots of a page, which features fill."""

from __future__ import annotations

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString, mark_safe

from config.features import SLOTS

register = template.Library()


@register.simple_tag(takes_context=True)
def slot(context: Context, name: str) -> SafeString:
    """Return what features show here; their templates see what the page sees."""
    assert context.template is not None, "a tag is rendered within a template"
    engine = context.template.engine
    parts = [one.what for one in SLOTS.in_order() if one.name == name]
    with context.push():
        # Each part is a template of ours, which has escaped what it shows.
        return mark_safe("".join(engine.get_template(part).render(context) for part in parts))
