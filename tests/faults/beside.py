"""``python -m tests.faults.beside COMMIT``: an older release beside this one, on the new tables.

The older release runs by ``up``. Then this one runs ``up`` on the same servers, which changes the
tables, as in an update without a pause. Pairs play over HTTP, one player with each release. No turn
that was answered may be missing, no game may be decided, and both must find the games right.
"""

from __future__ import annotations

import contextlib
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx

from config.local import servers
from tests.config.service import BASE, Service, free_port
from tests.faults.destroyed import Person, manage, service_address
from tests.faults.standby import PatientPair, Server, missing_of

PAIRS = 4
PLAY_SECONDS = 40


def main(folder: Path, commit: str, stack: contextlib.ExitStack) -> None:
    checkout = folder / "older"
    checkout.mkdir()
    packed = subprocess.run(["git", "archive", commit], cwd=BASE, capture_output=True, check=True)
    subprocess.run(["tar", "-x", "-C", checkout], input=packed.stdout, check=True)
    database = Server(folder / "database")
    servers.initialise_postgres(database.folders)
    database.start()
    shared = {
        "DATABASE_URL": database.folders.database_url,
        "SECRET_KEY": secrets.token_urlsafe(50),
        "LIMITS": "0",
    }
    older = Service(folder / "data", free_port(), base=checkout, **shared)
    stack.callback(older.end)
    older.wait(lambda: "is ready" in older.output, 900)
    print(f"{commit} is ready", flush=True)
    shared["REDIS_URL"] = servers.Folders(folder / "data").redis_url
    with (
        httpx.Client(base_url=service_address(older.port), timeout=30) as there,
        httpx.Client(timeout=30) as here,
    ):
        people: list[Any] = [Person(there, f"player{number}") for number in range(2 * PAIRS)]
        pairs = [
            PatientPair(one, two, f"player{2 * number + 1}", 0)
            for number, (one, two) in enumerate(zip(people[::2], people[1::2], strict=True))
        ]
        newer = Service(folder / "newer", free_port(), **shared)
        stack.callback(newer.end)
        # Players continue with the older release while the tables change.
        started, played_meanwhile = time.monotonic(), 0
        while "is ready" not in newer.output:
            assert time.monotonic() < started + 900, newer.output
            played_meanwhile += play_a_turn(pairs)
        print(f"this release is ready; {played_meanwhile} turns meanwhile", flush=True)
        here.base_url = service_address(newer.port)
        for person in people[1::2]:
            person.http = here
        until = time.monotonic() + PLAY_SECONDS
        while time.monotonic() < until:
            play_a_turn(pairs)
        missing, decided = missing_of(pairs, {"any": people[0]})
        again, decided_again = missing_of(pairs, {"any": people[1]})
    answered = sum(len(pair.answered) for pair in pairs)
    print(f"{answered} turns answered by both; missing {missing}, decided wrongly {decided}")
    manage(newer, "replay_games")
    manage(older, "replay_games")
    assert (missing, decided, again, decided_again) == (0, 0, 0, 0)


def play_a_turn(pairs: Sequence[PatientPair]) -> int:
    """Play one turn in each game that continues; return how many that were."""
    playing = [pair for pair in pairs if not pair.over_at]
    for pair in playing:
        pair.play(len(pair.answered) + 1)
    return len(playing)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="c11-") as name, contextlib.ExitStack() as stack:
        main(Path(name), sys.argv[1], stack)
