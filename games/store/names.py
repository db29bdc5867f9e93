"""Taking a name out of the events of games, once its owner is called otherwise."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection

from accounts.models import User
from games.store.outbox import EventType

# The name is nowhere else: everything but this event is distinguished from the account itself.
_STILL_NAMED = """
    SELECT seat.game_id FROM games_player seat
    JOIN games_gameevent event ON event.game_id = seat.game_id AND event.type = %s
    WHERE seat.user_id = %s AND seat.shown_as IS NULL
        AND event.data -> 'players' ->> seat.side <> %s
    ORDER BY seat.game_id LIMIT %s
"""
_RENAME_IN_EVENTS = """
    UPDATE games_gameevent event
    SET data = jsonb_set(event.data, ARRAY['players', seat.side], to_jsonb(%s::text))
    FROM games_player seat
    WHERE seat.user_id = %s AND seat.shown_as IS NULL AND event.game_id = ANY(%s)
        AND event.game_id = seat.game_id AND event.type = %s
        AND event.data -> 'players' ? seat.side
"""
_STARTED = EventType.GAME_STARTED.value


def games_with_old_name(user: User, limit: int) -> list[str]:
    """Return ids of games in whose events this person is called otherwise than now.

    Where a seat hides who has it, the events never had a name.

    ORM: a person's seats without ``shown_as`` whose game has a ``GameEvent`` of this type with
    another name in ``data["players"][side]``; a key that comes from another column it cannot
    follow.
    """
    with connection.cursor() as cursor:
        cursor.execute(_STILL_NAMED, [_STARTED, user.pk, user.username, limit])
        return [game_id for (game_id,) in cursor.fetchall()]


def rename_in_events(user: User, game_ids: Sequence[str]) -> None:
    """Call this person in the events of these games as they are called now.

    ORM, for each event: ``event.data["players"][side] = user.username`` and ``event.save()``,
    where the seat has no ``shown_as``.
    """
    with connection.cursor() as cursor:
        cursor.execute(_RENAME_IN_EVENTS, [user.username, user.pk, list(game_ids), _STARTED])
