"""The line that leads to the situation of a plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.models import Game
from games.play import walking
from games.play.walking import LineTurn
from games.rules.contract import Side, Summary, before_chance


class ForeseenTurn(NamedTuple):
    """A turn of a line: as it is sent, how its chance is to end, and how it would be recorded."""

    side: Side
    actions: Sequence[str]
    outcome: str | None
    notation: str
    happenings: Sequence[Mapping[str, Any]]


class Walked(NamedTuple):
    """Where a line leads from the present, and the turns on the way."""

    reached: walking.Walked
    summary: Summary
    turns: list[ForeseenTurn]

    @property
    def state(self) -> Any:
        """The state at its end."""
        return self.reached.state


def walk(game: Game, line: Sequence[Mapping[str, Any]]) -> Walked:
    """Return where a line of ``{"actions", "outcome"}`` leads from the present state.

    Raises ``Unprocessable`` with the ``step`` of the line that cannot be.
    """
    rules = game.rules
    turns = [LineTurn(one["actions"], one.get("outcome")) for one in line]
    begin = walking.Walked(rules, rules.load(game.state))
    reached = walking.walk_on(game.ruleset, begin, turns)
    foreseen = []
    for sent, step in zip(turns, reached.steps, strict=True):
        assert step.turn is not None, "a turn that was foreseen has its record"
        side, notation = step.turn.side, step.turn.notation
        foreseen.append(
            ForeseenTurn(side, list(sent.actions), sent.outcome, notation, step.happenings)
        )
    return Walked(reached, rules.summary(rules.describe(reached.state)), foreseen)


class ReplyTurn(NamedTuple):
    """A turn as history would write it, and what it brings about, but for what chance decides."""

    notation: str
    happenings: Sequence[Mapping[str, Any]]


def reply_turn(game: Game, walked: Walked, actions: Sequence[str]) -> ReplyTurn:
    """Return a turn at the end of a line.

    Raises ``Unprocessable`` with the ``step`` after the last of the line.
    """
    # Refused as any turn of the line is.
    outcomes = walking.outcomes_of(game.ruleset, walked.reached, actions)
    outcome = next(iter(outcomes), None)
    step = walking.walk_on(game.ruleset, walked.reached, [LineTurn(actions, outcome)]).steps[-1]
    assert step.turn is not None, "a turn that was foreseen has its record"
    if outcome is None:
        return ReplyTurn(step.turn.notation, step.happenings)
    notation = step.turn.notation.removesuffix(f"={outcome}")
    return ReplyTurn(notation, before_chance(step.happenings))
