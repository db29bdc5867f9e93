"""Writing events: their rows and the entries of all who are to hear of them, in one statement."""

from __future__ import annotations

from typing import Any, Final

from django.db import connection

_PARTS: Final = """
fresh AS MATERIALIZED (
    SELECT nextval(pg_get_serial_sequence('games_gameevent', 'id')) AS id, e.*
    FROM {after} jsonb_to_recordset(%s) AS e (
        place int, game_id text, challenge_id text, competition text, number int, type text,
        data jsonb, happened_at timestamptz, receivers bigint[]
    )
), written AS (
    INSERT INTO games_gameevent
        (id, game_id, challenge_id, competition, number, type, data, happened_at)
    SELECT id, game_id, challenge_id, competition, number, type, data, happened_at
    FROM fresh ORDER BY place
), due AS (
    SELECT place, user_id,
           row_number() OVER (PARTITION BY user_id ORDER BY place) AS nth,
           count(*) OVER (PARTITION BY user_id) AS total
    FROM fresh CROSS JOIN unnest(receivers) AS user_id
), boxes AS (
    INSERT INTO games_inbox (user_id, last_number)
    SELECT user_id, count(*) FROM due GROUP BY user_id ORDER BY user_id
    ON CONFLICT (user_id)
    DO UPDATE SET last_number = games_inbox.last_number + excluded.last_number
    RETURNING user_id, last_number
), entries AS (
    INSERT INTO games_inboxentry (user_id, number, event_id)
    SELECT due.user_id, boxes.last_number - due.total + due.nth, fresh.id
    FROM due JOIN boxes USING (user_id) JOIN fresh USING (place)
)
"""
"""The parts of a statement that write events, with a place for ``Lines.value``.

One statement for all of it, because a turn writes two to six of these rows. The ids are drawn
first so that entries can name their event. Inboxes are locked in the order of their users: two
games of the same two people can then not wait for each other.
"""
RECORDING: Final = _PARTS.format(after="game,")
"""These parts behind one that is called ``game``: they write nothing where it finds no game."""
RECORDING_ONE: Final = """
event AS (
    INSERT INTO games_gameevent (game_id, number, type, data, happened_at)
    SELECT game.id, %s, %s, %s, %s FROM game RETURNING id
), boxes AS (
    INSERT INTO games_inbox (user_id, last_number)
    SELECT user_id, 1 FROM game, unnest(%s::bigint[]) AS user_id
    ON CONFLICT (user_id) DO UPDATE SET last_number = games_inbox.last_number + 1
    RETURNING user_id, last_number
), entries AS (
    INSERT INTO games_inboxentry (user_id, number, event_id)
    SELECT boxes.user_id, boxes.last_number, event.id FROM boxes, event
)
"""
"""The same for the one event that most turns have, whose receivers are given in their order.

Without the sorts and counts that several need it takes PostgreSQL half of the time.
"""
_RECORD: Final = f"WITH {_PARTS.format(after='')} SELECT"


def insert_events(value: Any) -> None:
    """Write these events, reported as ``Lines.value`` shows them.

    ORM: ``GameEvent.objects.bulk_create(events)``; then for each person, in the order of their
    ids, ``Inbox.objects.select_for_update().get_or_create(user=…)``, its ``last_number`` raised by
    the number of events, and ``InboxEntry.objects.bulk_create(entries)`` under the numbers between.
    """
    with connection.cursor() as cursor:
        cursor.execute(_RECORD, [value])
