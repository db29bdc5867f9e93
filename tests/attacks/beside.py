"""Two pairs who play, in quiet and under attack in turns: how much later do their turns come?"""

from __future__ import annotations

import http.client
import json
import secrets
import threading
import time
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlencode

from games.demo import Record, build_turn
from tests.attacks.flood import Flood
from tests.attacks.readers import Reading
from tests.attacks.stage import Stage

PAIRS: Final = 2
ROUNDS: Final = 3
PAUSE: Final = 0.1
MOST_MEDIAN: Final = 2.5
MOST_P95: Final = 4.0
MOST_AFTERWARDS: Final = 2.0
"""So many times as long as in quiet a turn may take, in the middle and at the 95th percentile."""


@dataclass
class Turns:
    """How long turns took, and what else the players were answered."""

    seconds: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def at(self, share: float) -> float:
        """Return the time within which so many of the turns were answered."""
        known = sorted(self.seconds)
        return known[min(int(len(known) * share), len(known) - 1)] if known else float("inf")

    def in_words(self) -> str:
        """Return figures for a line of the table."""
        p50, p95 = self.at(0.5) * 1000, self.at(0.95) * 1000
        return f"{len(self.seconds)} turns, median {p50:.0f}, p95 {p95:.0f} ms"


class _Honest:
    """A player with one connection, who keeps every refusal."""

    def __init__(self, stage: Stage) -> None:
        self.username = f"player{secrets.token_hex(4)}"
        bearer = stage.person(self.username).headers["Authorization"]
        self._headers = {"Authorization": bearer, "Content-Type": "application/json"}
        self._line = http.client.HTTPConnection("127.0.0.1", stage.port, timeout=60)
        self.turns = Turns()

    def get(self, path: str, **query: object) -> Any:
        return self.send("GET", f"{path}?{urlencode(query)}" if query else path)

    def send(self, method: str, path: str, body: Record | None = None) -> Any:
        began = time.monotonic()
        said = None if body is None else json.dumps(body)
        self._line.request(method, f"/api/v1{path}", said, self._headers)
        answer = self._line.getresponse()
        content = answer.read()
        if answer.status >= 400:
            self.turns.refused.append(f"{answer.status} {method} {path}")
            time.sleep(0.2)
            return None
        if path.endswith("/turns"):
            self.turns.seconds.append(time.monotonic() - began)
        return json.loads(content)


class Pairs:
    """The people who play."""

    def __init__(self, stage: Stage) -> None:
        self._pairs = [self._seat(stage) for _ in range(PAIRS)]

    def _seat(self, stage: Stage) -> tuple[dict[str, _Honest], list[str]]:
        white, black = _Honest(stage), _Honest(stage)
        return {"white": white, "black": black}, [_begin(white, black)]

    def play(self, seconds: float) -> Turns:
        """Play for so long and return how it went."""
        over = threading.Event()
        threads = [
            threading.Thread(target=_play, args=(sides, game, over)) for sides, game in self._pairs
        ]
        for thread in threads:
            thread.start()
        over.wait(seconds)
        over.set()
        seen = Turns()
        for thread in threads:
            thread.join(120)
        for sides, _ in self._pairs:
            for player in sides.values():
                seen.seconds += player.turns.seconds
                seen.refused += player.turns.refused
                player.turns = Turns()
        return seen


def _begin(white: _Honest, black: _Honest) -> str:
    terms = {"opponent": black.username, "side": "white", "goals_to_win": 9}
    challenge = white.send("POST", "/challenges", terms)
    return str(black.send("POST", f"/challenges/{challenge['id']}/accept", {})["id"])


def _play(sides: dict[str, _Honest], current: list[str], over: threading.Event) -> None:
    while not over.is_set():
        path = f"/games/{current[0]}"
        game = sides["white"].get(path)
        if game is None:
            continue
        if game["status"] == "formation":
            for side in game["awaiting"]:
                body = {"pieces": game["formation"][side]["pieces"], "ready": True}
                sides[side].send("PUT", f"{path}/formation", body)
        elif game["status"] == "playing":
            player = sides[game["side_to_play"]]
            actions = build_turn(player, path, game["turn"])  # type: ignore[arg-type]
            player.send("POST", f"{path}/turns", {"turn": game["turn"], "actions": actions})
            over.wait(PAUSE)
        else:
            current[0] = _begin(sides["white"], sides["black"])


def judge(reading: Reading, stage: Stage, seconds: float, medians: list[float]) -> list[str]:
    """Play in quiet and beside the reader in turns, print the figures, return what is wrong.

    ``medians`` holds those of the quiet turns of each reading so far: what a reader leaves behind
    may slow others for ever.
    """
    floods = reading.prepare(stage, ROUNDS)
    pairs = Pairs(stage)
    pairs.play(2)
    quiet, attacked, answers, errors = Turns(), Turns(), dict[str, int](), list[str]()
    for number, calls in enumerate(floods):
        still = pairs.play(seconds)
        with Flood(stage.port, calls, f"127.0.0.{2 + number}") as flood:
            beside = pairs.play(seconds)
        for sum_of, part in ((quiet, still), (attacked, beside)):
            sum_of.seconds += part.seconds
            sum_of.refused += part.refused
        for what, count in flood.seen.items():
            answers[what] = answers.get(what, 0) + count
        errors += flood.errors
    median, p95 = (attacked.at(share) / quiet.at(share) for share in (0.5, 0.95))
    print(
        f"{reading.name:<16} quiet {quiet.in_words()}; attacked {attacked.in_words()};"
        f" x{median:.1f} and x{p95:.1f}; attacker {json.dumps(answers)}",
        flush=True,
    )
    wrong = [f"the attacker saw {error}" for error in errors]
    wrong += [f"a player was refused: {what}" for what in quiet.refused + attacked.refused]
    medians.append(quiet.at(0.5))
    if medians[-1] > MOST_AFTERWARDS * medians[0]:
        wrong.append(f"quiet turns take {medians[-1] / medians[0]:.1f} times as long as at first")
    if median > MOST_MEDIAN:
        wrong.append(f"the median turn took {median:.1f} times as long")
    if p95 > MOST_P95:
        wrong.append(f"one turn of twenty took {p95:.1f} times as long")
    return [f"{reading.name}: {what}" for what in wrong]
