"""Ratings as JSON: what the payloads return and the OpenAPI document describes."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypedDict

from config.http.shape_notes import Count, Positive, Time, like, words
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


@like(RATING)
class Rating(TypedDict):
    """A player's rating in one pool."""

    pool: Annotated[str, _POOL]
    rating: float
    deviation: Annotated[float, "How far it may be off, as of now."]
    is_provisional: Annotated[bool, "Too little is known: show a “?”."]
    peak: float
    games: Count
    last_at: Time | None


@like(BADGE)
class Badge(TypedDict):
    """An earned badge."""

    badge: Annotated[str, "Its key; more may come."]
    name: Annotated[str, "In the language of the call."]
    text: Annotated[str, "The reason for it, in the language of the call."]
    game: Annotated[str | None, "The game that brought it; null where it is not to be known."]
    at: Annotated[Time, "When that game ended."]


@like(CHANGE)
class RatingHistoryEntry(TypedDict):
    """The effect of one game on a rating."""

    game: str
    because: Annotated[
        str, "`result`, `timeout` or `early_resignation`; `given_back` and `void` undo one."
    ]
    score: Annotated[float, "1, 0.5 or 0."]
    weight: Annotated[float, "The factor for the length of the game."]
    trust: Annotated[
        float,
        "How much the game counted: less than 1 against an opponent with fewer than "
        "five rated games against others.",
    ]
    before: float
    after: float
    deviation: Annotated[float, "After the game."]
    at: Time


@like(PLACE)
class LeaderboardPlace(TypedDict):
    """A place on a board."""

    place: Positive
    username: str
    value: Annotated[float, "The order of the leaderboard."]
    games: Count


@like(
    {
        "pool": "eleven-post",
        "by": "rating",
        "period": "all",
        "made_at": "2026-11-21T04:30:00Z",
        "top": [PLACE],
        "around": [],
    }
)
class Leaderboard(TypedDict):
    """A leader board."""

    pool: Annotated[str, _POOL]
    by: Annotated[str, words(SORTS)]
    period: Annotated[str, words(PERIODS)]
    made_at: Annotated[Time | None, "Null before the first time."]
    top: Annotated[list[LeaderboardPlace], "The first hundred."]
    around: Annotated[list[LeaderboardPlace], "Further down: you, and three on either side."]
