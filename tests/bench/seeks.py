"""A pair that meets live, alone and beside a thousand seeks that fit no one, over HTTP.

    python -m tests.bench.seeks [ROUNDS] [--seeks 1000]

Each round begins one pair that fits when the second player asks, and one pair that fits only once
its windows have widened, which the worker of the queue ``pairing`` notices. The thousand have the
pair's game and clock, so they are compared; each names a range of ratings that no one has.
"""

from __future__ import annotations

import statistics
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import count
from threading import Event, Thread
from typing import Any

import httpx

from tests.bench.rounds import PORT, bearer, give_tokens, running
from tests.bench.stage import fill_people, stage

WEB = ["uvicorn", "config.asgi:application", "--port", str(PORT), "--lifespan", "off"]
PATH = "/api/v1/live/seeks"
EVERY = 2.0
"""Seconds between two looks of the worker at all seeks, as the schedule has them."""
ABOVE, BELOW = 1650, 1350
"""Two ratings that fit when both have waited for twenty seconds."""
WAITED = timedelta(seconds=19)
LONG = timedelta(hours=1)


def ask(name: str, method: str = "GET") -> dict[str, Any]:
    """Return what the service answers a player about their search."""
    body = {"ruleset": "eleven"} if method == "POST" else None
    url = f"http://127.0.0.1:{PORT}{PATH}"
    answer = httpx.request(method, url, json=body, headers={"Authorization": bearer(name)})
    assert answer.is_success, answer.text
    found: dict[str, Any] = answer.json()
    return found


def crowd(first: str, names: list[str]) -> None:
    """Let all of these seek, as a first player does, a rating that no one has."""
    from django.utils import timezone

    from accounts.models import User
    from games.features.live.models import Seek

    ask(first, "POST")
    like = Seek.objects.get()
    like.delete()
    seen_at = timezone.now() + LONG
    Seek.objects.bulk_create(
        Seek(
            user=user,
            ruleset=like.ruleset,
            live=like.live,
            is_bot=False,
            rating=1300 + number % 400,
            least=3000 + number % 100,
            most=3100,
            made_at=like.made_at,
            seen_at=seen_at,
        )
        for number, user in enumerate(User.objects.filter(username__in=names))
    )


def seconds_until(holds: Callable[[], bool]) -> float:
    """Return how long it took until a condition held, looking every 20 ms."""
    began = time.monotonic()
    while not holds():
        time.sleep(0.02)
    return time.monotonic() - began


def meet(first: str, second: str) -> float:
    """Return the seconds of the request by which a second player who fits meets the first."""
    assert ask(first, "POST")["state"] == "seeking"
    began = time.monotonic()
    assert ask(second, "POST")["state"] == "playing"
    return time.monotonic() - began


def widen(first: str, second: str) -> float:
    """Return the seconds from the moment at which two windows meet to the match."""
    from django.utils import timezone

    from games.features.live.models import Seek

    for name, rating in ((first, ABOVE), (second, BELOW)):
        assert ask(name, "POST")["state"] == "seeking"
        Seek.objects.filter(user__username=name).update(
            rating=rating, made_at=timezone.now() - WAITED, seen_at=timezone.now() + LONG
        )
    time.sleep((timedelta(seconds=20) - WAITED).total_seconds())
    return seconds_until(lambda: ask(first)["state"] == "playing")


@contextmanager
def looking() -> Iterator[None]:
    """Ask the worker to look at all seeks as often as the schedule does."""
    from games.features.live.tasks import pair_seeks

    done = Event()

    def run() -> None:
        while not done.wait(EVERY):
            pair_seeks.delay()

    thread = Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def main() -> None:
    """Measure, and print what came of it."""
    parser = ArgumentParser()
    parser.add_argument("rounds", nargs="?", type=int, default=10)
    parser.add_argument("--seeks", type=int, default=1000)
    given = parser.parse_args()
    with stage() as here, here.workers(1), running(here, WEB, PORT):
        from games.features.live.models import Seek

        fill_people(given.seeks + 16 * given.rounds + 8)
        give_tokens()
        # Each meets once: those who meet and do not play have to rest.
        fresh = (f"player{number}" for number in count(given.seeks + 1))
        with looking():
            for others in (0, given.seeks, 0, given.seeks):
                taken: dict[str, list[float]] = {"at once": [], "widened": []}
                if others:
                    crowd(next(fresh), [f"player{number + 1}" for number in range(others)])
                for _ in range(given.rounds):
                    taken["at once"].append(meet(next(fresh), next(fresh)))
                    taken["widened"].append(widen(next(fresh), next(fresh)))
                Seek.objects.all().delete()
                for kind, seconds in taken.items():
                    taken_ms = [round(1000 * one) for one in seconds]
                    middle = statistics.median(taken_ms)
                    print(
                        f"{others:5} others, {kind:8} median {middle:4.0f} ms, most {max(taken_ms)}"
                    )


if __name__ == "__main__":
    main()
