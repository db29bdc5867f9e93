"""How long the network takes to a player and back, as the server itself has measured it.

Each record of a live stream says when it was sent, and its reader sends that back immediately. Who
delays this, or makes it up, looks slower than they are: so it is believed up to a bound, and what
is made good for it has a quota in the whole game.
"""

from __future__ import annotations

import hashlib
import logging
from typing import Final

from django.conf import settings
from redis import RedisError

from games.store.wakeups import redis_client

logger = logging.getLogger(__name__)

_MARK_BITS: Final = 11
"""They leave room for the milliseconds of 80 years in a number that every client can hold."""
WEIGHT: Final = 0.1
"""What a new measure counts for: the lag is a moving average."""
LONGEST_LAG_MS: Final = 5_000
STALE_MS: Final = 30_000
"""An answer that comes later says that the reader slept, and nothing of the network."""
KEPT_FOR: Final = 3_600
"""Seconds."""


def number_of(game_id: str, sent_ms: int) -> int:
    """Return the number of a record of a live stream: when it was sent, and a mark.

    The mark shows that the service gave the number, so no process has to remember what another
    has sent. A player who makes numbers up guesses one in two thousand.
    """
    return sent_ms << _MARK_BITS | _mark(game_id, sent_ms)


def sent_ms(game_id: str, number: int) -> int | None:
    """Return when a record was sent; ``None`` for a number that no stream of this game had."""
    sent, mark = number >> _MARK_BITS, number & (1 << _MARK_BITS) - 1
    return sent if mark == _mark(game_id, sent) else None


def _mark(game_id: str, sent: int) -> int:
    key = hashlib.sha256(f"seen:{settings.SECRET_KEY}".encode()).digest()
    digest = hashlib.blake2b(f"{game_id}:{sent}".encode(), key=key, digest_size=4).digest()
    return int.from_bytes(digest, "big") >> 32 - _MARK_BITS


def blend(known: float | None, measured: float) -> float:
    """Return the average once this was measured, both in milliseconds."""
    measured = min(max(measured, 0.0), LONGEST_LAG_MS)
    return measured if known is None else known + WEIGHT * (measured - known)


def note_lag(game_id: str, user_id: int, n: int, ms: float) -> None:
    """Add a measure: from the record ``n`` that was sent to the answer that it was seen.

    Each number counts once, and none that is older than one that has counted.
    """
    if not -STALE_MS < ms < STALE_MS:
        return
    key = _key(game_id, user_id)
    try:
        newest, known = _read(redis_client().get(key))
        if n > newest:
            redis_client().set(key, f"{n} {blend(known, ms):.1f}", ex=KEPT_FOR)
    except (RedisError, OSError) as error:
        logger.warning("the lag of a player could not be noted: %s", error)


def lag_ms(game_id: str, user_id: int) -> int:
    """Return the lag of a player in milliseconds; 0 where nothing was measured."""
    try:
        _newest, known = _read(redis_client().get(_key(game_id, user_id)))
    except (RedisError, OSError) as error:
        logger.warning("the lag of a player is not known: %s", error)
        return 0
    return 0 if known is None else round(known)


def _read(kept: object) -> tuple[int, float | None]:
    """Return the newest number that has counted, and the average."""
    if not isinstance(kept, bytes):
        return 0, None
    newest, known = kept.decode().split()
    return int(newest), float(known)


def _key(game_id: str, user_id: int) -> str:
    return f"chess-eleven:lag:{game_id}:{user_id}"
