"""A game played by lot to see whether a rule set conforms: looked at after each step."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from games.rules.conformance_foresight import Foresight
from games.rules.contract import (
    AGREE_DRAW,
    RESIGN,
    RUN_OUT,
    TIME_OUT,
    TIME_UP,
    Choice,
    Happening,
    Options,
    Outcome,
    Phase,
    RuleSet,
    Side,
    Step,
    Summary,
    Timed,
    before_chance,
    check_live,
)
from games.rules.errors import OutOfPhase, RulesError
from games.rules.registry import Hosted

LONGEST_ACTION: Final = 16
LONGEST_STATE: Final = 16_000
MOST_ACTIONS: Final = 16
MOST_STEPS: Final = 400
SHOWN_EVERY: Final = 4
"""Every so many steps a game is drawn and reported, which takes longest."""
OUT_OF_TURN: Final = 0.1
"""How often someone tries to play who is not to act."""


class Played:
    """One game, and what does not hold of it."""

    def __init__(
        self,
        hosted: Hosted,
        options: dict[str, Any],
        rng: Random,
        foresight: Foresight,
        *,
        is_live: bool = False,
    ) -> None:
        self.is_live = is_live
        self.foresight = foresight
        self.rules, self.presenter, self.rng = hosted.rules, hosted.presenter, rng
        self.tries = Random(0)  # For what is tried beside the game, which it must not change.
        self.options = options
        self.seats = self.rules.seats(options)
        self.state: Any = self._start()
        self.history: list[tuple[Any, ...]] = []
        self._summed: tuple[Any, Summary] | None = None

    def _start(self) -> Any:
        rules: Any = self.rules
        if self.is_live:
            return rules.start_live(self.options, check_live(rules, {}))
        return rules.start(self.options)

    def play(self, steps: int) -> Iterator[str]:
        """Play until the end, or so many steps, and again from what history keeps."""
        yield from self._look()
        for _ in range(steps):
            if self.summary.phase is Phase.OVER:
                break
            if self.tries.random() < OUT_OF_TURN:
                yield from self._try_out_of_turn()
            before = self.rules.dump(self.state)
            step = self._step()
            if self.rules.dump(self.state) != before:
                yield f"{self.history[-1][0]} changed the state that it was given"
            yield from self._heed(step)
            self.state = step.state
            yield from self._look()
        if self.rules.dump(self._again()) != self.rules.dump(self.state):
            yield f"played again, {self.rules.key} ends in another state"

    @property
    def summary(self) -> Summary:
        """What the service would know of the present state; made once of each."""
        if self._summed is None or self._summed[0] is not self.state:
            self._summed = self.state, self.rules.summary(self.rules.describe(self.state))
        return self._summed[1]

    def _step(self) -> Step[Any]:
        """Do one thing by lot: mostly a turn, now and then an act or a missed deadline."""
        summary, rng = self.summary, self.rng
        chance = rng.random()
        if summary.phase is Phase.FORMATION or chance < 0.01:
            return self._do(TIME_OUT)
        if chance < 0.04:
            doable = [(side, name) for side in self.seats for name in summary.acts.get(side, ())]
            if doable:
                return self._do("act", *rng.choice(doable))
        if chance < 0.042 and len(self.rules.draws_needed(self.state)) > 1:
            # The terms may say that it is too early for a draw.
            with contextlib.suppress(OutOfPhase):
                return self._do(AGREE_DRAW)
        if not self._actions():
            return self._do(TIME_OUT)
        rules: Any = self.rules
        if self.is_live and chance > 0.95:
            return self._do(RUN_OUT)
        if self.is_live and chance > 0.9 and rules.may_break(self.state):
            return self._do(TIME_UP)
        (side,) = summary.to_act
        return self._do("play", side, tuple(self._turn(rng)), rng.randrange(100))

    def _actions(self) -> list[Choice]:
        """Return what may be played now: nothing while the game waits for a side to return."""
        try:
            return self.rules.choices(self.state, ())["actions"]
        except OutOfPhase:
            return []

    def _turn(self, rng: Random) -> list[str]:
        turn: list[str] = []
        while len(turn) < MOST_ACTIONS:
            found = self.rules.choices(self.state, turn)
            if found["complete"] == 1 or (found["complete"] == 0 and rng.random() < 0.3):
                break
            turn.append(rng.choice(found["actions"])["text"])
        return turn

    def _do(self, *command: Any) -> Step[Any]:
        step = _carry_out(self.rules, self.state, command)
        self.history.append(command)
        return step

    def _again(self) -> Any:
        state = self._start()
        for command in self.history:
            state = _carry_out(self.rules, state, command).state
        return state

    def _look(self) -> Iterator[str]:
        """Yield what does not hold of the present state."""
        rules, state = self.rules, self.state
        text = rules.dump(state)
        if rules.dump(rules.load(text)) != text:
            yield f"a state does not come back from its text: {text}"
        if "\n" in text or len(text) > LONGEST_STATE:
            yield "a state is no short line"
        description = rules.describe(state)
        if json.loads(json.dumps(description)) != description:
            yield "a description is no plain JSON data"
        if rules.describe(rules.load(text)) != description:
            yield f"a state that was read back is described otherwise: {text}"
        yield from self._look_at(self.summary)
        if len(self.history) % SHOWN_EVERY == 0 or self.summary.phase is Phase.OVER:
            yield from self._show(description)

    def _look_at(self, summary: Summary) -> Iterator[str]:
        outcome = self.rules.outcome(self.state)
        if (outcome is None) == (summary.phase is Phase.OVER):
            yield f"the phase is {summary.phase}, the outcome {outcome}"
        if bool(summary.to_act) == (summary.phase is Phase.OVER):
            yield f"the phase is {summary.phase}, and {set(summary.to_act)} are to act"
        named = {*summary.to_act, *summary.standing, *summary.acts, *(summary.score or self.seats)}
        if not named <= set(self.seats):
            yield f"the summary names sides that do not play: {named - set(self.seats)}"
        if any(summary.is_out(side) for side in summary.to_act):
            yield "the game waits for a side that is out"
        for names in summary.acts.values():
            for name in names:
                if name not in self.presenter.acts:
                    yield f"no words for the act {name!r}"
        if outcome is not None:
            yield from self._look_at_end(outcome)
            yield from self._try_after_the_end()
        elif summary.phase is Phase.PLAYING:
            try:
                choices = self.rules.choices(self.state, ())
            except OutOfPhase:
                yield from self._look_at_wait(summary)
                return
            yield from self._look_at_choices(choices)
            if choices["actions"]:
                yield from self.foresight.look(self.state, choices["side"])

    def _look_at_wait(self, summary: Summary) -> Iterator[str]:
        """Yield where a game has no turn to offer and nothing else that could be done."""
        if not any(summary.acts.get(side) for side in summary.to_act):
            yield "no turn is offered, and those who are awaited can do nothing"
        side = next(iter(summary.to_act), self.seats[0])
        with contextlib.suppress(RulesError):
            self.rules.play(self.state, side, ["?"], roll=0)
            yield "a turn may be played while none is offered"

    def _try_out_of_turn(self) -> Iterator[str]:
        """Yield where a legal turn is taken from someone who is not to act."""
        if self.summary.phase is not Phase.PLAYING or not self._actions():
            return
        turn = tuple(self._turn(self.tries))
        for side in self.seats if turn else ():
            if side in self.summary.to_act:
                continue
            try:
                self.rules.play(self.state, side, turn, roll=0)
            except RulesError:
                continue
            yield "a side that is not to act may play"

    def _try_after_the_end(self) -> Iterator[str]:
        """Yield what can still be done in a game that is over."""
        before, side = self.rules.dump(self.state), self.seats[0]
        for command in (
            ("play", side, ("?",), 0),
            ("act", side, RESIGN),
            (AGREE_DRAW,),
            (TIME_OUT,),
        ):
            try:
                after = _carry_out(self.rules, self.state, command).state
            except RulesError:
                continue
            if self.rules.dump(after) != before:
                yield f"{command[0]} changes a game that is over"

    def _look_at_end(self, outcome: Outcome) -> Iterator[str]:
        placed = sorted(side for place in outcome.ranking for side in place)
        if outcome.reason == "aborted" and placed:
            yield "an aborted game has no places"
        if outcome.reason != "aborted" and placed != sorted(self.seats):
            yield f"placed are {placed}, playing were {self.seats}"
        if outcome.reason not in self.presenter.reasons:
            yield f"no words for the reason {outcome.reason!r}"

    def _look_at_choices(self, choices: Options) -> Iterator[str]:
        if choices["side"] not in self.summary.to_act:
            yield f"choices are for {choices['side']}, who is not to act"
        if not choices["prompt"]:
            yield "choices without a prompt"
        for choice in choices["actions"]:
            text = choice["text"]
            if not (text.isascii() and text.isprintable() and 1 <= len(text) <= LONGEST_ACTION):
                yield f"the action {text!r} is no short word of ASCII"
            if "=" in text or " " in text:
                yield f"the action {text!r} holds a sign that is not its own"
            if not choice["kind"] or not choice["label"]:
                yield f"the action {text!r} has no kind or no label"
        for text in ("?", "zz9", "=" * 3, "x" * 16):
            try:
                self.rules.play(self.state, choices["side"], [text], roll=0)
            except RulesError:
                continue
            except Exception as error:
                yield f"playing {text!r} raises {type(error).__name__}, not a refusal"

    def _show(self, description: dict[str, Any]) -> Iterator[str]:
        """Yield what of the present state cannot be shown or reported."""
        for side in (None, *self.seats):
            if "<svg" not in self.presenter.thumbnail(description, side):
                yield "a sketch is no SVG"
            if not isinstance(self.presenter.situation(description, side), str):
                yield "a brief is no text"
        picture = self.presenter.draw(self.state, side=self.seats[-1])
        if "<svg" not in picture:
            yield "a picture is no SVG"
        if not self.presenter.rules_anchor(description):
            yield "no chapter of the rules fits a state"

    def _heed(self, step: Step[Any]) -> Iterator[str]:
        """Yield what does not hold of a step that was just made."""
        command = self.history[-1]
        names = {side: side.capitalize() for side in self.seats}
        for happenings in filter(None, (step.happenings, before_chance(step.happenings))):
            yield from self._narrate(happenings, names)
        after = self.rules.summary(self.rules.describe(step.state))
        if command[0] == "play":
            yield from self._heed_turn(step)
        elif step.turn is not None:
            yield f"{command[0]} played a turn"
        if command[0] in (TIME_OUT, RUN_OUT, TIME_UP):
            is_new = step.restarts_clock or step.locked or not after.to_act <= self.summary.to_act
            if after.phase is not Phase.OVER and not is_new:
                yield "after a missed deadline the game goes on with the clock that ran out"
            if step.act is None and not step.locked:
                yield "a missed deadline leaves no trace in history"
        changed = self.rules.dump(step.state) != self.rules.dump(self.state)
        if command[0] == "act" and changed and step.act is None:
            yield f"the act {command[2]!r} changed the state and leaves no trace in history"

    def _narrate(self, happenings: Sequence[Happening], names: dict[Side, str]) -> Iterator[str]:
        try:
            sentences = self.presenter.narrate(happenings, names)
        except LookupError as error:
            yield f"{list(happenings)} cannot be told: {error!r} is missing"
        else:
            if any(not sentence for sentence in sentences):
                yield "an empty sentence is told"

    def _heed_turn(self, step: Step[Any]) -> Iterator[str]:
        record = step.turn
        if record is None:
            yield "playing a turn made none"
            return
        if record.round < 1 or not record.notation or record.side not in self.seats:
            yield f"the record of a turn is not whole: {record}"
        if not isinstance(self.presenter.turn_summary(step.happenings, record.notation), str):
            yield "a turn has no phrase"
        if not self.presenter.turn_sentence(step.happenings):
            yield "a turn has no sentence"
        sent = tuple(action.partition("=")[0] for action in record.actions)
        if sent != self.history[-1][2]:
            yield f"sent was {self.history[-1][2]}, recorded is {record.actions}"
        if not set(record.rolls) <= set(range(100)):
            yield "a roll is not one from 0 to 99"
        if record.rolls and not self.rules.has_chance:
            yield "a game without chance has drawn a roll"
        if len(self.history) % SHOWN_EVERY == 0 or record.rolls:
            yield from self.foresight.heed(self.state, sent, step)


def _carry_out(rules: RuleSet[Any], state: Any, command: tuple[Any, ...]) -> Step[Any]:
    match command:
        case ("run_out",):
            assert isinstance(rules, Timed)
            return rules.run_out(state)
        case ("time_up",):
            assert isinstance(rules, Timed)
            return rules.time_up(state)
        case ("play", side, actions, roll):
            return rules.play(state, side, actions, roll=roll)
        case ("act", side, name):
            return rules.act(state, side, name)
        case ("agree_draw",):
            return rules.agree_draw(state)
    return rules.time_out(state)
