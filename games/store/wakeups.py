"""Waking the streams: after a commit every process hears whose log has grown.

Only names of logs are published, never what happened. A stream reads its rows from the database
after the last number it has, so a lost or doubled message costs some latency and nothing else.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Final

from django.conf import settings
from django.db import transaction
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.retry import Retry

from config.backends.redis_line import line_to

CHANNEL: Final = "chess-eleven:logs"
HIDDEN: Final = "hidden"
"""In place of a log: games were hidden from some who may be following them."""
REST_AFTER_FAILURE: Final = 2.0
"""So many seconds nothing is published after a failure: a dead Redis must not slow the turns."""

logger = logging.getLogger(__name__)


def log_of_game(game_id: str) -> str:
    """Return the name of a game's log."""
    return f"game:{game_id}"


def late_log_of_game(game_id: str) -> str:
    """Return the name of a game's log as onlookers of a rated live game hear it."""
    return f"late:{game_id}"


def late_log_of(log: str) -> str | None:
    """Return the late log that grows with this one; ``None`` where there is none."""
    kind, _, game_id = log.partition(":")
    return late_log_of_game(game_id) if kind == "game" else None


def log_of_user(user_id: int) -> str:
    """Return the name of what one person hears."""
    return f"user:{user_id}"


def wake_after_commit(logs: Iterable[str]) -> None:
    """Publish these names once the transaction is committed, with all others of it immediately.

    Names of a transaction that was rolled back go out with the next: they wake for nothing.
    """
    _pending.logs.update(logs)
    transaction.on_commit(_publish_pending, robust=True)


class _Pending(threading.local):
    """What the transaction of this thread has still to publish."""

    def __init__(self) -> None:
        self.logs: set[str] = set()


_pending = _Pending()
_rests_until: Final[dict[str, float]] = {}
"""Until when nothing is published to the Redis of an address that has just failed."""


def _publish_pending() -> None:
    logs, _pending.logs = _pending.logs, set()
    publish(logs)


def publish(logs: Collection[str]) -> None:
    """Publish these names now, unless Redis has just failed."""
    now, address = time.monotonic(), settings.REDIS_URL
    if not logs or now < _rests_until.get(address, 0.0):
        return
    if address in _rests_until:
        # It failed the last time: this thread tries again, the others do not wait with it.
        _rests_until[address] = now + REST_AFTER_FAILURE
    try:
        line_to(address).call("PUBLISH", CHANNEL, " ".join(sorted(logs)))
        _rests_until.pop(address, None)
    except (RedisError, OSError) as error:
        _rests_until[address] = time.monotonic() + REST_AFTER_FAILURE
        logger.warning("streams could not be woken and will find out by themselves: %s", error)


def redis_client() -> Redis:
    """Return the client of this process that waits for nothing."""
    return _client_of(settings.REDIS_URL)


@lru_cache(maxsize=2)
def _client_of(address: str) -> Redis:
    return Redis.from_url(
        address,
        socket_timeout=0.25,
        socket_connect_timeout=0.25,
        # Once more on a new connection where the old one was closed; not where Redis hangs.
        retry=Retry(NoBackoff(), 1, supported_errors=(RedisConnectionError,)),
    )
