"""A turn tried at a position that belongs to no game, under the real laws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from games.features.learn.shapes import LessonTurn, Try
from games.refusals import illegal_turn, unread_turn
from games.rules.contract import Happening, Options, RuleSet, TurnRecord
from games.rules.errors import IllegalTurn, NotationError


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a try; neither ``done`` nor ``failed`` while the turn is only begun."""

    done: bool = False
    failed: bool = False
    say: str = ""
    position: str = ""
    options: Options | None = None
    """What may follow; ``None`` once nothing does."""
    turn: LessonTurn | None = None
    """The turn, once it was played."""
    reply: LessonTurn | None = None
    """What the other side plays after it, or would."""


def verdict_payload(verdict: Verdict) -> Try:
    """Return what every try is answered with."""
    return {
        "done": verdict.done,
        "failed": verdict.failed,
        "say": verdict.say,
        "position": verdict.position,
        "options": verdict.options,
        "turn": verdict.turn,
        "reply": verdict.reply,
    }


def options_of(rules: RuleSet[Any], state: Any, actions: Sequence[str] = ()) -> Options:
    """Return what may follow the actions; raises the refusals of a turn that cannot be played."""
    with refusing(rules):
        return rules.choices(state, actions)


@contextmanager
def refusing(rules: RuleSet[Any]) -> Iterator[None]:
    """Raise in place of the rules' errors the refusals of a turn that cannot be played."""
    try:
        yield
    except IllegalTurn as error:
        raise illegal_turn(error, rules.key) from error
    except NotationError as error:
        raise unread_turn(error, rules.key, index=0, legal=[]) from error


def turn_shown(turn: TurnRecord, happenings: Sequence[Happening]) -> LessonTurn:
    """Return a turn as it was played."""
    return {
        "side": turn.side,
        "actions": list(turn.actions),
        "notation": turn.notation,
        "rolls": list(turn.rolls),
        "position_before": turn.position_before,
        "position_after": turn.position_after,
        "events": list(happenings),
    }


def chances_of(options: Options, action: str) -> dict[str, int]:
    """Return the chances of an action that is a shot; of any other none."""
    for choice in options["actions"]:
        if choice["text"] == action:
            return dict(choice.get("chances", {}))
    return {}
