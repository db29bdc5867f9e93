"""What the record of a game holds of someone's plans, for themselves alone."""

from __future__ import annotations

from games.features.plans.payloads import entry_payload
from games.features.plans.services import all_entries
from games.features.plans.shapes import PlanEntry
from games.models import Game


def plans(user_id: int, game: Game) -> list[PlanEntry]:
    """Return the answers that a player had prepared, played or not; no one else has any."""
    seat = next((one for one in game.seats if one.user_id == user_id), None)
    if seat is None:
        return []
    return [entry_payload(game, entry) for entry in all_entries(game.pk, seat.side)]
