"""People with tokens for the tests of this folder."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts.credentials import ALL_SCOPES
from accounts.models import App, User
from accounts.services.tokens import create_token
from tests.accounts.apps import make_app

PASSWORD = "correct horse battery"


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user("alice", "alice@example.org", PASSWORD)


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("bob", "bob@example.org", PASSWORD)


@pytest.fixture
def api() -> APIClient:
    """Somebody without a token."""
    client = APIClient()
    client.default_format = "json"
    return client


@pytest.fixture
def client_of() -> Callable[..., APIClient]:
    """Return a function that gives a client speaking for a user, with all scopes or some."""

    def make(user: User, *scopes: str) -> APIClient:
        _, token = create_token(user, "test", scopes or ALL_SCOPES)
        client = APIClient()
        client.default_format = "json"
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
        return client

    return make


@pytest.fixture
def app(bob: User) -> App:
    """An app whose developer is bob."""
    return make_app(bob)


@pytest.fixture
def session(alice: User) -> Client:
    """Alice, logged in."""
    client = Client()
    client.force_login(alice)
    return client


@pytest.fixture(autouse=True)
def _empty_cache(settings) -> None:
    """Let no test fill a bucket for the next."""
    default = {**settings.CACHES["default"], "KEY_PREFIX": secrets.token_hex(4)}
    settings.CACHES = {**settings.CACHES, "default": default}


@pytest.fixture
def argon2(settings) -> None:
    """Hash passwords as the service does; the other tests do it fast."""
    settings.PASSWORD_HASHERS = ["accounts.hashers.LeanArgon2"]


@pytest.fixture
def limited(settings) -> None:
    """Switch the limits on."""
    settings.LIMITS_ON = True
