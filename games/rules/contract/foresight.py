"""Looking ahead where chance decides: a roll for an outcome that is named."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.errors import OutcomeNeeded
from games.rules.text import gettext as _


def roll_for(outcomes: Mapping[str, int], outcome: str | None) -> int:
    """Return the lowest roll that brings an outcome, where the rolls go to each in this order.

    What is certain need not be named. Raises ``OutcomeNeeded``.
    """
    if outcome is None and len(outcomes) < 2:
        return 0
    if outcome is None:
        raise OutcomeNeeded(
            _("Say how this turn ends, because chance decides it."), outcomes=outcomes
        )
    if outcome not in outcomes:
        raise OutcomeNeeded(
            _("This turn can't end with {outcome!r}.").format(outcome=outcome[:30]),
            outcomes=outcomes,
        )
    roll = 0
    for name, per_cent in outcomes.items():
        if name == outcome:
            break
        roll += per_cent
    return roll
