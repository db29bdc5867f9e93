"""What one reader may ask for again and again: a stranger without an account, or one with it."""

from __future__ import annotations

import functools
import json
import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import httpx

from games.rules import registry
from tests.attacks.flood import Call
from tests.attacks.stage import Stage

API: Final = "/api/v1"
TURNS: Final = 240
"""Of the long game that is read."""

Floods = list[list[Call]]
"""The calls of each round: who has used up a limit is someone else in the next."""


@dataclass(frozen=True)
class Reading:
    """One attack by reading."""

    name: str
    prepare: Callable[[Stage, int], Floods]
    environment: dict[str, str] = field(default_factory=dict)


def _pages(*paths: str) -> Callable[[Stage, int], Floods]:
    """Return a stranger who looks at pages; ``{game}`` is a long game."""

    def prepare(stage: Stage, rounds: int) -> Floods:
        game = long_game(stage) if any("{game}" in path for path in paths) else ""
        calls = [Call("GET", path.format(game=game), _BROWSER) for path in paths]
        return [calls] * rounds

    return prepare


_BROWSER: Final = {"Accept": "text/html", "Accept-Encoding": "gzip, br", "Accept-Language": "en"}


def _by_account(
    calls_of: Callable[[Stage, httpx.Client, int], list[Call]],
) -> Callable[[Stage, int], Floods]:
    """Return someone with an account, another one in each round."""

    def prepare(stage: Stage, rounds: int) -> Floods:
        floods = []
        for number in range(rounds):
            # What is prepared counts by address too, and not for those who play.
            address = f"127.1.{secrets.randbelow(256)}.{secrets.randbelow(256)}"
            mallory = stage.person(f"mallory{secrets.token_hex(4)}", address)
            bearer = {"Authorization": mallory.headers["Authorization"]}
            bearer["Content-Type"] = "application/json"
            calls = calls_of(stage, mallory, number)
            floods.append([Call(c.method, c.path, bearer, c.body, c.is_stream) for c in calls])
        return floods

    return prepare


@functools.lru_cache(1)
def long_game(stage: Stage) -> str:
    """Return the id of a long game of standard chess, played at random."""
    names = [f"long{secrets.token_hex(4)}" for _ in range(2)]
    white, black = (stage.person(name) for name in names)
    terms = {"opponent": names[1], "side": "white", "ruleset": "standard"}
    challenge = white.post("/challenges", json=terms).raise_for_status().json()
    game = black.post(f"/challenges/{challenge['id']}/accept", json={}).raise_for_status().json()
    for number, move in enumerate(_random_moves(), 1):
        player = white if number % 2 else black
        body = {"turn": number, "actions": [move]}
        player.post(f"/games/{game['id']}/turns", json=body).raise_for_status()
    return str(game["id"])


def _random_moves(seed: int = 0) -> list[str]:
    """Return a game of many turns that ends neither before nor by them."""
    rules: Any = registry.get("standard")
    for attempt in range(seed, seed + 1000):
        chance = random.Random(attempt)
        state, moves = rules.start(rules.check_options({})), list[str]()
        while len(moves) < TURNS and rules.outcome(state) is None:
            moves.append(chance.choice(rules.choices(state, ())["actions"])["text"])
            state = rules.play(
                state, "white" if len(moves) % 2 else "black", moves[-1:], roll=0
            ).state
        if rules.outcome(state) is None:
            return moves
    raise RuntimeError("each of a thousand random games ended early")


def random_lines(seed: int, count: int = 40, length: int = 16) -> list[dict[str, Any]]:
    """Return lines from the first turn of standard chess that have little in common."""
    rules: Any = registry.get("standard")
    chance = random.Random(seed)
    lines: list[dict[str, Any]] = []
    while len(lines) < count:
        state, line = rules.start(rules.check_options({})), list[dict[str, Any]]()
        while len(line) < length and rules.outcome(state) is None:
            move = chance.choice(rules.choices(state, ())["actions"])["text"]
            side = "black" if len(line) % 2 else "white"
            state = rules.play(state, side, [move], roll=0).state
            line.append({"actions": [move]})
        lines.append({"turn": 1, "line": line})
    return lines


def _lines(stage: Stage, mallory: httpx.Client, number: int) -> list[Call]:
    path = f"/games/{long_game(stage)}/lines"
    mallory.put(path, json={"lines": random_lines(number)}).raise_for_status()
    return [Call("GET", API + path)]


def _keeping_lines(stage: Stage, mallory: httpx.Client, number: int) -> list[Call]:
    path = f"{API}/games/{long_game(stage)}/lines"
    return [
        Call("PUT", path, body=json.dumps({"lines": random_lines(100 * number + variant)}))
        for variant in range(4)
    ]


def _explore(stage: Stage, mallory: httpx.Client, number: int) -> list[Call]:
    body = {"turn": TURNS - 3, "line": [], "after": []}
    return [Call("POST", f"{API}/games/{long_game(stage)}/explore", body=json.dumps(body))]


