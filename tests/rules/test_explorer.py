"""Whole turns of a position are those that can be built action by action, all and no others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.rules.chess_eleven.explorer import ChessElevenExplorer
from games.rules.chess_eleven.position import Position
from tests.rules.boards import START
from tests.rules.test_perft import golden

EXPLORER = ChessElevenExplorer()


def built(position: Position, turn: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield every turn that can be built by asking what may follow."""
    found = EXPLORER.choices(position, turn)
    if found["complete"] >= 0 and (turn or found["complete"] == 0):
        yield turn, found["position"]
    for choice in found["actions"]:
        yield from built(position, (*turn, choice["text"]))


@pytest.mark.parametrize(("text", "counts"), list(golden()))
def test_all_whole_turns_and_no_others(text: str, counts: list[int]) -> None:
    position = EXPLORER.read(text)

    found = [turn.actions for turn in EXPLORER.turns(position)]

    assert len(found) == len(set(found))
    assert set(found) == {turn for turn, _ in built(position)}


def test_a_turn_names_the_position_it_leads_to() -> None:
    turns = {turn.actions: turn.position for turn in EXPLORER.turns(EXPLORER.read(START))}

    assert turns[("d2d4", "@f3")] == (
        "1brkqr2/2pppp2/2n2n2/8/3P4/2N2N2/2P1PP2/1BRKQR2 b f3 open c2e2f2c7d7e7f7 1"
    )


def test_a_shot_names_none() -> None:
    position = EXPLORER.read("k7/8/5N2/8/8/8/3P4/3K4 w f6 open d2 4")

    assert {turn.position for turn in EXPLORER.turns(position) if turn.actions[-1][0] == "!"} == {
        None
    }
