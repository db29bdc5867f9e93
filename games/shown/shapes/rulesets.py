"""Rule sets, and any position of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from config.http.shape_notes import Positive, between, like, seen_as, words
from games.models.shapes import LiveTerms
from games.shown import examples
from games.shown.shapes.games import Person
from games.shown.shapes.options import AnyChoice


class OptionChoice(TypedDict):
    """One of the values that an option can have."""

    value: Any
    label: str


class OptionField(TypedDict):
    """One term of a game, as a form shows it."""

    name: str
    kind: Annotated[str, words(["whole", "choice", "flag", "sides", "time"])]
    default: Any
    label: str
    help: str
    least: int | None
    most: int | None
    choices: list[OptionChoice]


class Seats(TypedDict):
    """How many can play."""

    least: Annotated[int, between(2)]
    most: Annotated[int, between(2)]
    by_lot: Annotated[
        bool, "Whether they are always drawn by lot: a challenge then asks for no `side`."
    ]


@like(examples.RULESET)
class Ruleset(TypedDict):
    """A game that can be played here."""

    key: Annotated[str, "The `ruleset` of a challenge and of a game."]
    version: Positive
    name: str
    tagline: Annotated[str, "The game in one line."]
    sides: Annotated[list[str], "Every seat, in the order of play."]
    seats: Seats
    options: list[OptionField]
    reasons: Annotated[list[str], "Every word of `result.reason`."]
    acts: Annotated[dict[str, str], "The acts outside a turn, and their labels."]
    live: Annotated[
        Mapping[str, Any] | None,
        seen_as(LiveTerms),
        "The usual clock of a live game; null if there is none.",
    ]
    has_arrangements: Annotated[bool, "Whether sides choose formations."]
    has_chance: Annotated[bool, "Whether a roll ever decides anything."]
    robots: Annotated[list[str], "By strength."]


@like(examples.ROBOT)
class Robot(Person):
    """A house bot."""

    strength: Annotated[str, "One of `robots` in `GET /rulesets`."]
    rulesets: Annotated[list[str], "The games that it plays."]


@like(examples.POSITION_OPTIONS)
class PositionOptions(TypedDict):
    """The actions that may follow a started turn in a position."""

    side: Annotated[str, "The side to play; one of the `sides` of the rule set."]
    after: list[str]
    position: Annotated[str, "The position that was reached."]
    complete: Annotated[
        int,
        words([-1, 0, 1]),
        "-1 nothing that could be sent yet, 0 may be sent or added to, 1 nothing left.",
    ]
    prompt: Annotated[str, "The prompt for the player."]
    actions: list[AnyChoice]


class WholeTurn(TypedDict):
    """A turn as it could be sent."""

    actions: list[str]
    position: Annotated[
        str | None,
        "The position it leads to; null after a shot and where the round or the game ends.",
    ]


@like(examples.POSITION_TURNS)
class PositionTurns(TypedDict):
    """Every whole turn of a position."""

    position: str
    complete: Annotated[bool, "Whether these are all."]
    turns: list[WholeTurn]
