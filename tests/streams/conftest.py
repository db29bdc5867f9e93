"""A service with a real server, and tokens for its callers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import httpx
import pytest
from pytest_django import Settings

from accounts.credentials import ALL_SCOPES, digest_of, new_token
from accounts.models import PersonalToken, User
from tests.conftest import Person
from tests.live import LiveService
from tests.patience import stretched


@pytest.fixture
def service(transactional_db: None, settings: Settings) -> Iterator[LiveService]:
    with LiveService() as service:
        settings.SITE_URL = service.url
        settings.CSRF_TRUSTED_ORIGINS = [service.url]
        yield service


@pytest.fixture
def person(transactional_db: None, person: Person) -> Person:
    """Return a function that makes a person; what is done is committed, and is heard of."""
    return person


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
    """Return a function that gives an HTTP client speaking for a user, or for no one."""
    clients: list[httpx.Client] = []

    def make(user: User | None = None, *scopes: str) -> httpx.Client:
        headers = {"Authorization": f"Bearer {token_of(user, *scopes)}"} if user else {}
        client = httpx.Client(
            base_url=f"{service.url}/api/v1", headers=headers, timeout=stretched(20)
        )
        clients.append(client)
        return client

    yield make
    for client in clients:
        client.close()
