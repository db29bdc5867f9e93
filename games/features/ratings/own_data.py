"""What the ratings keep of a person."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.utils.translation import gettext_noop

from accounts.hooks import Part, columns
from accounts.models import User
from games.features.ratings.models import Badge, BoardPlace, Rating, RatingChange, Wish

PARTS: Final = (
    Part(
        "games/ratings.json",
        ("ratings.Rating",),
        gettext_noop("How you stand in each game that you play for ratings."),
        lambda user: columns(
            Rating.objects.filter(user=user),
            *("pool", "rating", "deviation", "volatility", "games", "peak", "last_at"),
        ),
    ),
    Part(
        "games/rating-changes.json",
        ("ratings.RatingChange",),
        gettext_noop("What each rated game did to your rating."),
        lambda user: columns(
            RatingChange.objects.filter(user=user),
            *("game", "pool", "because", "score", "weight", "trust"),
            *("before", "after", "deviation", "at"),
        ),
    ),
    Part(
        "games/rating-wishes.json",
        ("ratings.Wish",),
        gettext_noop("Whether your ratings, your places and your badges are shown."),
        lambda user: columns(Wish.objects.filter(user=user), "ratings", "leaderboards", "badges"),
    ),
    Part(
        "games/badges.json",
        ("ratings.Badge",),
        gettext_noop("The badges that you have earned, and with which games."),
        lambda user: columns(Badge.objects.filter(user=user), "badge", "game", "at"),
    ),
)
LEFT_OUT: Final = {"ratings.BoardPlace": "Made from the ratings every ten minutes, for everybody."}


def forget_ratings(user: User, now: datetime) -> None:
    """Delete the ratings of somebody who leaves; what games did stays with the nameless seats."""
    for model in (Rating, Wish, BoardPlace, Badge):
        model.objects.filter(user=user).delete()
