"""How long the broker's queues are, and how old is what was handed out and not yet done."""

from __future__ import annotations

import time
from collections.abc import Iterator

import redis
from django.conf import settings
from kombu.transport.redis import PRIORITY_STEPS, Channel

from config.observe.metrics import Figure


def keys_of(queue: str) -> list[str]:
    """Return the lists that a queue consists of, one for each priority."""
    return [queue, *(f"{queue}{Channel.sep}{step}" for step in PRIORITY_STEPS if step)]


def figures() -> Iterator[Figure]:
    """Yield the length of each queue, the tasks in hand and the age of the oldest of them."""
    with redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2
    ) as broker:
        for queue in settings.CELERY_TASK_QUEUES:
            length = sum(int(broker.llen(key)) for key in keys_of(queue))
            yield Figure("queue_length", "Tasks that wait.", length, {"queue": queue})
        # Kombu keeps what was handed out under the time when that was.
        yield Figure(
            "queue_in_hand",
            "Tasks handed out and not yet done.",
            int(broker.zcard("unacked_index")),
        )
        oldest = broker.zrange("unacked_index", 0, 0, withscores=True)
        age = time.time() - oldest[0][1] if oldest else 0.0
        yield Figure(
            "queue_in_hand_oldest_seconds", "Age of the oldest task in hand.", max(age, 0.0)
        )
