"""Ratings as JSON: what the payloads return and the OpenAPI document describes."""

from __future__ import annotations

from typing import Annotated, Final, TypedDict

from config.http.shape_notes import Count, Positive, Time, like, words
from games.features.ratings import examples
from games.features.ratings.boards import PERIODS, SORTS

_POOL: Final = "Which game, and how it is played: `eleven-post`."


@like(examples.RATING)
class Rating(TypedDict):
    """A player's rating in one pool."""

    pool: Annotated[str, _POOL]
    rating: float
    deviation: Annotated[float, "How far it may be off, as of now."]
    is_provisional: Annotated[bool, "Too little is known: show a “?”."]
    peak: float
    games: Count
    last_at: Time | None


@like(examples.BADGE)
class Badge(TypedDict):
    """An earned badge."""

    badge: Annotated[str, "Its key; more may come."]
    name: Annotated[str, "In the language of the call."]
    text: Annotated[str, "The reason for it, in the language of the call."]
    game: Annotated[str | None, "The game that brought it; null where it is not to be known."]
    at: Annotated[Time, "When that game ended."]


@like(examples.CHANGE)
class RatingHistoryEntry(TypedDict):
    """The effect of one game on a rating."""

    game: str
    because: Annotated[
        str,
        "`result`, `timeout` or `early_resignation`; `given_back` and `void` undo "
        "one, `restored` undoes `void`.",
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


@like(examples.PLACE)
class LeaderboardPlace(TypedDict):
    """A place on a board."""

    place: Positive
    username: str
    value: Annotated[float, "The order of the leaderboard."]
    games: Count


@like(examples.LEADERBOARD)
class Leaderboard(TypedDict):
    """A leader board."""

    pool: Annotated[str, _POOL]
    by: Annotated[str, words(SORTS)]
    period: Annotated[str, words(PERIODS)]
    made_at: Annotated[Time | None, "Null before the first time."]
    top: Annotated[list[LeaderboardPlace], "The first hundred."]
    around: Annotated[list[LeaderboardPlace], "Further down: you, and three on either side."]
