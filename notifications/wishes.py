"""Changing what a person wants to hear. Reminders and emails by the clock follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from notifications.digests import schedule
from notifications.models import Preferences
from notifications.preferences import (
    NotificationPreferences,
    preferences_of,
    read_preferences,
    read_row,
    zone_of,
)
from notifications.reminders.marking import mark_seats_of
from notifications.unsubscribe import Subscription
from notifications.vocabulary import Channel, Timing
from notifications.vocabulary.clock_mail import clock_mails
from notifications.vocabulary.kind import kinds


def update_preferences(
    user_id: int,
    changes: Mapping[Channel, Mapping[str, Timing]],
    rungs: Mapping[str, Sequence[str]] | None = None,
    **others: Any,
) -> None:
    """Store what a person chose; what is not named stays as it was."""
    with transaction.atomic():
        Preferences.objects.get_or_create(user_id=user_id)
        row = Preferences.objects.select_for_update().get(user_id=user_id)
        for channel, chosen in changes.items():
            row.chosen.setdefault(channel.value, {}).update(
                {name: way.value for name, way in chosen.items()}
            )
        row.rungs |= {channel: list(names) for channel, names in (rungs or {}).items()}
        for name, value in others.items():
            setattr(row, name, value)
        row.save()
        now = timezone.now()
        mark_seats_of(user_id, now)
        schedule.arrange(user_id, read_row(row), zone_of(User.objects.get(pk=user_id)), now)


def ask_to_hear(user_id: int, name: str, *, on: bool) -> None:
    """Turn a kind that players ask for on or off by every channel."""
    way = Timing.AT_ONCE if on else Timing.OFF
    update_preferences(user_id, {channel: {name: way} for channel in Channel})


def stop(subscription: Subscription, *, everything: bool = False) -> None:
    """Send this person no more emails of this kind, or of any kind."""
    user_id, name = subscription
    mails = [mail for mail in clock_mails().values() if everything or mail.name == name]
    stopped = [kind for kind in kinds() if everything or kind == name]
    if name == schedule.DAILY:
        wishes = preferences_of([user_id]).get(user_id, NotificationPreferences())
        stopped += [
            kind.name for kind in kinds().values() if wishes.way(Channel.MAIL, kind) is Timing.DAILY
        ]
    others: dict[str, Any] = {mail.wish: False for mail in mails if mail.wish}
    update_preferences(user_id, {Channel.MAIL: dict.fromkeys(stopped, Timing.OFF)}, **others)


def go_by_new_zone(user: User, now: datetime) -> None:
    """Keep to the quiet hours and the hour of emails in the person's new time zone."""
    mark_seats_of(user.pk, now)
    schedule.arrange(user.pk, read_preferences(user), zone_of(user), now)
