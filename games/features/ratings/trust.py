"""How much a game shows against an opponent of whom little is known.

Accounts cost nothing. Without this, anyone can make a few, win six rated games against each, and
rise by hundreds of points.
"""

from __future__ import annotations

from typing import Final

from django.db.models import Exists, OuterRef, QuerySet

from games.features.ratings.models import RatingChange
from games.models import Player

KNOWN_AFTER: Final = 5
"""An opponent with so many rated games against others counts in full."""


def counted_changes(user_id: int) -> QuerySet[RatingChange]:
    """Return what rated games did to a player, without those that were taken back."""
    of_game = RatingChange.objects.filter(game=OuterRef("game"))
    undone = of_game.filter(because__in=RatingChange.TAKEN_BACK)
    restored = of_game.filter(because=RatingChange.Because.RESTORED)
    results = RatingChange.objects.exclude(because__in=RatingChange.NO_RESULTS)
    return results.filter(~Exists(undone) | Exists(restored), user=user_id)


def trust_in(opponent: int, player: int) -> float:
    """Return how much a game against ``opponent`` counts for ``player``: from a fifth to 1.

    A fifth for each rated game of the opponent against others, in any pool, and at least one.
    """
    ours = Player.objects.filter(game=OuterRef("game"), user=player)
    others = counted_changes(opponent).exclude(Exists(ours))[:KNOWN_AFTER]
    return max(others.count(), 1) / KNOWN_AFTER
