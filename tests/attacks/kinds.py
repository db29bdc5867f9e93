"""The attacks. Each is what one stranger, or one with an account, can do from one machine."""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx

from tests.attacks.stage import PASSWORD, Stage

Told = dict[str, int]
"""What the attacker saw: how often which answer came."""


@dataclass(frozen=True)
class Attack:
    """One attack: what it needs before, and what it does while people play."""

    name: str
    run: Callable[[Stage, Any], AbstractContextManager[Told]]
    """Attacks for as long as the context lasts."""
    prepare: Callable[[Stage], Any] = lambda stage: None
    environment: dict[str, str] = field(default_factory=dict)
    wrapper: list[str] = field(default_factory=list)
    """What the service is started by, if it is to find itself in other surroundings."""


@contextmanager
def at_once(count: int, act: Callable[[Told], None]) -> Iterator[Told]:
    """Let so many threads do something again and again; a thing that fails is counted."""
    over, told = threading.Event(), Told()

    def go_on() -> None:
        while not over.is_set():
            try:
                act(told)
            except Exception as error:
                note(told, type(error).__name__)
                over.wait(0.05)

    threads = [threading.Thread(target=go_on, daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield told
    finally:
        over.set()
        for thread in threads:
            thread.join(40)


def note(told: Told, what: object) -> None:
    """Count one answer."""
    told[str(what)] = told.get(str(what), 0) + 1


# Names that resolve slowly: the attacker's own name server takes its time.

_SILENT: Final = Path(tempfile.gettempdir()) / "attack-resolv.conf"


def _one_attacker(stage: Stage) -> httpx.Client:
    return stage.person(f"mallory{secrets.token_hex(2)}")


@contextmanager
def _slow_names(stage: Stage, mallory: httpx.Client) -> Iterator[Told]:
    def act(told: Told) -> None:
        body = {"url": f"https://{secrets.token_hex(4)}.attacker.test/", "events": ["turn.played"]}
        note(told, mallory.post("/webhooks", json=body, timeout=60).status_code)

    with socket.socket(type=socket.SOCK_DGRAM) as silent:
        silent.bind(("127.0.0.1", 53))
        with at_once(4, act) as told:
            yield told


# One long header, by no one in particular.


@contextmanager
def _long_accept(stage: Stage, ready: None) -> Iterator[Told]:
    long = ",".join(["a/b;q=0.1"] * 6000)

    def act(told: Told) -> None:
        head = {"Accept": long}
        answer = httpx.get(f"{stage.url}/api/v1/events", headers=head, timeout=60)
        note(told, answer.status_code)
        time.sleep(0.1)

    with at_once(2, act) as told:
        yield told


# Connections on which nothing is ever said.

_ELSEWHERE: Final = "127.0.0.2"
"""The attacker's address: the players have another."""


@contextmanager
def _silent_connections(stage: Stage, ready: None) -> Iterator[Told]:
    told, lines = Told(), []
    for _ in range(1100):
        try:
            lines.append(socket.create_connection(("127.0.0.1", stage.port), 2, (_ELSEWHERE, 0)))
        except OSError as error:
            note(told, type(error).__name__)
    note(told, f"opened {len(lines)}")
    try:
        yield told
    finally:
        still = 0
        for line in lines:
            line.setblocking(False)
            with contextlib.suppress(OSError):
                line.recv(1)
                continue
            still += 1
        note(told, f"still open {still}")
        for line in lines:
            line.close()


# A Redis that hangs, while calls come that tell a worker something.


def _with_webhook(stage: Stage) -> tuple[httpx.Client, int]:
    mallory = _one_attacker(stage)
    body = {"url": "http://127.0.0.1:9/", "events": ["turn.played"]}
    return mallory, mallory.post("/webhooks", json=body).raise_for_status().json()["id"]


@contextmanager
def _hanging_redis(stage: Stage, ready: tuple[httpx.Client, int]) -> Iterator[Told]:
    mallory, webhook = ready

    def act(told: Told) -> None:
        note(told, mallory.post(f"/webhooks/{webhook}/test", timeout=60).status_code)
        time.sleep(0.2)

    broker = stage.pid("broker")
    os.kill(broker, signal.SIGSTOP)
    try:
        with at_once(4, act) as told:
            yield told
    finally:
        # Unless the supervisor has put another in its place.
        with contextlib.suppress(ProcessLookupError):
            os.kill(broker, signal.SIGCONT)


# Accounts with thousands of games that are deleted.

_MANY: Final = 3000


def _with_many_games(stage: Stage) -> httpx.Client:
    """Return someone with thousands of games; made as copies, for time's sake."""
    names = [f"{word}{secrets.token_hex(2)}" for word in ("mallory", "puppet")]
    mallory, puppet = (stage.person(name) for name in names)
    game_id = stage.game(mallory, puppet, names[1])
    columns = _columns(stage, "games_game", "id")
    stage.sql(
        f"INSERT INTO games_game (id, {columns})"
        f" SELECT 'x' || lpad(n::text, 7, '0'), {columns}"
        " FROM games_game, generate_series(1, %s) n WHERE id = %s",
        _MANY,
        game_id,
    )
    columns = _columns(stage, "games_player", "id", "game_id")
    stage.sql(
        f"INSERT INTO games_player (game_id, {columns})"
        f" SELECT 'x' || lpad(n::text, 7, '0'), {columns}"
        " FROM games_player, generate_series(1, %s) n WHERE game_id = %s",
        _MANY,
        game_id,
    )
    return mallory


def _columns(stage: Stage, table: str, *without: str) -> str:
    rows = stage.sql(
        "SELECT column_name FROM information_schema.columns"
        " WHERE table_name = %s AND NOT column_name = ANY(%s)",
        table,
        list(without),
    )
    return ", ".join(f'"{name}"' for (name,) in rows)


@contextmanager
def _deletion(stage: Stage, mallory: httpx.Client) -> Iterator[Told]:
    told = Told()

    def act() -> None:
        began = time.monotonic()
        body = {"password": PASSWORD}
        answer = mallory.request("DELETE", "/me", json=body, timeout=120)
        note(told, f"{answer.status_code} after {time.monotonic() - began:.1f} s")

    def look() -> None:
        # Three calls that wait for games of theirs, once these are locked.
        time.sleep(1)
        for number in range(1, 4):
            with contextlib.suppress(httpx.HTTPError):
                path = f"/games/x{number:07}/acts"
                note(told, mallory.post(path, json={"name": "resign"}, timeout=120).status_code)

    threads = [threading.Thread(target=one, daemon=True) for one in (act, look, look, look)]
    for thread in threads:
        thread.start()
    try:
        yield told
    finally:
        for thread in threads:
            thread.join(60)


def _in_surroundings() -> list[str]:
    """Return the command by which ``up`` finds a name server that never answers."""
    _SILENT.write_text("nameserver 127.0.0.1\noptions timeout:5 attempts:2\n")
    script = f'mount --bind {_SILENT} /etc/resolv.conf && exec "$@"'
    return ["unshare", "-m", "sh", "-c", script, "sh"]


ATTACKS: Final = {
    attack.name: attack
    for attack in (
        Attack("slow-names", _slow_names, _one_attacker, wrapper=_in_surroundings()),
        Attack("long-accept", _long_accept),
        Attack("silent", _silent_connections, wrapper=["prlimit", "--nofile=1024:"]),
        Attack("hanging-redis", _hanging_redis, _with_webhook, {"PRIVATE_TARGETS": "1"}),
        Attack("deletion", _deletion, _with_many_games),
    )
}
