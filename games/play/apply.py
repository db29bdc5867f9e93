"""Writing down what the rules answered: the second half of every operation on a game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final

from django.db import connection

from config.http.times import utc
from games.clock.clocks import clock_of
from games.clock.times import away_until
from games.models import Act, Arrangement, Game, Turn
from games.play.seating import follow_live
from games.play.shooting import add_shot, chances_of
from games.rules.contract import HALF_TIME, Happening, Outcome, Phase, RuleSet, Step, Summary
from games.store import happened
from games.store.outbox import NewEvent, record_events_of_games
from games.store.write import CHANGING, Overtaken, Result, as_read, write_game
from games.store.write_many import insert_acts, update_awaited, update_games, write_results

STATUS = {Phase.FORMATION: Game.Status.FORMATION, Phase.PLAYING: Game.Status.PLAYING}

PREPARED = (Turn.By.PLAN, Turn.By.FALLBACK, Turn.By.PREMOVE)
"""Turns that were put together before they had to act."""


NOTHING: Final[Happening] = MappingProxyType({})
"""What is kept with most acts, beside what they are."""


@dataclass(slots=True)
class Change:
    """What a step makes of a game: all that is to be written, and nothing written yet."""

    game: Game
    events: list[NewEvent]
    awaited: frozenset[str]
    turn: Turn | None = None
    act: Act | None = None
    arrangements: list[Arrangement] = field(default_factory=list)
    results: Sequence[Result] = ()


def apply_step(
    game: Game,
    rules: RuleSet[Any],
    step: Step[Any],
    *,
    now: datetime,
    at: datetime | None = None,
    events: Sequence[NewEvent] = (),
    by: Turn.By = Turn.By.HAND,
) -> Turn | None:
    """Write a step of a locked game and return the turn it played, if it played one."""
    change = build_change(game, rules, step, now=now, at=at, events=events, by=by)
    write_change(change, now=now)
    return change.turn


def write_change(change: Change, *, now: datetime) -> None:
    """Write all that a step has made of a locked game; or of one that isn't, in one statement.

    Raises ``Overtaken`` where a game that isn't locked was changed meanwhile, or needs more.
    """
    is_one_statement = not (change.arrangements or change.act or change.results)
    if not connection.in_atomic_block and not is_one_statement:
        raise Overtaken(change.game.pk)
    write_arrangements(change.arrangements)
    write_game(
        change.game,
        change.events,
        now=now,
        awaited=change.awaited,
        turn=change.turn,
        act=change.act,
        results=change.results,
    )
    follow_live(change.game)


def write_plain_act(
    game: Game,
    side: str,
    name: str,
    *,
    now: datetime,
    receivers: Collection[int] | None = None,
    awaited: frozenset[str] | None = None,
    said: Happening = NOTHING,
) -> None:
    """Write an act of which the laws know nothing, of a locked game whose columns are set.

    All who have a seat hear of it, where no others are given.
    """
    act = Act(
        game=game,
        turn=game.next_turn,
        side=side,
        name=name,
        position_after=game.summary.position,
        happenings=[{"act": name, "side": side, "type": "act", **said}],
        at=now,
    )
    own: happened.OwnAct = {"turn": act.turn, "side": side, "name": name, "newly_awaited": []}
    everyone = [seat.user_id for seat in game.seats]
    done = happened.ACT_DONE(now, everyone if receivers is None else receivers, own)
    write_game(game, [done], now=now, awaited=awaited, act=act)


def build_change(
    game: Game,
    rules: RuleSet[Any],
    step: Step[Any],
    *,
    now: datetime,
    at: datetime | None = None,
    events: Sequence[NewEvent] = (),
    by: Turn.By = Turn.By.HAND,
) -> Change:
    """Return what a step makes of a locked game; the game's columns are set, not saved.

    ``at`` is when it happened, where that is not ``now``: a missed deadline counts from the
    deadline, not from when it was noticed. ``events`` come before those that follow from the step.

    1. The clock of the side that acted is settled: what the turn took, what is left in the time
       bank.
    2. The state and how it looks.
    3. History: the turn, the act, the arrangements that were locked.
    4. The end, if the rules see one; else the clock, which starts again with each turn and round,
       where the step says so, and where someone has to act who was not.
    5. One event for each thing that happened, and the game's row with all of it.
    """
    at, before = at or clock_of(game).at(now), game.summary
    took = _settle(game, step, before, at, is_prepared=by in PREPARED)
    game.state = rules.dump(step.state)
    game.description = as_read(rules.describe(step.state))
    summary = game.summary
    change = Change(game, list(events), awaited=summary.to_act)

    _note_turn(change, step, at, took, by)
    _note_arrangements(change, step, at)

    outcome = rules.outcome(step.state)
    _note_act(change, step, before, at, is_over=outcome is not None)
    _note_out(change, step, before, at)
    if outcome is not None:
        change.events.append(finish_game(game, outcome, at=at))
        change.results = results_of(outcome, summary, game)
    else:
        game.status = STATUS[summary.phase]
        if _is_new_time(step, before, summary):
            # From now, not from a deadline in the past: the day is for looking at this position.
            clock_of(game).start(summary.to_act, now)
            if is_shown(step, before, summary):
                clock_of(game).show()
            change.events += _pauses(game, summary, now)
    return change


def is_shown(step: Step[Any], before: Summary, after: Summary) -> bool:
    """Return whether something happened that costs no side time: a shot, the end of a round."""
    is_shot = step.turn is not None and bool(step.turn.rolls)
    is_half_time = step.act is not None and step.act.name == HALF_TIME
    is_over = before.phase is Phase.PLAYING and after.phase is Phase.FORMATION
    return is_shot or is_half_time or is_over


def _pauses(game: Game, summary: Summary, now: datetime) -> Iterator[NewEvent]:
    """Yield the event that says that a clock is stopped because its player is on vacation."""
    for seat in game.seats:
        if seat.side in summary.to_act and (until := away_until(game, seat, now)):
            yield pause_event(game, seat.side, until, now)


def pause_event(game: Game, side: str, until: datetime, at: datetime) -> NewEvent:
    """Return the event that says that a side's clock is stopped because of a vacation."""
    everyone = [seat.user_id for seat in game.seats]
    return happened.CLOCK_PAUSED(at, everyone, {"side": side, "why": "leave", "until": utc(until)})


