"""Every rule set keeps the contract, and so do two toys for two and for four."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

import pytest

from games.rules import registry
from games.rules.chess_eleven.presenter import ChessElevenPresenter
from games.rules.conformance import complaints, seatings
from games.rules.contract import Happening, Narration, Roll, Side, Step
from games.rules.registry import Hosted
from tests.rules.seeds import SEEDS, longer
from tests.toys.stones import Heap, Quad, StonesPresenter, hosted

ALL = [*(registry.find(key) for key in registry.all_keys()), *hosted()]


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.rules.key)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_rule_set_keeps_the_contract(game: Hosted, seed: int) -> None:
    assert list(complaints(game, Random(seed), games=1, steps=longer(8))) == []


class Forgetful(Quad):
    """Starts no clock after a missed deadline that puts the only one awaited aside."""

    def time_out(self, state: Heap) -> Step[Heap]:
        return Step(state)


class Lenient(Quad):
    """Lets anyone play at any time, and call a draw when all is over."""

    def play(self, state: Heap, side: Side, actions: Sequence[str], *, roll: Roll) -> Step[Heap]:
        return super().play(state, state.side, actions, roll=roll)

    def agree_draw(self, state: Heap) -> Step[Heap]:
        return Step(replace(state, end="agreement", first=state.sides, gone=()))


def test_playing_out_of_turn_and_after_the_end_is_complained_of() -> None:
    found = set(complaints(Hosted(Lenient(), StonesPresenter()), Random(1)))

    assert "a side that is not to act may play" in found
    assert "agree_draw changes a game that is over" in found


def test_a_deadline_that_changes_nothing_is_complained_of() -> None:
    found = set(complaints(Hosted(Forgetful(), StonesPresenter()), Random(1)))

    assert "after a missed deadline the game goes on with the clock that ran out" in found
    assert "a missed deadline leaves no trace in history" in found


def test_games_in_which_some_may_leave_are_played_too() -> None:
    family = registry.get("family")

    found = [options["may_leave"] for options in seatings(family)]
    assert ["white"] in found
    assert ["white", "silver"] in found


class Hasty(ChessElevenPresenter):
    """Says how a shot ended before its roll is known."""

    def narrate(self, happenings: Sequence[Happening], names: Mapping[Side, str]) -> Narration:
        return tuple(f"{one['type']}{one['outcome']}" for one in happenings if "to" in one)


def test_a_shot_that_cannot_be_shown_before_its_roll_is_complained_of() -> None:
    eleven = registry.find("eleven")._replace(presenter=Hasty())

    found = complaints(eleven, Random(1), games=1)
    assert any("cannot be told: KeyError" in one for one in found)
