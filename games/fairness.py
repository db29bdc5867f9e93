"""Fair shots: every roll of a game follows from a secret that was fixed before it began.

The SHA-256 of the secret, the *commitment*, is shown from the start; the secret itself, the
*seed*, when the game is over. Anybody can then draw every roll again and compare.
"""

from __future__ import annotations

import hashlib
import hmac

_REFUSED_FROM = 4_294_967_200
"""The largest multiple of 100 in four bytes: from here on a remainder would favour low rolls."""

HOW_TO_VERIFY = (
    "commitment is the SHA-256 (hex) of the 32 bytes of seed, which is shown when the game is "
    "over. For the n-th shot of the game, counted from 0, compute HMAC-SHA256 with those 32 bytes "
    'as the key over the ASCII text "{game id}:{n}:{k}" for k = 0, 1, 2, ...; read the first four '
    "bytes as a big-endian number; if it is 4294967200 or more take the next k; else the roll is "
    "that number modulo 100. The rolls of the turns, in order, are the rolls of shots 0, 1, 2, ..."
)


def commitment(secret: bytes) -> str:
    """Return the SHA-256 (hex) of a game's secret."""
    return hashlib.sha256(secret).hexdigest()


def roll(secret: bytes, game_id: str, shot: int) -> int:
    """Return the roll, 0 to 99, of the game's ``shot``, counted from 0."""
    attempt = 0
    while True:
        message = f"{game_id}:{shot}:{attempt}".encode("ascii")
        drawn = int.from_bytes(hmac.digest(secret, message, "sha256")[:4], "big")
        if drawn < _REFUSED_FROM:
            return drawn % 100
        attempt += 1
