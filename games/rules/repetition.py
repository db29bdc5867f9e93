"""Positions counted since the last one that cannot come back, for the laws of repetition."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import blake2b
from typing import Final

from games.rules.errors import NotationError
from games.rules.text import gettext as _

Counts = Mapping[str, int]
"""How often each position has occurred, by a hash of its text in 16 hexadecimal digits."""

_COUNT: Final = re.compile(r"([0-9a-f]{16})(?:\*([2-9]|[1-9][0-9]{1,3}))?", re.ASCII)


def count(counts: Counts, position: str, *, resets: bool) -> dict[str, int]:
    """Return the counts with one more of a position; ``resets`` where no earlier one can return."""
    key = key_of(position)
    before = {} if resets else counts
    return {**before, key: before.get(key, 0) + 1}


def times(counts: Counts, position: str) -> int:
    """Return how often a position has occurred."""
    return counts.get(key_of(position), 0)


def key_of(position: str) -> str:
    """Return the hash of a position's text; eight bytes make a chance meeting unthinkable."""
    return blake2b(position.encode(), digest_size=8).hexdigest()


def write_counts(counts: Counts) -> str:
    """Return counts as one word, ``-`` where there are none."""
    return ",".join(key if times == 1 else f"{key}*{times}" for key, times in counts.items()) or "-"


def read_counts(text: str) -> dict[str, int]:
    """Return the counts that ``write_counts`` wrote; raises ``NotationError``."""
    counts: dict[str, int] = {}
    for part in [] if text == "-" else text.split(","):
        found = _COUNT.fullmatch(part)
        if found is None or found[1] in counts:
            raise NotationError(
                _("{part!r} isn't a count of a position.").format(part=part[:20]), law=None
            )
        counts[found[1]] = int(found[2] or 1)
    return counts
