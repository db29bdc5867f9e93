"""How Babel reads the sentences of a Django template."""

from __future__ import annotations

import io
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
