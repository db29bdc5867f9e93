"""How Babel reads the sentences of templates, lessons and scripts."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, BinaryIO

from babel.messages.extract import extract_javascript, extract_python
from babel.messages.jslexer import tokenize
from django.utils.translation.template import templatize

from config.languages import guides


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


def extract_guide(
    file: BinaryIO,
    keywords: Mapping[str, Any],
    comment_tags: Collection[str],
    options: Any,
) -> Iterator[Any]:
    """Yield the titles, the paragraphs and the captions of a guide."""
    for line, sentence in guides.sentences(file.read().decode()):
        yield line, "gettext", sentence, []


def extract_script(
    file: BinaryIO,
    keywords: Mapping[str, Any],
    comment_tags: Collection[str],
    options: Any,
) -> Iterator[Any]:
    """Yield the sentences of a script, those within template strings too.

    Babel's own reader of template strings ends ``${t("{n} left", { n })}`` at the first brace.
    """
    source = file.read()
    yield from extract_javascript(io.BytesIO(source), keywords, list(comment_tags), options)
    for token in tokenize(source.decode(), jsx=False):
        if token.type != "template_string":
            continue
        for expression in _expressions(token.value):
            inner = io.BytesIO(expression.encode())
            for line, *rest in extract_script(inner, keywords, comment_tags, options):
                yield (token.lineno + line - 1, *rest)


def _expressions(template: str) -> Iterator[str]:
    """Yield what is in ``${…}``; braces within it, outside its strings, are counted."""
    for begun in re.finditer(r"\$\{", template):
        level, quote = 1, ""
        for at in range(begun.end(), len(template)):
            sign = template[at]
            if quote:
                quote = "" if sign == quote and template[at - 1] != "\\" else quote
            elif sign in "\"'":
                quote = sign
            else:
                level += (sign == "{") - (sign == "}")
            if not level:
                yield template[begun.end() : at]
                break
