"""How Babel reads the sentences of a Django template."""

from __future__ import annotations

import io
import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any, BinaryIO

from babel.messages.extract import extract_python
from django.utils.translation.template import templatize


def extract_template(
    file: BinaryIO,
    keywords: Mapping[str, Any],
    comment_tags: Collection[str],
    options: Any,
) -> Iterator[Any]:
    """Yield what Django's own reader finds; it writes each tag as a call in Python."""
    # Blanked-out lines keep the indentation of the page, which to Python would be an error.
    lines = templatize(file.read().decode()).splitlines()
    calls = "\n".join(line.strip() for line in lines)
    yield from extract_python(io.BytesIO(calls.encode()), keywords, list(comment_tags), options)


def extract_steps(
    file: BinaryIO,
    keywords: Mapping[str, Any],
    comment_tags: Collection[str],
    options: Any,
) -> Iterator[Any]:
    """Yield the title of a chapter of lessons, and what each of its steps says."""
    chapter = json.load(file)
    yield 1, "gettext", chapter["title"], []
    for step in chapter["steps"]:
        for name in ("say", "hint"):
            if name in step:
                yield 1, "gettext", step[name], []
