"""What one web process carries: ours, Django's own handler beside it, and a WSGI server.

    python -m tests.bench.servers [ROUNDS] [SECONDS]

All three are one process and answer ``GET /games/{id}`` and the list of games that wait for me,
among a million games. Ours and Django's handler stand under uvicorn as ``up`` runs it.
"""

from __future__ import annotations

import random
import sys
from contextlib import ExitStack

from tests.bench.rounds import (
    PORT,
    Side,
    bearer,
    compare,
    games_to_play,
    give_tokens,
    report,
    request,
    running,
    serving,
)
from tests.bench.stage import fill, stage

GAMES = 1_000_000
UVICORN = (
    *("uvicorn", "--lifespan", "off", "--no-access-log", "--no-proxy-headers"),
    *("--http", "config.http.connections:BoundedConnections"),
)
DJANGO = "django.core.asgi:get_asgi_application"


def main(rounds: int, seconds: float) -> None:
    """Measure and print."""
    with stage() as here, ExitStack() as stack:
        fill(GAMES)
        give_tokens()
        games = games_to_play(20_000)
        django = [*UVICORN, "--port", str(PORT), "--factory", DJANGO]
        ours = [*UVICORN, "--port", str(PORT + 1), "config.asgi:application"]
        wsgi = serving(here, "config.wsgi:application", PORT + 2, workers=1)
        servers = {
            "Django's own handler": stack.enter_context(running(here, django, PORT)),
            "WSGI under granian": stack.enter_context(wsgi),
            "ours": stack.enter_context(running(here, ours, PORT + 1)),
        }
        for what in ("/games/{game}", "/games?awaiting=me"):

            def ask(path: str = f"/api/v1{what}") -> bytes:
                game, username = random.choice(games)
                return request("GET", path.format(game=game), bearer(username))

            sides = [Side(name, server, ask) for name, server in servers.items()]
            report(f"GET {what}", sides, compare(sides, here, rounds=rounds, seconds=seconds))


if __name__ == "__main__":
    arguments = [float(argument) for argument in sys.argv[1:]]
    main(
        int(arguments[0]) if arguments else 4,
        arguments[1] if len(arguments) > 1 else 5.0,
    )
