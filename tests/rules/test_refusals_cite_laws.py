"""Whatever a rule set refuses a player names the law against it, and that law can be read."""

import re
from pathlib import Path
from random import Random

import pytest

from games.rules import registry
from games.rules.errors import IllegalTurn, RulesError
from games.rules.family.squares import NAMES as FAMILY_NAMES
from games.rules.future.position import STARTS
from games.rules.future.squares import NAMES as FUTURE_NAMES
from games.rules.geometry import NAMES as STANDARD_NAMES
from games.rules.standard.position import START
from tests.rules.family.test_match import at as family_at
from tests.rules.family.test_match import start as family_start
from tests.rules.future.test_match import at as future_at
from tests.rules.standard.test_match import at as standard_at

RULES = Path(__file__).parents[2] / "games" / "rules"
FOLDERS = {"eleven": "chess_eleven"}


def laws_of(key: str) -> set[str]:
    laws = RULES / FOLDERS.get(key, key) / "LAWS.md"
    return set(re.findall(r"^\*\*(\d+\.\d+)\*\*", laws.read_text(), re.M))


@pytest.mark.parametrize("key", registry.all_keys())
def test_the_laws_of_options_and_of_the_tables_of_refusals_can_be_read(key):
    rules = registry.get(key)
    named = {field.law for field in rules.option_fields()}
    named |= set(vars(rules.laws).values() if hasattr(rules, "laws") else ())

    assert named - laws_of(key) == set()


STANDARD = {
    "e2e5": "1.4",
    "e2d3": "1.5",
    "e7e5": "1.2",  # Black's
    "e4e5": "1.2",  # no one's
    "a1a2": "1.2",
    "e1e8": "1.2",
    "b1b3": "1.3",
    "e1g1": "1.7",
    "b1c3q": "1.6",
    "e2e4q": "1.6",
}
BARE_KINGS = "4k3/P7/8/8/7b/4r3/4R3/4K3 w - - 0 1"
PASSED = "4k3/8/8/K2pP2r/8/8/8/8 w - - 0 1"
FUTURE = {
    "1a11a3": "7.1",
    "1a21a4": "4.1",
    "1a21b3": "4.2",
    "1a22a2": "4.3",
    "1a21a3q": "4.5",
    "1a11c2": "3.2",
    "1a12b2": "7.3",
    "1d11d3": "5.1",
    "1d12c2": "5.2",
    "1c21c4": "6.1",
    "1c22c2": "6.2",
    "1b11c3": "8.1",
    "1b13b2": "8.2",
    "1c11c3": "9.1",
    "1c12c1": "3.2",
    "1e13e3": "7.3",
}
FAMILY = {
    "d2d5": "3.2",
    "d2e3": "3.4",
    "d2d3q": "3.5",
    "a7a8": "3.1",  # Gold's
    "e5e6": "3.1",  # no one's
    "c1c2": "3.1",
    "d1d4": "3.1",
    "g1i1": "3.6",
}
IN_CHECK = "4,bK,3/8/12/12/6,bR,5/gK,11/12/11,sK/12/5,wN,6/8/4,wK,3 w AAAA - - b>w 0 9"


def law(rules, state, *actions):
    with pytest.raises(IllegalTurn) as refused:
        rules.play(state, rules.describe(state)["side_to_play"], actions, roll=0)
    return refused.value.law


@pytest.mark.parametrize(
    ("key", "state", "action", "expected"),
    [
        *(("standard", standard_at(START), *one) for one in STANDARD.items()),
        ("standard", standard_at(BARE_KINGS), "a7a8", "1.6"),
        ("standard", standard_at(BARE_KINGS), "e1f2", "1.8"),
        ("standard", standard_at(BARE_KINGS), "e2d2", "1.8"),
        ("standard", standard_at(PASSED), "e5d6", "1.5"),
        *(("future", future_at(STARTS["shield"]), *one) for one in FUTURE.items()),
        *(("family", family_start(4), *one) for one in FAMILY.items()),
        ("family", family_at(IN_CHECK), "f3e5", "5.3"),
    ],
)
def test_an_illegal_move_names_the_law_that_it_breaks(key, state, action, expected):
    assert law(registry.get(key), state, action) == expected


CITED = {
    "a king where he is attacked": (
        "3,bK,4/8/12/12/12/12/gK,11/12/11,sK/5,sR,6/8/4,wK,3 w AAAA - - - 0 9",
        ("g1f1",),
        "4.2",
    ),
    "a king beside who may return": (
        "3,bK,4/8/12/12/12/12/12/11,sK/12/5,gK,6/8/4,wK,3 w AAAL - - - 0 9",
        ("g1f2",),
        "4.4",
    ),
    "a piece that was in the way": (
        "3,bK,4/8/12/12/12/12/gK,5,bR,5/12/11,sK/12/4,wN,3/4,wK,3 w AAAA - - - 0 9",
        ("g2e3",),
        "4.3",
    ),
    "a rook that takes from who is away": (
        "3,bK,4/8/12/12/12/gK,11/6,gP,5/12/11,sK/12/4,wR,3/4,wK,3 w AAAL - - - 0 9",
        ("g2g6",),
        "7.4",
    ),
    "check said to who is not attacked": (
        "3,bK,4/8/12/12/12/gK,11/12/12/11,sK/12/4,wR,3/4,wK,3 w AAAA - - - 0 9",
        ("g2g3", "+b"),
        "5.1",
    ),
    "an attack where another's check stands": (
        "3,bK,4/8/12/12/12/gK,11/12/12/5,sR,5,sK/12/4,wR,3/4,wK,3 w AAAA - - s>b 0 9",
        ("g2g12",),
        "5.4",
    ),
    "check said where another's stands": (
        "3,bK,wR,3/8/12/12/12/gK,11/12/12/5,sR,5,sK/12/8/4,wK,3 w AAAA - - s>b 0 9",
        ("g1h1", "+b"),
        "5.4",
    ),
    "more than a turn": (
        "3,bK,4/8/12/12/12/gK,11/12/12/11,sK/12/4,wR,3/4,wK,3 w AAAA - - - 0 9",
        ("g2f2", "+b", "g1g2"),
        "2.5",
    ),
}


@pytest.mark.parametrize("name", CITED)
def test_what_only_a_table_of_four_refuses_names_its_law(name):
    position, actions, expected = CITED[name]

    assert law(registry.get("family"), family_at(position), *actions) == expected


SQUARES = {"family": FAMILY_NAMES.values(), "future": FUTURE_NAMES, "standard": STANDARD_NAMES}


@pytest.mark.parametrize("key", SQUARES)
def test_each_refusal_names_a_law(key):
    rules, laws, rng = registry.get(key), laws_of(key), Random(5)
    squares, tries = sorted(SQUARES[key]), set()
    state = rules.start(rules.check_options({}))
    for _turn in range(10):
        side = rules.describe(state)["side_to_play"]
        for _try in range(25):
            tried = rng.choice(squares) + rng.choice(squares) + rng.choice(["", "", "q"])
            try:
                rules.play(state, side, (tried,), roll=0)
            except RulesError as error:
                tries.add((rules.describe(state)["position"], tried, error.law))
        move = rng.choice(rules.choices(state, ())["actions"])["text"]
        state = rules.play(state, side, (move,), roll=0).state

    assert len(tries) > 150
    assert [one for one in tries if one[2] not in laws] == []
