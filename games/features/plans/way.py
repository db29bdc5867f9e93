"""The way from the page of a game to your plans."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.features.plans.models import PlanEntry, Status
from games.features.plans.services import may_plan
from games.models import Game
from games.models.querysets import Seat
from games.shown.point_of_view import PointOfView


class Way(NamedTuple):
    """The page of someone's plans."""

    is_open: bool
    """Whether more can be prepared."""
    waiting: int
    """How many answers wait."""


def on_game_page(view: PointOfView) -> Mapping[str, Any]:
    """Return what the templates of plans show on the page of a game."""
    return {"plans": plans_of(view.game, view.you)}


def plans_of(game: Game, seat: Seat | None) -> Way | None:
    """Return the way to the plans of a seat; ``None`` for an onlooker.

    Once the game is over it is there for the player who had planned.
    """
    if seat is None:
        return None
    entries = PlanEntry.objects.filter(game=game, side=seat.side)
    if game.status == Game.Status.PLAYING and may_plan(game, seat):
        return Way(is_open=True, waiting=entries.filter(status=Status.WAITING).count())
    return Way(is_open=False, waiting=0) if entries.exists() else None
