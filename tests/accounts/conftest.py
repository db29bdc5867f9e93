"""People with tokens for the tests of this folder."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from accounts.credentials import ALL_SCOPES, digest_of, new_token
from accounts.models import PersonalToken, User


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user("alice", "alice@example.org", "correct horse battery")


@pytest.fixture
def client_of() -> Callable[..., APIClient]:
    """Return a function that gives a client speaking for a user, with all scopes or some."""

    def make(user: User, *scopes: str) -> APIClient:
        token = new_token()
        PersonalToken.objects.create(
            user=user,
            name="test",
            scopes=sorted(scopes or ALL_SCOPES),
            digest=digest_of(token),
        )
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
        return client

    return make
