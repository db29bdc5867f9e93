"""The cache in Redis, which the service can do without."""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import NoScriptError, RedisError

from config.backends.redis_line import line_to

log = logging.getLogger(__name__)
PAUSE_AFTER_FAILURE = 2.0
_asleep_until = 0.0


@lru_cache
def _digest_of(script: str) -> str:
    """Return the name by which Redis knows a script that it has run."""
    return hashlib.sha1(script.encode(), usedforsecurity=False).hexdigest()


class ForgivingRedisCache(RedisCache):
    """Redis by Django's cache; when Redis is away it forgets everything and fails nothing.

    After a failure Redis is left alone for two seconds: with a Redis that hangs, each request
    would otherwise wait for the time-out of its own.
    """

    def add(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> bool:
        """Return whether the key was free; True while no one can know, so that locks open."""
        return self._try(super().add, True, key, value, *args, **kwargs)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._try(super().get, default, key, default, version=version)

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        return self._try(super().get_many, {}, keys, version=version)

    def set(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> None:
        self._try(super().set, None, key, value, *args, **kwargs)

    def set_many(self, data: dict[Any, Any], *args: Any, **kwargs: Any) -> list[Any]:
        return self._try(super().set_many, list(data), data, *args, **kwargs)

    def touch(self, key: Any, *args: Any, **kwargs: Any) -> bool:
        return self._try(super().touch, False, key, *args, **kwargs)

    def delete(self, key: Any, version: int | None = None) -> bool:
        return self._try(super().delete, False, key, version=version)

    def delete_many(self, keys: Any, version: int | None = None) -> None:
        self._try(super().delete_many, None, keys, version=version)

    def has_key(self, key: Any, version: int | None = None) -> bool:
        return self._try(super().has_key, False, key, version=version)

    def ping(self) -> None:
        """Raise what is wrong with Redis, if anything is."""
        self._cache.get_client(write=True).ping()

    def run_script(self, script: str, keys: Sequence[str], args: Sequence[Any]) -> Any:
        """Return what a Lua script answers, in one round trip, or None while Redis is away."""

        def run() -> Any:
            line = line_to(self._servers[0])  # type: ignore[attr-defined]
            given = (len(keys), *map(self.make_and_validate_key, keys), *args)
            try:
                return line.call("EVALSHA", _digest_of(script), *given)
            except NoScriptError:
                return line.call("EVAL", script, *given)

        return self._try(run, None)

    def add_up(self, key: str, amounts: dict[str, float]) -> bool:
        """Add amounts to the sums of a hash, which never expires; return whether it was done."""

        def add() -> bool:
            pipe = self._cache.get_client(write=True).pipeline()
            for field, amount in amounts.items():
                pipe.hincrbyfloat(self.make_and_validate_key(key), field, amount)
            pipe.execute()
            return True

        return bool(self._try(add, False))

    def read_sums(self, key: str) -> dict[str, float]:
        """Return the sums of a hash, none while Redis is away."""

        def read() -> Any:
            return self._cache.get_client().hgetall(self.make_and_validate_key(key))

        return {field.decode(): float(value) for field, value in self._try(read, {}).items()}

    def _try(self, act: Callable[..., Any], otherwise: Any, *args: Any, **kwargs: Any) -> Any:
        global _asleep_until
        now = time.monotonic()
        if now < _asleep_until:
            return otherwise
        if _asleep_until:
            # It failed the last time: this thread tries again, the others do not wait with it.
            _asleep_until = now + PAUSE_AFTER_FAILURE
        try:
            answer = act(*args, **kwargs)
            _asleep_until = 0.0
            return answer
        except (RedisError, OSError) as exc:
            _asleep_until = time.monotonic() + PAUSE_AFTER_FAILURE
            log.warning("Redis is away; going on without cache and limits: %s", exc)
            return otherwise
