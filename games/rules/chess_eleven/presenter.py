"""The face of Chess Eleven: its pictures and its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.chess_eleven.match import State, Termination
from games.rules.chess_eleven.notation import write_position
from games.rules.chess_eleven.picture import drawing
from games.rules.chess_eleven.picture.layers import collage_of
from games.rules.chess_eleven.words import narration, summary, turn_summary
from games.rules.contract import (
    CLAIM,
    RESIGN,
    ActWords,
    Collage,
    Happening,
    Narration,
    Phase,
    Reason,
    Side,
)


class ChessElevenPresenter:
    """Pictures of the pitch, and what is said about a match."""

    tagline = "Chess played as football"
    board = ""
    reasons: Mapping[str, Reason] = {
        Termination.GOALS: Reason(
            told="{winner} reached the agreed number of goals first.",
            won="You reached the agreed number of goals first.",
            is_by_score=True,
        ),
        Termination.RESIGNATION: Reason(
            ": {loser} resigned", told="{loser} resigned.", lost="You resigned."
        ),
        Termination.TIMEOUT: Reason(
            " on time", told="{loser}'s time ran out.", lost="Your time ran out."
        ),
        Termination.AGREEMENT: Reason(" by agreement", told="You agreed on a draw."),
        Termination.FINAL_WHISTLE: Reason(
            " at the final whistle", told="The final whistle was blown.", is_by_score=True
        ),
        Termination.ABORTED: Reason(
            told="{loser}'s time ran out before their first turn, so nobody has lost.",
            lost="Your time ran out before your first turn, so nobody has lost.",
        ),
    }
    acts: Mapping[str, ActWords] = {
        RESIGN: ActWords("Resign…", "Resign?", yes="Resign"),
        CLAIM: ActWords(
            "Sound the final whistle",
            "Sound the final whistle?",
            "The match ends; more goals win.",
            "End the match",
        ),
    }

    def board_data(self, position: str, side: Side | None = None, last: Sequence[str] = ()) -> None:
        """Return nothing: the pitch is drawn from the position's text."""

    def narrate(self, happenings: Sequence[Happening], names: Mapping[Side, str]) -> Narration:
        return narration.narrate(happenings, names)

    def phrase(self, happenings: Sequence[Happening]) -> str:
        return turn_summary.phrase(happenings)

    def brief(self, description: Mapping[str, Any], side: Side | None) -> str:
        return summary.brief(description, side)

    def chapter(self, description: Mapping[str, Any]) -> str:
        return summary.chapter(description)

    def sketch(self, description: Mapping[str, Any], side: Side | None) -> str:
        return summary.sketch(description, side)

    def draw(
        self,
        state: State,
        *,
        position: str | None = None,
        side: Side | None = None,
        last: Sequence[str] = (),
        before: str | None = None,
    ) -> str:
        """Return the pitch as SVG; in the formation phase both formations, ball on the spot."""
        position = position or _shown(state)
        if position is None:
            white, black = (formation.as_dict() for formation in state.formations)
            return drawing.draw_formation(white, black, side=side)
        return drawing.draw_position(position, side=side, last=last, before=before)

    def collage(
        self,
        state: State,
        *,
        position: str | None = None,
        side: Side | None = None,
        last: Sequence[str] = (),
        before: str | None = None,
    ) -> Collage:
        position = position or _shown(state)
        if position is None:
            white, black = (formation.as_dict() for formation in state.formations)
            return collage_of(drawing.read_formations(white, black), side=side)
        return collage_of(drawing.read_picture(position), side=side, last=last, before=before)


def _shown(state: State) -> str | None:
    """Return the position that a picture of this state shows; None while formations are chosen."""
    if state.phase is Phase.FORMATION or state.position is None:
        return None
    return write_position(state.position)
