"""Walking a line of turns from a position of a game: what could be, for both sides.

Nothing here changes a game, draws a roll or knows a seed: anyone who walks says how a shot ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from games.laws import cited
from games.models import Game
from games.play.replay import state_before
from games.play.turns import first_illegal
from games.refusals import NotFound, Unprocessable, illegal_turn, unread_turn
from games.rules.contract import Options, Phase, RuleSet, Step
from games.rules.errors import IllegalTurn, NotationError, OutcomeNeeded, OutOfPhase

MOST_REPLAYED: Final = 600
"""Turns of a game with which a line may begin: all before it are played again, for anyone who asks,
and chess takes more than a millisecond for each. Games of fifty turns are usual."""


class LineTurn(NamedTuple):
    """A turn of a line, and how chance is to end it, where it has a say."""

    actions: Sequence[str]
    outcome: str | None = None


@dataclass(frozen=True)
class Walked:
    """Where a line has led to, and its turns on the way."""

    rules: RuleSet[Any]
    state: Any
    steps: list[Step[Any]] = field(default_factory=list)

    left_at: str | None = None
    """The position in which the last turn left the board, where the round is over."""


class Outlook(NamedTuple):
    """What may be played where a line has led to."""

    number: int
    """Of the turn that would come next."""
    steps: list[Step[Any]]
    phase: Phase
    position: str | None
    """``None`` where formations are to be chosen before anything was played."""
    choices: Options | None
    """``None`` where no turn can be played."""
    outcomes: Mapping[str, int]
    """What chance may make of the started turn, in per cent; empty where it has no say."""
    described: Mapping[str, Any]
    """What the game would show about itself there, without formations that no one has chosen."""


def look_out(game: Game, number: int, line: Sequence[LineTurn], after: Sequence[str]) -> Outlook:
    """Return what may follow ``after``, once a line was walked from the turn of this number.

    Raises ``NotFound`` for a turn that the game has not come to, and ``Unprocessable``:
    ``illegal_action`` with the step, the index and what was legal there, or ``outcome_needed``
    with the outcomes that there are. A started turn is the step after the last of the line.
    """
    walked = walk(game, number, line)
    rules = walked.rules
    described = rules.describe(walked.state)
    summary = rules.summary(described)
    choices: Options | None = None
    outcomes: Mapping[str, int] = {}
    if summary.phase is Phase.PLAYING or after:
        with _refusing(walked, game.ruleset, after, len(line)):
            choices = rules.choices(walked.state, after)
            if after and choices["complete"] >= 0:
                outcomes = dict(rules.outcomes(walked.state, after))
    return Outlook(
        number=number + len(line),
        steps=walked.steps,
        phase=summary.phase,
        position=choices["position"] if choices else summary.position or walked.left_at,
        choices=choices,
        outcomes=outcomes,
        described={
            key: described[key] for key in described.keys() - {"formation", "legal_actions"}
        },
    )


def walk(game: Game, number: int, line: Sequence[LineTurn]) -> Walked:
    """Return where a line leads that begins with the turn of this number; see ``look_out``."""
    if not 1 <= number <= game.next_turn:
        raise NotFound(_("This turn doesn't exist."))
    if not may_begin_at(game, number):
        raise NotFound(
            _("You can explore only within the first {most} turns of a game.").format(
                most=MOST_REPLAYED
            )
        )
    return walk_on(game.ruleset, Walked(game.rules, state_before(game, number)), line)


def may_begin_at(game: Game, number: int) -> bool:
    """Return whether a line may begin with the turn of this number: what was played before it is
    played again, but for the present.
    """
    return number <= MOST_REPLAYED or (game.is_active and number == game.next_turn)


def walk_on(ruleset: str, walked: Walked, line: Sequence[LineTurn]) -> Walked:
    """Return where a line leads that continues from another."""
    rules, steps = walked.rules, list(walked.steps)
    for turn in line:
        here = Walked(rules, walked.state, steps)
        with _refusing(here, ruleset, turn.actions, len(steps)):
            side = rules.choices(walked.state, ())["side"]
            step = rules.foresee(walked.state, side, turn.actions, turn.outcome)
            is_left = step.turn is not None and step.turn.position_after is None
            left_at = rules.choices(walked.state, turn.actions)["position"] if is_left else None
        steps.append(step)
        walked = Walked(rules, step.state, steps, left_at)
    return walked


def outcomes_of(ruleset: str, walked: Walked, actions: Sequence[str]) -> Mapping[str, int]:
    """Return what chance may make of a turn at the end of a line; see ``look_out``."""
    with _refusing(walked, ruleset, actions, len(walked.steps)):
        return walked.rules.outcomes(walked.state, actions)


@contextmanager
def _refusing(walked: Walked, ruleset: str, actions: Sequence[str], step: int) -> Iterator[None]:
    """Turn what the rules refuse into the refusal of this step of a line."""
    try:
        yield
    except OutcomeNeeded as error:
        raise Unprocessable(
            str(error), code="outcome_needed", step=step, outcomes=error.outcomes
        ) from error
    except IllegalTurn as error:
        refusal = illegal_turn(error, ruleset)
        refusal.extra["step"] = step
        raise refusal from error
    except NotationError as error:
        index, legal = first_illegal(walked.rules, walked.state, actions)
        refusal = unread_turn(error, ruleset, index=index, legal=legal)
        refusal.extra["step"] = step
        raise refusal from error
    except OutOfPhase as error:
        cites = cited(ruleset, error.law)
        raise Unprocessable(str(error), step=step, index=0, legal=[], **cites) from error
