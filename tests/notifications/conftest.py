"""Alice and bob play and can both be reached by mail."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from allauth.account.models import EmailAddress

from accounts.models import User
from games.models import Game
from notifications.models import Notification
from notifications.relay import relay_events
from tests.games.matches import start_formations, start_round


@pytest.fixture
def now() -> datetime:
    """The present: what is sent is checked against the real clock."""
    return datetime.now(UTC)


def make_user(name: str, *, verified: bool = True) -> User:
    user = User.objects.create_user(name, f"{name}@example.org")
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=verified)
    return user


@pytest.fixture
def alice(db: None) -> User:
    return make_user("alice")


@pytest.fixture
def bob(db: None) -> User:
    return make_user("bob")


@pytest.fixture
def charlie(db: None) -> User:
    return make_user("charlie")


@pytest.fixture
def arranging(alice: User, bob: User, now: datetime) -> Game:
    """A fresh game: alice is White, bob is Black, both choose their formations."""
    return start_formations(alice, bob, now)


@pytest.fixture
def game(alice: User, bob: User, now: datetime) -> Game:
    """A game at its first kick-off: alice is White and to play. Nobody was told yet."""
    return start_round(start_formations(alice, bob, now), now)


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
