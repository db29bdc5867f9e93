"""A match of two programs that are never there at the same time, by plans, over real HTTP."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from accounts.models import User
from config.developers.clients.chess_eleven import ChessEleven, Record
from games.features.plans.firing import fire_due
from games.models import Game
from games.rules import registry
from tests.games.matches import place, with_next_roll
from tests.plans.conftest import FOUR_WAYS, fresh

RULES = registry.get("eleven")
FIRST, SECOND, SHOT = "a1b1", "h8g8", "!e8"
ROLLS = {"goal": range(20), "save": range(20, 45), "block@e8": range(45, 80),
         "corner": range(80, 100)}  # fmt: skip


def line(*turns: str, outcome: str | None = None) -> list[Record]:
    """Return turns for a plan, the last with its outcome."""
    told: list[Record] = [{"actions": turn.split(), "outcome": None} for turn in turns]
    told[-1]["outcome"] = outcome
    return told


def answer_to(game: Game, outcome: str) -> tuple[str, Record]:
    """Return who is to play where the shot has ended so, and some turn or formation of theirs."""
    state = RULES.load(game.state)
    for side, turn, ends in (("white", FIRST, None), ("black", SECOND, None),
                             ("white", SHOT, outcome)):  # fmt: skip
        state = RULES.foresee(state, side, turn.split(), ends).state
    if (over := RULES.describe(state)["formation"]) is not None:
        return "black", {"do": "formation", "pieces": over["black"]["pieces"]}
    side = next(iter(RULES.to_act(state)))
    actions: list[str] = []
    while (found := RULES.choices(state, actions))["complete"] < 0:
        actions.append(next(a["text"] for a in found["actions"] if a["kind"] != "shot"))
    return side, {"do": "turn", "actions": actions}


@pytest.mark.parametrize("came", ROLLS)
def test_a_shot_of_which_every_outcome_was_prepared(
    came: str,
    game: Game,
    alice: User,
    bob: User,
    client_of: Callable[[User], ChessEleven],
    now: datetime,
) -> None:
    game = with_next_roll(place(game, FOUR_WAYS), ROLLS[came])
    answers = {outcome: answer_to(game, outcome) for outcome in ROLLS}

    # Bob is there before alice has played anything, and then never again.
    black = client_of(bob)
    shown = black.get(f"/games/{game.pk}")
    black.plan(shown, line(FIRST), {"do": "turn", "actions": SECOND.split()})
    for outcome, (side, reply) in answers.items():
        if side == "black":
            black.plan(shown, line(FIRST, SECOND, SHOT, outcome=outcome), reply)
    # Alice comes when he is gone, plays once, and leaves the rest to her plans.
    white = client_of(alice)
    mine = [{"line": line(FIRST, SECOND), "reply": {"do": "turn", "actions": [SHOT]}}]
    for outcome, (side, reply) in answers.items():
        if side == "white":
            mine.append({"line": line(FIRST, SECOND, SHOT, outcome=outcome), "reply": reply})
    white.post(f"/games/{game.pk}/turns", {"turn": 1, "actions": FIRST.split(), "plans": mine})
    fire_due(20)

    turns = list(game.turns.order_by("number").values_list("actions", "by"))
    assert turns[:3] == [([FIRST], "hand"), ([SECOND], "plan"), ([f"{SHOT}={came}"], "plan")]
    played = [entry for who in (white, black) for entry in who.plans(game.pk)["results"]
              if entry["line"][-1]["outcome"] == came]  # fmt: skip
    assert [entry["status"] for entry in played] == ["fired"]
    if came == "goal":
        assert [seat.side for seat in fresh(game).seats if seat.is_awaited] == ["white"]
    else:
        assert turns[3][1] == "plan"
