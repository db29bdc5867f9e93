"""``play`` accepts a turn exactly if it is a path through the legal actions.

The path is found by the plain engine, the turn is played by the fast one.
"""

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.chess_eleven.actions import TEXT
from games.rules.errors import IllegalTurn, NotationError
from tests.rules.boards import RULES, playing
from tests.rules.chess_eleven import reference
from tests.rules.chess_eleven.comparison import played, scattered
from tests.rules.seeds import longer

SIDES = {"w": "white", "b": "black"}
ACTIONS = sorted(TEXT.values())
"""Everything that can be written as an action, a stop too."""
NONSENSE = ["", " ", "d2", "d2d2", "@", "!e4", "@z9", "!e8=goal", "d2d4+", "d2d4 @e1"]


@cache
def _edges(text: str) -> dict[str, reference.Pos | str]:
    return reference.edges(reference.parse(text))


@cache
def _actions(text: str) -> tuple[str, ...]:
    return tuple(reference.actions(reference.parse(text)))


def edges_of(pos: reference.Pos) -> dict[str, reference.Pos | str]:
    """Return the edges of a position as the plain engine finds them, which takes it a while."""
    return _edges(reference.dump(pos))


def actions_of(pos: reference.Pos) -> tuple[str, ...]:
    return _actions(reference.dump(pos))


@cache
def position_of(seed: int) -> reference.Pos:
    """Return a position at the start of a turn, played to or thrown together."""
    rng = random.Random(seed)
    while True:
        found = played(rng, rng.choice([1, 4])) if rng.random() < 0.3 else scattered(rng)
        starts = [pos for pos in found if not pos.used]
        if starts:
            return starts[-1]


def path(pos: reference.Pos, actions: tuple[str, ...]) -> str | None:
    """Return the text of what a turn leads to, ``None`` if it is no path, ``over`` at an end.

    A shot may lead to several positions: for it the text is ``shot``.
    """
    last = len(actions) - 1
    for index, action in enumerate(actions):
        if action not in actions_of(pos):
            return None
        if action[0] == "!":
            return "shot" if index == last else None
        after = edges_of(pos)[action]
        if isinstance(after, str) or not after.used:
            if index < last:
                return None
            return told(after)
        pos = after
    stopped = edges_of(pos).get(".") if actions else None
    if stopped is None:
        return None
    return told(stopped)


def told(after: reference.Pos | str) -> str:
    """Return the text of what a turn leads to; 40 quiet turns end the round (9.3)."""
    return "over" if isinstance(after, str) or after.quiet >= 40 else reference.dump(after)


def play(pos: reference.Pos, actions: tuple[str, ...], roll: int = 0) -> str | None:
    """Return what ``path`` does, as the rules play the turn."""
    state = playing(reference.dump(pos), goals_to_win=9)
    try:
        step = RULES.play(state, SIDES[pos.side], actions, roll=roll)
    except (IllegalTurn, NotationError):
        return None
    if actions[-1][0] == "!":
        return "shot"
    assert step.turn is not None
    return step.turn.position_after or "over"


def draw_beginning(
    pos: reference.Pos, rng: random.Random
) -> tuple[tuple[str, ...], reference.Pos | None]:
    """Return the beginning of a legal turn and what it leads to, ``None`` if that is its end."""
    turn: tuple[str, ...] = ()
    for _ in range(rng.choice([0, 1, 1, 2, 2])):
        on = {edge: after for edge, after in edges_of(pos).items() if edge[0] not in "!."}
        if not on:
            break
        action = rng.choice(list(on))
        turn += (action,)
        after = on[action]
        if isinstance(after, str) or not after.used:
            return turn, None
        pos = after
    return turn, pos


@given(st.integers(0, 2**32))
@settings(max_examples=longer(2), deadline=None)
def test_of_all_that_may_follow_a_started_turn_exactly_the_legal_is_accepted(seed):
    pos = position_of(seed)
    turn, reached = draw_beginning(pos, random.Random(seed))
    legal = set(actions_of(reached)) if reached else set()

    # All that is legal, and of the thousands that are not, some.
    for action in [*legal, *random.Random(seed).sample(ACTIONS, 30), *NONSENSE]:
        whole = (*turn, action)
        expected = path(pos, whole) if action in legal else None
        assert play(pos, whole) == expected, (reference.dump(pos), whole)
    assert play(pos, turn) == path(pos, turn), (reference.dump(pos), turn)


@given(st.integers(0, 2**32), st.integers(0, 99), st.data())
@settings(max_examples=longer(4), deadline=None)
def test_a_turn_of_any_actions_is_accepted_exactly_if_it_is_a_path(seed, roll, data):
    pos = position_of(seed)
    first = actions_of(pos)
    likely = sorted({*first, *("@" + square for square in pos.board), "!d1", "!e1", "!d8", "!e8"})
    actions = tuple(data.draw(st.lists(st.sampled_from(likely), max_size=4)))

    assert play(pos, actions, roll) == path(pos, actions)


def test_the_positions_are_at_the_start_of_turns_of_every_kind():
    missing = {"kickoff", "open", "corner"}

    for seed in range(30):
        missing.discard(position_of(seed).phase)
        if not missing:
            return
    pytest.fail(f"no position is of the kind {missing}")
