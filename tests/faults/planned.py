"""Kill the workers between someone's turn and the answer that was planned for it.

``python -m tests.faults.planned --times 50``: real processes, each time at another moment. Every
answer is played once, never twice, and none is lost.
"""

from __future__ import annotations

import argparse
import os
import random
import secrets
import signal
import statistics
import tempfile
import time
from pathlib import Path

from config.developers.clients.chess_eleven import ChessEleven
from tests.load.surroundings import LIMITS_OF_A_CROWD
from tests.topology import Topology

WITHIN = 60.0
LATEST = 0.25
"""Seconds after the opponent's commit at which a worker is killed, at the latest."""
THERE, BACK = ("g1f3", "g8f6"), ("f3g1", "f6g8")


class WorkersAlone(Topology):
    """One web process, the workers of the clock, and beat."""

    others = ()


def pair(number: int) -> tuple[str, str]:
    """Return a turn of White and Black's answer, so that no position stands five times."""
    if number % 8 == 7:
        file = "abcdeh"[number // 8 % 6]
        return f"{file}2{file}3", f"{file}7{file}6"
    return (THERE, BACK)[(number - number // 8) % 2]


def person(server: str, name: str) -> ChessEleven:
    """Return the client of someone new."""
    word, anyone = secrets.token_urlsafe(12), ChessEleven(server)
    account = {"username": name, "email": f"{name}@example.org", "password": word}
    anyone.post("/accounts", account)
    token = anyone.post("/auth/token", {"username": name, "password": word})["token"]
    return ChessEleven(server, token)


def kill(topology: Topology) -> None:
    """Kill both workers with all their processes, and start them again."""
    for number in (1, 2):
        part = topology.parts[f"worker-{number}"]
        part.send(signal.SIGKILL, whole_group=True)
        if part.process:
            part.process.wait(10)
    for number in (1, 2):
        topology.parts[f"worker-{number}"].start()


def main() -> None:
    """Play, kill, look; end with 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.planned")
    parser.add_argument("--times", type=int, default=50)
    times, chance = parser.parse_args().times, random.Random(11)
    folder = Path(tempfile.mkdtemp(prefix="c11-planned-")).resolve()
    with WorkersAlone(folder, 1, 2, **LIMITS_OF_A_CROWD, LIMITS="0") as topology:
        ann, ben = (person(topology.urls[0], name) for name in ("ann", "ben"))
        terms = {"opponent": "ben", "side": "white", "ruleset": "standard"}
        challenge = ann.post("/challenges", terms)
        game_id = ben.post(f"/challenges/{challenge['id']}/accept")["id"]
        took, early = [], 0
        for number in range(times):
            played, answer = pair(number)
            game = ben.get(f"/games/{game_id}")
            line = [{"actions": [played], "outcome": None}]
            ben.plan(game, line, {"do": "turn", "actions": [answer]})
            ann.post(f"/games/{game_id}/turns", {"turn": game["turn"], "actions": [played]})
            began = time.monotonic()
            time.sleep(chance.uniform(0, LATEST))
            early += ben.get(f"/games/{game_id}")["turn"] == game["turn"] + 1
            kill(topology)
            while ben.get(f"/games/{game_id}")["turn"] < game["turn"] + 2:
                assert time.monotonic() < began + WITHIN, f"round {number}: never answered"
                time.sleep(0.1)
            took.append(time.monotonic() - began)
            print(f"{number}: answered after {took[-1]:.1f} s", flush=True)
        time.sleep(15)  # Beat looks every ten seconds: nothing may be left to do.
        ann.post(f"/games/{game_id}/acts", {"name": "resign"})
        turns = list(ben.pages(f"/games/{game_id}/turns"))
        entries = ben.plans(game_id)["results"]
    told = sorted((turn["number"], turn["by"]) for turn in turns)
    assert told == [(n, "plan" if n % 2 == 0 else "hand") for n in range(1, 2 * times + 1)], told
    assert [one["fired_turn"] for one in entries] == list(range(2, 2 * times + 2, 2))
    print(f"{times} kills, {early} before the answer was there; {len(entries)} answers, each once")
    print(
        f"answered after {statistics.median(took):.1f} s in the middle, {max(took):.1f} s at most"
    )


if __name__ == "__main__":
    os.environ.setdefault("DATABASE_POOL", "0")
    main()
