"""Every sentence that players read is in plain words and short, and so is every button."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from config.languages import catalogues, gathering
from tests.plain_words import MATCH, is_odd, sentences

EXCEPTIONS: Final = frozenset(
    {"I need to think.", "What decided it", "What decided it: %(players)s"}
)
OF_CUPS: Final = frozenset(
    {
        "A Chess Eleven match is tied. Choose your penalties.",
        "A match has started, or its second or deciding game.",
        "A match is decided.",
    }
)
"""Sentences on competitions, in which a match is a pairing, in other catalogues than theirs."""
MOST_ON_A_BUTTON: Final = 3

_PASSED_BY: Final = re.compile(r"%\(\w+\)s|\{\w+\}|<[^>]*>|Chess Eleven by post")
_BUTTON: Final = re.compile(
    r"<button\b[^>]*>(?P<button>.*?)</button>"
    r"|<(?P<tag>a|summary)\b[^>]*class=\"[^\"]*\bbtn\b[^\"]*\"[^>]*>(?P<link>.*?)</(?P=tag)>",
    re.DOTALL,
)
_BESIDE_THE_LABEL: Final = re.compile(
    r"<small\b.*?</small>|<(\w+)[^>]*class=\"[^\"]*\b(vh|small)\b.*?</\1>", re.DOTALL
)
_LABEL: Final = re.compile(r"\{%\s*trans\s+([\"'])(?P<label>.*?)\1")
HOMES: Final = [
    pytest.param(home, id=str(home.relative_to(catalogues.BASE))) for home in catalogues.homes()
]


def texts(home: Path) -> Iterator[str]:
    """Yield every English text of a folder's catalogues, without places and tags."""
    for domain in catalogues.DOMAINS:
        place = catalogues.place(home, domain, "de")
        for message in catalogues.read(place) if place.exists() else ():
            is_of_cups = any("competition" in location for location, _ in message.locations)
            for one in gathering.forms(message.id):
                if one not in EXCEPTIONS:
                    said = _PASSED_BY.sub("X", one)
                    yield MATCH.sub("X", said) if is_of_cups or one in OF_CUPS else said


def labels() -> Iterator[tuple[str, str]]:
    """Yield each template with the words on one of its buttons."""
    for app in catalogues.APPS:
        for path in sorted((catalogues.BASE / app).rglob("templates/**/*.html")):
            for button in _BUTTON.finditer(path.read_text()):
                inner = _BESIDE_THE_LABEL.sub("", button["button"] or button["link"] or "")
                for found in _LABEL.finditer(inner):
                    yield path.name, found["label"]


@pytest.mark.parametrize("home", HOMES)
def test_sentences_are_in_plain_words_and_short(home: Path) -> None:
    odd = [one for text in texts(home) for one in sentences(text) if is_odd(one)]

    assert odd == []


def test_labels_of_buttons_are_short() -> None:
    long = {f"{name}: {label}" for name, label in labels() if len(label.split()) > MOST_ON_A_BUTTON}

    assert not long
