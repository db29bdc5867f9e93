"""A language of twisted English: every sentence of the catalogues with accents and 40 % longer.

What is read without accents is in no catalogue; what runs over its edge would in another language.
It is there for tests alone: the settings of the service do not name it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import django
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from django.utils.translation import trans_real

from config.languages import catalogues, scripts

PSEUDO = "en-xa"
TOP = Path(__file__).parent / "locale"
_FOLDER = TOP / "en_XA" / "LC_MESSAGES"
_LIBRARIES = Path(django.__file__).parents[1]
_KEPT = re.compile(
    r"(\{[^{}]*\}|%\([a-z_]+\)[sd]|%%|%[sd]|<[^<>]*>|&[a-z#0-9]+;|https?://\S+)", re.IGNORECASE
)
_ACCENTS = str.maketrans("aceinorsuyzACEINORSUYZ", "áçéíñóřšúýžÁÇÉÍÑÓŘŠÚÝŽ")
_TWISTED = frozenset("aceinorsuyzACEINORSUYZ")


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


def is_twisted(word: str) -> bool:
    """Return whether a word is out of a catalogue, or has no letter that shows it."""
    return not _TWISTED.intersection(word) or not word.isascii()


def write_pseudo() -> None:
    """Make the catalogues of the pseudo-language from those that translators work on."""
    _FOLDER.mkdir(parents=True, exist_ok=True)
    for domain in catalogues.DOMAINS:
        whole = Catalog(locale="en", domain=domain, fuzzy=False)
        for message in _messages(domain):
            one = message.id
            said = twisted(one) if isinstance(one, str) else tuple(map(twisted, one))
            whole.add(one, said, context=message.context)
        catalogues.write_compiled(whole, _FOLDER / f"{domain}.mo")
    forget_catalogues()


def _messages(domain: str) -> Iterator[Message]:
    """Yield every sentence of ours, and of the libraries whose sentences people read here."""
    for home in catalogues.homes():
        if (path := catalogues.place(home, domain, "de")).exists():
            yield from (message for message in catalogues.read(path) if message.id)
    if domain == "django":
        for place in ("django/conf", "django/contrib/auth", "allauth"):
            path = _LIBRARIES / place / "locale" / "de" / "LC_MESSAGES" / "django.po"
            with path.open("rb") as file:
                yield from (message for message in read_po(file) if message.id)


def forget_catalogues() -> None:
    """Let Django read the catalogues again."""
    trans_real._translations.clear()
    trans_real.reset_cache(setting="LANGUAGES")
    scripts.sentences.cache_clear()
