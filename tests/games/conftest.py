"""Alice and bob play; charlie must be refused."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from rest_framework.test import APIClient

from accounts.credentials import ALL_SCOPES, digest_of, new_token
from accounts.models import PersonalToken, User
from games.models import Game
from tests.games.http import Clients
from tests.games.matches import start_formations, start_round


@pytest.fixture
def now() -> datetime:
    """A time in the future, so that no clock of the machine gets in the way."""
    return datetime(2030, 1, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user("alice", "alice@example.org")


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("bob", "bob@example.org")


@pytest.fixture
def charlie(db: None) -> User:
    return User.objects.create_user("charlie", "charlie@example.org")


@pytest.fixture
def arranging(alice: User, bob: User, now: datetime) -> Game:
    """A fresh game: alice is White, bob is Black, both choose their formations."""
    return start_formations(alice, bob, now)


@pytest.fixture
def game(alice: User, bob: User, now: datetime) -> Game:
    """A game at its first kick-off: alice is White and to play."""
    return start_round(start_formations(alice, bob, now), now)


@pytest.fixture
def client_of(db: None) -> Clients:
    """Return a function that gives a client speaking for a user, with all scopes or some."""

    def make(user: User | None = None, *scopes: str) -> APIClient:
        client = APIClient(raise_request_exception=True)
        if user is not None:
            token = new_token()
            PersonalToken.objects.create(
                user=user, name="test", scopes=sorted(scopes or ALL_SCOPES), digest=digest_of(token)
            )
            client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
        return client

    return make


@pytest.fixture
def white(alice: User, client_of: Clients) -> APIClient:
    return client_of(alice)


@pytest.fixture
def black(bob: User, client_of: Clients) -> APIClient:
    return client_of(bob)


@pytest.fixture
def third(charlie: User, client_of: Clients) -> APIClient:
    return client_of(charlie)


@pytest.fixture
def nobody(client_of: Clients) -> APIClient:
    return client_of()
