"""One ``manage.py up`` of its own, with people and games."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import httpx
import psycopg

BASE: Final = Path(__file__).resolve().parent.parent.parent
PASSWORD: Final = "corner-flag-24"
_OURS: Final = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "SECRET_KEY", "DATA_DIR")
_ARRANGED: Final = (
    "UPDATE games_game SET deadline = clock_timestamp() - make_interval(secs => %s),"
    " clock_started_at = clock_timestamp() - interval '1 hour', remind_at = NULL WHERE id = %s"
)


class Stage:
    """The service of a checkout, started as a person starts it."""

    def __init__(
        self, tree: Path, port: int, environment: dict[str, str], wrapper: list[str]
    ) -> None:
        self.tree, self.port, self.wrapper = tree, port, wrapper
        self.url = f"http://127.0.0.1:{port}"
        self.folder = Path(tempfile.mkdtemp(prefix="attack-"))
        kept = {name: value for name, value in os.environ.items() if name not in _OURS}
        own = {"DATA_DIR": str(self.folder), "PORT": str(port), "LIMIT_REGISTER": "0/1"}
        self.environment = {**kept, **own, **environment}

    def __enter__(self) -> Self:
        command = [*self.wrapper, sys.executable, str(self.tree / "manage.py"), "up"]
        with (self.folder / "up.log").open("wb") as log:
            self.process = subprocess.Popen(
                command, env=self.environment, cwd=self.tree, stdout=log, stderr=log
            )
        until = time.monotonic() + 120
        while b"is ready" not in (self.folder / "up.log").read_bytes():
            if time.monotonic() > until or self.process.poll() is not None:
                raise RuntimeError((self.folder / "up.log").read_text())
            time.sleep(0.1)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(40)
        except subprocess.TimeoutExpired:
            self.process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def person(self, name: str, address: str = "127.0.0.1") -> httpx.Client:
        """Return a new person's line to the API, from this address of this machine."""
        base = f"{self.url}/api/v1"
        account = {"username": name, "email": f"{name}@example.org", "password": PASSWORD}
        httpx.post(f"{base}/accounts", json=account, timeout=30).raise_for_status()
        asked = {"username": name, "password": PASSWORD, "scopes": SCOPES}
        answer = httpx.post(f"{base}/auth/token", json=asked, timeout=30)
        answer.raise_for_status()
        bearer = {"Authorization": f"Bearer {answer.json()['token']}"}
        # Each call on a connection of its own, as from a phone that slept in between.
        fresh = httpx.Limits(max_keepalive_connections=0)
        line = httpx.HTTPTransport(local_address=address, limits=fresh)
        return httpx.Client(base_url=base, headers=bearer, timeout=30, transport=line)

    def game(self, white: httpx.Client, black: httpx.Client, opponent: str) -> str:
        """Return the id of a new game; ``opponent`` is the name of Black."""
        terms = {"opponent": opponent, "side": "white", "goals_to_win": 9}
        challenge = white.post("/challenges", json=terms).raise_for_status().json()
        answer = black.post(f"/challenges/{challenge['id']}/accept", json={})
        return str(answer.raise_for_status().json()["id"])

    def sql(self, query: Any, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a statement in the service's own database."""
        address = f"postgres://app@/chess_eleven?host={self.folder / 'run'}"
        with psycopg.connect(address, autocommit=True) as connection:
            cursor = connection.execute(query, values)
            return cursor.fetchall() if cursor.description else []

    def let_time_run_out(self, game_id: str, ago: float) -> None:
        """Let the deadline of a game have passed so many seconds ago."""
        self.sql(_ARRANGED, ago, game_id)

    def pid(self, part: str) -> int:
        """Return the number of one of the service's processes: ``web``, ``broker``, …"""
        import json

        return int(json.loads((self.folder / "pids.json").read_text())[part]["pid"])


SCOPES: Final = [
    "games:read",
    "games:play",
    "challenges:write",
    "account:read",
    "account:write",
    "webhooks:write",
]
