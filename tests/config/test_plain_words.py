"""Developers' pages, the OpenAPI document, the laws and the documents are in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings

from tests.api.document import document
from tests.plain_words import MATCH, MOST_WORDS, ODD, is_odd, sentences

PAGES: Final = [
    *sorted(Path(settings.BASE_DIR, "config/templates/developers").glob("*.html")),
    *sorted(Path(settings.BASE_DIR, "games/features").rglob("developers*.html")),
]
LAWS: Final = [
    path
    for path in sorted(Path(settings.BASE_DIR, "games").rglob("LAWS*.md"))
    if ".de" not in path.suffixes
]
OF_COMPETITIONS: Final = re.compile(
    r"/competitions/|/schemas/(Match|OneMatch|Round|Shootout)|/409$"
)
"""Where a match is a pairing of a competition."""
_LITERAL: Final = re.compile(r"`[^`]*`|^[-*] ", re.MULTILINE)
_FENCED: Final = re.compile(r"^ *```.*?^ *```", re.DOTALL | re.MULTILINE)
_NEW_PARAGRAPH: Final = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*|#]|\d+\.) )")
_NAMES: Final = re.compile(r"Chess Eleven by post|how many matches run|mail server")
_CODE: Final = re.compile(r"<(pre|script)\b.*?</\1>|<code>.*?</code>", re.DOTALL)
_BLOCK: Final = re.compile(r"</?(?:p|li|t[dhr]|h\d|d[tdl]|div|ul|ol|table|main)\b[^>]*>")
_TAG: Final = re.compile(r"<[^>]*>|\{%.*?%\}")
_VALUE: Final = re.compile(r"\{\{.*?\}\}|&\w+;")


def paragraphs(html: str) -> Iterator[str]:
    """Yield the paragraphs of a template, with an X for each piece of code and each value."""
    for block in _BLOCK.split(_CODE.sub("X", html)):
        yield " ".join(_VALUE.sub("X", _TAG.sub("", block)).split())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_developers_pages_are_in_plain_words(page: Path) -> None:
    html = page.read_text()
    text = MATCH.sub("X", html) if "competitions" in page.parts else html
    odd = [one for each in paragraphs(text) for one in sentences(each) if is_odd(one)]

    assert odd == []


def descriptions(node: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Yield each summary and description of a part of the OpenAPI document, with its place."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key in {"summary", "description"} and isinstance(value, str):
                yield place, value
            elif key not in {"example", "examples"}:
                yield from descriptions(value, f"{place}/{key}")
    elif isinstance(node, list):
        for one in node:
            yield from descriptions(one, place)


def test_the_openapi_document_is_in_plain_words() -> None:
    odd = set()
    for place, text in descriptions(document()):
        plain = _LITERAL.sub("X", text)
        if OF_COMPETITIONS.search(place):
            plain = MATCH.sub("X", plain)
        odd |= {f"{place}: {one}" for one in sentences(plain) if is_odd(one)}

    assert not odd


@pytest.mark.parametrize("path", LAWS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_laws_are_in_plain_words_and_seldom_long(path: Path) -> None:
    prose = _LITERAL.sub("X", path.read_text().replace("**", ""))
    lines = [MATCH.sub("X", one) for one in sentences(prose)]

    assert [one for one in lines if ODD.search(one)] == []
    assert sum(len(one.split()) > MOST_WORDS for one in lines) <= max(2, len(lines) / 20)


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "OPERATING.md"])
def test_documents_are_in_plain_words(name: str) -> None:
    prose = _LITERAL.sub("X", _FENCED.sub("", Path(settings.BASE_DIR, name).read_text()))
    prose = _NAMES.sub("X", prose.replace("**", ""))
    paragraphs = (" ".join(one.split()) for one in _NEW_PARAGRAPH.split(prose))

    assert [one for each in paragraphs for one in sentences(each) if ODD.search(one)] == []