def _settle(
    game: Game, step: Step[Any], before: Summary, at: datetime, *, is_prepared: bool
) -> int | None:
    """Settle the clock of the side that acted; return what it took, if any did."""
    record = step.turn or step.act
    if record is None or record.side not in before.to_act or before.phase is not Phase.PLAYING:
        return None
    return clock_of(game).settle(
        record.side, at, has_played=step.turn is not None, is_prepared=is_prepared
    )


def _is_new_time(step: Step[Any], before: Summary, after: Summary) -> bool:
    """Return whether the clock starts again: no side inherits the rest of another's time."""
    is_said = step.turn is not None or step.locked is not None or step.restarts_clock
    return is_said or not after.to_act <= before.to_act


def write_arrangements(arrangements: Sequence[Arrangement]) -> None:
    """Write the arrangements with which rounds began over what was last saved of them."""
    if arrangements:
        Arrangement.objects.bulk_create(
            arrangements,
            update_conflicts=True,
            unique_fields=["game", "round", "side"],
            update_fields=["content", "locked_at"],
        )


def _note_turn(
    change: Change, step: Step[Any], at: datetime, took: int | None, by: Turn.By
) -> None:
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
        happenings=[as_read(happening) for happening in step.happenings],
        played_at=at,
        took=took,
        by=by,
    )
    _note_shot(game, turn)
    game.next_turn += 1
    game.rolls_drawn += len(record.rolls)

    both = [seat.user_id for seat in game.seats]
    ended: happened.OwnRoundEnded = {"turn": turn.number, "round": turn.round, "side": turn.side}
    change.events.append(
        happened.TURN_PLAYED(
            at,
            both,
            {**ended, "actions": turn.actions, "notation": turn.notation, "rolls": turn.rolls},
        )
    )
    _note_draw(change, record.side, at)
    if record.position_after is None:
        change.events.append(happened.ROUND_ENDED(at, both, ended))


def _note_shot(game: Game, turn: Turn) -> None:
    """Note how the shot of a turn could have ended, and add it to what its side has shot."""
    chances = chances_of(game, turn)
    turn.chances = None if chances is None else as_read(chances)
    game.seats = tuple(
        seat._replace(shooting=add_shot(seat.shooting, turn))
        if seat.side == turn.side and seat.shooting is not None
        else seat
        for seat in game.seats
    )


