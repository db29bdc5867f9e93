"""What is said about a duel: how it ended, and the acts that a player has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.rules import duel
from games.rules.contract import ABORTED, CLAIM, RESIGN, ActWords, Reason

REASONS: Final[Mapping[str, Reason]] = {
    duel.CHECKMATE: Reason(" by checkmate", told="Checkmate."),
    duel.STALEMATE: Reason(" by stalemate", told="No legal move and no check: stalemate."),
    duel.DEAD_POSITION: Reason(": nobody can mate", told="With these pieces nobody can ever mate."),
    duel.REPETITION: Reason(" by repetition", told="The position came back too often."),
    duel.QUIET_MOVES: Reason(
        " by quiet moves", told="Too many moves without a capture or a pawn move."
    ),
    duel.RESIGNATION: Reason(": {loser} resigned", told="{loser} resigned.", lost="You resigned."),
    duel.AGREEMENT: Reason(" by agreement", told="You agreed on a draw."),
    duel.TIMEOUT: Reason(" on time", told="{loser}'s time ran out.", lost="Your time ran out."),
    ABORTED: Reason(
        told="{loser}'s time ran out before their first move, so nobody has lost.",
        lost="Your time ran out before your first move, so nobody has lost.",
    ),
}

ENDINGS: Final[Mapping[str, str]] = {
    duel.CHECKMATE: "{name} wins.",
    duel.STALEMATE: "Stalemate: a draw.",
    duel.DEAD_POSITION: "Nobody can mate any more: a draw.",
    duel.REPETITION: "A draw by repetition.",
    duel.QUIET_MOVES: "A draw by quiet moves.",
    duel.RESIGNATION: "{name} wins: the other side resigned.",
    duel.AGREEMENT: "A draw by agreement.",
    duel.TIMEOUT: "The time ran out.",
    ABORTED: "The game is aborted, without a result.",
}

ACTS: Final[Mapping[str, ActWords]] = {
    RESIGN: ActWords("Resign…", "Resign?", yes="Resign"),
    CLAIM: ActWords(
        "Claim a draw",
        "Claim a draw?",
        "The position has come back three times, or there were many quiet moves.",
        "Claim the draw",
    ),
}
