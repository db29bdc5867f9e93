"""What a page gives its scripts of the reader's language."""

from __future__ import annotations

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils.html import json_script
from django.utils.safestring import SafeString

from config.languages import scripts, spoken

register = template.Library()


@register.simple_tag
def script_words() -> SafeString | str:
    """Return the sentences of scripts as JSON in the page, where scripts don't bring them."""
    if spoken.is_default() or getattr(staticfiles_storage, "is_translated", False):
        return ""
    words = scripts.sentences(spoken.current())
    return json_script(words, "words") if words else ""
