"""Turns by post, alone and beside live matches that are played over HTTP, in turns.

    python -m tests.bench.beside_live [ROUNDS] [SECONDS] [--matches 200]

Both run on the same two web processes, as ``compose.yaml`` has them, with the referee. In each
round turns by post are asked for alone for some seconds, then as long beside the live matches,
whose clocks run: each side follows its stream, answers every record, stages and plays a turn every
twenty seconds. The yardstick of ``tests.bench.turns`` is asked as long, alone and beside them: live
matches take their share of the machine from both, and what counts is whether a turn by post keeps
its ratio to the yardstick. Live players are in a process of their own, on the same cores;
what that takes is told.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from tests.bench.live_side import Match, Order
from tests.bench.referee import referee
from tests.bench.rounds import (
    PORT,
    Side,
    ask,
    bearer,
    games_to_play,
    give_tokens,
    request,
    running,
    serving,
)
from tests.bench.stage import Load, fill, stage
from tests.bench.turns import legal_turns, plain_turn

GAMES = 250_000
PEOPLE = 10_000
WEB = 2
OPENING = 60
"""Turns of one live match: what it takes to fill a minute and more."""
WARM_UP = 5.0


def begin(matches: int) -> list[Match]:
    """Begin so many live matches at their kick-off, between the first people of the table."""
    from django.utils import timezone

    from accounts.models import User
    from games.play.challenge.live import pair
    from tests.games.matches import start_round

    names = [f"player{number}" for number in range(1, 2 * matches + 1)]
    people = {user.username: user for user in User.objects.filter(username__in=names)}
    found = []
    for one, other in zip(names[::2], names[1::2], strict=True):
        now = timezone.now()
        game = start_round(pair(people[one], people[other], ruleset="eleven", now=now), now)
        names_of = {seat.side: bearer(seat.username) for seat in game.seats}
        found.append(Match(game.pk, names_of["white"], names_of["black"]))
    return found


def end(matches: Sequence[Match]) -> tuple[int, int]:
    """End what is played live; return how many turns were played and how many clocks ran out."""
    from django.utils import timezone

    from games.models import Act, Game, Turn
    from games.play.acts import resign

    ids = [match.game_id for match in matches]
    played = Turn.objects.filter(game__in=ids).count()
    run_outs = Act.objects.filter(game__in=ids, name="run_out").count()
    for game in Game.objects.filter(pk__in=ids, deadline__isnull=False):
        resign(game.players.get(side="white").user_id, game.pk, now=timezone.now())
    return played, run_outs


def opening() -> list[list[str]]:
    """Return turns from a kick-off on, which every match may play alike."""
    from django.utils import timezone

    from accounts.models import User
    from games.models import Game
    from tests.games.matches import any_turn, play, start_formations, start_round

    tag = f"{time.time_ns():x}"
    white, black = (User.objects.create_user(f"opening{side}{tag}") for side in "wb")
    now = timezone.now()
    game = start_round(start_formations(white, black, now), now)
    turns: list[list[str]] = []
    while len(turns) < OPENING and Game.objects.get(pk=game.pk).status == Game.Status.PLAYING:
        text = any_turn(game)
        play(game, text, now=timezone.now())
        turns.append(text.split())
    return turns


def play_live(ports: list[int], matches: list[Match], turns: list[list[str]]) -> Any:
    """Start the process that plays live, and return it once all streams are open."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.live_side"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(Order(ports, matches, turns)._asdict()) + "\n")
    process.stdin.flush()
    if process.stdout.readline().strip() != "ready":
        sys.exit("the live side did not begin")
    return process


def rate(sides: Sequence[Side], seconds: float, milliseconds: list[float]) -> float:
    """Return how many turns by post are answered in a second, by all web processes together."""

    async def ask_all() -> list[list[float]]:
        return await asyncio.gather(*(ask(side, seconds) for side in sides))

    with Load() as load:
        taken = [one for part in asyncio.run(ask_all()) for one in part]
    milliseconds += taken
    return len(taken) / load.seconds


