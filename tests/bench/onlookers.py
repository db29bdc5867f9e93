"""How soon onlookers of a live match, and its players, hear of a turn.

    python -m tests.bench.onlookers [ONLOOKERS] [TURNS]

One web process; so many strangers and both players follow a match over HTTP while turns are played
over HTTP, two a second. Measured is from the moment at which a turn is sent to its arrival at each
of them: in a casual match at once, in a rated one the arrival of the turn that strangers may hear
of with it, which was played three turns before.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
import time
from collections.abc import Callable
from contextlib import suppress

from tests.bench.beside_live import opening
from tests.bench.live_side import Line
from tests.bench.rounds import PORT, Server, request, running
from tests.bench.stage import Load, stage
from tests.bench.streams import memory, percentiles

LATE = 3


def begin(*, rated: bool) -> tuple[str, dict[str, str]]:
    """Begin a match; return it, and by side the authorization of its player."""
    from django.utils import timezone

    from accounts.credentials import ALL_SCOPES, digest_of, new_token
    from accounts.models import PersonalToken, User
    from games.models import Game
    from games.play.challenge.live import pair
    from tests.games.matches import start_round

    now = timezone.now()
    one, other = (User.objects.create_user(f"{side}{secrets.token_hex(4)}") for side in "wb")
    game = start_round(pair(one, other, ruleset="eleven", now=now), now)
    Game.objects.filter(pk=game.pk).update(rated=rated)
    tokens = {}
    for seat in game.seats:
        token = new_token()
        tokens[seat.side] = f"Bearer {token}"
        PersonalToken.objects.create(
            user_id=seat.user_id, name="x", scopes=sorted(ALL_SCOPES), digest=digest_of(token)
        )
    return game.pk, tokens


async def follow(
    port: int, path: str, who: str, heard: Callable[[int], None], is_open: asyncio.Semaphore
) -> None:
    """Follow a match and tell the number of each turn that is heard of."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/x-ndjson\r\n"
    writer.write((head + (f"Authorization: {who}\r\n" if who else "") + "\r\n").encode())
    await reader.readuntil(b"\r\n\r\n")
    is_open.release()
    while line := await reader.readline():
        if line.startswith(b"{") and (record := json.loads(line))["type"] == "turn.played":
            heard(record["data"]["turn"])
    writer.close()


async def measure(port: int, count: int, turns: list[list[str]], *, rated: bool) -> list[str]:
    """Play a match before so many onlookers; return what to print of it."""
    game_id, tokens = await asyncio.to_thread(begin, rated=rated)
    path, sent = f"/api/v1/games/{game_id}", dict[int, float]()
    late: dict[str, list[float]] = {"players": [], "onlookers": []}

    def hear(kind: str, after: int) -> Callable[[int], None]:
        def heard(number: int) -> None:
            late[kind].append(time.perf_counter() - sent[number + after])

        return heard

    is_open = asyncio.Semaphore(0)
    streams = [
        follow(port, f"{path}/events?live=1", token, hear("players", 0), is_open)
        for token in tokens.values()
    ]
    onlookers = hear("onlookers", LATE if rated else 0)
    streams += [follow(port, f"{path}/events", "", onlookers, is_open) for _ in range(count)]
    tasks = [asyncio.create_task(stream) for stream in streams]
    for _ in tasks:
        await is_open.acquire()
    line = Line(port)
    for number, actions in enumerate(turns, start=1):
        sent[number] = time.perf_counter()
        body = {"turn": number, "actions": actions}
        side = "white" if number % 2 else "black"
        status = await line.ask(request("POST", f"{path}/turns", tokens[side], body))
        assert status == 201, status
        await asyncio.sleep(0.5)
    due = (len(turns) - (LATE if rated else 0)) * count
    for _ in range(100):
        if len(late["onlookers"]) >= due:
            break
        await asyncio.sleep(0.1)
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    name = "rated" if rated else "casual"
    return [
        f"{name}: {len(late[kind])} arrivals at {kind}: {percentiles(late[kind])}" for kind in late
    ] + [f"{name}: {len(late['onlookers'])} of {due} arrived at onlookers"]


def main(count: int, turns: int) -> None:
    """Measure and print."""
    with stage() as here:
        command = ["uvicorn", "config.asgi:application", "--port", str(PORT)]
        command += ["--lifespan", "off", "--no-access-log"]
        command += ["--http", "config.http.connections:BoundedConnections"]
        played = opening()[:turns]
        with running(here, command, PORT, CONNECTIONS_PER_ADDRESS="0") as server:
            for rated in (False, True):
                _tell(server, count, played, rated=rated)


def _tell(server: Server, count: int, turns: list[list[str]], *, rated: bool) -> None:
    with Load(server.pid) as load:
        lines = asyncio.run(measure(server.port, count, turns, rated=rated))
    print("\n".join(lines))
    print(
        f"  {count} onlookers, {len(turns)} turns; the web process took {load.used:.1f} s of"
        f" processor in {load.seconds:.0f} s, {memory(server.pid):.0f} MB PSS; {load}",
        flush=True,
    )


if __name__ == "__main__":
    arguments = [int(argument) for argument in sys.argv[1:]]
    main(arguments[0] if arguments else 50, arguments[1] if len(arguments) > 1 else 30)
