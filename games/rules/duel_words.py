"""What is said about a duel: how it ended, and the acts that a player has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.rules import duel_outcome as duel
from games.rules.contract import (
    ABORT,
    ABORTED,
    ADJUDICATED,
    CALLED_OFF,
    CLAIM,
    RESIGN,
    ActWords,
    Reason,
)
from games.rules.grid import endings
from games.rules.text import gettext_noop

REASONS: Final[Mapping[str, Reason]] = {
    duel.CHECKMATE: Reason(gettext_noop(" by checkmate"), told=gettext_noop("Checkmate.")),
    duel.STALEMATE: Reason(
        gettext_noop(" by stalemate"), told=gettext_noop("No legal move and no check: stalemate.")
    ),
    duel.DEAD_POSITION: Reason(
        gettext_noop(": nobody can mate"),
        told=gettext_noop("With these pieces nobody can ever mate."),
    ),
    duel.REPETITION: endings.REPEATED,
    duel.QUIET_MOVES: Reason(
        gettext_noop(" by quiet moves"),
        told=gettext_noop("Too many moves without a capture or a pawn move."),
    ),
    duel.RESIGNATION: Reason(
        gettext_noop(": {loser} resigned"),
        told=gettext_noop("{loser} resigned."),
        lost=gettext_noop("You resigned."),
    ),
    duel.AGREEMENT: Reason(
        gettext_noop(" by agreement"), told=gettext_noop("You agreed on a draw.")
    ),
    duel.TIMEOUT: Reason(
        gettext_noop(" on time"),
        told=gettext_noop("{loser}'s time ran out."),
        lost=gettext_noop("Your time ran out."),
    ),
    ADJUDICATED: Reason(
        gettext_noop(" by decision of the competition"),
        told=gettext_noop("The competition decided it."),
    ),
    CALLED_OFF: Reason(told=gettext_noop("The competition called it off: it does not count.")),
    ABORTED: endings.NOT_BEGUN,
}

ENDINGS: Final[Mapping[str, str]] = {
    **endings.ENDINGS,
    duel.DEAD_POSITION: gettext_noop("Nobody can mate any more: a draw."),
    duel.QUIET_MOVES: gettext_noop("A draw by quiet moves."),
    duel.RESIGNATION: gettext_noop("{name} wins: the other side resigned."),
    duel.TIMEOUT: gettext_noop("The time ran out."),
    ADJUDICATED: gettext_noop("The competition decided it."),
    CALLED_OFF: gettext_noop("The game was called off, without a result."),
}

ACTS: Final[Mapping[str, ActWords]] = {
    RESIGN: ActWords(gettext_noop("Resign…"), gettext_noop("Resign?"), yes=gettext_noop("Resign")),
    CLAIM: ActWords(
        gettext_noop("Claim a draw"),
        gettext_noop("Claim a draw?"),
        gettext_noop("The position has come back three times, or there were many quiet moves."),
        gettext_noop("Claim the draw"),
    ),
    ABORT: ActWords(
        gettext_noop("Call it off"),
        gettext_noop("Call the game off?"),
        gettext_noop("One of you has not moved yet: nobody loses by it."),
        gettext_noop("Call it off"),
    ),
}
