"""Looking ahead: situations without what only counts, and turns whose outcome is named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.rules import registry
from games.rules.conformance import complaints
from games.rules.contract import BALL_WON, CAPTURE, CHECK, SHOT, Side, Step
from games.rules.errors import IllegalTurn, NotToAct, OutcomeNeeded, OutOfPhase
from games.rules.registry import Hosted
from tests.rules.boards import RULES, START, playing
from tests.toys.stones import Heap, Quad, StonesPresenter

FOUR_WAYS = "r2kn2r/2p1pp2/3p1nb1/1Q6/3P1N2/2N1P3/2P1BP2/R2K3R w b5 open - 4"
STANDARD = registry.get("standard")
FAMILY = registry.get("family")


def line(rules: Any, turns: Sequence[str]) -> tuple[Any, str]:
    """Return the state after these turns of a new game, and who plays next."""
    state = rules.start({})
    side = rules.choices(state, ())["side"]
    for turn in turns:
        state = rules.foresee(state, side, turn.split(), None).state
        side = rules.choices(state, ())["side"]
    return state, side


def test_a_shot_is_foreseen_with_each_of_its_outcomes() -> None:
    state = playing(FOUR_WAYS)
    chances = RULES.outcomes(state, ["!e8"])

    assert list(chances.items()) == [("goal", 20), ("save", 25), ("block@e8", 35), ("corner", 20)]
    for outcome in chances:
        turn = RULES.foresee(state, "white", ["!e8"], outcome).turn
        assert turn is not None
        assert turn.actions == (f"!e8={outcome}",)


@pytest.mark.parametrize("outcome", [None, "block@d8", ""])
def test_a_shot_needs_an_outcome_that_it_can_have(outcome: str | None) -> None:
    with pytest.raises(OutcomeNeeded) as refused:
        RULES.foresee(playing(FOUR_WAYS), "white", ["!e8"], outcome)

    assert refused.value.outcomes == {"goal": 20, "save": 25, "block@e8": 35, "corner": 20}


def test_what_is_certain_needs_no_outcome_and_takes_none() -> None:
    certain = playing("8/8/k7/8/8/3R4/7N/2K5 w d3 open - 3")
    assert RULES.outcomes(certain, ["!d8"]) == {"goal": 100}
    assert RULES.dump(RULES.foresee(certain, "white", ["!d8"], None).state) == RULES.dump(
        RULES.foresee(certain, "white", ["!d8"], "goal").state
    )

    with pytest.raises(OutcomeNeeded) as refused:
        STANDARD.foresee(STANDARD.start({}), "white", ["e2e4"], "goal")
    assert refused.value.outcomes == {}


def test_looking_ahead_refuses_as_playing_does() -> None:
    state = playing(FOUR_WAYS)
    with pytest.raises(IllegalTurn):
        RULES.outcomes(state, ["!d8"])
    with pytest.raises(IllegalTurn):
        RULES.foresee(state, "white", ["!e8", "!e8"], "goal")
    with pytest.raises(NotToAct):
        RULES.foresee(state, "black", ["!e8"], "goal")
    with pytest.raises(OutOfPhase):
        RULES.foresee(RULES.start({}), "white", ["!e8"], "goal")


def test_a_situation_does_not_count() -> None:
    quiet = FOUR_WAYS.rpartition(" ")[0] + " 77"
    ahead = playing(quiet, round=2, score=(1, 0), goals_to_win=5)

    assert RULES.situation(ahead, "white") == RULES.situation(playing(FOUR_WAYS), "white")
    assert RULES.situation(ahead, "white") != RULES.situation(playing(START), "white")


def test_a_formation_hangs_on_round_and_score_but_not_on_the_others_pieces() -> None:
    state = RULES.start({})
    pieces = {"pieces": RULES.describe(state)["formation"]["black"]["pieces"]}
    waiting = RULES.arrange(state, "black", pieces, ready=True).state

    assert RULES.situation(waiting, "white") == RULES.situation(state, "white")
    assert RULES.situation(replace(state, round=2), "white") != RULES.situation(state, "white")
    assert RULES.situation(replace(state, score=(0, 1)), "white") != RULES.situation(state, "white")


@pytest.mark.parametrize(
    ("rules", "one", "other"),
    [
        (STANDARD, ["g1f3", "g8f6", "b1c3"], ["b1c3", "g8f6", "g1f3"]),
        (STANDARD, ["g1f3", "g8f6"], ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6"]),
    ],
)
def test_the_way_to_a_situation_does_not_matter(
    rules: Any, one: list[str], other: list[str]
) -> None:
    (first, side), (second, also) = line(rules, one), line(rules, other)

    assert side == also
    assert rules.situation(first, side) == rules.situation(second, side)
    assert rules.dump(first) != rules.dump(second)


def test_what_still_may_be_done_is_part_of_a_situation() -> None:
    castles, _ = line(STANDARD, ["e2e4", "e7e5", "g1f3", "b8c6"])
    walked, _ = line(STANDARD, ["e2e4", "e7e5", "e1e2", "b8c6", "e2e1", "c6b8", "g1f3", "b8c6"])

    assert STANDARD.situation(castles, "white") != STANDARD.situation(walked, "white")


@pytest.mark.parametrize(
    ("rules", "happenings", "alarms"),
    [
        (RULES, [{"type": "move", "side": "white", "captures": "n"}], {CAPTURE}),
        (RULES, [{"type": "move", "side": "black", "captures": "N"}], set()),
        (RULES, [{"type": "ball_won", "side": "white"}], {BALL_WON}),
        (RULES, [{"type": "check", "side": "white"}, {"type": "pass", "side": "white"}], {CHECK}),
        (RULES, [{"type": "shot", "side": "white", "outcome": "save"}], {SHOT}),
        (RULES, [{"type": "shot", "side": "black", "outcome": "save"}], set()),
        (STANDARD, [{"type": "move", "side": "white", "captures": "P"}], {CAPTURE}),
        (STANDARD, [{"type": "check", "side": "white"}], {CHECK}),
        (FAMILY, [{"type": "move", "side": "white", "captures": "P", "of": "black"}], {CAPTURE}),
        (FAMILY, [{"type": "move", "side": "white", "captures": "P", "of": "gold"}], set()),
        (FAMILY, [{"type": "check_said", "side": "white", "to": ["gold", "black"]}], {CHECK}),
        (FAMILY, [{"type": "check_said", "side": "white", "to": ["gold"]}], set()),
    ],
)
def test_what_others_have_done_alarms(
    rules: Any, happenings: list[Mapping[str, Any]], alarms: set[str]
) -> None:
    assert rules.alarms(happenings, "black") == alarms


class Shortsighted(Quad):
    """Sees no players in a situation, takes another turn than it was asked about, cries wolf."""

    def situation(self, state: Heap, side: Side) -> str:
        return "stones"

    def foresee(
        self, state: Heap, side: Side, actions: Sequence[str], outcome: str | None
    ) -> Step[Heap]:
        return self.play(state, side, ["t1"], roll=0)

    def alarms(self, happenings: Sequence[Mapping[str, Any]], side: Side) -> frozenset[str]:
        return frozenset({"wolf"})


class Lucky(Quad):
    """Says that chance decides where none is."""

    has_chance = True

    def outcomes(self, state: Heap, actions: Sequence[str]) -> Mapping[str, int]:
        return {"heads": 49, "tails": 50}


def test_looking_ahead_wrongly_is_complained_of() -> None:
    found = " ".join(complaints(Hosted(Shortsighted(), StonesPresenter()), Random(1)))
    for words in (
        "the same situation offers other actions",
        "leads to another state than played",
        "is told otherwise than played",
        "could be foreseen with the outcome '?'",
        "an alarm is none of those that there are",
        "a turn alarms the side that played it",
    ):
        assert words in found

    found = " ".join(complaints(Hosted(Lucky(), StonesPresenter()), Random(1)))
    for words in ("drew 0 rolls", "are not 100 per cent", "which none of its outcomes is"):
        assert words in found
