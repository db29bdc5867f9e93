"""A whole game of each kind by plain HTTP, as someone with curl would play it.

``python -m tests.games.whole_games http://127.0.0.1:8000`` plays them on a running copy that was
started with ``SHORT_CLOCKS=1`` and ``LIMITS=0``, and prints every call.
"""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Callable
from typing import Any, Protocol

import httpx

API = "/api/v1"
PEOPLE = ("ann", "ben", "cem", "kid")
MATES = {
    "standard": ("f2f3", "e7e5", "g2g4", "d8h4"),
    # The tip of the leaflet: the middle pawn of the queens' level must not move first.
    "future": ("2c12c2", "3b52c1"),
}


class Call(Protocol):
    """Someone's call: a method, a path, a body; returns the JSON of what is no refusal."""

    def __call__(self, method: str, path: str, body: Any = None) -> Any: ...


Callers = dict[str, Call]


def play_to_mate(ruleset: str, callers: Callers, clock: dict[str, Any]) -> Any:
    """Play two people's game until one is mated, and return it."""
    white, black, *_ = callers
    body = {"ruleset": ruleset, "opponent": black, "side": "white", **clock}
    challenge = callers[white]("POST", "/challenges", body)
    game = callers[black]("POST", f"/challenges/{challenge['id']}/accept", {})
    for number, action in enumerate(MATES[ruleset], 1):
        mover = callers[white if number % 2 else black]
        turn = {"turn": number, "actions": [action]}
        game = mover("POST", f"/games/{game['id']}/turns", turn)["game"]
    return game


def play_four(callers: Callers, clock: dict[str, Any], expire: Callable[[str], None]) -> Any:
    """Play a table of four: one leaves and returns, one resigns, one is late, two share it.

    ``expire`` lets the deadline of a game go by. Returns the finished game.
    """
    host, *guests = callers
    child = guests[-1]
    body = {
        "ruleset": "family",
        "opponents": [guests[0], None, child],
        "options": {"seats": 4, "may_leave": [child]},
        **clock,
    }
    challenge = callers[host]("POST", "/challenges", body)
    for guest in guests:
        answer = callers[guest]("POST", f"/challenges/{challenge['id']}/accept", {})
    path = f"/games/{answer['id']}"
    seats = {player["username"]: side for side, player in answer["players"].items()}
    names = {side: name for name, side in seats.items()}

    def play_until(is_reached: Callable[[Any], bool]) -> Any:
        while not is_reached(game := callers[host]("GET", path)):
            turn = {"turn": game["turn"], "actions": [game["legal_actions"][0]]}
            callers[names[game["side_to_play"]]]("POST", f"{path}/turns", turn)
        return game

    def act(name: str, who: str) -> Any:
        return callers[who]("POST", f"{path}/acts", {"name": name})

    play_until(lambda game: game["round"] == 2)
    act("leave", child)
    game = play_until(lambda game: game["presence"][seats[child]] == "away")
    assert game["options"]["may_leave"] == [seats[child]]
    assert game["acts"][seats[child]] == ["resign", "return"]
    play_until(lambda game: names[game["side_to_play"]] != child and game["round"] >= 3)
    act("return", child)
    play_until(lambda game: game["presence"][seats[child]] == "present")

    callers[host]("POST", f"{path}/acts", {"name": "resign"})
    late = next(name for name in guests[:2])
    play_until(lambda game: game["side_to_play"] == seats[late])
    expire(answer["id"])
    game = callers[child]("GET", path)
    assert [game["presence"][seats[name]] for name in (host, late)] == ["out", "out"]

    (left,) = set(guests) - {late, child}
    callers[left]("POST", f"{path}/draw", {"action": "offer"})
    game = callers[child]("POST", f"{path}/draw", {"action": "accept"})
    assert game["result"]["points"] == {
        seats[left]: 2.5, seats[child]: 2.5, seats[late]: 1, seats[host]: 0,
    }  # fmt: skip
    return game


def _caller(http: httpx.Client, name: str) -> Call:
    word = secrets.token_urlsafe(12)
    account = {"username": name, "email": f"{name}@example.org", "password": word}
    http.post(f"{API}/accounts", json=account).raise_for_status()
    answer = http.post(f"{API}/auth/token", json={"username": name, "password": word})
    bearer = {"Authorization": f"Bearer {answer.raise_for_status().json()['token']}"}

    def call(method: str, path: str, body: Any = None) -> Any:
        answer = http.request(method, API + path, json=body, headers=bearer)
        print(name, method, path, body if body else "", "->", answer.status_code)
        return answer.raise_for_status().json()

    return call


def main(address: str) -> None:
    """Play all of them on a running copy."""
    with httpx.Client(base_url=address, timeout=30) as http:
        mark = secrets.token_hex(2)
        callers = {f"{name}-{mark}": _caller(http, f"{name}-{mark}") for name in PEOPLE}
        anyone = next(iter(callers.values()))

        def expire(game_id: str) -> None:
            turn = anyone("GET", f"/games/{game_id}")["awaiting"]
            while anyone("GET", f"/games/{game_id}")["awaiting"] == turn:
                time.sleep(1)

        for ruleset in MATES:
            print(play_to_mate(ruleset, callers, {})["result"])
        print(play_four(callers, {"clock": {"turn_s": 15}}, expire)["result"])


if __name__ == "__main__":
    main(*sys.argv[1:])
