"""Where people can be reached."""

from __future__ import annotations

from collections.abc import Collection

from allauth.account.models import EmailAddress
from django.db.models import QuerySet

from accounts.hooks import PAUSED
from notifications.models import PushSubscription
from notifications.vocabulary import Channel


def reachable(channel: Channel, users: Collection[int]) -> set[int]:
    """Return those of these people that have an address on the channel."""
    match channel:
        case Channel.MAIL:
            return set(_verified(users).values_list("user_id", flat=True))
        case Channel.PUSH:
            rows = PushSubscription.objects.filter(user__in=users)
            return set(rows.values_list("user_id", flat=True))


def mail_addresses(users: Collection[int]) -> dict[int, str]:
    """Return the verified email address of each person who has one, the primary one first."""
    # Later entries win, so the primary address comes last.
    rows = _verified(users).order_by("primary", "-pk").values_list("user_id", "email")
    return dict(rows)


def _verified(users: Collection[int]) -> QuerySet[EmailAddress]:
    paused = {user for ask in PAUSED for user in ask(users)}
    return EmailAddress.objects.filter(
        user__in=set(users) - paused,
        verified=True,
        user__is_active=True,
        user__deleted_at__isnull=True,
    )
