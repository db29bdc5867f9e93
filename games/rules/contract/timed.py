"""A game that can be played live: what its clock does to it. The clock itself is not here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol, runtime_checkable

from games.rules.contract.options import OptionField, check_fields
from games.rules.contract.values import StateT, Step, Terms
from games.rules.errors import IllegalOptions
from games.rules.text import gettext as _

HALVES: Final = "halves"
"""One clock for the game, in two halves, and one for each turn."""
FISCHER: Final = "fischer"
"""A clock for each side, which gains with every turn."""

CLOCK: Final = "clock"
TIME_UP: Final = "time_up"
"""The time of a half is over; history keeps what followed."""


@runtime_checkable
class Timed(Protocol[StateT]):
    """A rule set with laws for live play. When a clock runs out is for others to say."""

    live_clock: str
    """The kind of clock: ``HALVES`` or ``FISCHER``."""

    def live_fields(self) -> Sequence[OptionField]:
        """Return the terms of the clock, declared as other terms are."""
        ...

    def live_options(self, options: Terms, live: Terms) -> Terms:
        """Return the options as a live game keeps them, where its clock says some of them."""
        ...

    def start_live(self, options: Terms, live: Terms) -> StateT:
        """Return the state before anyone has done anything in a live game."""
        ...

    def run_out(self, state: StateT) -> Step[StateT]:
        """Return what it means that the clock of the turn, or of a formation, has run out."""
        ...

    def may_break(self, state: StateT) -> bool:
        """Return whether a half whose time is over ends here, with nothing left to finish."""
        ...

    def time_up(self, state: StateT) -> Step[StateT]:
        """Return what follows a half whose time is over: the second half, or the end."""
        ...

    def by_post(self, state: StateT) -> Step[StateT]:
        """Return the same game, to be played on by correspondence."""
        ...


def check_live(rules: Timed[Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the terms of a live clock, completed; raises ``IllegalOptions``."""
    kind = given.get(CLOCK, rules.live_clock)
    if kind != rules.live_clock:
        raise IllegalOptions(
            _("The live clock of this game is {kind!r}.").format(kind=rules.live_clock),
            field=CLOCK,
            law=None,
        )
    said = {name: value for name, value in given.items() if name != CLOCK}
    return {CLOCK: rules.live_clock, **check_fields(rules.live_fields(), said)}
