"""Writing a game that has changed: its row, its seats, its turn and its events in one statement.

A turn spends most of its time on the way to the database and back. All that it writes goes there
immediately; which parts there are depends on nothing but what has changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

import orjson
from django.db import connection
from django.db.models import JSONField
from psycopg.types.json import Jsonb

from games.models import Act, Game, Turn
from games.store.outbox import Lines, NewEvent, lines_of

CHANGING: Final = (
    "status",
    "state",
    "description",
    "next_turn",
    "revision",
    "deadline",
    "main_until",
    "remind_at",
    "clock_started_at",
    "given_s",
    "live",
    "draw_offered_by",
    "draw_votes",
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

# ORM: game.save(update_fields=CHANGING)
_SETS: Final = ", ".join(f"{name} = %s" for name in CHANGING)
# As it was read: a reminder writes an event and leaves the revision.
_GAME: Final = f"""
    UPDATE games_game SET {_SETS} WHERE id = %s AND revision = %s AND last_event = %s RETURNING id
"""  # noqa: S608 (our own columns)
# ORM: game.players.update(deadline=Case(When(side__in=awaited, then=game.deadline))), and of each
# seat of a game with a time bank what is left of it, and of who has shot what the shots come to.
_SEATS: Final = """
    UPDATE games_player SET deadline = CASE WHEN side = ANY(%s) THEN %s::timestamptz END,
        reserve_left = coalesce((%s::jsonb ->> side)::int, reserve_left),
        shooting = coalesce(CASE side WHEN %s THEN %s::int[] END, shooting)
    FROM game WHERE game_id = game.id
"""
# ORM, for each result: game.players.filter(side=result.side).update(deadline=None, place=…, …).
# Nothing waits for anyone in a game that is over.
_ENDED_SEATS: Final = """
    UPDATE games_player SET deadline = NULL,
        reserve_left = coalesce((%s::jsonb ->> games_player.side)::int, reserve_left),
        shooting = coalesce(CASE games_player.side WHEN %s THEN %s::int[] END, shooting),
        place = result.place, points = result.points, score = result.score
    FROM game, jsonb_to_recordset(%s) AS result (side text, place int, points float, score int)
    WHERE game_id = game.id AND games_player.side = result.side
"""
# ORM: Act.objects.bulk_create(acts), the index of each counted from those at its turn. Games that
# are locked: no one else counts the acts at this turn meanwhile.
INSERT_ACTS: Final = """
    INSERT INTO games_act
        (game_id, turn, index, side, name, position_after, happenings, at)
    SELECT game_id, turn, (
        SELECT count(*) FROM games_act old WHERE old.game_id = new.game_id AND old.turn = new.turn
    ), side, name, position_after, happenings, at
    FROM jsonb_to_recordset(%s) AS new (
        game_id text, turn int, side text, name text, position_after text, happenings jsonb,
        at timestamptz
    )
"""
# ORM: turn.save(force_insert=True)
_TURN: Final = (
    f"INSERT INTO games_turn ({', '.join(_TURN_COLUMNS)})"  # noqa: S608 (our own columns)
    f" SELECT {', '.join(['%s'] * len(_TURN_COLUMNS))} FROM game RETURNING id"
)


class Overtaken(Exception):
    """A game isn't as it was read, or has to be locked for what is to be written: nothing was.

    It doesn't happen to a game that is locked.
    """


class Result(NamedTuple):
    """How a side fared in a game that is over; no place and no points in one without result."""

    side: str
    place: int | None
    points: float | None
    score: int | None


def as_read(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return JSON data with its members in the order in which they will be read.

    A ``jsonb`` column orders them, shorter names first: what is shown immediately and what is shown
    again later would differ byte by byte.
    """
    return {
        name: as_read(value[name]) if isinstance(value[name], dict) else value[name]
        for name in sorted(value, key=lambda name: (len(name.encode()), name.encode()))
    }


def write_game(
    game: Game,
    events: Sequence[NewEvent],
    *,
    now: datetime,
    awaited: frozenset[str] | None = None,
    turn: Turn | None = None,
    act: Act | None = None,
    results: Sequence[Result] = (),
) -> None:
    """Save a game that has changed, and its events; a new ETag follows.

    All of it hangs on the game's row, which must be as it was read, else ``Overtaken`` is raised.
    ``awaited`` are the sides the game now waits for, where that may have changed; ``turn`` is the
    new turn that was played and ``act`` what was done outside one, if either was; ``results`` show
    how each side fared, once the game is over. The ORM lines of each part are beside it.
    """
    if awaited is not None:
        game.seats = tuple(seat._replace(is_awaited=seat.side in awaited) for seat in game.seats)
    before = game.pk, game.revision, game.last_event
    lines = Lines(lines_of(game, events))
    game.revision += 1
    game.updated_at = now

    parts, values = [f"game AS ({_GAME})"], [*_values(game, CHANGING), *before]
    if events:
        recording, recorded = lines.recording()
        parts.append(recording)
        values += recorded
    if results:
        parts.append(f"seats AS ({_ENDED_SEATS})")
        fared = Jsonb([result._asdict() for result in results])
        values += [reserves_of(game), *_shooting(game, turn), fared]
    elif awaited is not None:
        parts.append(f"seats AS ({_SEATS})")
        values += [list(awaited), game.deadline, reserves_of(game), *_shooting(game, turn)]
    if act is not None:
        parts.append(f"act AS ({INSERT_ACTS})")
        values.append(acts_value([act]))
    if turn is not None:
        parts.append(f"turn AS ({_TURN})")
        values += _values(turn, _TURN_COLUMNS)
    written = "game" if turn is None else "turn"
    with connection.cursor() as cursor:
        cursor.execute(f"WITH {', '.join(parts)} SELECT id FROM {written}", values)  # noqa: S608
        row = cursor.fetchone()
    if row is None:
        raise Overtaken(game.pk)
    if turn is not None:
        (turn.pk,) = row
        turn._state.adding, turn._state.db = False, connection.alias
    lines.publish_after_commit()


def _shooting(game: Game, turn: Turn | None) -> tuple[str | None, list[int] | None]:
    """Return the side that has shot, and what its shots come to; two times ``None`` if none has."""
    if turn is None or turn.chances is None:
        return None, None
    return turn.side, next(seat.shooting for seat in game.seats if seat.side == turn.side)


def reserves_of(game: Game) -> Any:
    """Return what each side has left of its time bank; nothing where none was agreed on."""
    return Jsonb({seat.side: seat.reserve_left for seat in game.seats} if game.reserve_s else {})


def acts_value(acts: Sequence[Act]) -> Any:
    """Return what ``INSERT_ACTS`` has a place for."""
    return Jsonb(
        [
            {
                "game_id": act.game_id,
                "turn": act.turn,
                "side": act.side,
                "name": act.name,
                "position_after": act.position_after,
                "happenings": act.happenings,
                "at": act.at.isoformat(),
            }
            for act in acts
        ]
    )


def _values(row: Game | Turn, columns: Sequence[str]) -> list[Any]:
    """Return the values of these columns as the driver takes them."""
    values = [getattr(row, column) for column in columns]
    return [
        Jsonb(value, orjson.dumps) if column in _JSON and value is not None else value
        for column, value in zip(columns, values, strict=True)
    ]