def by_post(games: Iterator[tuple[str, str]], turns: list[list[str]]) -> bytes:
    """Return the next request that plays a turn by post."""
    game_id, name = next(games)
    body = {"turn": 3, "actions": random.choice(turns)}
    return request("POST", f"/api/v1/games/{game_id}/turns", bearer(name), body)


@dataclass
class Rates:
    """What was answered a second, by rounds: by the yardstick, and turns by post."""

    plain: list[float] = field(default_factory=list)
    ours: list[float] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    """How long each turn by post took."""

    def ask(self, ours: Sequence[Side], plain: Side, seconds: float) -> None:
        """Add a round."""
        self.ours.append(rate(ours, seconds, self.milliseconds))
        self.plain.append(rate([plain], seconds, []))

    @property
    def ratios(self) -> list[float]:
        """Of the turns by post to the yardstick, by rounds."""
        return [ours / plain for ours, plain in zip(self.ours, self.plain, strict=True)]

    def __str__(self) -> str:
        ratios = self.ratios
        return (
            f"{statistics.median(self.ours):4.0f} turns a second, yardstick"
            f" {statistics.median(self.plain):4.0f}: ratio {statistics.median(ratios):.2f}"
            f" ({min(ratios):.2f} to {max(ratios):.2f}), p95 {_p95(self.milliseconds):.0f} ms"
        )


def compare(ours: Sequence[Side], plain: Side, rounds: int, seconds: float, count: int) -> None:
    """Ask in turns, alone and beside live matches, and print what came of it."""
    turns, ports = opening(), [side.server.port for side in ours]
    rate(ours, WARM_UP, [])
    rate([plain], WARM_UP, [])
    alone, beside = Rates(), Rates()
    costs: list[float] = []
    played = run_outs = 0
    for _ in range(rounds):
        alone.ask(ours, plain, seconds)
        matches = begin(count)
        process = play_live(ports, matches, turns)
        try:
            with Load(process.pid) as load:
                beside.ask(ours, plain, seconds)
        finally:
            process.terminate()
            process.wait(30)
        done = end(matches)
        played, run_outs = played + done[0], run_outs + done[1]
        costs.append(load.used / load.seconds)
    kept = [b / a for a, b in zip(alone.ratios, beside.ratios, strict=True)]
    print(
        f"turns by post, {rounds} rounds\n  alone: {alone}\n"
        f"  beside {count} live matches: {beside}\n"
        f"  the ratio is {statistics.median(kept):.2f} of what it was alone"
        f" ({min(kept):.2f} to {max(kept):.2f})\n"
        f"  live: {played} turns played, {run_outs} clocks run out; whoever plays there takes"
        f" {statistics.median(costs):.2f} of a core; load average {os.getloadavg()[0]:.1f}"
    )


def _p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20)[18]


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.bench.beside_live", description=__doc__)
    parser.add_argument("rounds", type=int, nargs="?", default=4)
    parser.add_argument("seconds", type=float, nargs="?", default=20.0)
    parser.add_argument("--matches", type=int, default=200)
    asked = parser.parse_args()
    with stage() as here, ExitStack() as stack:
        fill(GAMES, PEOPLE)
        give_tokens()
        # Those who play live are no one's opponent by post.
        games = iter(games_to_play(GAMES))
        turns = legal_turns(next(games)[0], 40)
        sides = []
        for number in range(WEB):
            port = PORT + number
            command = ["uvicorn", "config.asgi:application", "--port", str(port)]
            command += ["--lifespan", "off", "--no-access-log"]
            command += ["--http", "config.http.connections:BoundedConnections"]
            server = running(here, command, port, CONNECTIONS_PER_ADDRESS="0")
            sides.append(
                Side(
                    f"web-{number}",
                    stack.enter_context(server),
                    lambda: by_post(games, turns),
                    201,
                )
            )
        process = referee(here)
        stack.callback(process.wait, 30)
        stack.callback(process.terminate)
        yardstick = serving(here, "tests.bench.yardstick.wsgi:application", PORT + WEB)
        plain = Side(
            "yardstick", stack.enter_context(yardstick), lambda: plain_turn(games, turns), 201
        )
        compare(sides, plain, asked.rounds, asked.seconds, asked.matches)


if __name__ == "__main__":
    main()
