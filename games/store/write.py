"""Writing a game that has changed: its row, its seats, its turn and its events in one statement.

A turn spends most of its time on the way to the database and back. All that it writes goes
there at once; which parts there are depends on nothing but what has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.db import connection
from django.db.models import JSONField
from psycopg.types.json import Jsonb

from games.events import RECORDING, Lines, NewEvent, lines_of
from games.models import Game, Turn

CHANGING: Final = (
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
"""The columns of a game that an operation on it may change."""

_JSON: Final = {
    field.attname
    for model in (Game, Turn)
    for field in model._meta.concrete_fields
    if isinstance(field, JSONField)
}
_TURN_COLUMNS: Final = [
    field.attname for field in Turn._meta.concrete_fields if not field.primary_key
]

_SETS: Final = ", ".join(f"{name} = %s" for name in CHANGING)
_GAME: Final = f"UPDATE games_game SET {_SETS} WHERE id = %s"  # noqa: S608 (our own columns)
_SEATS: Final = """
    UPDATE games_player SET deadline = CASE WHEN side = ANY(%s) THEN %s::timestamptz END
    WHERE game_id = %s
"""
_TURN: Final = (
    f"INSERT INTO games_turn ({', '.join(_TURN_COLUMNS)})"  # noqa: S608 (our own columns)
    f" VALUES ({', '.join(['%s'] * len(_TURN_COLUMNS))}) RETURNING id"
)


def write_game(
    game: Game,
    events: Sequence[NewEvent],
    *,
    now: datetime,
    awaited: frozenset[str] | None = None,
    turn: Turn | None = None,
) -> None:
    """Save a locked game that has changed, and its events; a new ETag follows.

    ``awaited`` are the sides the game now waits for, where that may have changed; ``turn`` is
    the new turn that was played, if one was.
    """
    if awaited is not None:
        game.seats = tuple(seat._replace(is_awaited=seat.side in awaited) for seat in game.seats)
    lines = Lines(lines_of(game, events))
    game.revision += 1
    game.updated_at = now

    parts = [RECORDING, f"game AS ({_GAME})"]
    values = [lines.value, *_values(game, CHANGING), game.pk]
    if awaited is not None:
        parts.append(f"seats AS ({_SEATS})")
        values += [list(awaited), game.deadline, game.pk]
    if turn is not None:
        parts.append(f"turn AS ({_TURN})")
        values += _values(turn, _TURN_COLUMNS)
    result = "SELECT" if turn is None else "SELECT id FROM turn"
    with connection.cursor() as cursor:
        cursor.execute(f"WITH {', '.join(parts)} {result}", values)
        if turn is not None:
            (turn.pk,) = cursor.fetchone()
            turn._state.adding, turn._state.db = False, connection.alias
    lines.tell_after_commit()


def _values(row: Game | Turn, columns: Sequence[str]) -> list[Any]:
    """Return the values of these columns as the driver takes them."""
    values = [getattr(row, column) for column in columns]
    return [
        Jsonb(value) if column in _JSON and value is not None else value
        for column, value in zip(columns, values, strict=True)
    ]
