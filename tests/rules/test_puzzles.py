"""Positions with one right turn: each is found, and the laws themselves say the same."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.rules import registry
from games.rules.chess_eleven.lessons import stand
from games.rules.chess_eleven.puzzles import (
    BALL,
    CHANCE,
    GUARD,
    KINDS,
    MATE,
    SURE,
    TWO,
    answer_to,
    asked_of,
    find_puzzle,
    situation_of,
)
from tests.rules.boards import RULES, START

EXPLORER = registry.explorer("eleven")
KNOWN = {
    MATE: "2rkbr2/2pppp2/8/8/3qn3/8/2PQPP2/1BRK1R2 b d4 open c2e2f2c7d7e7f7 2",
    SURE: "1R2b3/2p1k3/8/2p2p2/2Pp4/5P2/8/2R1K3 w b8 open c7 3",
    TWO: "r2kr3/2pbp3/1p6/5q2/1R3P2/8/2PPPR2/3KB3 b b4 open c2d2e2c7e7 5",
    GUARD: "r2k4/1R2p3/n2p4/2p1p2q/2P5/3P4/5P2/3KB3 w e5 open f2e7 3",
    CHANCE: "2rkq3/3pp3/n7/2p1p3/2P5/3P4/5P2/2RKB3 b e5 open f2d7e7 1",
}
RIGHT = {
    MATE: {("d4d2",), ("@e4", "d4d2"), ("@d7", "d4d2")},
    SURE: {("b8e8", "!d8")},
    TWO: {("a8a1",)},
    GUARD: {("f2f3",)},
    CHANCE: {("e8h5", "@h5", "!d1")},
}
FIGURES = {MATE: (100, 55), SURE: (100, 70), TWO: (100, 0), GUARD: (20, 70), CHANCE: (20, 0)}


def turns_of(position: str) -> list[tuple[str, ...]]:
    return [turn.actions for turn in EXPLORER.turns(EXPLORER.read(position))]


def goal_of(position: str, turn: Sequence[str]) -> int:
    """Return the chance of the shot of a turn, as the board shows it."""
    for choice in RULES.choices(stand(position), turn[:-1])["actions"]:
        if choice["text"] == turn[-1]:
            return choice.get("chances", {}).get("goal", 0)
    raise AssertionError(turn)


def kinds_of_ends(position: str, turn: Sequence[str]) -> set[str]:
    side = "white" if position.split()[1] == "w" else "black"
    played = RULES.play(stand(position), side, turn, roll=0)
    return {one["type"] for one in played.happenings}


def mates(position: str, turn: Sequence[str]) -> bool:
    return not turn[-1].startswith("!") and "checkmate" in kinds_of_ends(position, turn)


def after(position: str, turn: Sequence[str]) -> str | None:
    side = "white" if position.split()[1] == "w" else "black"
    played = RULES.play(stand(position), side, turn, roll=0)
    return played.turn.position_after


@pytest.mark.parametrize("kind", KNOWN)
def test_each_kind_is_found_with_all_its_solutions(kind: str) -> None:
    found = find_puzzle(KNOWN[kind], looks_ahead=True)

    assert found.kind == kind
    assert set(found.solutions) == RIGHT[kind]
    assert (found.best, found.second) == FIGURES[kind]


@pytest.mark.parametrize("kind", [MATE, SURE, CHANCE])
def test_the_laws_know_no_other_turn_that_is_right(kind: str) -> None:
    position = KNOWN[kind]
    turns = turns_of(position)
    goals = {turn: goal_of(position, turn) for turn in turns}

    if kind == MATE:
        right = {turn for turn in turns if mates(position, turn)}
    else:
        best, second = FIGURES[kind]
        right = {turn for turn in turns if goals[turn] == best}
        assert max(goals[turn] for turn in turns if turn not in right) == second
        assert not any(mates(position, turn) for turn in turns if len(turn) == 1)

    assert right == RIGHT[kind]


def test_every_other_defence_leaves_the_other_side_more() -> None:
    position = KNOWN[GUARD]
    left = {}
    for turn in turns_of(position):
        then = after(position, turn)
        left[turn] = max(
            100 if mates(then, answer) else goal_of(then, answer) for answer in turns_of(then)
        )

    (best, turn), (second, _) = sorted((chance, turn) for turn, chance in left.items())[:2]
    assert {turn} == RIGHT[GUARD]
    assert (best, second) == FIGURES[GUARD]
    wrong = next(turn for turn in left if turn not in RIGHT[GUARD])
    assert goal_of(after(position, wrong), answer_to(position, wrong, GUARD)) == left[wrong]


def test_two_turns_ahead_every_answer_loses_and_only_after_the_right_turn() -> None:
    position = KNOWN[TWO]
    assert find_puzzle(position) is None, "it takes looking ahead"

    def wins(then: str) -> bool:
        return any(
            goal_of(then, turn) == 100 if turn[-1].startswith("!") else mates(then, turn)
            for turn in turns_of(then)
        )

    assert not wins(position)
    right = ("a8a1",)
    then = after(position, right)
    assert answer_to(position, right, TWO) is None
    assert all(wins(after(then, answer) or START) for answer in turns_of(then))
    for turn in [turn for turn in turns_of(position) if turn != right][::8]:
        escape = answer_to(position, turn, TWO)
        assert escape[-1].startswith("!") or not wins(after(after(position, turn), escape))


def test_black_finds_what_white_finds() -> None:
    """The pitch turned over is the same position to anyone who is to play."""
    position = KNOWN[SURE]
    fields = position.split()
    turned = "/".join(reversed(fields[0].swapcase().split("/")))
    other = f"{turned} b b1 open c2 9"

    assert find_puzzle(other).solutions == (("b1e1", "!d1"),)
    assert situation_of(other) == situation_of(position)
    assert asked_of(other).endswith(" c2 0")


@pytest.mark.parametrize(
    "position",
    [
        START,
        # In the middle of a turn nothing is asked.
        "1R2b3/2p1k3/8/2p2p2/2Pp4/5P2/8/2R1K3 w b8 open+p c7 3",
        # No one is in the goal: every shot is certain, and there are many.
        "8/2p1k3/8/5p2/2P5/3Q1P2/8/2R1K3 w d3 open c7 3",
    ],
)
def test_what_has_many_answers_or_none_is_no_puzzle(position: str) -> None:
    assert find_puzzle(position) is None


def test_the_kinds_are_named_from_the_rarest_on() -> None:
    assert KINDS == (MATE, SURE, TWO, BALL, GUARD, CHANCE)
