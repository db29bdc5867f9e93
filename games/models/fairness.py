"""Fair shots: every roll of a game follows from a seed that was fixed before it began.

The SHA-256 of the seed, the *commitment*, is shown from the start; the seed itself when the game is
over. Anyone can then draw every roll again and compare. Two schemes exist, and a game keeps the one
that it began with:

1. The seed is the key of the rolls. Players cannot choose a roll; anyone who drew the seed could
   have drawn many and kept one.
2. The key follows from the seed and from a *salt* of each player, added when the commitment had
   been shown. A seed chosen beforehand is worth nothing against a salt that no one knew then.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final

SEED_ALONE: Final = 1
WITH_SALTS: Final = 2
NEWEST: Final = WITH_SALTS

_REFUSED_FROM: Final = 4_294_967_200
"""The largest multiple of 100 in four bytes: from here on a remainder would favour low rolls."""

_COMMITMENT: Final = (
    "commitment is the SHA-256 (hex) of the 32 bytes of seed, which is shown when the game is over."
)
_KEYS: Final = {
    SEED_ALONE: "The key of the rolls is those 32 bytes.",
    WITH_SALTS: (
        "The key of the rolls is HMAC-SHA256 with those 32 bytes as the key over the ASCII text "
        '"{game id}:{salt}:{salt}": the salts of all sides in the order of players, nothing in '
        "the place of a salt that was not added."
    ),
}
_ROLLS: Final = (
    "For the n-th shot of the game, counted from 0, compute HMAC-SHA256 with the key of the rolls "
    'over the ASCII text "{game id}:{n}:{k}" for k = 0, 1, 2, ...; read the first four '
    "bytes as a big-endian number; if it is 4294967200 or more take the next k; else the roll is "
    "that number modulo 100. The rolls of the turns, in order, are the rolls of shots 0, 1, 2, ... "
    "A seed decides the shots from its first_shot on, up to the first_shot of the seed that "
    "followed it: the earlier ones are listed in earlier, each with its own commitment and salts."
)


def how_to_verify(scheme: int) -> str:
    """Return in words how the rolls of a game of this scheme are checked."""
    return " ".join((_COMMITMENT, _KEYS[scheme], _ROLLS))


def commitment(seed: bytes) -> str:
    """Return the SHA-256 (hex) of a seed."""
    return hashlib.sha256(seed).hexdigest()


def key_of(scheme: int, seed: bytes, game_id: str, salts: Sequence[str | None]) -> bytes:
    """Return the key of the rolls; ``salts`` are those of the sides in their order."""
    if scheme == SEED_ALONE:
        return seed
    words = ":".join([game_id, *(salt or "" for salt in salts)])
    return hmac.digest(seed, words.encode("ascii"), "sha256")


def roll(key: bytes, game_id: str, shot: int) -> int:
    """Return the roll, 0 to 99, of the game's ``shot``, counted from 0."""
    attempt = 0
    while True:
        message = f"{game_id}:{shot}:{attempt}".encode("ascii")
        drawn = int.from_bytes(hmac.digest(key, message, "sha256")[:4], "big")
        if drawn < _REFUSED_FROM:
            return drawn % 100
        attempt += 1
