"""Hand-written SQL of notifications, with the equivalent ORM lines."""

from __future__ import annotations

from datetime import datetime

from django.db import connection

from notifications.models import Notification

_RENAME_IN_DELIVERIES = """
    UPDATE notifications_delivery delivery
    SET body = replace(replace(delivery.body, %(name)s, %(new_name)s), %(page)s, %(new_page)s)
    FROM games_gameevent event
    LEFT JOIN games_challenge challenge ON challenge.id = event.challenge_id
    WHERE delivery.event_id = event.id
        AND (
            event.game_id IN (SELECT game_id FROM games_player WHERE user_id = %(user)s)
            -- A seat that was handed over is another's now; the inbox tells whose it was.
            OR event.game_id IN (
                SELECT heard.game_id FROM games_inboxentry entry
                JOIN games_gameevent heard ON heard.id = entry.event_id
                JOIN games_act act ON act.game_id = heard.game_id AND act.name = 'hand_over'
                WHERE entry.user_id = %(user)s
            )
            OR challenge.challenger_id = %(user)s
            OR challenge.opponent_id = %(user)s
            OR challenge.id IN (SELECT challenge_id FROM games_invitation WHERE user_id = %(user)s)
        )
"""


def rename_in_deliveries(user_id: int, name: str, new_name: str) -> None:
    """Call a person otherwise in what was delivered to webhooks of their games and challenges.

    Their games are also those in which they have handed over their seat. The terms of a challenge
    to several may name anyone who is asked.

    Names are there as text of JSON or as part of the address of a player's page, and nothing else
    can look like either.

    ORM: ``Delivery.objects.filter(Q(event__game__players__user=user_id) |
    Q(event__game__in=games.filter(acts__name=Act.HAND_OVER, events__entries__user=user_id)) |
    Q(event__challenge__challenger=user_id) | Q(event__challenge__opponent=user_id) |
    Q(event__challenge__invitations__user=user_id))``, and the ``update`` of its ``body`` by
    ``Replace(Replace("body", …), …)``.
    """
    values: dict[str, int | str] = {
        "user": user_id,
        "name": f'"{name}"',
        "new_name": f'"{new_name}"',
        "page": f"/players/{name}/",
        "new_page": f"/players/{new_name}/",
    }
    with connection.cursor() as cursor:
        cursor.execute(_RENAME_IN_DELIVERIES, values)


# The state is a literal: only then does the partial index of what waits fit.
_SETTLE = """
    UPDATE notifications_notification
    SET status = %s, settled_at = %s, attempts = %s
    WHERE id = %s AND due_at = %s AND status = 'pending'
"""


def settle(row: Notification, status: Notification.Status, now: datetime) -> None:
    """Close a claimed row, unless its lease is over and someone else has it.

    ORM: ``QUEUE.settle(row, status=status, settled_at=now)``, whose making costs as much as the
    statement; each email asks for it.
    """
    values = (status.value, now, row.attempts + 1, row.pk, row.due_at)
    with connection.cursor() as cursor:
        cursor.execute(_SETTLE, values)
