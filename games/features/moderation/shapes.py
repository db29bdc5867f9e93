"""Reports and decisions as JSON: what the payloads return and the OpenAPI document describes."""

from __future__ import annotations

from typing import Annotated, TypedDict

from config.http.shape_notes import Positive, Time, like, words
from games.features.moderation import examples
from games.features.moderation.models import Decision as StoredDecision
from games.features.moderation.models import Reason

REASONS = Reason.values
KINDS = StoredDecision.Kind.values


@like(examples.REPORT)
class Report(TypedDict):
    """A report of mine."""

    id: str
    about: Annotated[str, "Whom I reported."]
    game: Annotated[str | None, "null without a game."]
    turn: Annotated[Positive | None, "null without a turn."]
    reason: Annotated[str, words(REASONS)]
    text: Annotated[str, "My words for the moderators."]
    created_at: Time
    is_closed: Annotated[bool, "Whether a moderator has looked at it."]
    is_acted_on: Annotated[bool | None, "Whether something was done; null until it is closed."]


@like(examples.APPEAL)
class Appeal(TypedDict):
    """My request for another look."""

    text: Annotated[str, "My words for the moderators."]
    made_at: Annotated[Time, "When I asked."]
    answered_at: Time | None
    is_granted: Annotated[bool | None, "Whether the decision was taken back; null until then."]
    answer: Annotated[str | None, "The moderator's words."]


@like(examples.DECISION)
class Decision(TypedDict):
    """A moderator's decision about me."""

    id: str
    kind: Annotated[str, words(KINDS)]
    reason: Annotated[str, words(REASONS)]
    detail: Annotated[list[str], "The decision, its reason and its end, in sentences."]
    at: Time
    until: Annotated[Time | None, "null for what has no end or is done once."]
    is_in_force: Annotated[bool, "Whether it restricts me now."]
    may_appeal: Annotated[bool, "Whether I can ask for another look."]
    appeal: Annotated[Appeal | None, "null before I appeal."]


@like(examples.STANDING)
class AccountStanding(TypedDict):
    """Decisions about me."""

    is_good: Annotated[bool, "Whether nothing restricts me now."]
    next: str | None
    previous: str | None
    results: Annotated[list[Decision], "All of them, newest first."]
