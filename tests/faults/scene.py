"""The processes, the players, and games whose time is about to be over."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass, field
from email.parser import BytesHeaderParser
from pathlib import Path
from typing import Any

import psycopg
from psycopg.abc import Query

from config.local.processes import Part
from tests.load.crowd import Crowd
from tests.load.wire import Wire
from tests.topology import Topology

GRACE = 30.5
"""So long after a deadline no one acts on it yet; see ``DEADLINE_GRACE_SECONDS``."""
RESTART_SECONDS = 0.5
"""How long something dead stays dead, as with ``restart: unless-stopped``."""


@dataclass
class Scene:
    """What faults are made in."""

    topology: Topology
    crowd: Crowd
    mails: Path
    spare: list[str]
    """Games that no one plays, for ``plant``."""
    planted: list[str] = field(default_factory=list)
    """Games that were meant to end by the clock."""
    registered: list[str] = field(default_factory=list)
    """Addresses that a mail about their account is due to."""
    live: list[str] = field(default_factory=list)
    """Live matches that no one plays, for ``attack_referee``."""
    live_ids: frozenset[str] = frozenset()
    late: list[float] = field(default_factory=list)
    """Seconds from the end of live clocks until all of them were acted on."""
    deaths: int = 0

    def part(self, name: str) -> Part:
        """Return a process by its name."""
        return self.topology.parts[name]

    async def keep_alive(self) -> None:
        """Start again what is dead, for ever.

        In the main thread: a child is told to end when the thread that started it does.
        """
        while True:
            for part in list(self.topology.parts.values()):
                if part.is_running():
                    continue
                if not part.restart_at:
                    self.deaths += 1
                    part.restart_at = time.monotonic() + RESTART_SECONDS
                elif time.monotonic() >= part.restart_at:
                    part.start()
            await asyncio.sleep(0.1)

    async def run_sql(self, query: Query, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a statement, tried until the database takes it."""
        while True:
            try:
                url = self.topology.database_url
                async with await psycopg.AsyncConnection.connect(url) as connection:
                    cursor = await connection.execute(query, list(values))
                    return await cursor.fetchall() if cursor.description else []
            except psycopg.OperationalError:
                await asyncio.sleep(0.2)

    async def plant(self) -> str:
        """Return a game whose time is over for so long that a sweep may act on it now."""
        game_id = self.spare.pop()
        self.planted.append(game_id)
        await self.set_deadline(game_id, -GRACE)
        return game_id

    async def set_deadline(self, game_id: str, seconds: float) -> None:
        """Let the time of a game be over so many seconds from now."""
        await self.run_sql(_DEADLINE, [seconds, game_id])

    async def is_over(self, game_id: str) -> bool:
        """Return whether a game has ended."""
        rows = await self.run_sql("SELECT status FROM games_game WHERE id = %s", [game_id])
        return rows in ([("finished",)], [("aborted",)])

    async def is_mailed(self, game_id: str) -> bool:
        """Return whether both players have been sent the mail about the end of a game."""
        return (await self.run_sql(_MAILED, [game_id])) == [(2,)]

    async def register(self, name: str) -> None:
        """Create account, whose owner is sent a mail."""
        wire = Wire(self.topology.ports, 0, self.crowd.figures)
        email = f"{name}@example.org"
        body = {"username": name, "email": email, "password": "corner-flag-24"}
        answer = await wire.ask("register", "POST", "/api/v1/accounts", body)
        wire.hang_up()
        assert answer.status == 201, answer
        self.registered.append(email)

    def unmailed(self) -> Iterator[str]:
        """Yield the registered addresses that no mail came to."""
        told = set()
        for path in self.mails.glob("*.eml"):
            with path.open("rb") as file:
                told.add(str(BytesHeaderParser().parse(file)["To"]))
        for email in self.registered:
            if not any(email in address for address in told):
                yield f"{email} registered and got no mail"


_DEADLINE = """
WITH game AS (
    UPDATE games_game SET deadline = clock_timestamp() + make_interval(secs => %s),
        clock_started_at = clock_timestamp() - interval '1 hour', remind_at = NULL
    WHERE id = %s AND deadline IS NOT NULL RETURNING id, deadline
)
UPDATE games_player SET deadline = game.deadline FROM game
WHERE game_id = game.id AND games_player.deadline IS NOT NULL
"""

_MAILED = """
SELECT count(*) FROM notifications_notification n JOIN games_gameevent e ON e.id = n.event_id
WHERE e.game_id = %s AND e.type = 'game.finished' AND n.channel = 'mail' AND n.status = 'sent'
"""


def make_spare_games(count: int) -> list[str]:
    """Return games in which it is someone's turn who will not play; Django must be set up."""
    from django.utils import timezone

    from accounts.models import User
    from tests.games.matches import start_formations, start_round
    from tests.load.crowd import make_people

    alice, bob = (User.objects.get(username=name) for name in make_people(2, "idle"))
    now = timezone.now()
    return [start_round(start_formations(alice, bob, now), now).pk for _ in range(count)]


@contextlib.asynccontextmanager
async def kept_alive(scene: Scene) -> AsyncIterator[None]:
    """Start again what dies, for as long as the context lasts."""
    keeping = asyncio.create_task(scene.keep_alive())
    try:
        yield
    finally:
        keeping.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await keeping


def empty(folder: Path) -> None:
    """Remove what is in a folder, but not the folder."""
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
