"""The events about supervisors: what each says itself, its whole data, and its words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, NotRequired, TypedDict

from django.utils.translation import gettext_noop as _

from config.http.shape_notes import Positive, words
from games.features.supervisor.wording import ACTS, REASONS
from games.shown.event_words import EventWords
from games.shown.shapes.event_data import ChallengeData, GameData
from games.store.happened import Kind, OwnNothing
from games.store.outbox import EventType
from games.store.shapes import AnySide

ACT_NAMES: Final = list(ACTS)
REASON_NAMES: Final = list(REASONS)


class OwnAnswer(TypedDict):
    """The answer of a supervisor."""

    accepted: Annotated[bool, "Whether they supervise the game; false also when they step down."]


class AnswerData(ChallengeData, OwnAnswer):
    """An answer of the person who was asked to supervise."""


class OwnDeed(TypedDict):
    """An act of the supervisor."""

    turn: Annotated[Positive, "The turn that was due."]
    side: Annotated[AnySide, "The player it is about."]
    name: Annotated[str, words(ACT_NAMES)]
    reason: Annotated[str, words(REASON_NAMES)]
    hours: NotRequired[Annotated[Positive, "Only with `give_time`."]]


class DeedData(GameData, OwnDeed):
    """An act of the supervisor, and the game after it."""


SUPERVISOR_NAMED: Final = Kind[OwnNothing](EventType.SUPERVISOR_NAMED)
SUPERVISOR_ANSWERED: Final = Kind[OwnAnswer](EventType.SUPERVISOR_ANSWERED)
SUPERVISOR_ACTED: Final = Kind[OwnDeed](EventType.SUPERVISOR_ACTED)

EVENTS: Final[Mapping[EventType, EventWords]] = {
    EventType.SUPERVISOR_NAMED: EventWords(
        _("Someone asks you to supervise a game."), "the supervisor", ChallengeData
    ),
    EventType.SUPERVISOR_ANSWERED: EventWords(
        _("The person who was asked to supervise the game accepts or declines."),
        "all players",
        AnswerData,
    ),
    EventType.SUPERVISOR_ACTED: EventWords(
        _("The supervisor of the game did something, with the reason."),
        "all players and the supervisor",
        DeedData,
    ),
}
