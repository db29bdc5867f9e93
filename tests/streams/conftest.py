"""A service with a real server, and people with tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import httpx
import pytest
from django.conf import settings
from django.utils import timezone

from accounts.credentials import ALL_SCOPES, digest_of, new_token
from accounts.models import PersonalToken, User
from games.models import Game
from tests.games.matches import start_formations, start_round
from tests.live import LiveService


@pytest.fixture
def service(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[LiveService]:
    with LiveService() as service:
        monkeypatch.setattr(settings, "SITE_URL", service.url)
        monkeypatch.setattr(settings, "CSRF_TRUSTED_ORIGINS", [service.url])
        yield service


@pytest.fixture
def alice(transactional_db: None) -> User:
    return User.objects.create_user("alice")


@pytest.fixture
def bob(transactional_db: None) -> User:
    return User.objects.create_user("bob")


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    """A game at its first kick-off: alice is White and to play."""
    now = timezone.now()
    return start_round(start_formations(alice, bob, now), now)


@pytest.fixture
def token_of(transactional_db: None) -> Callable[..., str]:
    """Return a function that gives a token of a user, with all scopes or some."""

    def make(user: User, *scopes: str) -> str:
        token = new_token()
        PersonalToken.objects.create(
            user=user, name="test", scopes=sorted(scopes or ALL_SCOPES), digest=digest_of(token)
        )
        return token

    return make


@pytest.fixture
def client_of(
    service: LiveService, token_of: Callable[..., str]
) -> Iterator[Callable[..., httpx.Client]]:
    """Return a function that gives an HTTP client speaking for a user, or for nobody."""
    clients: list[httpx.Client] = []

    def make(user: User | None = None, *scopes: str) -> httpx.Client:
        headers = {"Authorization": f"Bearer {token_of(user, *scopes)}"} if user else {}
        client = httpx.Client(base_url=f"{service.url}/api/v1", headers=headers, timeout=20)
        clients.append(client)
        return client

    yield make
    for client in clients:
        client.close()
