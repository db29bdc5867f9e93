"""Writing many locked games: what ``write`` writes of one, in a few statements for all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.db import connection

from games.models import Act, Game
from games.store.write import INSERT_ACTS, Result, acts_value


def update_games(games: Iterable[Game], fields: Collection[str]) -> None:
    """Save these fields of many games in one statement.

    ORM: ``Game.objects.bulk_update(games, fields)``, which would write a CASE for each game and
    column.
    """
    games = list(games)
    if not games:
        return
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


def insert_acts(acts: Sequence[Act]) -> None:
    """Write what was done in many games, one act in each at most.

    ORM: ``Act.objects.bulk_create(acts)``, the index of each counted from those at its turn.
    """
    if acts:
        with connection.cursor() as cursor:
            cursor.execute(INSERT_ACTS, [acts_value(acts)])


def write_results(results: Sequence[tuple[str, Result]]) -> None:
    """Write how sides fared in games that are over, each result with the id of its game.

    ORM, for each: ``Player.objects.filter(game=…, side=…).update(place=…, points=…, score=…)``.
    """
    if not results:
        return
    rows = [(game_id, *result) for game_id, result in results]
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_player"
            " SET place = fresh.place, points = fresh.points, score = fresh.score"
            " FROM unnest(%s::text[], %s::text[], %s::int[], %s::float[], %s::int[])"
            " AS fresh (game_id, side, place, points, score)"
            " WHERE games_player.game_id = fresh.game_id AND games_player.side = fresh.side",
            [[row[index] for row in rows] for index in range(5)],
        )


def update_awaited(games: Iterable[Game]) -> None:
    """Let every seat know the deadline of its game while the game waits for it, and its time bank.

    ORM, for each seat: ``game.players.filter(side=…).update(deadline=…, reserve_left=…)``.
    """
    rows = [
        (game.pk, seat.side, game.deadline if seat.is_awaited else None, seat.reserve_left)
        for game in games
        for seat in game.seats
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


def move_awaited(games: Iterable[Game]) -> None:
    """Let the seats that have to act know that the deadlines of their games have moved.

    ORM: ``Player.objects.filter(game__in=games, deadline__isnull=False).update(deadline=Subquery(
    Game.objects.filter(pk=OuterRef("game")).values("deadline")))``.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_player SET deadline = games_game.deadline FROM games_game"
            " WHERE games_player.game_id = games_game.id AND games_game.id = ANY(%s)"
            " AND games_player.deadline IS NOT NULL",
            [[game.pk for game in games]],
        )
