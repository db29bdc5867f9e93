"""Alice and bob play; charlie must be refused; everybody has a browser without script."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game
from tests.games.matches import start_formations, start_round


@pytest.fixture
def now() -> datetime:
    """The present: pages look at the real clock."""
    return timezone.now().astimezone(UTC)


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user("alice", "alice@example.org", "correct horse battery")


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("bob", "bob@example.org", "correct horse battery")


@pytest.fixture
def charlie(db: None) -> User:
    return User.objects.create_user("charlie", "charlie@example.org", "correct horse battery")


@pytest.fixture
def game(alice: User, bob: User, now: datetime) -> Game:
    """A game at its first kick-off: alice is White and to play."""
    return start_round(start_formations(alice, bob, now), now)


@pytest.fixture
def browse(db: None) -> Callable[..., Client]:
    """Return a function that gives the browser of a person, or of a stranger."""

    def log_in(user: User | None = None) -> Client:
        client = Client()
        if user is not None:
            client.force_login(user)
        return client

    return log_in
