"""What happened, as rows written with the change itself.

An event has one row in the log of its game and one entry for each person who is to hear of
it. Both are numbered without gaps: the game's by its locked row, a person's by the row of
their inbox, locked in the same statement.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple

import orjson
from django.conf import settings
from psycopg.types.json import Jsonb

from config.backends.task_signal import TaskTrigger
from config.http.times import utc
from games.models import Challenge, Game
from games.store.event_rows import RECORDING, RECORDING_ONE, insert_events
from games.store.shapes import RoundStanding
from games.store.wakeups import log_of_game, log_of_user, wake_after_commit

_outbox: Final = TaskTrigger(settings.OUTBOX_TASK)


class EventType(StrEnum):
    """The words of an event's ``type``; those at the end are of features."""

    CHALLENGE_RECEIVED = "challenge.received"
    CHALLENGE_ACCEPTED = "challenge.accepted"
    CHALLENGE_DECLINED = "challenge.declined"
    CHALLENGE_CANCELLED = "challenge.cancelled"
    CHALLENGE_LAPSED = "challenge.lapsed"
    GAME_STARTED = "game.started"
    FORMATION_CHANGED = "formation.changed"
    ROUND_STARTED = "round.started"
    TURN_PLAYED = "turn.played"
    TURN_LOST = "turn.lost"
    ROUND_ENDED = "round.ended"
    DRAW_OFFERED = "draw.offered"
    DRAW_DECLINED = "draw.declined"
    DRAW_WITHDRAWN = "draw.withdrawn"
    DEADLINE_NEAR = "deadline.near"
    DEADLINE_EXTENDED = "deadline.extended"
    RESERVE_BEGAN = "clock.reserve_began"
    CLOCK_GIVEN = "clock.given"
    CLOCK_PAUSED = "clock.paused"
    CLOCK_RESUMED = "clock.resumed"
    ACT_DONE = "act.done"
    PLAYER_OUT = "player.out"
    DRAW_VOTED = "draw.voted"
    GAME_FINISHED = "game.finished"
    COMPETITION_OPENED = "competition.opened"
    COMPETITION_ENTERED = "competition.entered"
    COMPETITION_DRAWN = "competition.drawn"
    MATCH_STARTED = "match.started"
    MATCH_ENDED = "match.ended"
    SHOOTOUT_DUE = "shootout.due"
    ROUND_NEAR_END = "round.near_end"
    SECTION_FINISHED = "section.finished"
    SEASON_CONFIRM = "season.confirm"
    PROMOTED = "promoted"
    RELEGATED = "relegated"
    RATING_CHANGED = "rating.changed"
    ANALYSIS_READY = "analysis.ready"
    PHRASE_SAID = "phrase.said"
    POST_ASKED = "by_post.asked"
    PLAYING_ASKED = "playing_on.asked"
    PLAYING_BEGAN = "playing_on.began"
    PLAYING_ENDED = "playing_on.ended"
    TAKEBACK_OFFERED = "takeback.offered"
    TAKEBACK_DECLINED = "takeback.declined"
    TAKEBACK_WITHDRAWN = "takeback.withdrawn"
    TALK = "talk"
    FINAL_FIXED = "final.fixed"
    FINAL_ASKED = "final.asked"
    FINAL_NEAR = "final.near"
    SUPERVISOR_NAMED = "supervisor.named"
    SUPERVISOR_ANSWERED = "supervisor.answered"
    SUPERVISOR_ACTED = "supervisor.acted"
    SEAT_OFFERED = "seat.offered"


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event about to be written and the ids of those who are to hear of it."""

    type: EventType
    happened_at: datetime
    receivers: Collection[int]
    data: Mapping[str, Any] = field(default_factory=dict)


class Line(NamedTuple):
    """An event and the log it belongs to."""

    event: NewEvent
    game_id: str | None = None
    challenge_id: str | None = None
    competition: str | None = None
    number: int | None = None


class Lines:
    """Events on their way into the database."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines

    @property
    def value(self) -> Any:
        """What ``RECORDING`` has a place for: one value, for a list of each column costs more."""
        return Jsonb(
            [
                {
                    "place": place,
                    "game_id": line.game_id,
                    "challenge_id": line.challenge_id,
                    "competition": line.competition,
                    "number": line.number,
                    "type": line.event.type,
                    "data": line.event.data,
                    "happened_at": line.event.happened_at.isoformat(),
                    "receivers": list(line.event.receivers),
                }
                for place, line in enumerate(self.lines)
            ],
            orjson.dumps,
        )

    def recording(self) -> tuple[str, list[Any]]:
        """Return the parts of a statement that write events of a game, and their values."""
        if len(self.lines) != 1:
            return RECORDING, [self.value]
        ((event, _, _, _, number),) = self.lines
        return RECORDING_ONE, [
            number,
            event.type.value,
            Jsonb(event.data, orjson.dumps),
            event.happened_at,
            sorted(event.receivers),
        ]

    def publish_after_commit(self) -> None:
        """Wake the streams and the worker once the present transaction is committed."""
        logs = {log_of_user(user) for line in self.lines for user in line.event.receivers}
        logs |= {log_of_game(line.game_id) for line in self.lines if line.game_id}
        wake_after_commit(logs)
        if settings.OUTBOX_TASK:
            _outbox.trigger_on_commit()


def lines_of(game: Game, events: Sequence[NewEvent]) -> list[Line]:
    """Return the next lines in the log of a locked game and raise its ``last_event``.

    The columns and seats of the game are those that the change has made: every event shows them.
    """
    first = game.last_event + 1
    game.last_event += len(events)
    score_and_round = dict(_score_and_round(game)) if events else {}
    return [
        Line(replace(event, data={**score_and_round, **event.data}), game_id=game.pk, number=number)
        for number, event in enumerate(events, start=first)
    ]


def _score_and_round(game: Game) -> RoundStanding:
    """Return what every event says about its game, so that no one has to ask for it again."""
    summary = game.summary
    score_and_round: RoundStanding = {
        "ruleset": game.ruleset,
        "status": game.status,
        "round": summary.round,
        "score": summary.score,
        "position": summary.position,
        "next_turn": game.next_turn,
        "awaiting": [seat.side for seat in game.seats if seat.is_awaited],
        "deadline": utc(game.deadline),
    }
    if (clock := game.shown_clock) is not None:
        score_and_round["live"] = clock
    return score_and_round


def record_events_of_games(logs: Iterable[tuple[Game, Sequence[NewEvent]]]) -> None:
    """Write events of locked games and raise each ``last_event``, which the caller saves."""
    _record([line for game, events in logs for line in lines_of(game, events)])


def record_for_players(game: Game, event: NewEvent) -> None:
    """Write an event that is shown to its receivers alone: the log of the game does not hold it.

    It has no number there, so the game need not be locked.
    """
    whole = replace(event, data={**_score_and_round(game), **event.data})
    _record([Line(whole, game_id=game.pk)])


def record_challenge_events(events: Iterable[tuple[Challenge, NewEvent]]) -> None:
    """Write events about challenges, which have no log but the inboxes of those concerned."""
    _record([Line(event, challenge_id=challenge.pk) for challenge, event in events])


def record_competition_events(competition: str, events: Iterable[NewEvent]) -> None:
    """Write events about a competition, which has no log but the inboxes of those concerned."""
    _record([Line(event, competition=competition) for event in events])


def _record(lines: Sequence[Line]) -> None:
    if not lines:
        return
    written = Lines(lines)
    insert_events(written.value)
    written.publish_after_commit()
