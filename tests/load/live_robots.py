"""``python -m tests.load.live_robots ADDRESS``: a whole live match against each house robot.

On a running copy with ``LIMITS=0``, all of them at once: a newcomer for each game and strength
challenges the robot and plays at random, by the client that is given out. For each game one more
looks for a match among people until it is offered a robot, and takes the offer as it stands. A
clock that runs out on a robot is wrong, and so is a match that a robot loses by time.
"""

from __future__ import annotations

import argparse
import random
import secrets
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from config.developers.clients.chess_eleven import ChessEleven

CLOCKS: dict[str, dict[str, Any]] = {
    "eleven": {"half": 120, "turn": 20},
    "standard": {"base": 180, "increment": 5},
    "future": {"base": 180, "increment": 10},
}
PATIENCE = 60.0


def newcomer(server: str) -> ChessEleven:
    """Return the client of someone new."""
    name, word = f"live-{secrets.token_hex(5)}", secrets.token_urlsafe(12)
    anyone = ChessEleven(server)
    account = {"username": name, "email": f"{name}@example.org", "password": word}
    anyone.post("/accounts", account)
    token = anyone.post("/auth/token", {"username": name, "password": word})["token"]
    return ChessEleven(server, token)


def at_random(options: dict[str, Any]) -> str | None:
    """Choose any action; end a turn that may end now and then."""
    if options["complete"] == 0 and random.random() < 0.5:
        return None
    text: str = random.choice(options["actions"])["text"]
    return text


def begin(client: ChessEleven, body: dict[str, Any]) -> str:
    """Challenge a robot and return the match, once it has accepted."""
    challenge = client.post("/challenges", body)
    until = time.monotonic() + PATIENCE
    while challenge["game"] is None:
        if time.monotonic() > until:
            raise TimeoutError("the robot does not accept")
        time.sleep(0.3)
        challenge = client.get(f"/challenges/{challenge['id']}")
    return str(challenge["game"])


def offered(client: ChessEleven, ruleset: str) -> dict[str, Any]:
    """Look among people, where no one is, until a robot is offered; return the challenge to it."""
    terms = {"ruleset": ruleset, "live": CLOCKS[ruleset]}
    found = client.post("/live/seeks", terms)
    while not found["offers"]:
        time.sleep(found["ask_again_s"])
        found = client.get("/live/seeks")
    client._send("DELETE", "/live/seeks")
    body: dict[str, Any] = next(
        one["challenge"] for one in found["offers"] if one["kind"] == "robot"
    )
    return body


def play(server: str, ruleset: str, robot: str | None) -> tuple[str, list[str]]:
    """Play one match to its end; return what to print, and what is wrong."""
    client, began = newcomer(server), time.monotonic()
    if robot is None:
        body = offered(client, ruleset)
        waited = time.monotonic() - began
    else:
        body = {"ruleset": ruleset, "opponent": robot, "live": CLOCKS[ruleset]}
        waited = 0.0
    game_id = begin(client, body)
    game = client.play(game_id, at_random)
    mine = client.side_in(game)
    rows = client.get(f"/games/{game_id}/history")["results"]
    turns = [row["turn"] for row in rows if row["turn"]]
    took = [turn["took_s"] for turn in turns if turn["side"] != mine and turn["took_s"] is not None]
    acts = [row["act"] for row in rows if row["act"] and row["act"]["name"] == "run_out"]
    result = game["result"]
    wrong = [f"{game['url']}: the robot's clock ran out" for act in acts if act["side"] != mine]
    if result["reason"] in ("left", "timeout", "aborted") and result["winner"] == mine:
        wrong.append(f"{game['url']}: the robot lost by time")
    if result["reason"] == "aborted":
        wrong.append(f"{game['url']}: the match was called off")
    name = f"{ruleset} {body['opponent']}" + (f", offered after {waited:.0f} s" if waited else "")
    told = (
        f"{name}: {result['reason']}, {len(turns)} turns, the robot took"
        f" {statistics.mean(took or [0]):.1f} s a turn, {max(took or [0])} s at most;"
        f" {len(acts)} clocks ran out, all the newcomer's"
    )
    return told, wrong


def main() -> None:
    """Play all of them at once and tell what came of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.live_robots", description=__doc__)
    parser.add_argument("address")
    server = parser.parse_args().address
    pairs: list[tuple[str, str | None]] = [(ruleset, None) for ruleset in CLOCKS]
    for robot in ChessEleven(server).get("/robots")["results"]:
        pairs += [(one, robot["username"]) for one in robot["rulesets"] if one in CLOCKS]
    wrong = []
    with ThreadPoolExecutor(len(pairs)) as pool:
        for found in [pool.submit(play, server, *pair) for pair in pairs]:
            told, bad = found.result()
            print(told, flush=True)
            wrong += bad
    print("\n".join(wrong) or f"{len(pairs)} matches, nothing wrong")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
