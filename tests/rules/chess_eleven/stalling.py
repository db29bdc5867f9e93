"""Stalled matches played at random by the rules and by the plain engine side by side.

``python -m tests.rules.chess_eleven.stalling [POSITIONS] [SEED]`` continues until so many positions
were held against each other. The suite does the same with a few hundred.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from dataclasses import replace
from typing import Any

from games.rules.contract import Phase, roll_for
from tests.rules.agreement import Difference
from tests.rules.boards import RULES, TREE, playing
from tests.rules.chess_eleven import reference
from tests.rules.chess_eleven.comparison import can_be, throw

Found = Counter[str]
NAMES = {"w": "white", "b": "black"}


def compare_match(rng: random.Random) -> Found:
    """Play a match whose rounds begin in the middle; count what happened, or raise ``Difference``.

    Both sides like to go back to where they were, so that positions come again.
    """
    found: Found = Counter()
    pos = opening(rng)
    goals = rng.choice([1, 2, 9])
    theirs = reference.Match(pos, goals)
    ours = playing(reference.dump(pos), goals_to_win=goals)
    while theirs.over is None:
        found["positions"] += 1
        hold(ours, theirs)
        rounds = len(theirs.ends)
        if theirs.may_claim and rng.random() < 0.5:
            found["claims"] += 1
            step = RULES.act(ours, rng.choice(["white", "black"]), "claim")
            theirs.end("dropball")
        else:
            actions, roll, after = draw_turn(theirs, rng)
            step = RULES.play(ours, NAMES[theirs.pos.side], actions, roll=roll)
            theirs.reach(after)
        # What the state's text forgets would be missed from here on.
        ours = RULES.load(RULES.dump(step.state))
        if len(theirs.ends) > rounds:
            found[theirs.ends[-1].split(" ")[0]] += 1
            if theirs.over is None:
                pos = opening(rng)
                theirs.begin(pos)
                ours = replace(ours, ready=(True, True), position=TREE.read(reference.dump(pos)))
    hold(ours, theirs)
    found[theirs.over] += 1
    return found


def hold(ours: Any, theirs: reference.Match) -> None:
    """Compare what both engines say of the match; raises ``Difference``."""
    told = RULES.describe(ours)
    outcome = RULES.outcome(ours)
    mine = (told["score"], told["drop_balls"], outcome and outcome.reason)
    other = (theirs.score, theirs.ends.count("dropball"), theirs.over)
    if mine != other:
        raise Difference(f"{reference.dump(theirs.pos)}: {mine} | {other}")
    if outcome is not None:
        score = theirs.score
        winner = max(score, key=lambda side: score[side]) if len(set(score.values())) > 1 else None
        if outcome.winner != winner:
            raise Difference(f"{outcome} of {score}")
    elif RULES.phase(ours) is Phase.PLAYING:
        mine_now = (told["position"], told["may_claim_drop_ball"])
        if mine_now != (reference.dump(theirs.pos), theirs.may_claim):
            raise Difference(f"{mine_now} | {reference.dump(theirs.pos)}, {theirs.may_claim}")


def opening(rng: random.Random) -> reference.Pos:
    """Return a position at the start of a turn, with few pieces as a rule."""
    while True:
        pos = throw(rng)
        has_few = len(pos.board) < 9 or rng.random() < 0.1
        if not pos.used and has_few and can_be(pos):
            return replace(pos, quiet=rng.choice([0, 0, 20, 37]))


def draw_turn(
    match: reference.Match, rng: random.Random
) -> tuple[list[str], int, reference.Pos | str]:
    """Return a whole legal turn, a roll, and what the plain engine makes of them."""
    pos, actions = match.pos, list[str]()
    while True:
        onwards = reference.edges(pos)
        names = list(onwards)
        weights = [_liking(match, name, onwards[name]) for name in names]
        edge = rng.choices(names, weights)[0]
        after = onwards[edge]
        if edge[0] == "!":
            shot, _, outcome = edge.partition("=")
            chances = RULES.outcomes(playing(reference.dump(pos)), [shot])
            return [*actions, shot], roll_for(chances, outcome), after
        if edge != ".":
            actions.append(edge)
        if edge == "." or isinstance(after, str) or not after.used:
            return actions, 0, after
        pos = after


def _liking(match: reference.Match, edge: str, after: reference.Pos | str) -> float:
    if isinstance(after, str) or edge[0] == "!":
        return 0.3
    return 30 if reference.dump(after).rsplit(" ", 1)[0] in match.stood else 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("positions", type=int, nargs="?", default=20_000)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    asked = parser.parse_args()
    rng, found = random.Random(asked.seed), Counter[str]()
    while found["positions"] < asked.positions:
        found += compare_match(rng)
    print("No difference: " + ", ".join(f"{kind} {n:,}" for kind, n in sorted(found.items())))


if __name__ == "__main__":
    main()
