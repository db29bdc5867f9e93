"""How much may be asked in what time, counted in Redis in one round trip.

Each bucket follows the generic cell rate algorithm: it holds ``quota`` requests and refills
evenly over ``window`` seconds. One stored time says all: when the bucket will be full again.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache

# For each key: interval between two requests and window, both in ms, and the cost. First all
# buckets are looked at; only if none refuses, all are charged. The answer is one line of numbers:
# 1 if refused, then three for each bucket. A nested one would take longer to read than to make.
_SCRIPT = """
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local full, refused, answer = {}, false, {}
for i, key in ipairs(KEYS) do
  local interval, window, cost = ARGV[3*i-2] + 0, ARGV[3*i-1] + 0, ARGV[3*i] + 0
  local at = tonumber(redis.call('GET', key) or now)
  if at < now then at = now end
  full[i] = math.max(at + interval * cost, now)
  local over = full[i] - now - window
  if over > 0.001 and cost > 0 then refused = true end
  answer[i] = string.format('%.3f %.3f %.3f', at - now, full[i] - now, over)
end
for i, key in ipairs(KEYS) do
  if not refused and full[i] > now then
    redis.call('SET', key, string.format('%.3f', full[i]), 'PX', math.ceil(full[i] - now) + 1)
  end
end
return (refused and '1 ' or '0 ') .. table.concat(answer, ' ')
"""


class Policy(NamedTuple):
    """So many requests in so many seconds."""

    name: str
    quota: int
    window: int


class Bucket(NamedTuple):
    """A policy as it applies to one person, token or address."""

    policy: Policy
    partition: str
    cost: int = 1
    """How many of its requests this one is worth: what takes long is worth more."""


class Standing(NamedTuple):
    """Where one is in a bucket after a request."""

    policy: Policy
    remaining: int
    reset: int
    """Seconds until the bucket is full again."""
    retry_after: int
    """Seconds until this bucket lets the refused request in; 0 where it would now."""


class Verdict(NamedTuple):
    """Whether a request may continue, and where it leaves each of its buckets."""

    allowed: bool
    standings: Sequence[Standing]

    @property
    def retry_after(self) -> int:
        """Seconds after which all buckets would let the request in."""
        return max((standing.retry_after for standing in self.standings), default=0)

    def headers(self) -> dict[str, str]:
        """Return RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-10)."""
        if not self.standings:
            return {}
        return {
            "RateLimit-Policy": ", ".join(
                f'"{s.policy.name}";q={s.policy.quota};w={s.policy.window}' for s in self.standings
            ),
            "RateLimit": ", ".join(
                f'"{s.policy.name}";r={s.remaining};t={s.reset}' for s in self.standings
            ),
        }


IN_SHORT = "_burst"
"""What is added to the name of a policy for its shorter time."""
ALLOWED = Verdict(True, ())
GUESSED_AT = frozenset(
    {"login_address", "login_account", "login_known", "device_code", "second_factor"}
)


class _CountedHere:
    """The same buckets in the memory of one process, for as long as Redis is away."""

    def __init__(self) -> None:
        self._full_at: dict[str, float] = {}
        self._lock = threading.Lock()

    def consume(self, buckets: Sequence[tuple[Policy, str]], cost: int) -> str:
        """Return what the script in Redis would answer."""
        now = time.monotonic() * 1000
        with self._lock:
            times = []
            for policy, key in buckets:
                window = policy.window * 1000.0
                at = max(self._full_at.get(key, now), now)
                full = max(at + window / policy.quota * cost, now)
                times.append((at, full, full - now - window))
            refused = cost > 0 and any(over > 0.001 for _, _, over in times)
            if not refused:
                self._full_at |= {key: t[1] for (_, key), t in zip(buckets, times, strict=True)}
                if len(self._full_at) > _MOST_COUNTED:
                    self._full_at = {k: at for k, at in self._full_at.items() if at > now}
        lines = (f"{at - now:.3f} {full - now:.3f} {over:.3f}" for at, full, over in times)
        return f"{int(refused)} {' '.join(lines)}"


_MOST_COUNTED = 10_000
_here = _CountedHere()


def policy(name: str) -> Policy:
    """Return the policy of this name from the settings."""
    quota, window = settings.LIMITS[name]
    return Policy(name, quota, window)


def buckets_for(name: str, partition: str, cost: int = 1) -> list[Bucket]:
    """Return what counts under a name: one bucket, or a second for a shorter time beside it."""
    found = [Bucket(policy(name), partition, cost)]
    if found[0].policy.quota and name in settings.LIMITS_IN_SHORT:
        quota, window = settings.LIMITS_IN_SHORT[name]
        found.append(Bucket(Policy(name + IN_SHORT, quota, window), partition, cost))
    return found


def consume(buckets: Iterable[Bucket], cost: int = 1) -> Verdict:
    """Return whether a request may continue; a cost of -1 gives one back.

    With limits switched off everything may. Without Redis too, except guessing at secrets: that
    is then counted in this process.
    """
    buckets = [bucket for bucket in buckets if bucket.policy.quota]
    if not buckets or not settings.LIMITS_ON:
        return ALLOWED
    keys = [f"limit:{bucket.policy.name}:{bucket.partition}" for bucket in buckets]
    args: list[float] = []
    for bucket in buckets:
        window = bucket.policy.window * 1000
        args += [window / bucket.policy.quota, window, bucket.cost * cost]
    answer = cache.run_script(_SCRIPT, keys, args)  # type: ignore[attr-defined]
    if answer is None:
        buckets = [bucket for bucket in buckets if bucket.policy.name in GUESSED_AT]
        if not buckets:
            return ALLOWED
        answer = _here.consume(
            [(b.policy, f"{b.policy.name}:{b.partition}") for b in buckets], cost
        )
    first, *times = map(float, answer.split())
    refused = bool(first)
    return Verdict(
        not refused,
        [
            _standing(bucket.policy, refused, *times[3 * place : 3 * place + 3])
            for place, bucket in enumerate(buckets)
        ],
    )


def _standing(policy: Policy, refused: bool, before: float, after: float, over: float) -> Standing:
    """Return where a bucket stands; the times are milliseconds until it is full."""
    until_full = before if refused else after
    free = policy.window * 1000 - until_full
    return Standing(
        policy,
        remaining=max(0, math.floor(free * policy.quota / (policy.window * 1000) + 0.001)),
        reset=math.ceil(until_full / 1000),
        retry_after=math.ceil(over / 1000) if refused and over > 0.001 else 0,
    )
