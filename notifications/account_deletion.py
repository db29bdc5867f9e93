"""What becomes of somebody's preferences and messages when the account is deleted."""

from __future__ import annotations

from datetime import datetime

from django.db import connection, transaction

from accounts.models import User
from notifications import tasks
from notifications.models import (
    CalendarFeed,
    Digest,
    Notification,
    Preferences,
    PushSubscription,
    Webhook,
)

# Others keep a log of what was delivered to them. Names stand in it as text of JSON or as part of
# the address of a player's page, and nothing else can look like either.
_RENAME_IN_DELIVERIES = """
    UPDATE notifications_delivery delivery
    SET body = replace(replace(delivery.body, %(name)s, %(new_name)s), %(page)s, %(new_page)s)
    FROM games_gameevent event
    LEFT JOIN games_challenge challenge ON challenge.id = event.challenge_id
    WHERE delivery.event_id = event.id
        AND (
            event.game_id IN (SELECT game_id FROM games_player WHERE user_id = %(user)s)
            OR challenge.challenger_id = %(user)s
            OR challenge.opponent_id = %(user)s
        )
"""


def forget_preferences(user: User, now: datetime) -> None:
    """Delete what they wanted to hear and what waits to be told to them, and their name elsewhere.

    ``user`` bears the nameless name already, the row in the database still the old one.
    """
    Preferences.objects.filter(user=user).delete()
    Notification.objects.filter(user=user).delete()
    Digest.objects.filter(user=user).delete()
    PushSubscription.objects.filter(user=user).delete()
    Webhook.objects.filter(user=user).delete()
    CalendarFeed.objects.filter(user=user).delete()
    before = User.objects.only("username", "email").get(pk=user.pk)
    names: dict[str, int | str] = {
        "user": user.pk,
        "name": f'"{before.username}"',
        "new_name": f'"{user.username}"',
        "page": f"/players/{before.username}/",
        "new_page": f"/players/{user.username}/",
    }
    with connection.cursor() as cursor:
        cursor.execute(_RENAME_IN_DELIVERIES, names)
    if before.email:
        transaction.on_commit(lambda: tasks.call(tasks.forget_mails_to, before.email))
