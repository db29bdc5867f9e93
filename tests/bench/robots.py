"""Matches between the robots: how often each strength beats the one below.

``python -m tests.bench.robots [MATCHES] [WORKERS]`` plays first-to-two matches, the sides
swapped after each, and prints wins, draws and the longest a turn took.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from random import Random

from games.rules import registry
from games.rules.contract import Phase

RULES = registry.get("eleven")
ROBOT = registry.robot("eleven")
RANDOM = "random"
TURNS_AT_MOST = 400


def _random_turn(state, rng: Random) -> tuple[str, ...]:
    turn: list[str] = []
    while True:
        choices = RULES.choices(state, turn)
        if choices["complete"] == 1 or (choices["complete"] == 0 and rng.random() < 0.3):
            return tuple(turn)
        turn.append(rng.choice(choices["actions"])["text"])


def play(players: dict[str, str], seed: int) -> tuple[str | None, float, int]:
    """Return the winner (a strength), the slowest turn in seconds and the number of turns."""
    rng, slowest, turns = Random(seed), 0.0, 0
    state = RULES.start({"goals_to_win": 2})
    while RULES.outcome(state) is None and turns < TURNS_AT_MOST:
        side = min(RULES.to_act(state))
        who = players[side]
        if RULES.phase(state) is Phase.FORMATION:
            shown = RULES.describe(state)["formation"][side]
            content = (
                {"pieces": shown["pieces"]}
                if who == RANDOM
                else ROBOT.choose_arrangement(state, side, who, rng)
            )
            state = RULES.arrange(state, side, content, ready=True).state
            continue
        begin = time.perf_counter()
        turn = _random_turn(state, rng) if who == RANDOM else ROBOT.choose_turn(state, who, rng)
        slowest = max(slowest, time.perf_counter() - begin)
        state = RULES.play(state, side, turn, roll=rng.randrange(100)).state
        turns += 1
    outcome = RULES.outcome(state)
    winner = players[outcome.winner] if outcome and outcome.winner else None
    return winner, slowest, turns


def _one(task: tuple[str, str, int]) -> tuple[str | None, float, int]:
    upper, lower, seed = task
    sides = (upper, lower) if seed % 2 else (lower, upper)
    return play(dict(zip(("white", "black"), sides, strict=True)), seed)


def main() -> None:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    workers = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    ladder = (RANDOM, *ROBOT.strengths)
    with ProcessPoolExecutor(workers) as pool:
        for lower, upper in pairwise(ladder):
            results = list(pool.map(_one, [(upper, lower, seed) for seed in range(matches)]))
            won = sum(winner == upper for winner, _, _ in results)
            lost = sum(winner == lower for winner, _, _ in results)
            print(
                f"{upper:>6} against {lower:<6} won {won}, lost {lost}, drawn"
                f" {matches - won - lost} of {matches};"
                f" slowest turn {max(slow for _, slow, _ in results):.2f} s,"
                f" {sum(n for _, _, n in results) / matches:.0f} turns a match",
                flush=True,
            )


if __name__ == "__main__":
    main()
