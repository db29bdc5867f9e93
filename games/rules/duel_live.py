"""The terms of a duel's clock in live play: time for all moves, and more with each."""

from __future__ import annotations

from games.rules.contract import OptionField
from games.rules.text import gettext_noop


def fischer(*, base: int, increment: int) -> tuple[OptionField, ...]:
    """Return the terms of a Fischer clock with these defaults, in seconds."""
    return (
        OptionField(
            name="base",
            kind="whole",
            default=base,
            label=gettext_noop("Seconds for all moves"),
            least=180,
            most=3600,
            words=gettext_noop("{} seconds for all moves"),
            in_minutes=gettext_noop("{} minutes for all moves"),
        ),
        OptionField(
            name="increment",
            kind="whole",
            default=increment,
            label=gettext_noop("Seconds added per move"),
            least=0,
            most=60,
            words=gettext_noop("{} seconds added per move"),
        ),
    )
