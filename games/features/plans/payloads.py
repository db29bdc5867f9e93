"""Plans as plain JSON data, for the one who made them."""

from __future__ import annotations

from typing import Any

from config.http.times import utc
from games.features.plans.models import Because, PlanEntry, PlanFallback, Prepared, Status
from games.features.plans.services import MOST_ENTRIES, all_entries, find_fallback
from games.features.plans.wording import reply_told, turn_told
from games.models import Game
from games.rules.contract import Side

Payload = dict[str, Any]


def plans_payload(game: Game, side: Side) -> Payload:
    """Return all that a seat has prepared."""
    entries = all_entries(game.pk, side)
    fallback = find_fallback(game.pk, side)
    waiting = sum(_is_waiting(game, entry) for entry in entries)
    return {
        "turn": game.next_turn,
        "entries": [entry_payload(game, entry) for entry in entries],
        "fallback": fallback_payload(game, fallback) if fallback else None,
        "left": max(0, MOST_ENTRIES - waiting),
    }


def entry_payload(game: Game, entry: PlanEntry) -> Payload:
    """Return an answer with the line that leads to it, in words."""
    return {
        "id": entry.place,
        "round": entry.round,
        "line": [line_turn_payload(game, turn) for turn in entry.line],
        "position": entry.position,
        "reply": reply_payload(game, entry.reply),
        "made_at_turn": entry.made_at_turn,
        **_prepared(game, entry),
    }


def reply_payload(game: Game, reply: dict[str, Any]) -> Payload:
    """Return what is to be done, also in words."""
    shown = {name: value for name, value in reply.items() if name != "happenings"}
    return shown | {"text": reply_told(game, reply)}


def line_turn_payload(game: Game, turn: dict[str, Any]) -> Payload:
    """Return a turn of a line."""
    return {
        "side": turn["side"],
        "actions": turn["actions"],
        "outcome": turn["outcome"],
        "notation": turn["notation"],
        "text": turn_told(game, turn["happenings"]),
    }


def fallback_payload(game: Game, fallback: PlanFallback) -> Payload:
    """Return what is tried at one turn."""
    return {
        "turn": fallback.turn,
        "tries": fallback.tries,
        "unless": fallback.unless,
        **_prepared(game, fallback),
    }


def _is_waiting(game: Game, one: Prepared) -> bool:
    """Return whether it may still be played; its row may learn a moment later that it can't."""
    return one.status == Status.WAITING and game.is_active and not game.summary.is_out(one.side)


def _prepared(game: Game, one: Prepared) -> Payload:
    if one.status == Status.WAITING and not _is_waiting(game, one):
        one.status, one.because = Status.DROPPED, Because.GAME_OVER
        one.settled_at = game.finished_at or game.updated_at
    return {
        "status": one.status,
        "made_at": utc(one.made_at),
        "settled_at": utc(one.settled_at),
        "fired_turn": one.fired_turn,
        "because": one.because or None,
    }
