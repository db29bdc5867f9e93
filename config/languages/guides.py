"""The form of a guide: Markdown whose titles, paragraphs and captions are sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

HEADING: Final = re.compile(r"## (.+) \{#([\w-]+)\}")
PICTURE: Final = re.compile(r"```position ?(\w*)\s(\S.*)\s```")
CAPTION: Final = re.compile(r"\*(.+)\*")
_BLOCK: Final = re.compile(r"^(?:```(?:.|\n)*?^```$|\S.*(?:\n(?!```)\S.*)*)", re.M)


def blocks(text: str) -> Iterator[tuple[int, str]]:
    """Yield what is between empty lines, each with its line; a paragraph is one line."""
    for found in _BLOCK.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        block = found[0]
        yield line, block if block.startswith("```") else " ".join(block.split())


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield what is to be translated, each with its line."""
    for line, block in blocks(text):
        if block.startswith(("# ", "```")):
            continue
        marked = HEADING.fullmatch(block) or CAPTION.fullmatch(block)
        yield line, marked[1] if marked else block
