"""Challenges."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypedDict

from config.http.schema_fields import OneOf
from config.http.shape_notes import Bounds, Time, base, between, like, other_than, words
from games.models import Challenge as StoredChallenge
from games.models.shapes import LiveTerms
from games.rules import registry
from games.shown import examples
from games.shown.shapes.games import Person
from games.shown.shapes.times import Clock, Pace
from games.store.shapes import DECLINE_REASONS, SIDES

CHALLENGE_SIDES: Final = [*SIDES, "random"]
CHALLENGE_STATUSES: Final = StoredChallenge.Status.values
RATING_LIMITS: Final = (
    "The lowest and highest rating in this game. Players who hide theirs don't fit."
)
LEAST_KEPT: Final = "So many per cent of the turns of the last 90 days played in time."
ESTABLISHED: Final = "Whether 20 turns must have been played in the last 90 days."


class Filters(TypedDict):
    """Conditions for accepting a challenge; null and false ask nothing."""

    rating: Annotated[
        list[int] | None, Bounds(options={"min_length": 2, "max_length": 2}), RATING_LIMITS
    ]
    kept_min: Annotated[int | None, between(1, 100), LEAST_KEPT]
    established: Annotated[bool, ESTABLISHED]


class Misfit(TypedDict):
    """Why a player can't accept."""

    code: Annotated[str, "The code with which accepting is refused."]
    detail: Annotated[str, "The same as a sentence."]


class Invitation(TypedDict):
    """One of the other seats of a challenge to several."""

    player: Annotated[Person | None, "null while it's open."]
    is_named: Annotated[bool, "Whether it was made to this player by name."]
    has_accepted: bool


@base
class CommonChallenge(TypedDict):
    """Members of every challenge, for any game."""

    id: str
    url: Annotated[str, "The link to share."]
    status: Annotated[str, words(CHALLENGE_STATUSES)]
    challenger: Person
    opponent: Person | None
    invitations: Annotated[
        list[Invitation], "The other seats, where more than two play; else empty."
    ]
    options: Annotated[dict[str, Any], "The proposed options: see `GET /rulesets`."]
    days_per_turn: Annotated[int, between(1, 14)]
    clock: Clock
    live: Annotated[LiveTerms | None, "For a live game; null for correspondence."]
    rated: bool
    public: Annotated[bool, "Whether the lobby may show it, and lists its game."]
    for_friends: Annotated[bool, "Whether friends of the challenger see it in their lobby."]
    rematch_of: str | None
    continued_from: Annotated[str | None, "The game lost on time that this one continues, or null."]
    game: str | None
    decline_reason: Annotated[str | None, words(DECLINE_REASONS)]
    created_at: Time
    expires_at: Time
    answered_at: Time | None
    pace: Annotated[
        Pace | None, "How soon the challenger answers: of one challenge by its id, else null."
    ]
    filters: Annotated[Filters, "Limits on accepting an open challenge."]
    unmet_filters: Annotated[Misfit | None, "Why I may not accept it."]


@like(examples.CHALLENGE)
class Challenge(CommonChallenge):
    """A challenge to a game of Chess Eleven."""

    ruleset: Literal["eleven"]
    side: Annotated[str, words(CHALLENGE_SIDES), "The challenger's."]
    goals_to_win: Annotated[int, between(0, 9), "0 where only the clock decides."]


class OtherChallenge(CommonChallenge):
    """A challenge to another game, to one or to several."""

    ruleset: Annotated[str, other_than([registry.DEFAULT])]
    side: Annotated[str, "The challenger's, or `random`."]


AnyChallenge = Annotated[
    Challenge | OtherChallenge,
    OneOf(
        "AnyChallenge",
        description="A challenge; `ruleset` names the game.",
        example=examples.CHALLENGE,
        today=[key for key in registry.all_keys() if key != registry.DEFAULT],
    ),
]
