"""Reads a second against the least that a REST service can do, among a million running games.

    python -m tests.bench.reads [ROUNDS] [SECONDS]

``GET /games/{id}``, ``/options`` and the list of games that wait for me, each beside a view that
shows a few columns of the same rows by a serializer; then the list among a thousand games.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
from contextlib import ExitStack
from urllib.parse import urlsplit, urlunsplit

from tests.bench.rounds import (
    PORT,
    Ask,
    Server,
    Side,
    bearer,
    compare,
    games_to_play,
    give_tokens,
    plain_token,
    report,
    request,
    serving,
)
from tests.bench.stage import PEOPLE, Stage, fill, stage

GAMES = 1_000_000
FEW = 1_000
"""Games in the small database, with as many waiting for each person."""


def main(rounds: int, seconds: float) -> dict[str, float]:
    """Measure, print, and return the ratio of each read."""
    found = {}
    with stage() as here, ExitStack() as servers:
        fill(GAMES)
        give_tokens()
        games = games_to_play(20_000)
        plain = servers.enter_context(serving(here, "tests.bench.yardstick.wsgi:application", PORT))
        ours = servers.enter_context(serving(here, "config.wsgi:application", PORT + 1))

        def ask(path: str, server: Server) -> Ask:
            who = plain_token if server is plain else bearer

            def make() -> bytes:
                game, username = random.choice(games)
                return request("GET", path.format(game=game), who(username))

            return make

        reads = {
            "GET /games/{id}": ("/games/{game}", "/api/v1/games/{game}"),
            "GET options": ("/games/{game}", "/api/v1/games/{game}/options?turn=3"),
            "GET awaiting me": ("/games", "/api/v1/games?awaiting=me"),
        }
        for what, (theirs, mine) in reads.items():
            sides = [
                Side("yardstick", plain, ask(theirs, plain)),
                Side(what, ours, ask(mine, ours)),
            ]
            ratios = compare(sides, here, rounds=rounds, seconds=seconds)
            report(what, sides, ratios)
            found[what] = statistics.median(ratios)

        few = servers.enter_context(
            serving(here, "config.wsgi:application", PORT + 2, DATABASE_URL=_small_database(here))
        )
        people = FEW * PEOPLE // GAMES
        sides = [
            Side("among a thousand", few, lambda: _list(random.randint(1, people))),
            Side("among a million", ours, lambda: _list(random.randint(1, PEOPLE))),
        ]
        ratios = compare(sides, here, rounds=rounds, seconds=seconds)
        report("Awaiting me by the size of the table", sides, ratios)
        found["million to thousand"] = statistics.median(ratios)
    return found


def _list(person: int) -> bytes:
    return request("GET", "/api/v1/games?awaiting=me", bearer(f"player{person}"))


def _small_database(here: Stage) -> str:
    """Make a database with few games beside the large one, and return its address."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = 'few'")
        if cursor.fetchone() is None:
            cursor.execute("CREATE DATABASE few")
    parts = urlsplit(os.environ["DATABASE_URL"])
    address = urlunsplit(parts._replace(path="/few"))
    subprocess.run(
        [sys.executable, "-m", "tests.bench.reads", "fill"],
        env={**os.environ, "DATABASE_URL": address},
        check=True,
    )
    return address


def _fill_few() -> None:
    """Fill the database that the environment names with few games."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    fill(FEW, FEW * PEOPLE // GAMES)
    give_tokens()


if __name__ == "__main__":
    if sys.argv[1:] == ["fill"]:
        _fill_few()
    else:
        arguments = [float(argument) for argument in sys.argv[1:]]
        main(
            int(arguments[0]) if arguments else 6,
            arguments[1] if len(arguments) > 1 else 5.0,
        )
