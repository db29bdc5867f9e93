"""Plans as plain JSON data, for the one who made them."""

from __future__ import annotations

from typing import Any, cast

from config.http.times import utc
from games.features.plans import models, shapes
from games.features.plans.models import Because, Status
from games.features.plans.services import MOST_ENTRIES, all_entries, find_fallback
from games.features.plans.wording import reply_words, turn_words
from games.models import Game
from games.rules.contract import Side


def plans_payload(game: Game, side: Side) -> shapes.Plans:
    """Return all that a seat has prepared."""
    entries = all_entries(game.pk, side)
    fallback = find_fallback(game.pk, side)
    waiting = sum(_is_waiting(game, entry) for entry in entries)
    return {
        "turn": game.next_turn,
        "next": None,
        "previous": None,
        "results": [entry_payload(game, entry) for entry in entries],
        "fallback": fallback_payload(game, fallback) if fallback else None,
        "left": max(0, MOST_ENTRIES - waiting),
    }


def entry_payload(game: Game, entry: models.PlanEntry) -> shapes.PlanEntry:
    """Return an answer with the line that leads to it, in words."""
    return {
        "id": str(entry.place),
        "round": entry.round,
        "line": [line_turn_payload(game, turn) for turn in entry.line],
        "position": entry.position,
        "reply": reply_payload(game, entry.reply),
        "made_at_turn": entry.made_at_turn,
        **_prepared(game, entry),
    }


def reply_payload(game: Game, reply: dict[str, Any]) -> shapes.PlanReply:
    """Return what is to be done, also in words."""
    shown = {name: value for name, value in reply.items() if name != "happenings"}
    return cast(shapes.PlanReply, shown | {"text": reply_words(game, reply)})


def line_turn_payload(game: Game, turn: dict[str, Any]) -> shapes.LineTurn:
    """Return a turn of a line."""
    return {
        "side": turn["side"],
        "actions": turn["actions"],
        "outcome": turn["outcome"],
        "notation": turn["notation"],
        "text": turn_words(game, turn["happenings"]),
    }


def fallback_payload(game: Game, fallback: models.PlanFallback) -> shapes.PlanFallback:
    """Return what is tried at one turn."""
    return {
        "turn": fallback.turn,
        "tries": fallback.tries,
        "unless": fallback.unless,
        **_prepared(game, fallback),
    }


def _is_waiting(game: Game, one: models.Prepared) -> bool:
    """Return whether it may still be played; its row may learn a moment later that it can't."""
    return one.status == Status.WAITING and game.is_active and not game.summary.is_out(one.side)


def _prepared(game: Game, one: models.Prepared) -> shapes.Prepared:
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
