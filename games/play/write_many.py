"""Writing many games at once: what ``apply`` writes for one, in a few statements for all."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.play.apply import Change, write_arrangements
from games.play.seating import follow_live
from games.store.outbox import record_events_of_games
from games.store.write import CHANGING
from games.store.write_many import insert_acts, update_awaited, update_games, write_results


def write_changes(changes: Sequence[Change], *, now: datetime) -> None:
    """Save games that are locked and have changed, with their arrangements and events.

    None of the changes may have played a turn: nobody plays many games at once.
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
