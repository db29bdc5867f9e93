"""Plans as JSON: what the payloads return and the OpenAPI document describes."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict

from config.http.shape_notes import Count, Positive, Time, like, words
from games.features.plans import examples
from games.features.plans.models import Status
from games.features.plans.replies import Do
from games.rules.contract import ALARMS


class LineTurn(TypedDict):
    """A turn of a line."""

    side: str
    actions: list[str]
    outcome: str | None
    notation: str
    text: Annotated[str, "The turn in words."]


class PlanReply(TypedDict):
    """The prepared reply."""

    do: Annotated[str, words(map(str, Do))]
    actions: NotRequired[list[str]]
    notation: NotRequired[str]
    offer_draw: NotRequired[bool]
    pieces: NotRequired[dict[str, str]]
    preset: NotRequired[int | None]
    text: Annotated[str, "The same in words."]


class Prepared(TypedDict):
    """What became of something prepared."""

    status: Annotated[str, words(Status.choices)]
    made_at: Time
    settled_at: Time | None
    fired_turn: Annotated[Positive | None, "The turn at which it was carried out."]
    because: Annotated[
        str | None,
        "Why it was dropped: `removed`, `replaced`, `taken_back`, `round_over`, `game_over`,"
        " `alarm`, `illegal`, `too_late`, or the code of a refusal.",
    ]


@like(examples.ENTRY)
class PlanEntry(Prepared):
    """An answer that was prepared."""

    id: str
    round: Positive
    line: list[LineTurn]
    position: Annotated[str | None, "null between rounds."]
    reply: PlanReply
    made_at_turn: Positive


@like(examples.FALLBACK)
class PlanFallback(Prepared):
    """The turns to try at one turn."""

    turn: Positive
    tries: list[list[str]]
    unless: list[Annotated[str, words(sorted(ALARMS))]]


@like(examples.PLANS)
class Plans(TypedDict):
    """All that I have prepared in a game."""

    turn: Annotated[Positive, "The number of the next turn."]
    next: str | None
    previous: str | None
    results: list[PlanEntry]
    fallback: PlanFallback | None
    left: Annotated[Count, "How many answers more may wait."]


class Mine(TypedDict):
    """What conditional moves add to it."""

    plans: Annotated[list[dict[str, Any]], "The entries of `GET /games/{id}/plans`."]
