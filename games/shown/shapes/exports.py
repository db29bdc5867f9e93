"""The whole record of a game; ``games.shown.export`` makes it."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict

from config.http.schema_fields import OneOf
from config.http.shape_notes import Positive, Time, base, like, other_than
from games.shown import examples
from games.shown.shapes.games import AnyOtherGame, Game
from games.shown.shapes.turns import Act, OtherTurn, Turn
from games.shown.shapes.values import Side

FORMAT: Final = "chess-eleven-by-post/1"
FORMAT_OF_OTHERS: Final = "by-post/2"


class Rules(TypedDict):
    """Which laws a game was played by."""

    ruleset: str
    version: Positive


class LockedFormation(TypedDict):
    """How a side began a round."""

    round: Positive
    side: Side
    pieces: Annotated[dict[str, str], "Square to upper-case letter."]
    locked_at: Time


class Beginning(TypedDict):
    """The beginning of a game that continues another."""

    continued_from: Annotated[str, "The other game."]
    continued_from_turn: Annotated[Positive, "The turn due there."]
    position: Annotated[str, "The position before the first turn."]


class Mine(TypedDict):
    """The reader's own notes and replies, shown to no one else."""


@base
class CommonExport(TypedDict):
    """Members of the record of every game."""

    rules: Rules
    acts: list[Act]
    begins_with: NotRequired[Annotated[Beginning, "Only if the game continues another one."]]
    how_to_replay: str
    how_to_verify: str
    mine: NotRequired[Annotated[Mine, "With `?mine=1`."]]


@like(examples.EXPORT)
class Export(CommonExport):
    """The whole record of a game of Chess Eleven."""

    format: Literal["chess-eleven-by-post/1"]
    game: Game
    formations: list[LockedFormation]
    turns: list[Turn]


class OtherExport(CommonExport):
    """The whole record of another game."""

    format: Annotated[str, other_than([FORMAT])]
    game: AnyOtherGame
    formations: list[dict[str, Any]]
    turns: list[OtherTurn]


AnyExport = Annotated[
    Export | OtherExport,
    OneOf(
        "AnyExport",
        description="The whole record of a game.",
        example=examples.EXPORT,
        today=[FORMAT_OF_OTHERS],
    ),
]
