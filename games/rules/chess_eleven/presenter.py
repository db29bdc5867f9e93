"""The face of Chess Eleven: its pictures and its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.rules.chess_eleven.match import State, Termination
from games.rules.chess_eleven.notation import write_position
from games.rules.chess_eleven.picture import drawing
from games.rules.chess_eleven.picture.layers import collage_of
from games.rules.chess_eleven.words import narration, summary, turn_sentence, turn_summary
from games.rules.contract import (
    ABORT,
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
from games.rules.text import gettext_noop

WHISTLE: Final = ActWords(
    gettext_noop("Sound the final whistle"),
    gettext_noop("Sound the final whistle?"),
    gettext_noop("The game ends, and the side with more goals wins."),
    gettext_noop("End the game"),
)
"""What a claim does in a game of version 1 (9.3)."""


class ChessElevenPresenter:
    """Pictures of the pitch, and what is said about a game."""

    tagline = gettext_noop("Chess played as football")
    board = ""
    reasons: Mapping[str, Reason] = {
        Termination.GOALS: Reason(is_by_score=True),
        Termination.RESIGNATION: Reason(
            gettext_noop(": {loser} resigned"),
            brief_lost=gettext_noop(": you resigned"),
            text=gettext_noop("{loser} resigned."),
            lost=gettext_noop("You resigned."),
        ),
        Termination.TIMEOUT: Reason(
            gettext_noop(" on time"),
            text=gettext_noop("{loser}'s time ran out."),
            lost=gettext_noop("Your time ran out."),
        ),
        Termination.AGREEMENT: Reason(
            gettext_noop(" by agreement"), text=gettext_noop("You agreed to a draw.")
        ),
        Termination.ADJUDICATED: Reason(
            gettext_noop(" by decision of the organiser"),
            text=gettext_noop("The organiser decided the game."),
        ),
        Termination.CALLED_OFF: Reason(
            text=gettext_noop("An organiser or operator aborted the game. It doesn't count.")
        ),
        Termination.FINAL_WHISTLE: Reason(
            gettext_noop(" at the final whistle"),
            is_by_score=True,
        ),
        Termination.FULL_TIME: Reason(
            gettext_noop(" at full time"),
            is_by_score=True,
        ),
        Termination.LEFT: Reason(
            gettext_noop(": {loser} missed three turns in a row"),
            brief_lost=gettext_noop(": you missed three turns in a row"),
            text=gettext_noop("{loser} missed three turns in a row."),
            lost=gettext_noop("You missed three turns in a row."),
        ),
        Termination.ABORTED: Reason(
            text=gettext_noop("{loser}'s time ran out before their first turn, so no one lost."),
            lost=gettext_noop("Your time ran out before your first turn, so no one lost."),
        ),
    }
    acts: Mapping[str, ActWords] = {
        RESIGN: ActWords(
            gettext_noop("Resign…"), gettext_noop("Resign?"), yes=gettext_noop("Resign")
        ),
        CLAIM: ActWords(
            gettext_noop("Claim a drop ball"),
            gettext_noop("Claim a drop ball?"),
            gettext_noop(
                "This position is on the board for the third time. The round ends without a goal."
            ),
            gettext_noop("End the round"),
        ),
        ABORT: ActWords(
            gettext_noop("Abort"),
            gettext_noop("Abort the game?"),
            gettext_noop("One of you hasn't played yet, so no one loses."),
            gettext_noop("Abort"),
        ),
    }

    def __init__(self, version: int = 2) -> None:
        if version == 1:
            self.acts = {**self.acts, CLAIM: WHISTLE}

    def diagram(self, position: str, origin: str, targets: Sequence[str]) -> str:
        """Return nothing: there are no squares of this kind."""
        return ""

    def board_data(self, position: str, side: Side | None = None, last: Sequence[str] = ()) -> None:
        """Return nothing: the pitch is drawn from the position's text."""

    def narrate(self, happenings: Sequence[Happening], names: Mapping[Side, str]) -> Narration:
        return narration.narrate(happenings, names)

    def turn_summary(
        self,
        happenings: Sequence[Happening],
        notation: str,
        names: Mapping[Side, str] | None = None,
    ) -> str:
        return turn_summary.summarize(happenings)

    def turn_sentence(
        self,
        happenings: Sequence[Happening],
        before: str = "",
        names: Mapping[Side, str] | None = None,
    ) -> str:
        return turn_sentence.sentence_of(happenings, before)

    def situation(self, description: Mapping[str, Any], side: Side | None) -> str:
        return summary.situation(description, side)

    def rules_anchor(self, description: Mapping[str, Any]) -> str:
        return summary.rules_anchor(description)

    def thumbnail(self, description: Mapping[str, Any], side: Side | None) -> str:
        return summary.thumbnail(description, side)

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

    def layers(
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
        shown = drawing.with_end(drawing.read_picture(position), last, is_before=position == before)
        return collage_of(shown, side=side, last=last, before=before)


def _shown(state: State) -> str | None:
    """Return the position that a picture of this state shows; None while formations are chosen."""
    if state.phase is Phase.FORMATION or state.position is None:
        return None
    return write_position(state.position)
