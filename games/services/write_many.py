"""Writing many games at once: what ``steps`` writes for one, in a few statements for all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import connection

from games.events import record_events_of_games
from games.models import Act, Game
from games.services.apply import Change, write_arrangements
from games.store.write import CHANGING, INSERT_ACTS, acts_value


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
    update_games([change.game for change in changes], CHANGING)
    _update_awaited(changes)
    _insert_acts([change.act for change in changes if change.act is not None])
    _write_results(changes)


def update_games(games: Iterable[Game], fields: Collection[str]) -> None:
    """Save these fields of many games in one statement."""
    games = list(games)
    if not games:
        return
    # One UPDATE from arrays: bulk_update would write a CASE for each game and column.
    columns: list[Any] = [Game._meta.get_field(name) for name in fields]
    sets = ", ".join(f'"{c.column}" = fresh."{c.column}"' for c in columns)
    names = ", ".join(f'"{c.column}"' for c in columns)
    arrays = ", ".join(f"%s::{c.db_type(connection)}[]" for c in columns)
    values = [
        [c.get_db_prep_save(getattr(game, c.attname), connection) for game in games]
        for c in columns
    ]
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE games_game SET {sets}"  # noqa: S608 (the names of our own columns)
            f" FROM unnest(%s::text[], {arrays}) AS fresh (game_id, {names})"
            " WHERE games_game.id = fresh.game_id",
            [[game.pk for game in games], *values],
        )


def _insert_acts(acts: Sequence[Act]) -> None:
    """Write what was done in many locked games, one act in each at most."""
    if acts:
        with connection.cursor() as cursor:
            cursor.execute(INSERT_ACTS, [acts_value(acts)])


def _write_results(changes: Sequence[Change]) -> None:
    """Write how the sides fared in the games that are over now."""
    rows = [(change.game.pk, *result) for change in changes for result in change.results]
    if not rows:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_player"
            " SET place = fresh.place, points = fresh.points, score = fresh.score"
            " FROM unnest(%s::text[], %s::text[], %s::int[], %s::float[], %s::int[])"
            " AS fresh (game_id, side, place, points, score)"
            " WHERE games_player.game_id = fresh.game_id AND games_player.side = fresh.side",
            [[row[index] for row in rows] for index in range(5)],
        )


def _update_awaited(changes: Sequence[Change]) -> None:
    """Let every seat know the deadline of its game while the game waits for it."""
    rows = [
        (
            change.game.pk,
            seat.side,
            change.game.deadline if seat.side in change.awaited else None,
            seat.reserve_left,
        )
        for change in changes
        for seat in change.game.seats
    ]
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_player"
            " SET deadline = fresh.deadline, reserve_left = fresh.reserve_left"
            " FROM unnest(%s::text[], %s::text[], %s::timestamptz[], %s::int[])"
            " AS fresh (game_id, side, deadline, reserve_left)"
            " WHERE games_player.game_id = fresh.game_id AND games_player.side = fresh.side"
            " AND (games_player.deadline, games_player.reserve_left)"
            " IS DISTINCT FROM (fresh.deadline, fresh.reserve_left)",
            [[row[index] for row in rows] for index in range(4)],
        )
