"""Writing down what the rules answered: the second half of every operation on a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.clock.times import start_clock
from games.events import EventType, NewEvent
from games.models import Arrangement, Game, Turn
from games.rules.contract import Phase, RuleSet, Step
from games.services.endings import finish_game
from games.store.write import write_game

STATUS = {Phase.FORMATION: Game.Status.FORMATION, Phase.PLAYING: Game.Status.PLAYING}


@dataclass(slots=True)
class Change:
    """What a step makes of a game: all that is to be written, and nothing written yet."""

    game: Game
    events: list[NewEvent]
    awaited: frozenset[str]
    turn: Turn | None = None
    arrangements: list[Arrangement] = field(default_factory=list)


def take_step(
    game: Game,
    rules: RuleSet[Any],
    step: Step[Any],
    *,
    now: datetime,
    at: datetime | None = None,
    events: Sequence[NewEvent] = (),
) -> Turn | None:
    """Write a step of a locked game and return the turn it played, if it played one."""
    change = make_change(game, rules, step, now=now, at=at, events=events)
    write_change(change, now=now)
    return change.turn


def write_change(change: Change, *, now: datetime) -> None:
    """Write all that a step has made of a locked game."""
    write_arrangements(change.arrangements)
    write_game(change.game, change.events, now=now, awaited=change.awaited, turn=change.turn)


def make_change(
    game: Game,
    rules: RuleSet[Any],
    step: Step[Any],
    *,
    now: datetime,
    at: datetime | None = None,
    events: Sequence[NewEvent] = (),
) -> Change:
    """Return what a step makes of a locked game; the game's columns are set, not saved.

    ``at`` is when it happened, where that is not ``now``: a missed deadline counts from the
    deadline, not from whoever noticed. ``events`` come before those that follow from the step.

    1. The state and how it looks.
    2. History: the turn, the arrangements that were locked.
    3. The end, if the rules see one; else the clock, which starts anew with each turn and round,
       and where the step says so.
    4. One event for each thing that happened, and the game's row with all of it.
    """
    at = at or now
    game.state = rules.dump(step.state)
    game.description = rules.describe(step.state)
    summary = game.summary
    change = Change(game, list(events), awaited=summary.to_act)

    _note_turn(change, step, at)
    _note_arrangements(change, step, at)

    outcome = rules.outcome(step.state)
    if outcome is not None:
        change.events.append(finish_game(game, outcome, at=at))
    else:
        game.status = STATUS[summary.phase]
        if step.turn is not None or step.locked is not None or step.restarts_clock:
            # From now, not from a deadline in the past: the day is for looking at this position.
            start_clock(game, now)
    return change


def write_arrangements(arrangements: Sequence[Arrangement]) -> None:
    """Write the arrangements with which rounds began over what was last saved of them."""
    if arrangements:
        Arrangement.objects.bulk_create(
            arrangements,
            update_conflicts=True,
            unique_fields=["game", "round", "side"],
            update_fields=["content", "locked_at"],
        )


def _note_turn(change: Change, step: Step[Any], at: datetime) -> None:
    """Note the turn a step played, with its events, and count it."""
    record, game = step.turn, change.game
    if record is None:
        return
    change.turn = turn = Turn(
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
    change.events.append(
        NewEvent(
            EventType.TURN_PLAYED,
            at,
            both,
            {**told, "actions": turn.actions, "notation": turn.notation, "rolls": turn.rolls},
        )
    )
    if game.draw_offered_by is not None and game.draw_offered_by != record.side:
        # Playing on is an answer too.
        change.events.append(
            NewEvent(EventType.DRAW_DECLINED, at, both, {"side": record.side, "by_playing": True})
        )
        game.draw_offered_by = None
    if record.position_after is None:
        change.events.append(NewEvent(EventType.ROUND_ENDED, at, both, told))


def _note_arrangements(change: Change, step: Step[Any], at: datetime) -> None:
    """Note the arrangements with which a round began, where the step began one."""
    if step.locked is None:
        return
    game = change.game
    round_number = game.round
    change.arrangements = [
        Arrangement(
            game=game,
            round=round_number,
            side=side,
            content=dict(content),
            saved_at=at,
            locked_at=at,
        )
        for side, content in step.locked.items()
    ]
    change.events.append(
        NewEvent(
            EventType.ROUND_STARTED,
            at,
            [seat.user_id for seat in game.seats],
            {"round": round_number},
        )
    )
