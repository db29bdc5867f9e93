"""Everybody can be reached by mail."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from allauth.account.models import EmailAddress

from accounts.models import User
from notifications.models import Notification
from notifications.relay import relay_events
from tests.conftest import Person


@pytest.fixture
def now() -> datetime:
    """The present: what is sent is checked against the real clock."""
    return datetime.now(UTC)


def make_user(name: str, *, verified: bool = True) -> User:
    user = User.objects.create_user(name, f"{name}@example.org")
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=verified)
    return user


@pytest.fixture
def person(db: None) -> Person:
    """Return a function that makes a person who can be reached by mail."""
    return make_user


@pytest.fixture
def relayed(now: datetime) -> Callable[[], list[tuple[str, str]]]:
    """Return a function that relays the outbox and gives the new messages: who, and what."""
    seen: set[int] = set()

    def relay() -> list[tuple[str, str]]:
        while relay_events(now):
            pass
        fresh = Notification.objects.exclude(pk__in=seen).select_related("user").order_by("pk")
        rows = list(fresh)
        seen.update(row.pk for row in rows)
        return [(row.user.username, row.kind) for row in rows]

    return relay
