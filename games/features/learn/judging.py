"""Whether a step is done, judged by what happens under the real laws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import SystemRandom
from typing import Any, Final

from django.utils.translation import gettext as _

from games.features.learn.lessons import LessonStep
from games.features.learn.shapes import LessonTurn
from games.features.learn.tries import Verdict, chances_of, refusing, turn_shown
from games.refusals import Invalid
from games.rules import registry
from games.rules.chess_eleven.formation import default_formation
from games.rules.chess_eleven.lessons import line_up, stand
from games.rules.contract import Step
from games.rules.errors import IllegalArrangement, IllegalTurn, NotationError

RULES: Final = registry.get(registry.DEFAULT)
READER: Final = "white"
OPPONENT: Final = "black"
ROLLS: Final = SystemRandom()


@dataclass(frozen=True, slots=True)
class StepVerdict(Verdict):
    """The result of a try at a step."""

    throws: list[str] = field(default_factory=list)
    """What the shot came to, thrown again and again."""
    pieces: Mapping[str, str] | None = None
    """How the reader is lined up, where that is what is learnt."""


def begin(step: LessonStep) -> StepVerdict:
    """Return the step as it is before anything was tried."""
    if step.kind == "line_up":
        return StepVerdict(pieces=default_formation(0).as_dict())
    options = None
    if step.kind == "turn":
        options = RULES.choices(stand(step.position), ())
    return StepVerdict(position=step.position, options=options)


def judge(
    step: LessonStep, before: Sequence[Sequence[str]], actions: Sequence[str], *, is_whole: bool
) -> StepVerdict:
    """Return what came of the actions, after the turns ``before`` them; raises ``Refusal``s.

    Without ``is_whole`` a turn that could continue and has not reached the goal is only begun.
    """
    if len(before) >= step.turns:
        raise Invalid(_("You need fewer turns for this step."), field="before", code="too_long")
    if step.kind == "tap":
        done = bool(actions) and actions[-1] in step.goal["squares"]
        return _settled(step, done, position=step.position)
    if step.kind == "line_up":
        return _judge_line_up(step, actions)
    with refusing(RULES):
        return _judge_turn(step, before, actions, is_whole=is_whole)


def _judge_turn(
    step: LessonStep, before: Sequence[Sequence[str]], actions: Sequence[str], *, is_whole: bool
) -> StepVerdict:
    state: Any = stand(step.position)
    for turn, answer in zip(before, step.opponent, strict=False):
        state = _reply(step, _play(step, state, turn), answer)[0]
    options = RULES.choices(state, actions)
    if options["complete"] < 0 or not actions:
        return StepVerdict(position=options["position"], options=options)
    played = _play(step, state, actions)
    assert played.turn is not None
    chances = chances_of(RULES.choices(state, actions[:-1]), actions[-1])
    shown = turn_shown(played.turn, played.happenings)
    where = played.turn.position_after or options["position"]
    throws = [_thrown(chances) for _throw in range(step.throws)] if chances else []
    if _is_reached(step.goal, played, actions, chances):
        return _settled(step, True, position=where, turn=shown, throws=throws)
    if options["complete"] == 0 and not is_whole:
        return StepVerdict(position=options["position"], options=options)
    if len(before) + 1 < step.turns and not _ended(played):
        try:
            state, reply = _reply(step, played, step.opponent[len(before)])
        except IllegalTurn:
            # Another way than the step has in mind: the other side has no answer prepared.
            return _settled(step, False, position=options["position"], turn=shown)
        onward = RULES.choices(state, ())
        return StepVerdict(position=onward["position"], options=onward, turn=shown, reply=reply)
    return _settled(step, False, position=where, turn=shown, throws=throws)


def _play(step: LessonStep, state: Any, actions: Sequence[str], side: str = READER) -> Step[Any]:
    """Play a turn; every shot in it draws what the step says."""
    return RULES.play(state, side, actions, roll=lambda: step.roll)


def _settled(step: LessonStep, is_done: bool, **rest: Any) -> StepVerdict:
    say = _("Well done!") if is_done else _("Not yet. Try again!")
    if not is_done and step.hint:
        say = _(step.hint)
    return StepVerdict(done=is_done, failed=not is_done, say=say, **rest)


def _judge_line_up(step: LessonStep, actions: Sequence[str]) -> StepVerdict:
    """Swap what is on two squares, or move to an empty one, and let law 3 judge."""
    pieces = default_formation(0).as_dict()
    for action in actions:
        one, other = action[:2], action[2:]
        taken, put = pieces.pop(one, None), pieces.pop(other, None)
        if taken is not None:
            pieces[other] = taken
        if put is not None:
            pieces[one] = put
    try:
        RULES.arrange(line_up(), READER, {"pieces": pieces}, ready=True)
    except (IllegalArrangement, NotationError) as error:
        return StepVerdict(failed=True, say=str(error), pieces=pieces)
    is_done = all(pieces.get(square) == letter for square, letter in step.goal["at"].items())
    return _settled(step, is_done, pieces=pieces)


def _reply(step: LessonStep, played: Step[Any], actions: Sequence[str]) -> tuple[Any, LessonTurn]:
    """Return the state after the other side's turn, and that turn."""
    other = _play(step, played.state, actions, OPPONENT)
    assert other.turn is not None
    return other.state, turn_shown(other.turn, other.happenings)


def _ended(played: Step[Any]) -> bool:
    return any(one["type"] == "round_ended" for one in played.happenings)


def _thrown(chances: Mapping[str, int]) -> str:
    """Return an outcome by chance, as often as law 8.3 has it."""
    outcome = ROLLS.choices(list(chances), list(chances.values()))[0]
    return outcome.partition("@")[0]


def _is_reached(
    goal: Mapping[str, Any],
    played: Step[Any],
    actions: Sequence[str],
    chances: Mapping[str, int],
) -> bool:
    kinds = {one["type"] for one in played.happenings}
    outcomes = {one["outcome"] for one in played.happenings if one["type"] == "shot"}
    assert played.turn is not None
    fields = (played.turn.position_after or "").split()
    ball = fields[2] if fields else ""
    match goal["type"]:
        case "ball":
            return bool(ball == goal["at"])
        case "reach":
            return any(one.endswith(goal["at"]) and len(one) == 4 for one in actions)
        case "passes":
            return sum(one.startswith("@") for one in actions) >= goal["count"]
        case "capture" | "win":
            return any(one["type"] == "move" and one.get("captures") for one in played.happenings)
        case "goal":
            return "goal" in outcomes
        case "shot_at_least":
            return chances.get("goal", 0) >= goal["chance"]
        case "outcome":
            return goal["outcome"] in outcomes
        case "check":
            return bool({"check", "checkmate"} & kinds)
        case "mate":
            return "checkmate" in kinds
        case "played":
            return True
    raise AssertionError(goal["type"])
