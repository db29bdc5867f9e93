"""Games between the robots: how often each strength beats the one below.

``python -m tests.bench.robots [GAMES] [WORKERS] [--ruleset KEY]`` plays the weakest against play at
random and each strength against the one below, the seats swapped after each game. A game of more
than two seats has one of the stronger among the weaker and counts by points: won is what is more
than an even share of them. Turns are timed by the processor.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from games.rules import registry
from games.rules.contract import Phase, Robot, RuleSet

RANDOM = "random"
TURNS_AT_MOST = {2: 400, 3: 600, 4: 800}


class Played(NamedTuple):
    """A game: the points of the stronger against an even share, its slowest turn, all turns, and
    whether it came to an end within them."""

    lead: float
    points: float
    slowest: float
    turns: int
    is_over: bool


def _random_turn(rules: RuleSet[Any], state: Any, rng: Random) -> tuple[str, ...]:
    turn: list[str] = []
    while True:
        choices = rules.choices(state, turn)
        if choices["complete"] == 1 or (choices["complete"] == 0 and rng.random() < 0.3):
            return tuple(turn)
        turn.append(rng.choice(choices["actions"])["text"])


def _arrange(
    rules: RuleSet[Any], robot: Robot[Any], state: Any, side: str, who: str, rng: Random
) -> Any:
    shown = rules.describe(state)["formation"][side]
    content: Mapping[str, Any] = (
        {"pieces": shown["pieces"]}
        if who == RANDOM
        else robot.choose_arrangement(state, side, who, rng)
    )
    return rules.arrange(state, side, content, ready=True).state


def play(
    ruleset: str, players: Mapping[str, str], options: Mapping[str, Any], seed: int, most: int = 0
) -> Any:
    """Return the outcome if there is one, the slowest turn of each strength, and the turns.

    ``most`` is the number of turns after which it is given up, where not the usual one.
    """
    most = most or TURNS_AT_MOST[len(players)]
    rules, robot = registry.get(ruleset), registry.robot(ruleset)
    assert robot is not None, f"{ruleset} has no robot"
    rng, turns = Random(seed), 0
    slowest = dict.fromkeys(players.values(), 0.0)
    state = rules.start(rules.check_options(options))
    while (outcome := rules.outcome(state)) is None and turns < most:
        summary = rules.summary(rules.describe(state))
        side = min(summary.to_act)
        who = players[side]
        if summary.phase is Phase.FORMATION:
            state = _arrange(rules, robot, state, side, who, rng)
            continue
        begin = time.process_time()
        if who == RANDOM:
            turn = _random_turn(rules, state, rng)
        else:
            turn = robot.choose_turn(state, who, rng)
        slowest[who] = max(slowest[who], time.process_time() - begin)
        state = rules.play(state, side, turn, roll=rng.randrange(100)).state
        turns += 1
    return outcome, slowest, turns


def _one(
    ruleset: str, options: Mapping[str, Any], upper: str, lower: str, most: int, seed: int
) -> Played:
    rules = registry.get(ruleset)
    seats = rules.seats(rules.check_options(options))
    chosen = seats[seed % len(seats)]
    players = {seat: upper if seat == chosen else lower for seat in seats}
    outcome, slowest, turns = play(ruleset, players, options, seed, most)
    even = (len(seats) - 1) / 2
    # A game that does not end within its turns is a draw.
    points = outcome.points.get(chosen, even) if outcome else even
    return Played(points - even, points, slowest[upper], turns, outcome is not None)


def tables(
    ruleset: str, options: Mapping[str, Any], games: int, workers: int, only: str, most: int = 0
) -> Iterator[str]:
    """Yield a line for each pair of strengths."""
    robot = registry.robot(ruleset)
    assert robot is not None, f"{ruleset} has no robot"
    with ProcessPoolExecutor(workers) as pool:
        for lower, upper in pairwise((RANDOM, *robot.strengths)):
            if only not in ("", upper):
                continue
            begin = time.monotonic()
            one_game = partial(_one, ruleset, options, upper, lower, most)
            results = list(pool.map(one_game, range(games)))
            won = sum(one.lead > 0 for one in results)
            lost = sum(one.lead < 0 for one in results)
            yield (
                f"{upper:>6} against {lower:<6} won {won}, lost {lost}, drawn"
                f" {games - won - lost} of {games}"
                f" ({sum(not one.is_over for one in results)} not over),"
                f" {sum(one.points for one in results) / games:.2f} points a game;"
                f" slowest turn {max(one.slowest for one in results):.2f} s,"
                f" {sum(one.turns for one in results) / games:.0f} turns a game,"
                f" {time.monotonic() - begin:.0f} s"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=100)
    parser.add_argument("workers", type=int, nargs="?", default=2)
    parser.add_argument("--ruleset", choices=registry.all_keys(), default=registry.DEFAULT)
    parser.add_argument("--seats", type=int, help="how many play, where the game can be of several")
    parser.add_argument("--only", default="", help="measure this strength alone")
    parser.add_argument("--turns", type=int, default=0, help="after which a game is given up")
    asked = parser.parse_args()
    options = {} if asked.seats is None else {"seats": asked.seats}
    for line in tables(asked.ruleset, options, asked.games, asked.workers, asked.only, asked.turns):
        print(line, flush=True)


if __name__ == "__main__":
    main()