def _note_act(
    change: Change, step: Step[Any], before: Summary, at: datetime, *, is_over: bool
) -> None:
    """Note what a step did outside a turn; the end of a game says how it came about."""
    record, game = step.act, change.game
    if record is None:
        return
    change.act = act = Act(
        game=game,
        turn=game.next_turn,
        side=record.side,
        name=record.name,
        position_after=game.summary.position,
        happenings=[as_read(happening) for happening in step.happenings],
        at=at,
    )
    if not is_over:
        fresh = sorted(change.awaited - before.to_act)
        everyone = [seat.user_id for seat in game.seats]
        change.events.append(
            happened.ACT_DONE(
                at,
                everyone,
                {"turn": act.turn, "side": act.side, "name": act.name, "newly_awaited": fresh},
            )
        )


def _note_out(change: Change, step: Step[Any], before: Summary, at: datetime) -> None:
    """Note who plays no more; an offer of a draw was made to those who played before."""
    game, after = change.game, change.game.summary
    if before.standing == after.standing:
        return
    everyone = [seat.user_id for seat in game.seats]
    for seat in game.seats:
        if after.is_out(seat.side) and not before.is_out(seat.side):
            is_own = step.act is not None and step.act.side == seat.side
            by = step.act.name if step.act is not None and is_own else "turn"
            change.events.append(
                happened.PLAYER_OUT(
                    at, everyone, {"turn": game.next_turn, "side": seat.side, "by": by}
                )
            )
    game.draw_offered_by, game.draw_votes = None, []


def _note_draw(change: Change, side: str, at: datetime) -> None:
    """Note what playing a turn says about a draw on offer.

    Of two players the other one declines by it. Of more it says nothing about others' offers, and
    takes back your own vote.
    """
    game = change.game
    if game.draw_offered_by is None:
        return
    everyone = [seat.user_id for seat in game.seats]
    if len(game.seats) == 2:
        if side == game.draw_offered_by:
            return
        change.events.append(
            happened.DRAW_DECLINED(at, everyone, {"side": side, "by_playing": True})
        )
        game.draw_offered_by, game.draw_votes = None, []
    elif side == game.draw_offered_by:
        change.events.append(happened.DRAW_WITHDRAWN(at, everyone, {"side": side}))
        game.draw_offered_by, game.draw_votes = None, []
    else:
        game.draw_votes = [vote for vote in game.draw_votes if vote != side]


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
    everyone = [seat.user_id for seat in game.seats]
    change.events.append(happened.ROUND_STARTED(at, everyone, {}))


def finish_game(game: Game, outcome: Outcome, *, at: datetime) -> NewEvent:
    """Close a locked game that ended ``at`` and return the event that says so.

    Every ending passes through here. The caller saves the game with the step that ended it.
    """
    game.status = Game.Status.ABORTED if outcome.is_aborted else Game.Status.FINISHED
    game.winner = outcome.winner
    game.reason = outcome.reason
    game.ranking = [list(place) for place in outcome.ranking]
    game.finished_at = at
    game.draw_offered_by, game.draw_votes = None, []
    clock_of(game).stop()
    return happened.GAME_FINISHED(
        at,
        [seat.user_id for seat in game.seats],
        {"winner": game.winner, "reason": game.reason},
    )


def results_of(outcome: Outcome, summary: Summary, game: Game) -> list[Result]:
    """Return how each side fared: its place, its points, and what it scored."""
    score = summary.score or {}
    return [
        Result(
            seat.side,
            outcome.places.get(seat.side),
            outcome.points.get(seat.side),
            score.get(seat.side),
        )
        for seat in game.seats
    ]


def write_changes(changes: Sequence[Change], *, now: datetime) -> None:
    """Save games that are locked and have changed, with their arrangements and events.

    None of the changes may have played a turn: no one plays a turn in many games in one request.
    """
    write_arrangements([a for change in changes for a in change.arrangements])
    for change in changes:
        change.game.seats = tuple(
            seat._replace(is_awaited=seat.side in change.awaited) for seat in change.game.seats
        )
    record_events_of_games((change.game, change.events) for change in changes)
    for change in changes:
        change.game.revision += 1
        change.game.updated_at = now
    games = [change.game for change in changes]
    update_games(games, CHANGING)
    update_awaited(games)
    insert_acts([change.act for change in changes if change.act is not None])
    for change in changes:
        follow_live(change.game)
    write_results([(change.game.pk, one) for change in changes for one in change.results])
