"""Turns a second, the whole of ``POST /turns`` against the least that a REST service can do.

    python -m tests.bench.turns [ROUNDS] [SECONDS]

The service authenticates, counts limits, locks the game, asks the laws, writes the turn, the
seats and the events, and answers with turn and game. The yardstick (``tests/bench/yardstick``)
authenticates, locks a row, inserts one, updates one. Among a million running games.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Iterator

from tests.bench.rounds import (
    PORT,
    Side,
    bearer,
    compare,
    games_to_play,
    give_tokens,
    plain_token,
    report,
    request,
    serving,
)
from tests.bench.stage import fill, stage

GAMES = 1_000_000


def main(rounds: int, seconds: float) -> float:
    """Measure, print, and return the ratio."""
    with stage() as here:
        fill(GAMES)
        give_tokens()
        games = iter(games_to_play(round((rounds * seconds + 4) * 3000)))
        turns = legal_turns(next(games)[0], 40)
        with (
            serving(here, "tests.bench.yardstick.wsgi:application", PORT) as plain,
            serving(here, "config.wsgi:application", PORT + 1) as ours,
        ):
            sides = [
                Side("yardstick", plain, lambda: plain_turn(games, turns), 201),
                Side("POST /turns", ours, lambda: _turn(games, turns), 201),
            ]
            ratios = compare(sides, here, rounds=rounds, seconds=seconds)
        report("Turns", sides, ratios)
        _check()
    return statistics.median(ratios)


def legal_turns(game_id: str, count: int) -> list[list[str]]:
    """Return turns without a shot that may be played in a game, and in all its copies."""
    from games.models import Game

    game = Game.objects.get(pk=game_id)
    rules = game.rules
    state = rules.load(game.state)
    choice = random.Random(11)
    turns: list[list[str]] = []
    while len(turns) < count:
        actions: list[str] = []
        while (found := rules.choices(state, actions))["complete"] < 0 or (
            found["complete"] == 0 and choice.random() < 0.5
        ):
            actions.append(
                choice.choice([c["text"] for c in found["actions"] if c["kind"] != "shot"])
            )
        turns.append(actions)
    return turns


def _turn(games: Iterator[tuple[str, str]], turns: list[list[str]]) -> bytes:
    game, username = next(games)
    body = {"turn": 3, "actions": random.choice(turns)}
    return request("POST", f"/api/v1/games/{game}/turns", bearer(username), body)


def plain_turn(games: Iterator[tuple[str, str]], turns: list[list[str]]) -> bytes:
    """Return the next request that has the yardstick write a turn."""
    game, username = next(games)
    body = {"turn": 3, "actions": random.choice(turns)}
    return request("POST", f"/games/{game}/turns", plain_token(username), body)


def _check() -> None:
    """Say what was written, so that no one compares with a service that writes nothing."""
    from games.models import GameEvent, InboxEntry, Turn

    played = Turn.objects.filter(number=3).count()
    told = InboxEntry.objects.filter(event__type="turn.played").count()
    events = GameEvent.objects.filter(type="turn.played").count()
    print(f"  written by the service: {played} turns, {events} events for {told} readers")


if __name__ == "__main__":
    arguments = [float(argument) for argument in sys.argv[1:]]
    main(
        int(arguments[0]) if arguments else 8,
        arguments[1] if len(arguments) > 1 else 6.0,
    )
