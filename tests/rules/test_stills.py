"""The pictures of the rules page show what the laws allow."""

from __future__ import annotations

import pytest

from games.rules.chess_eleven.choices import choices_after
from games.rules.chess_eleven.picture.diagrams import STILLS, Still, draw_still
from games.rules.chess_eleven.validity import load_position
from games.rules.chess_eleven.words.summary import possession

stills = pytest.mark.parametrize("still", STILLS.values(), ids=STILLS.keys())


@stills
def test_a_still_shows_a_position_that_can_be(still: Still) -> None:
    load_position(still.position)


@stills
def test_a_still_marks_only_what_is_legal(still: Still) -> None:
    actions = choices_after(load_position(still.position), [])["actions"]
    moves = {action["to"] for action in actions if action["kind"] == "move"}
    captures = {action["to"] for action in actions if "captures" in action}
    passes = {action["to"] for action in actions if action["kind"] == "pass"}
    shots = {action["to"] for action in actions if action["kind"] == "shot"}
    legal = {
        "move": moves - captures,
        "fetch": moves - captures,
        "capture": captures,
        "pass": passes,
        "shot": shots,
    }

    for mark in still.marks:
        assert mark.kind == "frame" or mark.to in legal[mark.kind], mark


@pytest.mark.parametrize("still", [still for still in STILLS.values() if still.before is not None])
def test_a_still_that_shows_a_turn_shows_a_legal_one(still: Still) -> None:
    assert still.before is not None
    *first, last = still.last
    choices = choices_after(load_position(still.before), first)

    assert last in {action["text"] for action in choices["actions"]}


@pytest.mark.parametrize("name", STILLS)
def test_a_still_is_told_to_those_who_do_not_see_it(name: str) -> None:
    assert f'aria-label="{STILLS[name].alt}"' in draw_still(name)


def test_the_ball_belongs_to_the_side_of_its_carrier() -> None:
    assert possession(STILLS["shot"].position) == "white"
    assert possession(STILLS["defend"].position) == "black"
    assert possession(STILLS["corner"].position) == "white"
