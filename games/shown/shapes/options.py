"""What may follow a started turn."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from config.http.schema_fields import AnyOf, OneOf
from config.http.shape_notes import Positive, like, other_than, words
from games.rules import contract
from games.shown import examples
from games.shown.shapes.scenes import AskedScene
from games.shown.shapes.values import Chances, Side

_From = TypedDict("_From", {"from": str})


class _Choice(_From):
    text: Annotated[str, "As it is sent."]
    label: Annotated[str, "The action in words."]


class MoveChoice(_Choice):
    """A piece may move."""

    kind: Literal["move"]
    to: str
    captures: NotRequired[Annotated[str, "The piece that it takes."]]


class PassChoice(_Choice):
    """The ball may be passed."""

    kind: Literal["pass"]
    to: str


class ShotChoice(_Choice):
    """The ball may be shot at the goal."""

    kind: Literal["shot"]
    to: str
    chances: Annotated[Chances, "Per cent by outcome."]


class OtherChoice(TypedDict):
    """An action of another game, or of a kind that was added later."""

    text: Annotated[str, "As it is sent."]
    kind: Annotated[str, other_than(["move", "pass", "shot"])]
    label: Annotated[str, "The action in words."]


AnyChoice = Annotated[
    contract.Choice, OneOf("Choice", [MoveChoice, PassChoice, ShotChoice, OtherChoice])
]


class _Options(AskedScene):
    turn: Positive
    after: list[str]
    position: str
    complete: Annotated[
        int,
        words([-1, 0, 1]),
        "-1 nothing that could be sent yet, 0 may be sent or added to, 1 nothing left.",
    ]
    prompt: Annotated[str, "The prompt for the player."]
    actions: list[AnyChoice]


@like(examples.OPTIONS)
class Options(_Options):
    """The actions that may follow a started turn of Chess Eleven."""

    side: Side


class OtherOptions(_Options):
    """The actions that may follow a started turn of another game."""

    side: str


AnyOptions = Annotated[
    Options | OtherOptions,
    AnyOf(
        "AnyOptions",
        description="The legal continuations of a started turn.",
        example=examples.OPTIONS,
    ),
]
