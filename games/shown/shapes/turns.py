"""What was played and done in a game."""

from __future__ import annotations

from typing import Annotated, Any, Final, NotRequired, TypedDict

from config.http.schema_fields import AnyOf
from config.http.shape_notes import Count, Positive, Time, base, like
from games.shown import examples
from games.shown.shapes.games import AnyGame
from games.shown.shapes.happenings import AnyHappening
from games.shown.shapes.values import Chances, Side
from games.store.happened import Roll


@base
class CommonTurn(TypedDict):
    """Members of every played turn, regardless of the game."""

    number: Positive
    round: Positive
    position_before: str
    summary: Annotated[str, "A short summary, in the language of the call."]
    sentence: Annotated[
        str, "The turn in a sentence that follows the player's name, in the same language."
    ]
    played_at: Time
    took_s: Annotated[Count | None, "Seconds of the player's time; null for turns of long ago."]
    by: Annotated[
        str | None,
        "How it was played: `hand`, `plan`, `fallback`, `robot`, `premove`. During the game "
        "it's shown only for your own turns, to a token with the scope `games:play`, and "
        "null for all others.",
    ]
    taken_back: NotRequired[Annotated[bool, "true, only in a turn that was taken back."]]


@like(examples.TURN)
class Turn(CommonTurn):
    """A played turn of Chess Eleven."""

    side: Side
    actions: Annotated[list[str], "A shot has its outcome: `!e8=save`."]
    notation: Annotated[str, "As law 10.3 writes it, with + and #."]
    rolls: list[Roll]
    position_after: Annotated[str | None, "null where the turn ended the round."]
    events: Annotated[list[AnyHappening], "The happenings in order."]
    chances: Annotated[
        Chances | None,
        "Per cent by outcome of its shot, before the roll; null without one, and for"
        " turns of long ago.",
    ]


class OtherTurn(CommonTurn):
    """A played turn of another game."""

    side: str
    actions: list[str]
    notation: str
    rolls: list[int]
    position_after: str | None
    events: Annotated[list[dict[str, Any]], "The happenings in order, each with its `type`."]
    chances: Annotated[Chances | None, "null: there are no shots at goal."]


AnyTurn = Annotated[
    Turn | OtherTurn,
    AnyOf("AnyTurn", description="A turn; the game names the rules.", example=examples.TURN),
]
"""A turn does not repeat which game it belongs to."""


@like(examples.ACT)
class Act(TypedDict):
    """An act outside a turn."""

    turn: Annotated[Positive, "The number of the turn then due."]
    index: Annotated[Count, "Counts the acts at that turn."]
    side: str
    name: Annotated[
        str,
        "`resign`, `claim`, `time_out`, `agree_draw`, `hand_over`, `take_back`, `give_time`, "
        "or an act of the game's own.",
    ]
    position_after: str | None
    events: list[dict[str, Any]]
    done_at: Time


class HistoryEntry(TypedDict):
    """A turn or an act; the other one is null."""

    turn: AnyTurn | None
    act: Act | None


@like(examples.HISTORY)
class History(TypedDict):
    """All that was played and done in a game."""

    next: str | None
    previous: str | None
    results: list[HistoryEntry]


@like(examples.PLAYED_TURN)
class PlayedTurn(TypedDict):
    """A turn and the game after it; the game names the rules."""

    turn: AnyTurn
    game: AnyGame


STAGE_EXAMPLE: Final = {"turn": 17, "actions": ["d2d4", "@e1"]}


@like(STAGE_EXAMPLE)
class Stage(TypedDict):
    """My draft."""

    turn: Annotated[Positive | None, "My turn that it is for; null where nothing is."]
    actions: list[str]


@like({"here": ["black"]})
class Presence(TypedDict):
    """The other players who are at the page of a game."""

    here: Annotated[list[str], "Their sides, without players who hide it."]