def _clip_paths(stage: Stage, number: int, kind: str = "webp") -> list[str]:
    game = long_game(stage)
    return [
        f"{API}/games/{game}/clip.{kind}?turns={first}-{first + 8}&theme={theme}&side={side}"
        for first in range(1 + 70 * number, 70 + 70 * number)
        for theme in ("light", "dark")
        for side in ("white", "black")
    ]


def _clips(stage: Stage, rounds: int) -> Floods:
    return [[Call("GET", path) for path in _clip_paths(stage, number)] for number in range(rounds)]


def _vacations(stage: Stage, mallory: httpx.Client, number: int) -> list[Call]:
    # The first is taken; the others overlap with it, until there are too many on one day.
    body = {"until": (datetime.now(UTC) + timedelta(days=3)).isoformat()}
    return [
        Call("POST", f"{API}/me/leaves", body=json.dumps(body)),
        Call("GET", f"{API}/me/leaves"),
    ]


def _turns(stage: Stage, mallory: httpx.Client, number: int) -> list[Call]:
    body = json.dumps({"turn": 1, "actions": ["e2e4"]})
    return [Call("POST", f"{API}/games/{long_game(stage)}/turns", body=body)]


def _mixed(stage: Stage, mallory: httpx.Client, number: int) -> list[Call]:
    game = long_game(stage)
    chance = random.Random(number)
    name = mallory.get("/me").json()["username"]
    calls = [Call("GET", f"{API}/games?player={name}"), Call("GET", f"{API}/schema")]
    calls += [Call("GET", f"{API}/games?turns=true", {"Accept": "application/x-ndjson"})]
    calls += [Call("GET", f"{API}/games/{game}/board.png?turn={n}") for n in range(1, TURNS, 7)]
    calls += [Call("GET", path) for path in chance.sample(_clip_paths(stage, number), 60)]
    calls += [*_lines(stage, mallory, number), *_keeping_lines(stage, mallory, number)] * 6
    calls += [Call("GET", f"{API}/me/export"), *_explore(stage, mallory, number)] * 6
    chance.shuffle(calls)
    return calls


def _streams(stage: Stage, rounds: int) -> Floods:
    path = f"{API}/games/{long_game(stage)}/events"
    return [[Call("GET", path, {"Accept": "text/event-stream"}, is_stream=True)]] * rounds


def _guests(stage: Stage, rounds: int) -> Floods:
    """Return a stranger who begins as a guest again and again."""
    token = secrets.token_hex(16)
    head = {"Cookie": f"csrftoken={token}", "X-CSRFToken": token, "Origin": stage.url}
    head["Content-Type"] = "application/json"
    return [[Call("POST", f"{API}/guests", head, '{"time_zone": "UTC"}')]] * rounds


def _long_heads(stage: Stage, rounds: int) -> Floods:
    cookies = "; ".join(f"c{n}={'x' * 40}" for n in range(300))
    heads = [{"Accept": ",".join(["a/b;q=0.1"] * 100), "Cookie": cookies[:14_000]}]
    heads += [{"Accept-Language": ",".join(f"x{n}-y;q=0.1" for n in range(1000))[:14_000]}]
    return [[Call("GET", "/lobby/", head) for head in heads]] * rounds


def _invented(stage: Stage, rounds: int) -> Floods:
    """Return a stranger who has another token each time, and calls it a turn."""
    path = f"{API}/games/{long_game(stage)}/turns"
    return [
        [
            Call("POST", path, {"Authorization": f"Bearer c11_{secrets.token_urlsafe(32)}"}, "{}")
            for _ in range(1000)
        ]
        for _ in range(rounds)
    ]


READINGS: Final = {
    reading.name: reading
    for reading in (
        Reading("home", _pages("/")),
        Reading("lobby", _pages("/lobby/")),
        Reading(
            "laws", _pages("/learn/eleven/laws/", "/learn/standard/laws/", "/learn/family/laws/")
        ),
        Reading("boards", _pages("/leaderboards/", "/tv/", "/competitions/")),
        Reading("developers", _pages("/developers/", "/developers/limits/")),
        Reading("game", _pages("/games/{game}/")),
        Reading("history", _pages("/games/{game}/history/")),
        Reading("picture", _pages(f"{API}/games/{{game}}/board.png?turn=101")),
        Reading("lines", _by_account(_lines)),
        Reading("keeping-lines", _by_account(_keeping_lines)),
        Reading("explore", _by_account(_explore)),
        Reading("clips", _clips),
        Reading("vacations", _by_account(_vacations)),
        Reading("turns", _by_account(_turns)),
        Reading("mixed", _by_account(_mixed)),
        Reading("streams", _streams),
        Reading("guests", _guests),
        Reading("long-heads", _long_heads),
        Reading("invented", _invented),
    )
}
