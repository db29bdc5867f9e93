"""What a page gives its scripts of the reader's language."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation.trans_real import DjangoTranslation
from django.views.i18n import JSONCatalog

from config.languages import catalogues, spoken

register = template.Library()


@register.simple_tag
def script_words() -> SafeString | str:
    """Return the sentences of scripts as JSON in the page; nothing in the sources' language."""
    if spoken.is_default():
        return ""
    words = _words(spoken.current())
    return json_script(words, "words") if words else ""


@lru_cache(maxsize=32)
def _words(language: str) -> dict[str, Any]:
    view = JSONCatalog()
    found: dict[str, Any] = {}
    tops = [str(home / "locale") for home in reversed(catalogues.homes())]
    view.translation = DjangoTranslation(
        language, domain="djangojs", localedirs=[*tops, *settings.LOCALE_PATHS]
    )
    found.update(view.get_catalog())
    return {key: text for key, text in found.items() if text}
