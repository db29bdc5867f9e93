"""The shapes of what the API shows of ratings."""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

from config.http.schema_fields import Output
from games.api.outputs import page_of
from games.features.ratings.boards import PERIODS, SORTS

_POOL: Final = "Which game, and how it is played: `eleven-post`."

RATING: Final[dict[str, Any]] = {
    "pool": "eleven-post",
    "rating": 1624.3,
    "deviation": 71.8,
    "is_provisional": False,
    "peak": 1650.1,
    "games": 31,
    "last_at": "2026-11-20T18:02:11Z",
}
CHANGE: Final[dict[str, Any]] = {
    "game": "vVKjxCfa",
    "because": "result",
    "score": 1.0,
    "weight": 1.0,
    "trust": 1.0,
    "before": 1611.9,
    "after": 1624.3,
    "deviation": 71.8,
    "at": "2026-11-20T18:02:11Z",
}
BADGE: Final[dict[str, Any]] = {
    "badge": "first_goal",
    "name": "First goal",
    "text": "Scored a goal.",
    "game": "vVKjxCfa",
    "at": "2026-11-20T18:02:11Z",
}
PLACE: Final[dict[str, Any]] = {"place": 1, "username": "alice", "value": 1624.3, "games": 31}


class RatingOutput(Output):
    """A player's rating in one pool."""

    example = RATING

    pool = serializers.CharField(help_text=_POOL)
    rating = serializers.FloatField()
    deviation = serializers.FloatField(help_text="How far it may be off, as of now.")
    is_provisional = serializers.BooleanField(help_text="Too little is known: show a “?”.")
    peak = serializers.FloatField()
    games = serializers.IntegerField(min_value=0)
    last_at = serializers.DateTimeField(allow_null=True)

    class Meta:
        ref_name = "Rating"


class RatingsOutput(Output):
    """A player's ratings."""

    example: Final = {"results": [RATING]}

    results = RatingOutput(many=True)

    class Meta:
        ref_name = "Ratings"


class BadgeOutput(Output):
    """An earned badge."""

    example = BADGE

    badge = serializers.CharField(help_text="Its key; more may come.")
    name = serializers.CharField(help_text="In the language of the call.")
    text = serializers.CharField(help_text="The reason for it, in the language of the call.")
    game = serializers.CharField(
        allow_null=True, help_text="The game that brought it; null where it is not to be known."
    )
    at = serializers.DateTimeField(help_text="When that game ended.")

    class Meta:
        ref_name = "Badge"


class BadgesOutput(Output):
    """A player's badges."""

    example: Final = {"results": [BADGE]}

    results = BadgeOutput(many=True)

    class Meta:
        ref_name = "Badges"


class ChangeOutput(Output):
    """The effect of one game on a rating."""

    example = CHANGE

    game = serializers.CharField()
    because = serializers.CharField(
        help_text="`result`, `timeout` or `early_resignation`; `given_back` and `void` undo one."
    )
    score = serializers.FloatField(help_text="1, 0.5 or 0.")
    weight = serializers.FloatField(help_text="The factor for the length of the game.")
    trust = serializers.FloatField(
        help_text="How much the game counted: less than 1 against an opponent with fewer than "
        "five rated games against others."
    )
    before = serializers.FloatField()
    after = serializers.FloatField()
    deviation = serializers.FloatField(help_text="After the game.")
    at = serializers.DateTimeField()

    class Meta:
        ref_name = "RatingHistoryEntry"


ChangePage = page_of(ChangeOutput)


class PlaceOutput(Output):
    """A place on a board."""

    example = PLACE

    place = serializers.IntegerField(min_value=1)
    username = serializers.CharField()
    value = serializers.FloatField(help_text="The order of the leaderboard.")
    games = serializers.IntegerField(min_value=0)

    class Meta:
        ref_name = "LeaderboardPlace"


class BoardOutput(Output):
    """A leader board."""

    example: Final = {
        "pool": "eleven-post",
        "by": "rating",
        "period": "all",
        "made_at": "2026-11-21T04:30:00Z",
        "top": [PLACE],
        "around": [],
    }

    pool = serializers.CharField(help_text=_POOL)
    by = serializers.ChoiceField(SORTS)
    period = serializers.ChoiceField(PERIODS)
    made_at = serializers.DateTimeField(allow_null=True, help_text="Null before the first time.")
    top = PlaceOutput(many=True, help_text="The first hundred.")
    around = PlaceOutput(many=True, help_text="Further down: you, and three on either side.")

    class Meta:
        ref_name = "Leaderboard"
