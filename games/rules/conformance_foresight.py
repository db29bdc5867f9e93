"""What looking ahead must fulfil: situations, outcomes, turns foreseen, alarms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.rules.contract import ALARMS, RuleSet, Side, Step
from games.rules.errors import OutcomeNeeded


class Foresight:
    """Looks at turns of games that are played under the same terms."""

    def __init__(self, rules: RuleSet[Any]) -> None:
        self.rules = rules
        self.offered: dict[tuple[Side, str], frozenset[str]] = {}
        self.has_rolled_all = False

    def look(self, state: Any, side: Side) -> Iterator[str]:
        """Yield what does not hold of the situation of a side that is to play."""
        rules = self.rules
        situation = rules.situation(state, side)
        if rules.situation(rules.load(rules.dump(state)), side) != situation:
            yield "a state that was read back is another situation"
        offered = frozenset(one["text"] for one in rules.choices(state, ())["actions"])
        if self.offered.setdefault((side, situation), offered) != offered:
            yield f"the same situation offers other actions: {situation}"

    def heed(self, before: Any, sent: tuple[str, ...], step: Step[Any]) -> Iterator[str]:
        """Yield where a turn that was played is not what could be foreseen of it."""
        rules, record = self.rules, step.turn
        if record is None:
            return
        outcomes = rules.outcomes(before, sent)
        came = record.actions[-1].partition("=")[2] or None
        yield from self._heed_outcomes(before, sent, step, came)
        foreseen = rules.foresee(before, record.side, sent, came if outcomes else None)
        if rules.dump(foreseen.state) != rules.dump(step.state):
            yield f"foreseen with {came}, {sent} leads to another state than played"
        expected = foreseen.turn and replace(foreseen.turn, rolls=record.rolls)
        if (expected, foreseen.happenings) != (record, step.happenings):
            yield f"foreseen with {came}, {sent} is told otherwise than played"
        for side in rules.sides:
            if not rules.alarms(step.happenings, side) <= ALARMS:
                yield "an alarm is none of those that there are"
        if rules.alarms(step.happenings, record.side):
            yield "a turn alarms the side that played it"

    def _heed_outcomes(
        self, before: Any, sent: tuple[str, ...], step: Step[Any], came: str | None
    ) -> Iterator[str]:
        rules, record = self.rules, step.turn
        assert record is not None
        outcomes = rules.outcomes(before, sent)
        if bool(outcomes) != bool(record.rolls):
            yield f"a turn of which chance makes {dict(outcomes)} drew {len(record.rolls)} rolls"
        if outcomes and sum(outcomes.values()) != 100:
            yield f"outcomes {dict(outcomes)} are not 100 per cent"
        if outcomes and came not in outcomes:
            yield f"a turn ended with {came!r}, which none of its outcomes is"
        for wrong in ("?", None) if len(outcomes) > 1 else ("?",):
            try:
                rules.foresee(before, record.side, sent, wrong)
            except OutcomeNeeded as error:
                if error.outcomes != dict(outcomes):
                    yield "a refusal names other outcomes than there are"
            else:
                yield f"a turn could be foreseen with the outcome {wrong!r}"
        if outcomes and not self.has_rolled_all:
            self.has_rolled_all = True
            yield from self._roll_all(before, record.side, sent)

    def _roll_all(self, before: Any, side: Side, sent: tuple[str, ...]) -> Iterator[str]:
        """Yield where the hundred rolls of a turn bring other outcomes than are foretold."""
        rolled: Counter[str] = Counter()
        for roll in range(100):
            record = self.rules.play(before, side, sent, roll=roll).turn
            assert record is not None
            rolled[record.actions[-1].partition("=")[2]] += 1
        if rolled != Counter(self.rules.outcomes(before, sent)):
            yield f"a hundred rolls bring {dict(rolled)}"
