"""What a shot was worth before its roll, and what came of shots: the figures of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.rules.chess_eleven.actions import SHOT
from games.rules.chess_eleven.choices import chances_of
from games.rules.chess_eleven.notation import read_action, read_position, without_outcome
from games.rules.chess_eleven.position import CORNER, Position
from games.rules.chess_eleven.turn import play
from games.rules.contract import Happening, Side
from games.rules.geometry import NAMES
from games.rules.pieces import goes

COUNTED_AS: Final = {"goal": "goals", "save": "saved", "block": "blocked", "corner": "corners"}


class ChessElevenShooting:
    """Chances by the table of law 8.3, and what is counted of a game."""

    def chances(self, position_before: str, actions: Sequence[str]) -> Mapping[str, int] | None:
        shot = read_action(without_outcome(actions[-1]))
        if not shot & SHOT:
            return None
        # 8.3: the odds hang on who stands where when it is taken, after the actions before it.
        return chances_of(_before_the_last(position_before, actions), shot & 63)

    def scorer(self, position_before: str, actions: Sequence[str]) -> str:
        position = _before_the_last(position_before, actions)
        last = read_action(without_outcome(actions[-1]))
        square = position.ball if last & SHOT else last & 63
        piece = goes(position.piece_at(square) or "")
        return f"{piece[:1].upper()}{piece[1:]} {NAMES[square]}"

    def figures(self, happenings: Sequence[Happening]) -> Mapping[str, int]:
        counts: dict[str, int] = {}
        for event in happenings:
            if "captures" in event:
                counts["captures"] = counts.get("captures", 0) + 1
            elif event["type"] == "shot":
                counts |= {"shots": 1, COUNTED_AS[event["outcome"]]: 1}
            elif event["type"] == "checkmate":
                counts["mates"] = 1
        return counts

    def is_corner(self, position_before: str) -> bool:
        return read_position(position_before).phase == CORNER

    def score_after(self, happenings: Sequence[Happening]) -> Mapping[Side, int] | None:
        return next((one["score"] for one in happenings if one["type"] == "round_ended"), None)


def _before_the_last(text: str, actions: Sequence[str]) -> Position:
    """Return the position in which the last action of a recorded turn was played."""
    position = read_position(text)
    for action in actions[:-1]:
        following = play(position, read_action(action)).next
        assert isinstance(following, Position)
        position = following
    return position
