"""The pictures of the rules page show what the laws allow."""

from __future__ import annotations

import pytest

from games.rules.chess_eleven.choices import choices_after
from games.rules.chess_eleven.picture.diagrams import DIAGRAMS, Diagram, draw_diagram
from games.rules.chess_eleven.validity import load_position
from games.rules.chess_eleven.words.summary import possession

diagrams = pytest.mark.parametrize("diagram", DIAGRAMS.values(), ids=DIAGRAMS.keys())


@diagrams
def test_a_diagram_shows_a_position_that_can_be(diagram: Diagram) -> None:
    load_position(diagram.position)


@diagrams
def test_a_diagram_marks_only_what_is_legal(diagram: Diagram) -> None:
    actions = choices_after(load_position(diagram.position), [])["actions"]
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

    for mark in diagram.marks:
        assert mark.kind == "frame" or mark.to in legal[mark.kind], mark


@pytest.mark.parametrize(
    "diagram", [diagram for diagram in DIAGRAMS.values() if diagram.before is not None]
)
def test_a_diagram_that_shows_a_turn_shows_a_legal_one(diagram: Diagram) -> None:
    assert diagram.before is not None
    *first, last = diagram.last
    choices = choices_after(load_position(diagram.before), first)

    assert last in {action["text"] for action in choices["actions"]}


@pytest.mark.parametrize("name", DIAGRAMS)
def test_a_diagram_is_described_to_those_who_do_not_see_it(name: str) -> None:
    assert f'aria-label="{DIAGRAMS[name].alt}"' in draw_diagram(name)


def test_the_ball_belongs_to_the_side_of_its_carrier() -> None:
    assert possession(DIAGRAMS["shot"].position) == "white"
    assert possession(DIAGRAMS["defend"].position) == "black"
    assert possession(DIAGRAMS["corner"].position) == "white"
