"""Lots that anyone can draw again (law 6.4): each follows from one secret and a label.

The SHA-256 of the secret, the *commitment*, is shown before anyone enters; the secret itself after
the last lot.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final, TypeVar

T = TypeVar("T")

_ALL: Final = 2**32

Lot = Callable[[str, int], int]
"""Draws a number from 0 to m - 1 under the rest of a label: ``lot("white:1.2", 2)``."""


@dataclass(frozen=True, slots=True)
class Lots:
    """The lots of one section: its secret, and how its labels begin."""

    secret: bytes
    prefix: str
    """``competition:section``."""

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret in hex."""
        return hashlib.sha256(self.secret).hexdigest()

    def __call__(self, label: str, m: int) -> int:
        """Return the lot of m under a label of this section, a number from 0 to m - 1."""
        # Below this every remainder is as likely as every other.
        limit = _ALL - _ALL % m
        for k in count():
            text = f"{self.prefix}:{label}:{k}"
            drawn = int.from_bytes(hmac.digest(self.secret, text.encode("ascii"), "sha256")[:4])
            if drawn < limit:
                return drawn % m
        raise AssertionError("an endless count has no end")


def draw_numbers(entrants: Sequence[T], lot: Lot, *, seeded: Sequence[T] = ()) -> list[T]:
    """Return the entrants in the order of the numbers that they get, number 1 first.

    ``entrants`` come in the order of their entries. Those seeded, by law 6.2, have the first
    numbers in the order in which they are given.
    """
    drawn = [entrant for entrant in entrants if entrant not in seeded]
    for i in range(len(drawn) - 1, 0, -1):
        j = lot(f"place:{i}", i + 1)
        drawn[i], drawn[j] = drawn[j], drawn[i]
    return [*seeded, *drawn]
