"""One player of an evening: logs in, looks, asks options, plays, sleeps."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from config.developers.clients.chess_eleven import sensible
from tests.load.wire import NoAnswer, Wire

PASSWORD = "corner-flag-24"
SCOPES = ["games:read", "games:play", "challenges:write"]
Sent = tuple[str, int, tuple[str, ...]]
"""A game, the number of a turn, and its actions as they were sent."""


@dataclass
class Promises:
    """What the service has told its players, for them to hold it to."""

    sent: set[Sent] = field(default_factory=set)
    accepted: list[Sent] = field(default_factory=list)
    heard: dict[str, list[int]] = field(default_factory=dict)
    """By user name, the number at which their stream began and those of its events."""
    unanswered: list[str] = field(default_factory=list)


@dataclass
class Evening:
    """What is the same for everyone."""

    pause: float
    """Seconds between two visits, on average."""
    over: asyncio.Event = field(default_factory=asyncio.Event)
    promises: Promises = field(default_factory=Promises)

    async def sleep(self, seconds: float) -> None:
        """Return after so long, or as soon as the evening is over."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.over.wait(), seconds)


class Player:
    """Someone with a phone: looks every now and then, or is called by a stream."""

    def __init__(
        self, name: str, opponents: Sequence[str], evening: Evening, wire: Wire, *, streams: bool
    ) -> None:
        self.name = name
        self.opponents = opponents
        self.evening = evening
        self.wire = wire
        self.streams = streams
        self.called = asyncio.Event()
        self.listening: asyncio.Task[None] | None = None

    async def spend_evening(self) -> None:
        """Return when the evening is over and the last request is answered."""
        evening = self.evening
        await evening.sleep(random.uniform(0, evening.pause))
        try:
            if not evening.over.is_set():
                await self._log_in()
                for opponent in self.opponents:
                    await self._challenge(opponent)
            while not evening.over.is_set():
                await self._visit()
                await self._rest()
        except NoAnswer as error:
            evening.promises.unanswered.append(f"{self.name}: {error}")
        finally:
            self.wire.hang_up()

    async def _log_in(self) -> None:
        body = {"username": self.name, "password": PASSWORD, "name": "load", "scopes": SCOPES}
        answer = await self.wire.ask("log in", "POST", "/api/v1/auth/token", body)
        self.wire.token = answer.body["token"]
        if self.streams:
            self.listening = asyncio.create_task(self._listen())

    async def _challenge(self, opponent: str) -> None:
        body = {"opponent": opponent, "goals_to_win": 2, "days_per_turn": 1}
        await self.wire.ask("challenge", "POST", "/api/v1/challenges", body)

    async def _visit(self) -> None:
        ask = self.wire.ask
        asked = "/api/v1/challenges?direction=in&status=open"
        for challenge in (await ask("challenges", "GET", asked)).body["results"]:
            await ask("accept", "POST", f"/api/v1/challenges/{challenge['id']}/accept", {})
        games = (await ask("list", "GET", "/api/v1/games?awaiting=me")).body["results"]
        for game in games:
            if self.evening.over.is_set():
                return
            await self._act(game["id"])

    async def _rest(self) -> None:
        pause = self.evening.pause
        if not self.streams:
            await self.evening.sleep(random.uniform(0.5, 1.5) * pause)
            return
        # Called by the stream; looks automatically now and then all the same, as pages do.
        over = asyncio.create_task(self.evening.over.wait())
        called = asyncio.create_task(self.called.wait())
        await asyncio.wait([over, called], timeout=3 * pause, return_when="FIRST_COMPLETED")
        over.cancel()
        called.cancel()
        await self.evening.sleep(random.uniform(0.2, 1.0) * pause)
        self.called.clear()

    async def _act(self, game_id: str) -> None:
        path = f"/api/v1/games/{game_id}"
        game = (await self.wire.ask("look", "GET", path)).body
        side = next(s for s, who in game["players"].items() if who["username"] == self.name)
        if side not in game["awaiting"]:
            return
        if game["status"] == "formation":
            body = {"pieces": game["formation"][side]["pieces"], "ready": True}
            await self.wire.ask("formation", "PUT", f"{path}/formation", body)
            return
        actions = await self._think(path, game["turn"])
        if actions:
            await self._play(path, game_id, game["turn"], actions)

    async def _think(self, path: str, turn: int) -> list[str]:
        actions: list[str] = []
        while True:
            asked = f"{path}/options?turn={turn}&after={'%20'.join(actions)}"
            answer = await self.wire.ask("options", "GET", asked)
            if answer.status != 200:
                return []
            choice = sensible(answer.body) if answer.body["actions"] else None
            if choice is None:
                return actions
            actions.append(choice)

    async def _play(self, path: str, game_id: str, turn: int, actions: list[str]) -> None:
        promises, sent = self.evening.promises, (game_id, turn, tuple(actions))
        promises.sent.add(sent)
        answer = await self.wire.ask(
            "play", "POST", f"{path}/turns", {"turn": turn, "actions": actions}
        )
        if answer.status == 201:
            promises.accepted.append(sent)
            result = answer.body["game"]["result"]
            if result:
                await self._challenge(random.choice(self.opponents))

    async def _listen(self) -> None:
        """Hear what happens over every break, and write down in which order."""
        heard: list[int] = []
        wire = Wire(self.wire.ports, self.wire.turn, self.wire.figures)
        wire.token = self.wire.token
        while True:
            try:
                async for number, event in wire.follow(heard[-1] if heard else None):
                    if event is not None or not heard:
                        heard.append(number)
                        self.evening.promises.heard[self.name] = heard
                    self.called.set()
            except (OSError, EOFError, TimeoutError, asyncio.IncompleteReadError):
                pass
            wire.figures.note_error("stream", "opened again")
            wire.turn += 1
            await asyncio.sleep(random.uniform(0.2, 1.0))


def opponents_of(number: int, names: Sequence[str], each: int) -> list[str]:
    """Return whom a player challenges: the next few, so that everyone has as many games."""
    return [names[(number + step) % len(names)] for step in range(1, each + 1)]
