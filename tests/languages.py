"""A language of twisted English: every sentence of the catalogues with accents and 40 % longer.

What is read without accents is in no catalogue; what runs over its edge would in another language.
"""

from __future__ import annotations

import re
from pathlib import Path

from babel.messages.catalog import Catalog
from django.utils.translation import trans_real

from config.languages import catalogues, gathering
from config.templatetags import languages
from games import translator

PSEUDO = "en-xa"
TOP = Path(__file__).parent / "locale"
_FOLDER = TOP / "en_XA" / "LC_MESSAGES"
_KEPT = re.compile(
    r"(\{[^{}]*\}|%\([a-z_]+\)[sd]|%%|%[sd]|<[^<>]*>|&[a-z#0-9]+;|https?://\S+)", re.IGNORECASE
)
_ACCENTS = str.maketrans("aceinorsuyzACEINORSUYZ", "áçéíñóřšúýžÁÇÉÍÑÓŘŠÚÝŽ")


def twisted(text: str) -> str:
    """Return a sentence with accents and longer, its places and tags as they were."""
    parts = _KEPT.split(text)
    told = "".join(
        part if index % 2 else part.translate(_ACCENTS) for index, part in enumerate(parts)
    )
    words = [word for word in "".join(parts[::2]).split() if word.isalpha()]
    length = len("".join(parts[::2])) * 2 // 5
    more: list[str] = []
    while words and length > 0:
        more.append(words[len(more) % len(words)].translate(_ACCENTS))
        length -= len(more[-1]) + 1
    return told if not more else f"{told} {' '.join(more)}"


def write_pseudo() -> None:
    """Make the catalogues of the pseudo-language from the sources as they are now."""
    _FOLDER.mkdir(parents=True, exist_ok=True)
    for domain in catalogues.DOMAINS:
        whole = Catalog(locale="en", domain=domain, fuzzy=False)
        for home in catalogues.homes():
            for message in gathering.template_of(home, domain):
                if message.id:
                    one = message.id
                    said = twisted(one) if isinstance(one, str) else tuple(map(twisted, one))
                    whole.add(one, said, context=message.context)
        catalogues.write_compiled(whole, _FOLDER / f"{domain}.mo")
    forget_catalogues()


def forget_catalogues() -> None:
    """Let Django read the catalogues again."""
    trans_real._translations.clear()
    translator.forget()
    trans_real.check_for_language.cache_clear()
    trans_real.get_supported_language_variant.cache_clear()
    trans_real.get_languages.cache_clear()
    languages._words.cache_clear()
