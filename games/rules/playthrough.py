"""Games written down step by step, over any rule set: golden playthroughs.

A playthrough is text. A line that begins with ``> `` does something, the lines below show what came
of it: the whole state, what happened, what may be played next. Doing the same again must show the
same, so a playthrough that was read and found right shows any later change.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, Final

from games.rules.contract import Phase, RuleSet, Step
from games.rules.errors import NotationError, OutOfPhase, RulesError

MARK: Final = "> "


def commands_of(text: str) -> list[str]:
    """Return what a playthrough does."""
    return [line.removeprefix(MARK) for line in text.splitlines() if line.startswith(MARK)]


def version_of(text: str) -> int:
    """Return the version of the rules that a playthrough was written by."""
    found = re.match(r".*, version ([0-9]+)\n", text)
    if found is None:
        raise NotationError("A playthrough begins with the rules and their version.", law=None)
    return int(found[1])


def write_playthrough(rules: RuleSet[Any], commands: Iterable[str]) -> str:
    """Return the playthrough of commands: ``start``, then any of the others.

    ``start {"goals_to_win": 2}``, ``load STATE``, ``arrange SIDE {…}``, ``ready SIDE {…}``,
    ``play SIDE ROLL ACTION…``, ``time_out``, ``act SIDE NAME``, ``agree_draw``.
    What the rules refuse is written down and changes nothing.
    """
    lines = [f"{rules.name}, version {rules.version}"]
    state: Any = None
    for command in commands:
        lines += ["", MARK + command]
        try:
            step = do(rules, state, command)
        except RulesError as error:
            lines.append(f"refused: {type(error).__name__}: {error}")
            continue
        state = step.state
        lines += _lines_of(rules, step)
    return "\n".join(lines) + "\n"


def do(rules: RuleSet[Any], state: Any, command: str) -> Step[Any]:
    """Return the step that a command makes; raises what the rules refuse it with."""
    name, _, rest = command.partition(" ")
    first, _, more = rest.partition(" ")
    if name == "start":
        return Step(rules.start(json.loads(rest)))
    if name == "load":
        return Step(rules.load(rest))
    if name in ("arrange", "ready"):
        return rules.arrange(state, first, json.loads(more), ready=name == "ready")
    if name == "play":
        roll, _, actions = more.partition(" ")
        return rules.play(state, first, actions.split(), roll=int(roll))
    if name == "time_out":
        return rules.time_out(state)
    if name == "act":
        return rules.act(state, first, more)
    if name == "agree_draw":
        return rules.agree_draw(state)
    raise NotationError(f"A playthrough has no {name!r}.", law=None)


def _lines_of(rules: RuleSet[Any], step: Step[Any]) -> Iterator[str]:
    """Yield what came of a step, a line for each thing."""
    if step.turn is not None:
        yield f"turn: {step.turn.notation}"
        if step.turn.rolls:
            yield f"rolls: {' '.join(str(roll) for roll in step.turn.rolls)}"
    for happening in step.happenings:
        yield f"happened: {json.dumps(happening, sort_keys=True)}"
    state = step.state
    yield f"state: {rules.dump(state)}"
    outcome = rules.outcome(state)
    if outcome is not None:
        yield f"over: {outcome.reason}, won by {outcome.winner or 'nobody'}"
        return
    summary = rules.summary(rules.describe(state))
    yield f"to act: {' '.join(sorted(summary.to_act))}"
    if summary.phase is Phase.PLAYING:
        try:
            legal = rules.choices(state, ())["actions"]
        except OutOfPhase as error:
            # Who is to act may have no turn to play, but something to say.
            yield f"no turn: {error}"
            return
        yield f"legal: {' '.join(sorted(choice['text'] for choice in legal))}"


def play_at_random(rules: RuleSet[Any], rng: Random, most: int = 1000) -> str:
    """Return the playthrough of a game of so many turns at most, everything drawn by lot.

    Arrangements are left as they are until the time for them ends.
    """
    commands = ["start {}"]
    state = rules.start({})
    for _ in range(most):
        summary = rules.summary(rules.describe(state))
        if summary.phase is Phase.OVER:
            break
        if summary.phase is Phase.FORMATION:
            commands.append("time_out")
            state = rules.time_out(state).state
            continue
        (side,) = summary.to_act
        turn, roll = _draw_turn(rules, state, rng), rng.randrange(100)
        commands.append(f"play {side} {roll} {' '.join(turn)}")
        state = rules.play(state, side, turn, roll=roll).state
    return write_playthrough(rules, commands)


def _draw_turn(rules: RuleSet[Any], state: Any, rng: Random) -> list[str]:
    turn: list[str] = []
    while True:
        choices = rules.choices(state, turn)
        if choices["complete"] == 1 or (choices["complete"] == 0 and rng.random() < 0.2):
            return turn
        turn.append(rng.choice(choices["actions"])["text"])
