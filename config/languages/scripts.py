"""Sentences of scripts in a language: as a catalogue, or put in place of those in the source."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from hashlib import md5
from typing import Any, Final

from django.conf import settings
from django.utils.translation.trans_real import DjangoTranslation
from django.views.i18n import JSONCatalog

from config.languages import catalogues

_TEXT: Final = r'"(?:[^"\\]|\\.)*"'
_CALL: Final = re.compile(rf"(?<![\w.$])(t|tn|tp)\(\s*({_TEXT})(?:\s*,\s*({_TEXT}))?")
"""A call of ``words.js``: a sentence; its two forms; a context and a sentence."""


@lru_cache(maxsize=32)
def sentences(language: str) -> dict[str, Any]:
    """Return what the catalogues have in this language, as gettext names it."""
    view = JSONCatalog()
    tops = [str(home / "locale") for home in reversed(catalogues.homes())]
    view.translation = DjangoTranslation(
        language, domain="djangojs", localedirs=[*tops, *settings.LOCALE_PATHS]
    )
    return {key: text for key, text in view.get_catalog().items() if text}


def fingerprint(language: str) -> str:
    """Return a short text that changes with any of the sentences."""
    said = json.dumps(sentences(language), sort_keys=True).encode()
    return md5(said, usedforsecurity=False).hexdigest()[:8]


def translated(source: str, language: str) -> str:
    """Return a script that says its sentences in this language, without a catalogue."""
    known = sentences(language)

    def in_place(call: re.Match[str]) -> str:
        function, first, second = call[1], json.loads(call[2]), call[3]
        if function == "tp":
            found = known.get(f"{first}\4{json.loads(second)}") if second else None
            return f"tp(0,{_quoted(found)}" if found else call[0]
        found = known.get(first)
        if not found:
            return call[0]
        if function == "tn":
            return f"tn({_quoted(found)},0"
        return f"t({_quoted(found)}" + (f",{second}" if second else "")

    return _CALL.sub(in_place, source)


def _quoted(found: Any) -> str:
    return json.dumps(found, ensure_ascii=False)
