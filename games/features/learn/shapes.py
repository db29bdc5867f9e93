"""Lessons as JSON: what the payloads return and the OpenAPI document describes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypedDict

from config.http.shape_notes import Positive, between, like, seen_as, words
from games.features.learn import examples
from games.features.learn.progress import ALL_STARS
from games.rules.contract import Options
from games.shown.shapes import rulesets
from games.shown.shapes.happenings import AnyHappening
from games.store.shapes import SIDES

Stars = Annotated[int, between(0, ALL_STARS)]
PositionOptions = Annotated[Options, seen_as(rulesets.PositionOptions)]


class Lesson(TypedDict):
    """A step in the list."""

    step: Positive
    say: str
    law: str
    stars: Annotated[Stars, "0: not done yet, or not logged in."]


@like(examples.CHAPTER)
class Chapter(TypedDict):
    """Some steps about one thing."""

    chapter: str
    number: Positive
    title: str
    steps: list[Lesson]


class LessonTurn(TypedDict):
    """A turn that was played in a lesson."""

    side: Annotated[str, words(SIDES)]
    actions: list[str]
    notation: str
    rolls: list[Annotated[int, between(0, 99)]]
    position_before: str
    position_after: str | None
    events: Annotated[list[AnyHappening], "The happenings in order."]


@like(examples.STEP)
class LessonStep(TypedDict):
    """A step before anything was tried."""

    chapter: str
    step: Positive
    kind: Annotated[
        str, words(["turn", "tap", "line_up"]), "The answer: a turn, a square, or a swap of two."
    ]
    say: str
    hint: str
    law: str
    position: Annotated[str, "Empty for a line-up."]
    pieces: Annotated[Mapping[str, str] | None, "Of a line-up; else null."]
    options: PositionOptions | None
    stars: Stars


class Try(TypedDict):
    """The result of a try, at a lesson or a puzzle."""

    done: bool
    failed: bool
    say: str
    position: str
    options: PositionOptions | None
    turn: LessonTurn | None
    reply: LessonTurn | None


@like(examples.TRIED)
class LessonTry(TypedDict):
    """The result of a try."""

    done: bool
    failed: bool
    say: str
    stars: Stars
    position: str
    pieces: Mapping[str, str] | None
    options: PositionOptions | None
    turn: Annotated[LessonTurn | None, "Yours, once it was played."]
    reply: Annotated[LessonTurn | None, "The other side's turn, if the step continues."]
    throws: Annotated[list[str], "The shot thrown again and again, by true chance."]


@like(examples.HINT)
class Hint(TypedDict):
    """A turn that might be played."""

    turn: Annotated[Positive, "The number of the turn to be played."]
    actions: list[str]
    labels: Annotated[list[str], "The same actions in words."]
