"""The search of the strongest robot: what it cuts off changes nothing of what it finds."""

from __future__ import annotations

from random import Random

import pytest

from games.rules import registry
from games.rules.chess_eleven import expectimax
from games.rules.chess_eleven.expectimax import THREAT, Search
from games.rules.chess_eleven.position import Position
from games.rules.chess_eleven.turn import Next
from games.rules.chess_eleven.weighing import Candidate, candidates, value_of, weigh
from tests.rules.boards import RULES, START, TREE, playing

WIDTHS = (5, 4)
POSITIONS = (
    START,
    # White may shoot at a goal that is kept, so most of the tree hangs on rolls.
    "3kr3/2pp1p2/5n2/8/3Q4/2N5/2PP1P2/2RKB3 w d4 open c2d2f2c7d7f7 3",
    "3kr3/2pp1p2/5n2/8/3Q4/2N5/2PP1P2/2RKB3 b d4 open c2d2f2c7d7f7 3",
    "3kr3/2pp1p2/5n2/8/8/2NB4/2PP1P2/2RKQ3 w h8 corner c2d2f2c7d7f7 1",
)


class Plain:
    """The same search with nothing cut off."""

    def __init__(self, me: int) -> None:
        self.me = me

    def judge(self, position: Position) -> float:
        return weigh(position, self.me, THREAT)

    def seen(self, turn: Candidate) -> float:
        return sum(chance * value_of(at, self.me, self.judge) for chance, at in turn.leads_to)

    def worth(self, after: Next, widths: tuple[int, ...]) -> float:
        if not isinstance(after, Position):
            return value_of(after, self.me, self.judge)
        sign = 1 if after.side == self.me else -1
        ways = sorted(candidates(after), key=lambda turn: -sign * self.seen(turn))
        if not widths:
            return self.seen(ways[0])
        worths = [self.expected(turn, widths[1:]) for turn in ways[: widths[0]]]
        return max(worths) if sign > 0 else min(worths)

    def expected(self, turn: Candidate, widths: tuple[int, ...]) -> float:
        return sum(chance * self.worth(after, widths) for chance, after in turn.leads_to)


@pytest.mark.parametrize("text", POSITIONS)
def test_what_is_cut_off_could_not_have_been_better(text: str) -> None:
    position = TREE.read(text)
    plain = Plain(position.side)

    found = Search(position, WIDTHS, 0.0, Random(1)).best()

    ways = sorted(candidates(position), key=lambda turn: -plain.seen(turn))[: WIDTHS[0]]
    best = max(plain.expected(turn, WIDTHS[1:]) for turn in ways)
    assert plain.expected(found, WIDTHS[1:]) == pytest.approx(best)


def test_the_same_position_and_seed_give_the_same_turn_from_so_many_positions_at_most() -> None:
    position = TREE.read(POSITIONS[1])
    searches = [Search(position, (14, 10), 0.5, Random(7)) for _ in range(2)]

    first, again = (search.best() for search in searches)

    assert first == again
    assert searches[0].left == searches[1].left > 0


def test_a_search_that_is_spent_falls_back_on_what_it_saw_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(expectimax, "NODES", 16)
    robot = registry.robot("eleven")
    assert robot is not None

    turn = robot.choose_turn(playing(POSITIONS[1]), "master", Random(1))

    assert RULES.play(playing(POSITIONS[1]), "white", turn, roll=0).state


def test_only_the_strongest_is_slow() -> None:
    robot = registry.robot("eleven")

    assert robot is not None
    assert robot.strengths == ("easy", "medium", "hard", "master")
    assert robot.slow_strengths == ("master",)
    assert registry.slow_strengths() == {"master"}
