"""What the calls of conditional moves need of ``tests.api.stage``."""

from __future__ import annotations

from games.features.plans.models import PlanEntry
from tests.api.stage import Operation, Stage


def operations(stage: Stage) -> dict[str, Operation]:
    """Return a game in which alice has prepared an answer to bob's next turn."""
    game = stage.playing()
    side = next(seat.side for seat in game.seats if seat.user_id == stage.alice.pk)
    entry = PlanEntry.objects.create(
        place=1,
        game=game, side=side, round=1, key="k" * 43, line=[], reply={"do": "stop"},
        made_at_turn=1,
    )  # fmt: skip
    return {"/plans": {"parameters": {"game_id": game.pk, "entry_id": str(entry.pk)}}}
