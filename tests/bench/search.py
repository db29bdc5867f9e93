"""The search for players among a million accounts: 200 different beginnings of names.

``python -m tests.bench.search [PEOPLE]`` fills a database, asks ``GET /players?q=`` with each
beginning by the token of someone with friends whom others block, and prints the middle and the 95th
per cent of the whole call and of its search, the processor time of both, and the plan of the
slowest.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import quantiles
from typing import Any

from tests.bench.stage import analyse, multiply, stage

PEOPLE = 1_000_000
ASKED = 200
_NAME = "translate(substr(md5(n::text), 1, 6), '0123456789', 'ghijklmnop') || n"
"""Names that begin with any of sixteen letters, all different."""


def fill(people: int) -> int:
    """Write people, how many events each has heard, friends and blocks; return who searches."""
    from accounts.models import User
    from games.models import Block, Friend, Inbox

    reader = User.objects.create_user("reader")
    template = User.objects.create_user("template")
    multiply(template, people, username=_NAME, email="n || '@example.org'")
    first = User.objects.order_by("pk").filter(pk__gt=template.pk).values_list("pk", flat=True)[0]
    inbox, _made = Inbox.objects.get_or_create(user=template)
    multiply(inbox, people, user_id=f"{first} + n - 1", last_number="n * 7919 % 5000")
    friend = Friend.objects.create(user=reader, friend=template)
    multiply(friend, 500, friend_id=f"{first} + n * {people // 500} - 1")
    block = Block.objects.create(user=template, blocked=reader)
    multiply(block, 1000, user_id=f"{first} + n * {people // 1000} - 1")
    analyse()
    return reader.pk


def beginnings() -> list[str]:
    """Return beginnings of two to five letters, all different; a million begin with those of two
    in lots of four thousand."""
    from accounts.models import User

    people = User.objects.exclude(email="").order_by("email")
    names = people.values_list("username", flat=True)[: 4 * ASKED]
    found = dict.fromkeys(name[: 2 + n % 4] for n, name in enumerate(names))
    return list(found)[:ASKED]


def main() -> None:
    """Fill, ask and print."""
    people = int(sys.argv[1]) if len(sys.argv) > 1 else PEOPLE
    with stage(ALLOWED_HOSTS="testserver"):
        from django.db import connection
        from rest_framework.test import APIClient

        from accounts.credentials import digest_of, new_token
        from accounts.models import PersonalToken
        from games.store import people as store

        reader = fill(people)
        letters = beginnings()
        client = APIClient()
        secret = new_token()
        digest = digest_of(secret)
        PersonalToken.objects.create(
            user_id=reader, name="bench", scopes=["games:read"], digest=digest
        )
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
        _ask(client, letters[0])
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            (backend,) = cursor.fetchone()
        calls = [_timed(backend, _ask, client, one) for one in letters]
        searches = [_timed(backend, store.search_players, one, reader) for one in letters]
        print(
            f"{people:,} people, {len(letters)} beginnings, load average {os.getloadavg()[0]:.1f}"
        )
        for name, taken in (("the call", calls), ("its search", searches)):
            lasted, used = zip(*taken, strict=True)
            print(f"{name}: {_spread(lasted)}; of processor {_spread(used)}")
        worst = letters[searches.index(max(searches))]
        values: list[Any] = [f"{worst.upper()}%", reader, reader, reader, store._LOOKED_AT]
        with connection.cursor() as cursor:
            cursor.execute(
                "EXPLAIN (ANALYZE, BUFFERS)" + store._SEARCH,
                [*values, reader, worst.upper(), store.MOST_FOUND],
            )
            print(f"the slowest, {worst}:", *(line for (line,) in cursor.fetchall()), sep="\n  ")


def _ask(client: Any, letters: str) -> None:
    answer = client.get("/api/v1/players", {"q": letters})
    assert answer.status_code == 200, answer.content
    assert answer.json()["results"], letters


def _timed(backend: int, act: Any, *arguments: Any) -> tuple[float, float]:
    """Return how many milliseconds an act lasts, and how many it takes of processor: our own and
    that of the backend in PostgreSQL."""
    began, used = time.perf_counter(), time.process_time() + _ran(backend)
    act(*arguments)
    ended = time.perf_counter()
    return 1000 * (ended - began), 1000 * (time.process_time() + _ran(backend) - used)


def _ran(pid: int) -> float:
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def _spread(times: Sequence[float]) -> str:
    cuts = quantiles(times, n=20)
    return f"p50 {cuts[9]:.1f} ms, p95 {cuts[18]:.1f}, most {max(times):.1f}"


if __name__ == "__main__":
    main()
