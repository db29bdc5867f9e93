"""Players of live matches: they do over HTTP what the page does, and note what the clock does."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

import httpx

SAMPLES: Final = 5
LAST_MOMENT: Final = 0.15
"""Seconds that your own clock shows when a turn is sent at the last moment."""


@dataclass
class Found:
    """What came of all matches."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    """Clocks that ran out though a legal turn had been sent in time."""
    ends: Counter[str] = field(default_factory=Counter)


class LivePlayer:
    """One side of one live match, on a line of its own."""

    def __init__(self, url: str, token: str, game_id: str, side: str, found: Found) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        self.client = httpx.AsyncClient(base_url=f"{url}/api/v1", headers=headers, timeout=30)
        self.address = f"/games/{game_id}"
        self.side, self.found = side, found
        self.game: dict[str, Any] = {}
        self.number = 0
        self.samples: list[tuple[float, float]] = []
        self.in_time: set[tuple[int, int]] = set()
        """The turns, with how often they had run out before, that were sent while time was left."""
        self.news = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def play(self) -> None:
        """Play until the match is over."""
        listening = asyncio.create_task(self._listen())
        try:
            while True:
                self.news.clear()
                await self._look()
                if self.game["result"] is not None:
                    self.found.ends[self.game["result"]["reason"]] += 1
                    return
                if self.side not in self.game["awaiting"]:
                    await self._wait(5)
                elif self.game["status"] == "formation":
                    pieces = self.game["formation"][self.side]["pieces"]
                    await self._send("PUT", "/formation", {"pieces": pieces, "ready": True})
                else:
                    await self._take_turn()
        finally:
            listening.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await self.client.aclose()

    async def _look(self) -> None:
        self.game = (await self._send("GET", "")).json()

    async def _wait(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self.news.wait()
        except TimeoutError:
            pass

    async def _take_turn(self) -> None:
        """Put a turn together, keep it at the service as the page does, and send it."""
        number, live = self.game["turn"], self.game["live"]
        actions: list[str] = []
        while True:
            after = " ".join(actions)
            params = {"turn": number, "after": after}
            answer = await self._send("GET", "/options", params=params)
            options = answer.json()
            if answer.status_code != 200:
                return
            if options["complete"] == 1 or (options["complete"] == 0 and random.random() < 0.7):
                break
            if not options["actions"]:
                actions.clear()
                continue
            actions.append(random.choice(options["actions"])["text"])
        body = {"turn": number, "actions": actions}
        await self._send("PUT", "/stage", body)
        ends = datetime.fromisoformat(live["turn_ends_at"]).timestamp()
        if random.random() < 0.15:
            await asyncio.sleep(max(0.0, ends - LAST_MOMENT - self.now()))
            self.found.counts["sent at the last moment"] += 1
        else:
            await asyncio.sleep(random.uniform(0.1, 1.5))
        if self.now() < ends:
            self.in_time.add((number, sum((live["run_outs"] or {}).values())))
        answer = await self._send("POST", "/turns", body)
        self.found.counts["turns played" if answer.status_code == 201 else "turns refused"] += 1
        if answer.status_code == 201:
            # Of a turn that was played at once the next look tells.
            self.game = answer.json()["game"]

    def now(self) -> float:
        """Return the server's time by the sample with the shortest way."""
        offset = min(self.samples)[1] if self.samples else 0.0
        return time.time() + offset

    async def _send(self, method: str, path: str, body: Any = None, **more: Any) -> httpx.Response:
        for _ in range(5):
            try:
                return await self.client.request(method, self.address + path, json=body, **more)
            except httpx.TransportError:
                self.found.counts["broken connections"] += 1
        raise RuntimeError(f"{method} {self.address}{path} has no answer")

    async def _seen(self, n: int) -> None:
        began = time.time()
        answer = await self._send("POST", "/seen", {"n": n})
        took = time.time() - began
        if told := answer.headers.get("Server-Time"):
            moment = datetime.fromisoformat(told).timestamp()
            self.samples = [*self.samples[1 - SAMPLES :], (took, moment - began - took / 2)]

    async def _listen(self) -> None:
        """Follow the game live, over every break."""
        while True:
            try:
                params = {"live": "1", "after": str(self.number)}
                headers = {"Accept": "application/x-ndjson"}
                where = f"{self.address}/events"
                async with self.client.stream("GET", where, params=params, headers=headers) as told:
                    if told.status_code == 204:
                        return
                    async for line in told.aiter_lines():
                        if line:
                            self._hear(json.loads(line))
            except httpx.TransportError:
                self.found.counts["broken streams"] += 1
            await asyncio.sleep(0.3)

    def _hear(self, record: dict[str, Any]) -> None:
        if record["type"] != "alive" or len(self.samples) < SAMPLES:
            task = asyncio.create_task(self._seen(record["n"]))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        if "number" not in record:
            return
        self.number = record["number"]
        data = record["data"]
        if record["type"] == "act.done" and data["name"] == "run_out":
            self.found.counts["clocks run out"] += data["side"] == self.side
            before = sum(data["live"]["run_outs"].values()) - 1
            if data["side"] == self.side and (data["turn"], before) in self.in_time:
                self.found.wrong.append(f"{self.address} turn {data['turn']} of {self.side}")
        self.news.set()
