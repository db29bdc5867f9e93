"""Attacks on what workers do: robots kept thinking, webhooks that answer slowly."""

from __future__ import annotations

import contextlib
import itertools
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import httpx

from games.demo import Player, build_turn
from tests.attacks.kinds import Attack, Told, at_once, note
from tests.attacks.stage import Stage
from tests.notifications.receiver import receiver

ROBOT: Final = "robot-hard"
ACCOUNTS: Final = 3
GAMES_EACH: Final = 60
WEBHOOKS: Final = 10
SLOW_SECONDS: Final = 4.5
EVENTS: Final = ["turn.played", "formation.changed", "round.started", "round.ended"]


class _Someone(Player):
    """A player on a line that is open already."""

    def __init__(self, line: httpx.Client, username: str) -> None:
        self.username, self._http = username, line

    def act_in(self, game_id: str) -> None:
        """Be ready with the formation offered, or play a turn, where this person is awaited."""
        path = f"/games/{game_id}"
        game = self.get(path)
        mine = [side for side, seat in game["players"].items() if seat["username"] == self.username]
        if not set(mine) & set(game["awaiting"]):
            return
        if game["status"] == "formation":
            body = {"pieces": game["formation"][mine[0]]["pieces"], "ready": True}
            self.send("PUT", f"{path}/formation", body)
        else:
            actions = build_turn(self, path, game["turn"])
            self.send("POST", f"{path}/turns", {"turn": game["turn"], "actions": actions})


def _people(stage: Stage, count: int) -> list[_Someone]:
    names = [f"mallory{secrets.token_hex(3)}" for _ in range(count)]
    return [_Someone(stage.person(name), name) for name in names]


# A few accounts with many games against the robot that thinks longest of those that share a worker.


def _against_robots(stage: Stage) -> list[tuple[_Someone, list[str]]]:
    people = _people(stage, ACCOUNTS)
    for person in people:
        terms = {"opponent": ROBOT, "goals_to_win": 9}
        for _ in range(GAMES_EACH // 5):
            # Five may be open at a time; the robot accepts within seconds.
            for _ in range(5):
                person._http.post("/challenges", json=terms)
            time.sleep(2.5)
    return [(person, _games_of(person)) for person in people]


def _games_of(person: _Someone) -> list[str]:
    address, ids = "/games?limit=100&player=" + person.username, []
    while address:
        page = person._http.get(address).raise_for_status().json()
        ids += [game["id"] for game in page["results"]]
        address = page["next"]
    return ids


@contextmanager
def _busy_robots(stage: Stage, ready: list[tuple[_Someone, list[str]]]) -> Iterator[Told]:
    turns = itertools.cycle([(who, game) for who, games in ready for game in games])

    def act(told: Told) -> None:
        who, game_id = next(turns)
        with contextlib.suppress(RuntimeError):
            who.act_in(game_id)
        note(told, "acted")

    with at_once(1, act) as told:
        note(told, f"games {sum(len(games) for _, games in ready)}")
        yield told


# Two accounts that play each other, with as many webhooks as they may have, all of them slow.


@contextmanager
def _slow_webhooks(stage: Stage, ready: None) -> Iterator[Told]:
    white, black = _people(stage, 2)
    game_id = stage.game(white._http, black._http, black.username)
    with receiver() as slow:
        slow.seconds = SLOW_SECONDS
        slow.answers["/"] = (500, {})
        hooks = [
            (who, who._http.post("/webhooks", json={"url": f"{slow.url}/", "events": EVENTS}))
            for who in (white, black)
            for _ in range(WEBHOOKS)
        ]
        paths = itertools.cycle([(who, hook.json()["id"]) for who, hook in hooks])

        def act(told: Told) -> None:
            for who in (white, black):
                with contextlib.suppress(RuntimeError):
                    who.act_in(game_id)
            for _ in range(WEBHOOKS):
                who, hook = next(paths)
                note(told, f"test {who._http.post(f'/webhooks/{hook}/test').status_code}")
            time.sleep(0.5)

        with at_once(1, act) as told:
            yield told
        note(told, f"answered slowly {len(slow.received)}")


WORKER_ATTACKS: Final = {
    attack.name: attack
    for attack in (
        Attack("busy-robots", _busy_robots, _against_robots, {"PRIVATE_TARGETS": "1"}),
        Attack("slow-webhooks", _slow_webhooks, environment={"PRIVATE_TARGETS": "1"}),
    )
}
