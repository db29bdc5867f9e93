"""Players, as anyone or as they themselves see them."""

from __future__ import annotations

from typing import Annotated, TypedDict

from config.http.shape_notes import Count, Positive, Time, between, like
from games.shown import examples
from games.shown.shapes.games import Person
from games.shown.shapes.times import Pace


class PlayerRecord(TypedDict):
    """How a player fared."""

    games: Count
    won: Count
    drawn: Count
    lost: Count
    goals_for: Count
    goals_against: Count


_For = TypedDict(
    "_For", {"for": Annotated[float, between(0), "The goals to be expected of the player's shots."]}
)


class PlayerShooting(_For):
    """Chances from shots, in the games that count and keep them."""

    games: Positive
    against: Annotated[float, between(0), "The same of the others' shots."]
    goals: Annotated[Count, "The goals that came of the player's shots; mates are not among them."]
    finishing: Annotated[float, "Goals beyond those expected."]
    standard_error: Annotated[
        float, between(0), "Of `finishing`: within two of it nothing but luck is shown."
    ]


@like(examples.PLAYER)
class Player(Person):
    """A player as anyone may see them."""

    kit: Annotated[str | None, "null while none was chosen."]
    url: str
    created_at: Time
    record: PlayerRecord
    xg: Annotated[PlayerShooting | None, "null where no shots were counted."]
    pace: Pace


@like(examples.GUEST)
class Guest(TypedDict):
    """A player without an account."""

    username: str
    game: Annotated[str | None, "null while others must answer, in games for more than two."]
    kept_until: Annotated[Time, "Then it is deleted, unless it was kept."]


@like(examples.BLOCK)
class Block(TypedDict):
    """A player who can't challenge me."""

    username: str
    is_bot: bool
    created_at: Time


@like(examples.FRIEND)
class Friend(Person):
    """A friend of mine."""

    created_at: Annotated[Time, "When I added them."]


@like(examples.FOUND)
class FoundPlayer(Person):
    """A player that a search found."""

    is_friend: Annotated[bool, "Whether they are a friend of mine."]
    url: str


@like(examples.PRESET)
class Preset(TypedDict):
    """A formation that is kept."""

    slot: Annotated[int, between(1, 3)]
    ruleset: str
    name: str
    pieces: dict[str, str]
    saved_at: Time


_From = TypedDict("_From", {"from": Time})


@like(examples.LEAVE)
class Leave(_From):
    """Days on which my clocks are paused."""

    id: str
    until: Time
    created_at: Time


@like(examples.LEAVES)
class LeavePage(TypedDict):
    """A page of vacations."""

    next: str | None
    previous: str | None
    results: list[Leave]
    days_left: Annotated[Count, "Vacation days left in this calendar year."]
