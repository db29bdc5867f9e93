"""The live side of ``beside_live``: a process that plays matches over HTTP until it is ended.

It reads an ``Order`` as one line of JSON, says ``ready`` once all streams are open, and plays: each
side a turn every twenty seconds, staged before it is sent, with every record of its stream
answered, as the page does.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from typing import NamedTuple

from tests.bench.rounds import read_body, request

THINKS = (7.0, 13.0)
"""Seconds that a side thinks."""


class Match(NamedTuple):
    """A live match at its kick-off, and the authorization of each side."""

    game_id: str
    white: str
    black: str


class Order(NamedTuple):
    """What is to be played, and where."""

    ports: list[int]
    matches: list[Match]
    turns: list[list[str]]


class Line:
    """A connection that is kept, on which one asks at a time."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._free = asyncio.Lock()
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, message: bytes) -> int:
        """Return the status of the answer."""
        async with self._free:
            for _ in range(2):
                if self._ends is None:
                    self._ends = await asyncio.open_connection("127.0.0.1", self.port)
                reader, writer = self._ends
                try:
                    writer.write(message)
                    head = await reader.readuntil(b"\r\n\r\n")
                    if b" 204 " not in head[:16]:
                        await read_body(reader, head.lower())
                    return int(head[9:12])
                except (OSError, asyncio.IncompleteReadError):
                    self._ends = None
        return 0


class Seat:
    """One side of a match: its stream, and what it sends."""

    def __init__(self, port: int, game_id: str, authorization: str) -> None:
        self.port, self.authorization = port, authorization
        self.path = f"/api/v1/games/{game_id}"
        self.line = Line(port)
        self.is_open = asyncio.Event()

    async def listen(self) -> None:
        """Follow the match and answer each record."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        head = request("GET", f"{self.path}/events?live=1", self.authorization)
        accept = b"\r\nAccept: application/x-ndjson\r\n\r\n"
        writer.write(head.removesuffix(b"\r\n\r\n") + accept)
        await reader.readuntil(b"\r\n\r\n")
        self.is_open.set()
        while line := await reader.readline():
            if line.startswith(b"{") and (record := json.loads(line))["type"] != "alive":
                await self.send("POST", "/seen", {"n": record["n"]})

    async def send(self, method: str, path: str, body: object) -> int:
        """Return the status of the answer."""
        return await self.line.ask(request(method, self.path + path, self.authorization, body))


async def play(match: Match, ports: list[int], turns: list[list[str]]) -> None:
    """Play one match: sides in turn, each after it has thought."""
    seats = [Seat(random.choice(ports), match.game_id, one) for one in (match.white, match.black)]
    listening = [asyncio.create_task(seat.listen()) for seat in seats]
    await asyncio.gather(*(seat.is_open.wait() for seat in seats))
    opened.release()
    for number, actions in enumerate(turns, start=1):
        # The first thoughts are of any length, or all matches would play at one moment.
        await asyncio.sleep(random.uniform(*THINKS) if number > 1 else random.uniform(0, THINKS[1]))
        seat, body = seats[(number - 1) % 2], {"turn": number, "actions": actions}
        await seat.send("PUT", "/stage", body)
        if await seat.send("POST", "/turns", body) != 201:
            break
    await asyncio.gather(*listening, return_exceptions=True)


opened = asyncio.Semaphore(0)


async def play_all(order: Order) -> None:
    """Play every match at once, and say when all of them have begun."""
    tasks = [
        asyncio.create_task(play(Match(*match), order.ports, order.turns))
        for match in order.matches
    ]
    for _ in tasks:
        await opened.acquire()
    print("ready", flush=True)
    await asyncio.gather(*tasks)


if __name__ == "__main__":
    asyncio.run(play_all(Order(**json.loads(sys.stdin.readline()))))
