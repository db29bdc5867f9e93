"""This tree beside an older one and the yardstick: what a request costs in processor time.

    git worktree add /tmp/before COMMIT
    python -m tests.bench.beside /tmp/before [turn|game|options|list …] [--rounds 6] [--seconds 2]

Every side is one process on the same database, all of it on one core, and all are asked in turns.
What counts is the processor time of the web process and of the database within a round, because
a busy machine changes the time that an answer takes and not what it costs. ``--up`` runs both
trees under the server that ``up`` starts; else all sides are under granian, as in ``turns``. The
older tree must have the same migrations: code doesn't start on tables that are newer.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, chdir

from tests.bench.rounds import (
    PORT,
    Server,
    Side,
    bearer,
    compare,
    games_to_play,
    give_tokens,
    plain_token,
    request,
    running,
    serving,
)
from tests.bench.servers import UVICORN
from tests.bench.stage import Stage, fill, stage
from tests.bench.turns import legal_turns, plain_turn

GAMES = 200_000
READS = {
    "game": ("/games/{game}", "/api/v1/games/{game}"),
    "options": ("/games/{game}", "/api/v1/games/{game}/options?turn=3"),
    "list": ("/games", "/api/v1/games?awaiting=me"),
}
"""The path at the yardstick and in the service."""


def main(tree: str, kinds: Sequence[str], rounds: int, seconds: float, is_up: bool) -> None:
    """Measure and print."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with stage() as here, ExitStack() as stack:
        fill(GAMES)
        give_tokens()
        games = games_to_play(GAMES)
        servers = [
            stack.enter_context(
                serving(here, "tests.bench.yardstick.wsgi:application", PORT, workers=1)
            ),
        ]
        for port, folder in ((PORT + 1, tree), (PORT + 2, ".")):
            with chdir(folder):  # from where Python takes the modules of a server
                servers.append(stack.enter_context(_service(here, port, is_up)))
        for kind in sorted(kinds, key="turn".__eq__):  # last: it ends what the others read
            asks = _turns(games) if kind == "turn" else _reads(kind, games)
            status = 201 if kind == "turn" else 200
            names = ("yardstick", "before", "now")
            sides = [
                Side(name, server, asks[name == "yardstick"], status)
                for name, server in zip(names, servers, strict=True)
            ]
            compare(sides, here, rounds=rounds, seconds=seconds)
            _report(kind, sides)


def _service(here: Stage, port: int, is_up: bool) -> AbstractContextManager[Server]:
    if is_up:
        command = [*UVICORN, "--port", str(port), "config.asgi:application"]
        return running(here, command, port)
    return serving(here, "config.wsgi:application", port, workers=1)


def _turns(games: list[tuple[str, str]]) -> tuple[Callable[[], bytes], Callable[[], bytes]]:
    """Return who asks the service for a turn, and who the yardstick."""
    left = iter(games)
    turns = legal_turns(next(left)[0], 40)

    def ours() -> bytes:
        game, username = next(left)
        body = {"turn": 3, "actions": random.choice(turns)}
        return request("POST", f"/api/v1/games/{game}/turns", bearer(username), body)

    return ours, lambda: plain_turn(left, turns)


def _reads(
    kind: str, games: list[tuple[str, str]]
) -> tuple[Callable[[], bytes], Callable[[], bytes]]:
    theirs, mine = READS[kind]

    def read(path: str, who: Callable[[str], str]) -> bytes:
        game, username = random.choice(games)
        return request("GET", path.format(game=game), who(username))

    return (lambda: read(mine, bearer)), (lambda: read(theirs, plain_token))


def _report(kind: str, sides: Sequence[Side]) -> None:
    print(f"\n{kind}: {len(sides[0].web)} rounds, load average {os.getloadavg()[0]:.1f}")
    for side in sides:
        web, database = statistics.median(side.web), statistics.median(side.database)
        print(f"  {side.name:<10} {web:5.2f} ms + database {database:5.2f} ms")
    plain, before, now = sides
    for name, first, last in (
        ("before / yardstick", plain, before),
        ("now / yardstick", plain, now),
        ("now / before", before, now),
    ):
        low, middle, high = statistics.quantiles(_ratios(first, last), n=4)
        print(f"  {name:<20} {middle:.2f} ({low:.2f} to {high:.2f})", flush=True)


def _ratios(first: Side, last: Side) -> Iterator[float]:
    """Yield what the first costs over what the last does, by round."""
    for a, b, c, d in zip(first.web, first.database, last.web, last.database, strict=True):
        yield (a + b) / (c + d)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("tree")
    parser.add_argument("kinds", nargs="*", default=["turn", *READS])
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--up", action="store_true")
    given = parser.parse_args()
    main(given.tree, given.kinds, given.rounds, given.seconds, given.up)
