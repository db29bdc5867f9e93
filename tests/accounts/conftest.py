"""An app, and limits that no test leaves to the next."""

from __future__ import annotations

import secrets

import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import App, User
from config.backends import cache
from config.http import limits
from tests.accounts.apps import make_app
from tests.conftest import Browsers


@pytest.fixture
def api(anonymous: APIClient) -> APIClient:
    """Someone without a token."""
    return anonymous


@pytest.fixture
def app(bob: User) -> App:
    """An app whose developer is bob."""
    return make_app(bob)


@pytest.fixture
def session(alice: User, browse: Browsers) -> Client:
    """Alice, logged in."""
    return browse(alice)


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


@pytest.fixture
def without_redis(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Name a Redis that isn't there. This process has neither noticed it nor counted anything."""
    nowhere = {**settings.CACHES["default"], "LOCATION": "redis://127.0.0.1:1"}
    settings.CACHES = {"default": nowhere}
    monkeypatch.setattr(cache, "_asleep_until", 0.0)
    monkeypatch.setattr(limits, "_here", limits._CountedHere())
