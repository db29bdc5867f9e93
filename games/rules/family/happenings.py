"""What happened in Fun Family Chess, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.contract import CAPTURE, CHECK, Happening, Side
from games.rules.family.match import State, side_of
from games.rules.family.moves import Move, is_en_passant
from games.rules.family.position import Position
from games.rules.family.squares import NAMES
from games.rules.family.turn import Change


def describe_move(position: Position, move: Move) -> dict[str, Any]:
    """Return a legal move: which piece, from where to where, what it captures and whose."""
    piece = position.board[move.origin]
    happening: dict[str, Any] = {
        "type": "move",
        "side": side_of(position.side),
        "piece": piece[1],
        "from": NAMES[move.origin],
        "to": NAMES[move.target],
    }
    captured = position.board[move.target]
    if is_en_passant(position, move):
        captured = position.board[position.passed[move.target]]
        happening["en_passant"] = True
    if captured:
        happening["captures"] = captured[1]
        happening["of"] = side_of(captured[0])
    if move.promotion:
        happening["promotion"] = move.promotion.upper()
    return happening


def describe_change(change: Change) -> Happening:
    """Return what happened to a seat while the order of play went on."""
    happening = {"type": change.kind, "side": side_of(change.seat)}
    return happening | {"by": side_of(change.by)} if change.by else happening


def describe_end(state: State) -> list[Happening]:
    """Return how the game ended; nothing while it continues."""
    outcome = state.outcome
    if outcome is None:
        return []
    ranking = [list(sides) for sides in outcome.ranking]
    return [
        {
            "type": "game_over",
            "winner": outcome.winner,
            "reason": outcome.reason,
            "ranking": ranking,
        }
    ]


def alarms_for(happenings: Sequence[Happening], side: Side) -> frozenset[str]:
    """Return what others have done to a side: taken a piece of it, or said check to its king."""
    found = {CAPTURE for happening in happenings if happening.get("of") == side}
    said = any(
        happening["type"] == "check_said" and side in happening["to"] for happening in happenings
    )
    return frozenset(found | {CHECK} if said else found)
