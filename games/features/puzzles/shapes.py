"""Puzzles as JSON: what the payloads return and the OpenAPI document describes."""

from __future__ import annotations

from datetime import date
from typing import Annotated, TypedDict

from config.http.shape_notes import Count, Positive, like, words
from games.features.learn.shapes import LessonTurn, PositionOptions
from games.features.puzzles import examples
from games.features.puzzles.models import ALL_KINDS
from games.store.shapes import SIDES


class PuzzleYou(TypedDict):
    """The reader's result."""

    solved: bool
    first: Annotated[bool, "Whether the first try was right."]
    shown: Annotated[bool, "Whether the solution was shown before."]
    liked: bool


class AskedPuzzle(TypedDict):
    """What a puzzle asks."""

    id: str
    url: Annotated[str, "Its page."]
    kind: Annotated[str, words(ALL_KINDS), "`again` only in your own games."]
    say: Annotated[str, "The task."]
    law: Annotated[str, "The law that it turns on."]
    position: str
    side: Annotated[str, words(SIDES)]
    options: Annotated[PositionOptions | None, "The possible first actions; null in lists."]
    turn: Positive


@like(examples.PUZZLE)
class Puzzle(AskedPuzzle):
    """A position with one right turn, before it is found."""

    rating: Annotated[int, "How hard it is."]
    provisional: Annotated[bool, "Whether few have tried it."]
    plays: Annotated[Count, "How many people have tried it."]
    likes: Count
    day: Annotated[date | None, "The day of which it was the puzzle."]
    game: Annotated[str | None, "The game it's from; null if bots played it."]
    played: Annotated[
        str | None, "The turn that you played there, where it is from your own games; else null."
    ]
    you: Annotated[PuzzleYou | None, "null: not tried, or not logged in."]


class PuzzleRatingChange(TypedDict):
    """The effect of a first try on the player's rating."""

    before: int
    after: int


@like(examples.TRIED)
class PuzzleTry(TypedDict):
    """The result of a try."""

    done: bool
    failed: Annotated[bool, "Neither of the two: the turn continues."]
    say: str
    position: Annotated[str, "The result of the turn."]
    options: Annotated[PositionOptions | None, "The possible continuations; null once judged."]
    turn: Annotated[LessonTurn | None, "As it was played."]
    reply: Annotated[LessonTurn | None, "The other side's answer, where that shows what is wrong."]
    solution: Annotated[list[str] | None, "A right turn, once it was found or given up; else null."]
    best: Annotated[
        int | None,
        "With `solution`: the per cent to score, or left to the other side by `guard`.",
    ]
    second: Annotated[int | None, "With `solution`: the same of the next best turn."]
    rating: Annotated[PuzzleRatingChange | None, "Of a first try by a person."]
    streak: Annotated[Count | None, "Days in a row with a puzzle solved; null if not logged in."]


@like(examples.LIKED)
class PuzzleLiked(TypedDict):
    """Whether it is liked now, and by how many."""

    liked: bool
    likes: Count
