"""The games on squares: whole turns of any position are those that can be built, and no others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.rules import registry
from games.rules.contract import Explorer
from games.rules.errors import IllegalTurn

POSITIONS = (
    ("standard", "r3k2r/8/8/3pP3/8/8/P5p1/R3K2R w KQkq d6 0 9"),
    ("standard", "7k/P7/8/8/8/8/8/K7 w - - 0 60"),
    ("future", "4k/5/5/5/5|5/5/2R2/5/2q2|5/5/5/5/K4 w 0 1"),
    # A check may be said to two kings, to one, or not at all.
    ("family", "3,bK,4/8/12/12/10,wR,1/gK,6,wQ,4/12/11,sK/12/12/8/4,wK,3 w AAMR - - - 0 1"),
    ("family", "3,bK,4/8/12/12/12/gK,11/4,sQ,7/11,sK/4,wR,7/12/8/4,wK,3 w AAAA - - - 0 1"),
)
OVER = (
    ("standard", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "black"),
    ("standard", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "black"),
    ("standard", "7k/8/6K1/8/8/8/8/8 b - - 0 1", "black"),
    ("standard", "7k/8/6K1/8/8/8/8/R7 b - - 150 90", "black"),
    # Two are left who are both away: the game waits for them.
    ("family", "3,bK,4/8/12/12/12/12/12/12/12/12/8/4,wK,2,wR w L-L- - - - 0 9", "white"),
    ("family", "3,bK,4/8/12/12/12/12/12/12/12/12/8/4,wK,3 w A-A- - - - 0 9", "white"),
    ("family", "3,bK,4/8/12/12/12/12/12/12/12/12/8/4,wK,2,wR w A-R- - - - 0 9", "white"),
)


def explorer_of(ruleset: str) -> Explorer[Any]:
    found = registry.explorer(ruleset)
    assert found is not None
    return found


def built(
    explorer: Explorer[Any], position: Any, turn: tuple[str, ...] = ()
) -> Iterator[tuple[str, ...]]:
    """Yield every turn that can be built by asking what may follow."""
    found = explorer.choices(position, turn)
    if found["complete"] >= 0:
        yield turn
    for choice in found["actions"]:
        yield from built(explorer, position, (*turn, choice["text"]))


@pytest.mark.parametrize(("ruleset", "text"), POSITIONS)
def test_all_whole_turns_and_no_others(ruleset: str, text: str) -> None:
    explorer = explorer_of(ruleset)
    position = explorer.read(text)

    turns = list(explorer.turns(position))

    assert sorted(turn.actions for turn in turns) == sorted(built(explorer, position))
    for turn in turns:
        if turn.position is not None:
            explorer.read(turn.position)


@pytest.mark.parametrize(("ruleset", "text", "side"), OVER)
def test_where_nothing_is_played_any_more_nothing_may_follow(
    ruleset: str, text: str, side: str
) -> None:
    explorer = explorer_of(ruleset)
    position = explorer.read(text)

    found = explorer.choices(position, ())

    assert (found["actions"], found["complete"], found["side"]) == ([], -1, side)
    assert found["prompt"]
    assert list(explorer.turns(position)) == []
    with pytest.raises(IllegalTurn) as refusal:
        explorer.choices(position, ("a1a2",))
    assert (refusal.value.index, refusal.value.legal) == (0, ())


def test_a_turn_that_ends_the_game_leads_to_no_position() -> None:
    explorer = explorer_of("standard")

    turns = explorer.turns(explorer.read("7k/8/6K1/8/8/8/8/R7 w - - 0 1"))

    assert {turn.actions: turn.position for turn in turns}[("a1a8",)] is None
