"""What developers read is in plain words and short: their pages and the OpenAPI document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings

from tests.plain_words import MATCH, is_odd, sentences

PAGES: Final = sorted(Path(settings.BASE_DIR, "config/templates/developers").glob("*.html"))
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
    text = MATCH.sub("X", html) if page.stem == "competitions" else html
    odd = [one for each in paragraphs(text) for one in sentences(each) if is_odd(one)]

    assert odd == []
