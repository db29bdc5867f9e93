"""``python -m tests.faults.destroyed``: the database destroyed in the middle of play, and back.

A copy of the service with an archive runs on a folder of its own. Pairs play over HTTP. Then all
parts are killed, the database's folder is deleted, and ``manage.py restore --until`` brings back a
named second. Every turn that was answered before it must be there, and no game may be decided.
"""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx

from tests.config.service import Service, free_port

PAIRS = 4
PLAY_SECONDS = 100
"""Longer than a minute, so that the archive has what was played before the named second."""
BACK_SECONDS = 15
"""So long before the end is the second that is named."""


API = "/api/v1"


class Person:
    """Someone with a token."""

    def __init__(self, http: httpx.Client, name: str) -> None:
        account = {"username": name, "email": f"{name}@example.org", "password": f"word-of-{name}"}
        http.post(f"{API}/accounts", json=account).raise_for_status()
        asked = {"username": name, "password": account["password"]}
        token = http.post(f"{API}/auth/token", json=asked).raise_for_status().json()["token"]
        self.http, self.bearer = http, {"Authorization": f"Bearer {token}"}

    def __call__(self, method: str, path: str, body: Any = None, key: str = "") -> Any:
        headers = self.bearer | ({"Idempotency-Key": key} if key else {})
        answer = self.http.request(method, API + path, json=body, headers=headers)
        return answer.raise_for_status().json()


class Pair(threading.Thread):
    """Two people who play games of chess, and what they were answered."""

    def __init__(self, white: Person, black: Person, name: str, until: float) -> None:
        super().__init__(daemon=True)
        self.callers, self.until = (white, black), until
        body = {"ruleset": "standard", "opponent": name, "side": "white"}
        challenge = white("POST", "/challenges", body)
        self.game = black("POST", f"/challenges/{challenge['id']}/accept", {})["id"]
        self.answered: dict[int, tuple[str, datetime]] = {}
        self.failed = ""
        self.over_at: datetime | None = None

    def run(self) -> None:
        number = 1
        while time.monotonic() < self.until and not self.failed and not self.over_at:
            try:
                number = self.play(number)
            except (httpx.HTTPError, KeyError) as reason:
                self.failed = f"{type(reason).__name__}: {reason}"
            time.sleep(0.5)

    def play(self, number: int) -> int:
        """Play a turn; return the number of the next."""
        mover = self.callers[(number + 1) % 2]
        game = mover("GET", f"/games/{self.game}")
        quiet = [one for one in game["legal_actions"] if one[:2] in {"b1", "c3", "g8", "f6", "b8"}]
        action = random.choice(quiet or game["legal_actions"])
        after = self.send(mover, {"turn": number, "actions": [action]})
        if after["status"] == "finished":
            self.over_at = datetime.now(UTC)
        self.answered[number] = (action, datetime.now(UTC))
        return number + 1

    def send(self, mover: Person, turn: dict[str, Any]) -> Any:
        """Send a turn; return the game after it."""
        return mover("POST", f"/games/{self.game}/turns", turn)["game"]


def manage(service: Service, *words: str) -> None:
    began = time.monotonic()
    done = subprocess.run(
        [*service.command, *words],
        env=service.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    print(f"$ manage.py {' '.join(words)}\n{done.stdout}{done.stderr}", end="")
    print(f"  ({time.monotonic() - began:.1f} s, status {done.returncode})", flush=True)
    assert done.returncode == 0


def everything(people: dict[str, Person], games: list[str]) -> Iterator[tuple[str, Any, Any]]:
    caller = next(iter(people.values()))
    for game in games:
        yield game, caller("GET", f"/games/{game}"), caller("GET", f"/games/{game}/history")


def main(folder: Path) -> None:
    port = free_port()
    service = start(folder, port)
    people: dict[str, Person] = {}
    with httpx.Client(base_url=service_address(port), timeout=30) as http:
        for number in range(2 * PAIRS):
            name = f"player{number}"
            people[name] = Person(http, name)
        manage(service, "backup")
        until = time.monotonic() + PLAY_SECONDS
        names = list(people)
        pairs = [
            Pair(people[one], people[two], two, until)
            for one, two in zip(names[::2], names[1::2], strict=True)
        ]
        for pair in pairs:
            pair.start()
        for pair in pairs:
            pair.join()
    answered = sum(len(pair.answered) for pair in pairs)
    last = max(at for pair in pairs for _, at in pair.answered.values())
    moment = datetime.fromtimestamp(last.timestamp() - BACK_SECONDS, UTC).replace(microsecond=0)
    before = {p.game: {n for n, (_, at) in p.answered.items() if at < moment} for p in pairs}
    print(f"{answered} turns answered; {sum(map(len, before.values()))} before {moment}")
    print("failed calls:", [pair.failed for pair in pairs if pair.failed])
    print("waiting a minute for the archive", flush=True)
    time.sleep(65)

    destroyed = time.monotonic()
    for pid in service.pids().values():
        subprocess.run(["kill", "-9", str(pid)], check=False)
    service.process.send_signal(signal.SIGKILL)
    service.process.wait()
    time.sleep(1)
    shutil.rmtree(folder / "data" / "pg")
    print("killed all parts and deleted the database", flush=True)

    manage(service, "restore", "--until", f"{moment:%Y-%m-%d %H:%M:%S}")
    service = start(folder, port)
    print(f"up again {time.monotonic() - destroyed:.1f} s after it was destroyed", flush=True)
    with httpx.Client(base_url=service_address(port), timeout=30) as http:
        for person in people.values():
            person.http = http
        missing, decided, lost = 0, 0, 0
        for game, now, turns in everything(people, list(before)):
            there = {row["turn"]["number"] for row in turns["results"] if row["turn"]}
            missing += len(before[game] - there)
            pair = next(pair for pair in pairs if pair.game == game)
            was_over = pair.over_at is not None and pair.over_at < moment
            decided += (now["status"] == "finished") != was_over
            lost += len(pair.answered) - len(there)
        told = sum(count_lost(people[name]) for name in names[::2])
        print(f"missing {missing}, decided wrongly {decided}, lost {lost}, notified of {told}")
        manage(service, "replay_games")
    service.end()
    assert (missing, decided) == (0, 0)
    assert told == lost


def count_lost(person: Person) -> int:
    """Return of how many lost turns someone was notified in the log of their events."""
    found, path = 0, "/events?limit=100"
    while path:
        page = person("GET", path)
        found += sum(event["type"] == "turn.lost" for event in page["results"])
        path = (page["next"] or "").partition(API)[2]
    return found


def start(folder: Path, port: int) -> Service:
    kept = {"ARCHIVE": str(folder / "archive"), "LIMITS": "0", "BACKUP_TRY_DAYS": "0"}
    service = Service(folder / "data", port, **kept)
    service.wait(lambda: "is ready" in service.output, 600)
    return service


def service_address(port: int) -> str:
    return f"http://127.0.0.1:{port}"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="c11-destroyed-") as name:
        main(Path(name))
