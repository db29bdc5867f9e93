"""``python -m tests.faults.standby``: the first PostgreSQL dies in the middle of play, for good.

A standby follows it by streaming, and ``up`` has both in ``DATABASE_URL``. Pairs play over HTTP.
Then the first is killed with all its processes and the standby is promoted, by the commands of
OPERATING. No turn that was answered may be missing, and no game may be decided. Before that, what
strangers are shown of a game that is over must come from the standby.
"""

from __future__ import annotations

import secrets
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import httpx

from config.local import servers
from tests.config.service import Service, free_port
from tests.faults.destroyed import Pair, Person, everything, manage, service_address

Answer = TypeVar("Answer")

PAIRS = 4
PLAY_SECONDS = 60
DIES_AFTER = 25.0
LOOKS = 50


class Server:
    """A PostgreSQL of its own."""

    def __init__(self, folder: Path) -> None:
        self.folders = servers.Folders(folder)
        self.folders.make()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and return when it answers."""
        servers.own(self.folders.postgres)
        with (self.folders.data / "log").open("ab") as log:
            self.process = subprocess.Popen(
                servers.postgres_command(self.folders),
                stdout=log,
                stderr=log,
                preexec_fn=servers.as_postgres_wants(signal.SIGINT),
                start_new_session=True,
            )
        while not servers.postgres_answers(self.folders):
            assert self.process.poll() is None, (self.folders.data / "log").read_text()
            time.sleep(0.1)

    def run(self, program: str, *words: str | Path) -> str:
        """Return what one of PostgreSQL's programs prints."""
        done = subprocess.run(
            [servers.postgres_binaries() / program, *words],
            capture_output=True,
            text=True,
            check=True,
            preexec_fn=servers.as_postgres_wants(),
        )
        return done.stdout.strip()

    def ask(self, sql: str) -> str:
        """Return what a statement gives."""
        where = ["-h", str(self.folders.sockets), "-U", servers.USER, "-d", "postgres"]
        return self.run("psql", "-XAtq", *where, "-c", sql)

    def die(self) -> None:
        """End all its processes in the way of a machine that loses its power."""
        assert self.process
        for pid in subprocess.run(
            ["pgrep", "-g", str(self.process.pid)], capture_output=True, text=True, check=True
        ).stdout.split():
            subprocess.run(["kill", "-9", pid], check=False)
        self.process.wait()


