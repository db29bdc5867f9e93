"""What makes perft and the robot quick says what the laws say, and nothing else needs it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.local.bootstrap import BASE
from games.rules.chess_eleven import search, turn
from games.rules.chess_eleven.position import Position
from tests.rules.boards import TREE
from tests.rules.seeds import longer

GOLDEN = [
    line.rpartition(": ")[0]
    for line in (Path(__file__).parent / "golden_perft.txt").read_text().splitlines()
    if line and not line.startswith("#")
]


def below(position: Position, depth: int) -> Iterator[Position]:
    """Yield a position and those that follow from it, some where there are many."""
    yield position
    if depth:
        onwards = [after for *_, after in turn.edges(position) if isinstance(after, Position)]
        for after in onwards[:: max(1, len(onwards) // longer(3))]:
            yield from below(after, depth - 1)


@pytest.mark.parametrize("text", GOLDEN)
def test_the_search_finds_what_the_laws_allow_and_leads_there(text: str) -> None:
    for position in below(TREE.read(text), 2):
        quick = search.edges(position)
        settled, others = search.follow(position)

        assert sorted(quick, key=repr) == sorted(turn.edges(position), key=repr)
        assert sorted([*settled, *others], key=repr) == sorted(
            (after for *_, after in quick), key=repr
        )


WITHOUT = """
import sys
sys.modules["games.rules.chess_eleven.search"] = None
from random import Random
from games.rules import registry
from games.rules.chess_eleven import tree, turn
from games.rules.perft import perft
from games.rules.playthrough import play_at_random

assert tree.edges is turn.edges
start = registry.tree("eleven").start({})
assert perft(registry.tree("eleven"), start, 2) == 43
rules, robot = registry.get("eleven"), registry.robot("eleven")
state = rules.start({})
for side in rules.sides:
    state = rules.arrange(state, side, robot.choose_arrangement(state, side, "easy", Random(1)),
                          ready=True).state
for _ in range(2):
    (side,) = rules.to_act(state)
    turn = robot.choose_turn(state, "hard", Random(1))
    state = rules.play(state, side, turn, roll=50).state
assert not [name for name in sys.modules if ".search." in name]
print("played without")
"""


def test_without_the_search_everything_works() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT],
        cwd=BASE,
        # The compiled rules are built with it.
        env={**os.environ, "COMPILED_RULES": "0"},
        capture_output=True,
        text=True,
    )

    assert done.stdout == "played without\n", done.stderr


def test_turns_are_played_without_the_search() -> None:
    """Only what looks at very many positions may know of it: perft's tree and, by it, the robot."""
    folder = BASE / "games/rules/chess_eleven"
    knowing = [
        path.name
        for path in folder.rglob("*.py")
        if path.parent.name != "search" and "chess_eleven.search" in path.read_text()
    ]

    assert knowing == ["tree.py"]
