"""Who is at the page of a game: kept in Redis for as long as a stream of theirs is open.

Nothing of it reaches the database. An entry that no one renews is gone after a minute: a server
that was killed leaves no one behind. Where Redis is away, no one is known to be there.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from redis import RedisError

from games.store.wakeups import publish, redis_client

KEPT_FOR: Final = 50
"""Seconds until an entry is gone that was not renewed."""
RENEWED: Final = 20.0
"""Every so many seconds a process renews the entries of its streams."""
_HINT: Final = "here:"

logger = logging.getLogger(__name__)


class Visit(NamedTuple):
    """One stream of someone that is open at a game."""

    game_id: str
    user_id: int
    token: str
    """Distinguishes the streams of one person."""
    is_shown: bool
    """Whether the other players may know of it."""


def arrive(visit: Visit) -> None:
    """Note that someone is at a game, and notify the streams of the others."""
    renew([visit])
    _publish(visit.game_id)


def renew(visits: Iterable[Visit]) -> None:
    """Note that these are still there, in one go."""
    until = time.time() + KEPT_FOR
    try:
        with redis_client().pipeline(transaction=False) as calls:
            for visit in visits:
                calls.zadd(_key(visit.game_id), {_member(visit): until})
                calls.expire(_key(visit.game_id), 2 * KEPT_FOR)
            calls.execute()
    except (RedisError, OSError) as error:
        logger.warning("who is there could not be noted: %s", error)


def leave(visit: Visit) -> None:
    """Note that a stream has ended, and notify the streams of the others."""
    try:
        redis_client().zrem(_key(visit.game_id), _member(visit))
    except (RedisError, OSError) as error:
        logger.warning("who has left could not be noted: %s", error)
    _publish(visit.game_id)


def who_is_at(game_ids: Collection[str]) -> dict[str, dict[int, bool]]:
    """Return who is at each of these games, and whether the other players may know of it."""
    ids, found = list(game_ids), []
    if ids:
        now = time.time()
        try:
            with redis_client().pipeline(transaction=False) as calls:
                for game_id in ids:
                    calls.zrangebyscore(_key(game_id), now, "+inf")
                found = calls.execute()
        except (RedisError, OSError) as error:
            logger.warning("nobody knows who is there: %s", error)
    there: dict[str, dict[int, bool]] = {game_id: {} for game_id in ids}
    for game_id, members in zip(ids, found, strict=False):
        for member in members:
            user, sign, _token = member.decode().split(":")
            there[game_id][int(user)] = sign == "+" or there[game_id].get(int(user), False)
    return there


def game_of_hint(log: str) -> str | None:
    """Return the game about whose visitors a hint is; ``None`` where it is about a log."""
    return log.removeprefix(_HINT) if log.startswith(_HINT) else None


def _publish(game_id: str) -> None:
    publish([f"{_HINT}{game_id}"])


def _key(game_id: str) -> str:
    return f"chess-eleven:here:{game_id}"


def _member(visit: Visit) -> str:
    return f"{visit.user_id}:{'+' if visit.is_shown else '-'}:{visit.token}"
