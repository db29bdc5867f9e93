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
    duel.CHECKMATE: Reason(gettext_noop(" by checkmate"), text=gettext_noop("Checkmate.")),
    duel.STALEMATE: Reason(
        gettext_noop(" by stalemate"), text=gettext_noop("Stalemate: no legal move and no check.")
    ),
    duel.DEAD_POSITION: Reason(
        gettext_noop(": no one can mate"),
        text=gettext_noop("Neither side can mate with these pieces."),
    ),
    duel.REPETITION: endings.REPEATED,
    duel.QUIET_MOVES: Reason(
        gettext_noop(": no capture or pawn move"),
        text=gettext_noop("Too many moves without a capture or a pawn move."),
    ),
    duel.RESIGNATION: Reason(
        gettext_noop(": {loser} resigned"),
        brief_lost=gettext_noop(": you resigned"),
        text=gettext_noop("{loser} resigned."),
        lost=gettext_noop("You resigned."),
    ),
    duel.AGREEMENT: Reason(
        gettext_noop(" by agreement"), text=gettext_noop("You agreed to a draw.")
    ),
    duel.TIMEOUT: Reason(
        gettext_noop(" on time"),
        text=gettext_noop("{loser}'s time ran out."),
        lost=gettext_noop("Your time ran out."),
    ),
    ADJUDICATED: Reason(
        gettext_noop(" by decision of the organiser"),
        text=gettext_noop("The organiser decided the game."),
    ),
    CALLED_OFF: Reason(
        text=gettext_noop("An organiser or operator aborted the game. It doesn't count.")
    ),
    ABORTED: endings.NOT_BEGUN,
}

ENDINGS: Final[Mapping[str, str]] = {
    **endings.ENDINGS,
    duel.DEAD_POSITION: gettext_noop("No one can mate any more. It's a draw."),
    duel.QUIET_MOVES: gettext_noop("Too many moves without a capture or a pawn move. It's a draw."),
    duel.RESIGNATION: gettext_noop("{name} wins because the other side resigned."),
    duel.TIMEOUT: gettext_noop("Time ran out."),
    ADJUDICATED: gettext_noop("The organiser decided the game."),
    CALLED_OFF: gettext_noop("The game was aborted and has no result."),
}

ACTS: Final[Mapping[str, ActWords]] = {
    RESIGN: ActWords(gettext_noop("Resign…"), gettext_noop("Resign?"), yes=gettext_noop("Resign")),
    CLAIM: ActWords(
        gettext_noop("Claim a draw"),
        gettext_noop("Claim a draw?"),
        gettext_noop(
            "A position occurred three times, or there were many moves without "
            "a capture or a pawn move."
        ),
        gettext_noop("Claim the draw"),
    ),
    ABORT: ActWords(
        gettext_noop("Abort"),
        gettext_noop("Abort the game?"),
        gettext_noop("One of you hasn't moved yet, so no one loses."),
        gettext_noop("Abort"),
    ),
}
