"""The result of a try at a puzzle, by the laws that the puzzle was found under."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.features.learn import tries
from games.features.learn.shapes import LessonTurn
from games.features.learn.tries import Verdict, chances_of, refusing, turn_shown
from games.features.puzzles import wording
from games.features.puzzles.models import Asked
from games.rules import registry
from games.rules.chess_eleven.lessons import stand
from games.rules.chess_eleven.puzzles import BALL, CERTAIN, GUARD, TWO, answer_to
from games.rules.contract import Options, RuleSet

GOES_IN: Final = 0
GOES_PAST: Final = 99
"""What shots draw: the right one always goes in, for that it was found is what counts."""


def options_of(puzzle: Asked, actions: Sequence[str] = ()) -> Options:
    """Return what may follow; raises the refusals of a turn that cannot be played."""
    return tries.options_of(_rules(puzzle), stand(puzzle.position), actions)


def judge(puzzle: Asked, actions: Sequence[str], *, is_whole: bool) -> Verdict:
    """Return what came of the actions; raises ``Refusal``s.

    Without ``is_whole`` a turn that could continue is only begun.
    """
    options = options_of(puzzle, actions)
    if not is_whole and options["complete"] < 1:
        return Verdict(position=options["position"], options=options)
    done = list(actions) in puzzle.solutions
    chances = chances_of(options_of(puzzle, actions[:-1]), actions[-1]) if actions else {}
    chance = chances.get("goal", 0)
    turn, state = _play(puzzle, stand(puzzle.position), actions, is_in=done or chance == CERTAIN)
    where = turn["position_after"] or options["position"]
    if done:
        say = wording.praise(puzzle)
        return Verdict(done=True, say=say, position=where, turn=turn)
    reply = _reply(puzzle, state, tuple(actions))
    say = wording.fault(puzzle, chance, is_answered=reply is not None)
    return Verdict(failed=True, say=say, position=where, turn=turn, reply=reply)


def show_solution(puzzle: Asked) -> Verdict:
    """Return the right turn, played."""
    actions = puzzle.solutions[0]
    turn, _state = _play(puzzle, stand(puzzle.position), actions, is_in=True)
    where = turn["position_after"] or options_of(puzzle, actions)["position"]
    return Verdict(failed=True, say=wording.solution_words(puzzle), position=where, turn=turn)


def _rules(puzzle: Asked) -> RuleSet[Any]:
    return registry.get(registry.DEFAULT, puzzle.rules_version)


def _play(
    puzzle: Asked, state: Any, actions: Sequence[str], *, is_in: bool, side: str = ""
) -> tuple[LessonTurn, Any]:
    """Return a turn as it was played, and the state after it."""
    rules = _rules(puzzle)
    roll = GOES_IN if is_in else GOES_PAST
    with refusing(rules):
        played = rules.play(state, side or puzzle.side, actions, roll=lambda: roll)
    assert played.turn is not None
    return turn_shown(played.turn, played.happenings), played.state


def _reply(puzzle: Asked, state: Any, actions: tuple[str, ...]) -> LessonTurn | None:
    """Return the other side's answer to a turn that does not defend, played."""
    if puzzle.kind not in (BALL, GUARD, TWO):
        return None
    answer = answer_to(puzzle.position, actions, puzzle.kind)
    if answer is None:
        return None
    other = "black" if puzzle.side == "white" else "white"
    return _play(puzzle, state, answer, is_in=True, side=other)[0]
