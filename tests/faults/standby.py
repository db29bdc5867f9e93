"""``python -m tests.faults.standby [--away]``: one of two PostgreSQLs dies in the middle of play.

A standby follows it by streaming, and ``up`` has both in ``DATABASE_URL``. Pairs play over HTTP.
Then the first is killed with all its processes and the standby is promoted, by the commands of
OPERATING. No turn that was answered may be missing, and no game may be decided. Before that, what
strangers are shown of a game that is over must come from the standby.

With ``--away`` the standby dies: first the operator lets the service do without it, and once it is
back it dies again and is started again. Meanwhile no call may hang, and what was refused may not be
done twice.
"""

from __future__ import annotations

import argparse
import secrets
import signal
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import httpx

from config.local import servers
from tests.config.service import Service, free_port
from tests.faults.destroyed import Pair, Person, everything, manage, service_address

Answer = TypeVar("Answer")

PAIRS = 4
PLAY_SECONDS = 60
DIES_AFTER = 25.0
AWAY_SECONDS = 40
LONGEST_CALL = 30
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
    require(first)
    return standby


def require(first: Server) -> None:
    """Let a server answer only what its standby has, too; return once it is so."""
    first.ask("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
    first.ask("SELECT pg_reload_conf()")
    while first.ask("SELECT sync_state FROM pg_stat_replication") != "sync":
        time.sleep(0.1)


def patiently(ask: Callable[[], Answer], refusals: list[tuple[float, float]]) -> Answer:
    """Return what a call gives, asked again while the service says that it's busy.

    Notes when and after how many seconds each refusal came.
    """
    while True:
        try:
            return ask()
        except httpx.HTTPStatusError as refusal:
            if refusal.response.status_code != 503:
                raise
            again = int(refusal.response.headers["Retry-After"])
            refusals.append((time.monotonic(), refusal.response.elapsed.total_seconds()))
            time.sleep(again)


def promote(standby: Server) -> None:
    """Let a standby take the place of the first, and answer without a standby of its own."""
    standby.ask("ALTER SYSTEM SET synchronous_standby_names = ''")
    standby.run("pg_ctl", "promote", "-D", standby.folders.postgres)


def main(folder: Path, act: Act) -> None:
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
    with httpx.Client(base_url=service_address(service.port), timeout=LONGEST_CALL) as http:
        for number in range(2 * PAIRS):
            people[f"player{number}"] = Person(http, f"player{number}")
        names = list(people)
        pairs = [
            PatientPair(people[one], people[two], two, float("inf"))
            for one, two in zip(names[::2], names[1::2], strict=True)
        ]
        read_there = read_settled(people, http, standby)
        for pair in pairs:
            pair.start()
        time.sleep(DIES_AFTER)
        happened = act(Stage(first, standby, pairs, service_address(service.port)))
        before = {pair: len(pair.answered) for pair in pairs}
        time.sleep(PLAY_SECONDS - DIES_AFTER)
        for pair in pairs:
            pair.until = 0
        for pair in pairs:
            pair.join()
        missing, decided = missing_of(pairs, people)
        answered = sum(len(pair.answered) for pair in pairs)
    print(
        f"{answered} turns answered; {happened}; missing {missing}, decided wrongly {decided}; "
        f"{LOOKS} looks at a game that was over made {read_there} transactions at the standby",
        flush=True,
    )
    manage(service, "replay_games")
    service.end()
    assert (missing, decided) == (0, 0)
    assert not [pair.failed for pair in pairs if pair.failed]
    assert read_there >= LOOKS
    assert all(len(pair.answered) > before[pair] for pair in pairs)


class Stage(NamedTuple):
    """What an act is done to."""

    first: Server
    standby: Server
    pairs: Sequence[PatientPair]
    address: str

    def answered(self) -> int:
        """Return how many turns were answered."""
        return sum(len(pair.answered) for pair in self.pairs)

    def next_after(self, moment: float) -> float:
        """Return after how many seconds every pair's next turn was answered."""
        while any(pair.first_after(moment) == float("inf") for pair in self.pairs):
            assert time.monotonic() < moment + 120, "turns don't continue"
            time.sleep(0.05)
        return max(pair.first_after(moment) for pair in self.pairs) - moment


Act = Callable[[Stage], str]


def lose_first(stage: Stage) -> str:
    """Kill the first for good and let the standby take its place; return what happened."""
    before = stage.answered()
    stage.first.die()
    died = time.monotonic()
    promote(stage.standby)
    promoted = time.monotonic() - died
    return (
        f"{before} before the first died; promoted after {promoted:.1f} s, every pair's next turn "
        f"after {stage.next_after(died):.1f} s"
    )


def lose_standby(stage: Stage) -> str:
    """Kill the standby twice: do without it, then start it again; return what happened."""
    first, standby, said = stage.first, stage.standby, []
    standby.die()
    said.append(wait_without(stage))
    first.ask("ALTER SYSTEM SET synchronous_standby_names = ''")
    first.ask("SELECT pg_reload_conf()")
    said.append(
        f"without a standby every pair's next turn after {stage.next_after(time.monotonic()):.1f} s"
    )
    standby.start()
    require(first)
    standby.die()
    said.append(wait_without(stage))
    standby.start()
    said.append(
        f"standby back: every pair's next turn after {stage.next_after(time.monotonic()):.1f} s"
    )
    return "; ".join(said)


def wait_without(stage: Stage) -> str:
    """Let players try for a while without a standby; return what they were answered."""
    before, died = stage.answered(), time.monotonic()
    looks = []
    with httpx.Client(base_url=stage.address, timeout=LONGEST_CALL) as http:
        while time.monotonic() < died + AWAY_SECONDS:
            began = time.monotonic()
            http.get(f"/api/v1/games/{stage.pairs[0].game}").raise_for_status()
            looks.append(time.monotonic() - began)
            time.sleep(0.5)
        ready = http.get("/readyz").status_code
    calls = [took for pair in stage.pairs for at, took in pair.refusals if at > died]
    assert calls, "no one was refused"
    return (
        f"standby away for {AWAY_SECONDS} s: {stage.answered() - before} turns accepted, "
        f"{len(calls)} calls answered 503 with Retry-After, after {statistics.median(calls):.2f} s "
        f"in the middle and {max(calls):.1f} s at most; {len(looks)} looks at a game, "
        f"{statistics.median(looks):.2f} and {max(looks):.1f} s; /readyz {ready}"
    )


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
        self.refusals: list[tuple[float, float]] = []

    def play(self, number: int) -> int:
        """Play a turn; return the number of the next."""
        after = patiently(lambda: Pair.play(self, number), self.refusals)
        self.moments.append(time.monotonic())
        return after

    def send(self, mover: Person, turn: dict[str, Any]) -> Any:
        """Send a turn, the same one until it is answered; return the game after it."""
        key, path = secrets.token_hex(8), f"/games/{self.game}/turns"
        return patiently(lambda: mover("POST", path, turn, key), self.refusals)["game"]

    def first_after(self, moment: float) -> float:
        """Return when the first turn after a moment was answered."""
        return min((one for one in self.moments if one > moment), default=float("inf"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.faults.standby")
    parser.add_argument("--away", action="store_true", help="the standby dies, not the first")
    act = lose_standby if parser.parse_args().away else lose_first
    with tempfile.TemporaryDirectory(prefix="c11-") as name:
        main(Path(name), act)
