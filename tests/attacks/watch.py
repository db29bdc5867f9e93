"""What people notice: how long turns, reads, the clock and mails take."""

from __future__ import annotations

import itertools
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import httpx

from games.demo import Player, Record, build_turn
from tests.attacks.stage import Stage
from tests.notifications.receiver import receiver

PAIRS: Final = 3
PAUSE: Final = 0.1
GRACE: Final = 31.0
"""A planted deadline lies so far back that a sweep may act on it at once."""
_names = itertools.count()


@dataclass
class Seen:
    """How long one kind of thing took, and how often it failed."""

    seconds: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def in_words(self) -> str:
        """Return middle, 95th percentile and the failures."""
        known = sorted(self.seconds)
        if not known:
            return f"none, {len(self.failed)} failed {self.failed[:2]}"
        p50, p95 = known[len(known) // 2], known[int(len(known) * 0.95)]
        failed = f", {len(self.failed)} failed {self.failed[:2]}" if self.failed else ""
        return f"{len(known)} p50 {p50:.3f} p95 {p95:.3f} max {known[-1]:.3f} s{failed}"


class Watch:
    """People and games, made while it is quiet."""

    def __init__(self, stage: Stage, seconds: float) -> None:
        self.stage = stage
        self.seconds = seconds
        self.pairs = [_pair(stage) for _ in range(PAIRS)]
        self.spare = _spare_games(stage, 2 * int(seconds) + 4)

    def look(self) -> dict[str, Seen]:
        """Return what was noticed in the time."""
        seen = {"turns": Seen(), "reads": Seen(), "sweeps": Seen(), "mails": Seen()}
        if "PRIVATE_TARGETS" in self.stage.environment:
            seen["webhooks"] = Seen()
        over = threading.Event()
        acts: list[Callable[[], None]] = [
            *(partial(_play, *pair, seen, over) for pair in self.pairs),
            lambda: _see_sweeps(self.stage, self.spare, seen["sweeps"], over),
            lambda: _see_mails(self.stage, seen["mails"], over),
        ]
        if "webhooks" in seen:
            acts.append(_webhook_of_someone(self.stage, seen["webhooks"], over))
        threads = [threading.Thread(target=act, daemon=True) for act in acts]
        for thread in threads:
            thread.start()
        over.wait(self.seconds)
        over.set()
        for thread in threads:
            thread.join(75)
        return seen


class _Timed(Player):
    """A player whose reads are timed."""

    def __init__(self, line: httpx.Client, name: str, seen: Seen) -> None:
        self.username, self._http, self._seen = name, line, seen

    def get(self, path: str, **query: object) -> Record:
        began = time.monotonic()
        answer: Record = super().get(path, **query)
        self._seen.seconds.append(time.monotonic() - began)
        return answer


def _pair(stage: Stage) -> tuple[list[tuple[str, httpx.Client]], str]:
    """Return White and Black by name, and their game."""
    names = [f"player{next(_names)}{secrets.token_hex(2)}" for _ in range(2)]
    lines = [stage.person(name) for name in names]
    return list(zip(names, lines, strict=True)), stage.game(lines[0], lines[1], names[1])


def _play(
    people: list[tuple[str, httpx.Client]],
    game_id: str,
    seen: dict[str, Seen],
    over: threading.Event,
) -> None:
    sides = {
        side: _Timed(line, name, seen["reads"])
        for side, (name, line) in zip(("white", "black"), people, strict=True)
    }
    while not over.is_set():
        try:
            _act(sides, game_id, seen["turns"])
        except Exception as error:
            seen["turns"].failed.append(f"{type(error).__name__}: {error}"[:120])
            over.wait(0.5)
        over.wait(PAUSE)


def _act(sides: dict[str, _Timed], game_id: str, seen: Seen) -> None:
    path = f"/games/{game_id}"
    game = sides["white"].get(path)
    if game["status"] == "formation":
        for side in game["awaiting"]:
            body = {"pieces": game["formation"][side]["pieces"], "ready": True}
            sides[side].send("PUT", f"{path}/formation", body)
    elif game["status"] == "playing":
        player = sides[game["side_to_play"]]
        actions = build_turn(player, path, game["turn"])
        began = time.monotonic()
        player.send("POST", f"{path}/turns", {"turn": game["turn"], "actions": actions})
        seen.seconds.append(time.monotonic() - began)


def _webhook_of_someone(stage: Stage, seen: Seen, over: threading.Event) -> Callable[[], None]:
    """Make a webhook, and see how long each challenge to its owner takes to arrive there."""
    names = [f"hooked{next(_names)}{secrets.token_hex(2)}" for _ in range(2)]
    owner, friend = (stage.person(name) for name in names)

    def see() -> None:
        with receiver() as running:
            events = ["challenge.received"]
            owner.post("/webhooks", json={"url": running.url, "events": events}).raise_for_status()
            while not over.is_set():
                known, began = len(running.received), time.monotonic()
                made = friend.post("/challenges", json={"opponent": names[0]}).raise_for_status()
                give_up_at = began + 75
                while len(running.received) == known and time.monotonic() < give_up_at:
                    time.sleep(0.02)
                if len(running.received) > known:
                    seen.seconds.append(time.monotonic() - began)
                else:
                    seen.failed.append("no webhook within 75 s")
                # Accepted, it is none of the few that may be made in a day.
                owner.post(f"/challenges/{made.json()['id']}/accept", json={})
                over.wait(1)

    return see


def _spare_games(stage: Stage, count: int) -> list[str]:
    names = [f"idle{next(_names)}{secrets.token_hex(2)}" for _ in range(2)]
    white, black = (stage.person(name) for name in names)
    return [stage.game(white, black, names[1]) for _ in range(count)]


def _see_sweeps(stage: Stage, spare: list[str], seen: Seen, over: threading.Event) -> None:
    """Let the time of a game run out each second, and see when that was acted on."""
    waiting: dict[str, float] = {}
    give_up_at = float("inf")
    while time.monotonic() < give_up_at and (waiting or not over.is_set()):
        if over.is_set():
            give_up_at = min(give_up_at, time.monotonic() + 60)
        elif spare:
            game_id = spare.pop()
            stage.let_time_run_out(game_id, GRACE)
            waiting[game_id] = time.monotonic()
        for (game_id,) in stage.sql(_ACTED_ON, list(waiting)):
            seen.seconds.append(time.monotonic() - waiting.pop(game_id))
        time.sleep(0.5 if over.is_set() else 1)
    seen.failed += ["not acted on within a minute"] * len(waiting)


_ACTED_ON: Final = (
    "SELECT id FROM games_game WHERE id = ANY(%s) AND (deadline IS NULL OR deadline > now())"
)


def _see_mails(stage: Stage, seen: Seen, over: threading.Event) -> None:
    """Register someone every few seconds, and see when the mail to them was written."""
    base = f"{stage.url}/api/v1"
    while not over.is_set():
        name = f"reader{next(_names)}{secrets.token_hex(2)}"
        body = {"username": name, "email": f"{name}@example.org", "password": "corner-flag-24"}
        try:
            httpx.post(f"{base}/accounts", json=body, timeout=60).raise_for_status()
        except httpx.HTTPError as error:
            seen.failed.append(f"{type(error).__name__}: {error}"[:120])
            over.wait(1)
            continue
        began, give_up_at = time.monotonic(), time.monotonic() + 75
        while not _has_mail(stage, name) and time.monotonic() < give_up_at:
            time.sleep(0.2)
        if time.monotonic() < give_up_at:
            seen.seconds.append(time.monotonic() - began)
        else:
            seen.failed.append("no mail within 75 s")
        over.wait(2)


def _has_mail(stage: Stage, name: str) -> bool:
    text = name.encode()
    return any(text in path.read_bytes() for path in (stage.folder / "mail").glob("[0-9]*.eml"))
