"""Writing down what the rules answered: the second half of every operation on a game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import connection

from games.clock import start_clock
from games.events import EventType, NewEvent, record_game_events
from games.models import Arrangement, Game, Turn
from games.rules import registry
from games.rules.base import Phase, RuleSet, Step
from games.services.endings import finish_game

_STATUS = {Phase.FORMATION: Game.Status.FORMATION, Phase.PLAYING: Game.Status.PLAYING}


def rules_of(game: Game) -> RuleSet[Any]:
    """Return the rule set, in the version the game began with."""
    return registry.get(game.ruleset, game.rules_version)


def take_step(
    game: Game,
    rules: RuleSet[Any],
    step: Step[Any],
    *,
    now: datetime,
    at: datetime | None = None,
    events: Sequence[NewEvent] = (),
) -> Turn | None:
    """Write a step of a locked game and return the turn it played, if it played one.

    ``at`` is when it happened, where that is not ``now``: a missed deadline counts from the
    deadline, not from whoever noticed. ``events`` come before those that follow from the step.

    1. The state and how it looks.
    2. History: the turn, the arrangements that were locked.
    3. The end, if the rules see one; else the clock, which starts anew with each turn or round.
    4. One event for each thing that happened, and the game's row with all of it.
    """
    at = at or now
    log = list(events)
    game.state = rules.dump(step.state)
    game.description = rules.describe(step.state)

    turn = _record_turn(game, step, at, log)
    _record_arrangements(game, step, at, log)

    outcome = rules.outcome(step.state)
    if outcome is not None:
        log.append(finish_game(game, outcome, at=at))
    else:
        game.status = _STATUS[rules.phase(step.state)]
        if step.turn is not None or step.locked is not None:
            # From now, not from a deadline in the past: the day is for looking at this position.
            start_clock(game, now)
    write_game(game, log, now=now, awaited=rules.to_act(step.state))
    return turn


def write_game(
    game: Game, events: Sequence[NewEvent], *, now: datetime, awaited: frozenset[str] | None = None
) -> None:
    """Save a locked game that has changed, and its events; a new ETag follows.

    ``awaited`` are the sides the game now waits for, where that may have changed.
    """
    record_game_events(game, events)
    game.revision += 1
    game.updated_at = now
    game.save(update_fields=_CHANGING)
    if awaited is not None:
        _save_awaited(game, awaited)


_CHANGING = (
    "status",
    "state",
    "description",
    "next_turn",
    "revision",
    "deadline",
    "remind_at",
    "clock_started_at",
    "draw_offered_by",
    "rolls_drawn",
    "winner",
    "reason",
    "ranking",
    "finished_at",
    "last_event",
    "updated_at",
)


def _save_awaited(game: Game, awaited: frozenset[str]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_player SET deadline = CASE WHEN side = ANY(%s) THEN %s::timestamptz END"
            " WHERE game_id = %s",
            [list(awaited), game.deadline, game.pk],
        )
    game.seats = tuple(seat._replace(is_awaited=seat.side in awaited) for seat in game.seats)


def _record_turn(game: Game, step: Step[Any], at: datetime, log: list[NewEvent]) -> Turn | None:
    """Write the turn a step played, with its events, and count it."""
    record = step.turn
    if record is None:
        return None
    turn = Turn.objects.create(
        game=game,
        number=game.next_turn,
        round=record.round,
        side=record.side,
        actions=list(record.actions),
        notation=record.notation,
        rolls=list(record.rolls),
        position_before=record.position_before,
        position_after=record.position_after,
        happenings=[dict(happening) for happening in step.happenings],
        played_at=at,
    )
    game.next_turn += 1
    game.rolls_drawn += len(record.rolls)

    both = [seat.user_id for seat in game.seats]
    told = {"turn": turn.number, "round": turn.round, "side": turn.side}
    log.append(
        NewEvent(
            EventType.TURN_PLAYED,
            at,
            both,
            {**told, "actions": turn.actions, "notation": turn.notation, "rolls": turn.rolls},
        )
    )
    if game.draw_offered_by is not None and game.draw_offered_by != record.side:
        # Playing on is an answer too.
        log.append(
            NewEvent(EventType.DRAW_DECLINED, at, both, {"side": record.side, "by_playing": True})
        )
        game.draw_offered_by = None
    if record.position_after is None:
        log.append(NewEvent(EventType.ROUND_ENDED, at, both, told))
    return turn


def _record_arrangements(game: Game, step: Step[Any], at: datetime, log: list[NewEvent]) -> None:
    """Write the arrangements with which a round began, where the step began one."""
    if step.locked is None:
        return
    round_number = game.description["round"]
    Arrangement.objects.bulk_create(
        [
            Arrangement(
                game=game,
                round=round_number,
                side=side,
                content=dict(content),
                saved_at=at,
                locked_at=at,
            )
            for side, content in step.locked.items()
        ],
        update_conflicts=True,
        unique_fields=["game", "round", "side"],
        update_fields=["content", "locked_at"],
    )
    log.append(
        NewEvent(
            EventType.ROUND_STARTED,
            at,
            [seat.user_id for seat in game.seats],
            {"round": round_number},
        )
    )