def follow(first: Server, folder: Path) -> Server:
    """Return a standby of a server, which from then on answers only what the standby has, too."""
    standby = Server(folder)
    source = f"host={first.folders.sockets} user={servers.USER} application_name=standby"
    folder = standby.folders.postgres
    folder.mkdir(mode=0o700)
    servers.own(folder)
    first.run("pg_basebackup", "-d", source, "-D", folder, "-R", "-C", "-S", "standby")
    standby.start()
    first.ask("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
    first.ask("SELECT pg_reload_conf()")
    while first.ask("SELECT sync_state FROM pg_stat_replication") != "sync":
        time.sleep(0.1)
    return standby


def patiently(ask: Callable[[], Answer]) -> Answer:
    """Return what a call gives, asked again while the service says that it's busy."""
    while True:
        try:
            return ask()
        except httpx.HTTPStatusError as refusal:
            if refusal.response.status_code != 503:
                raise
            time.sleep(0.5)


def promote(standby: Server) -> None:
    """Let a standby take the place of the first, and answer without a standby of its own."""
    standby.ask("ALTER SYSTEM SET synchronous_standby_names = ''")
    standby.run("pg_ctl", "promote", "-D", standby.folders.postgres)


def main(folder: Path) -> None:
    first = Server(folder / "one")
    servers.initialise_postgres(first.folders)
    first.start()
    standby = follow(first, folder / "two")
    hosts = f"{first.folders.sockets},{standby.folders.sockets}"
    url = f"postgres://{servers.USER}@/{servers.DATABASE}?host="
    other = f"{standby.folders.sockets},{first.folders.sockets}"
    settings = {
        "DATABASE_URL": f"{url}{hosts}&target_session_attrs=read-write",
        "STANDBY_URL": f"{url}{other}&target_session_attrs=prefer-standby",
        "LIMITS": "0",
    }
    settings["SECRET_KEY"] = secrets.token_urlsafe(50)
    service = Service(folder / "data", free_port(), **settings)
    service.wait(lambda: "is ready" in service.output, 600)
    people: dict[str, Any] = {}
    with httpx.Client(base_url=service_address(service.port), timeout=30) as http:
        for number in range(2 * PAIRS):
            people[f"player{number}"] = Person(http, f"player{number}")
        began = time.monotonic()
        names = list(people)
        pairs = [
            PatientPair(people[one], people[two], two, began + PLAY_SECONDS)
            for one, two in zip(names[::2], names[1::2], strict=True)
        ]
        read_there = read_settled(people, http, standby)
        for pair in pairs:
            pair.start()
        time.sleep(DIES_AFTER)
        first.die()
        died = time.monotonic()
        promote(standby)
        promoted = time.monotonic() - died
        before = {pair: len(pair.answered) for pair in pairs}
        for pair in pairs:
            pair.join()
        back = min(pair.first_after(died) for pair in pairs) - died
        missing, decided = missing_of(pairs, people)
        answered = sum(len(pair.answered) for pair in pairs)
    print(
        f"{answered} turns answered, {sum(before.values())} before the first died; "
        f"promoted after {promoted:.1f} s, the next turn after {back:.1f} s; "
        f"missing {missing}, decided wrongly {decided}; "
        f"{LOOKS} looks at a game that was over made {read_there} transactions at the standby",
        flush=True,
    )
    manage(service, "replay_games")
    service.end()
    assert (missing, decided) == (0, 0)
    assert read_there >= LOOKS
    assert all(len(pair.answered) > before[pair] for pair in pairs)


def missing_of(pairs: Sequence[Pair], people: dict[str, Any]) -> tuple[int, int]:
    """Return how many turns that were answered aren't there, and how many games ended wrongly."""
    missing, decided = 0, 0
    for game, now, turns in everything(people, [pair.game for pair in pairs]):
        pair = next(one for one in pairs if one.game == game)
        there = {row["turn"]["number"]: row["turn"] for row in turns["results"] if row["turn"]}
        missing += sum(
            there.get(number, {}).get("actions") != [action]
            for number, (action, _) in pair.answered.items()
        )
        decided += (now["status"] == "finished") != (pair.over_at is not None)
    return missing, decided


def read_settled(people: dict[str, Any], http: httpx.Client, standby: Server) -> int:
    """Return how many transactions the standby had while strangers looked at a finished game."""
    one, two, *_ = people.values()
    game = Pair(one, two, "player1", 0).game
    one("POST", f"/games/{game}/acts", {"name": "resign"})
    address = f"/api/v1/games/{game}/export"
    while http.get(address).raise_for_status().json()["game"]["status"] == "playing":
        time.sleep(0.1)
    time.sleep(2)
    count = f"SELECT xact_commit FROM pg_stat_database WHERE datname = '{servers.DATABASE}'"
    before = int(standby.ask(count))
    for _ in range(LOOKS):
        http.get(address).raise_for_status()
    # What a session counts, PostgreSQL writes down once a second.
    time.sleep(2)
    http.get(address).raise_for_status()
    time.sleep(2)
    return int(standby.ask(count)) - before


class PatientPair(Pair):
    """Two people who ask again until they are answered, as clients do."""

    def __init__(self, *words: Any) -> None:
        super().__init__(*words)
        self.moments: list[float] = []

    def play(self, number: int) -> int:
        """Play a turn; return the number of the next."""
        after = patiently(lambda: Pair.play(self, number))
        self.moments.append(time.monotonic())
        return after

    def send(self, mover: Person, turn: dict[str, Any]) -> Any:
        """Send a turn, the same one until it is answered; return the game after it."""
        key, path = secrets.token_hex(8), f"/games/{self.game}/turns"
        return patiently(lambda: mover("POST", path, turn, key))["game"]

    def first_after(self, moment: float) -> float:
        """Return when the first turn after a moment was answered."""
        return min((one for one in self.moments if one > moment), default=float("inf"))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="c11-") as name:
        main(Path(name))
