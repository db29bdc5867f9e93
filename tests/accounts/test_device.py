"""Devices without a browser: a code is shown there and confirmed elsewhere."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils import timezone
from oauth2_provider.models import (
    get_device_grant_model,
)

from tests.accounts.apps import (
    games,
)
from tests.at_once import at_once

pytestmark = pytest.mark.django_db
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def started(app):
    form = {"client_id": app.client_id, "scope": "games:read"}
    response = Client().post("/oauth/device-authorization", urlencode(form), content_type=FORM)
    assert response.status_code == 200, response.content
    return response.json()


def poll(app, started):
    get_device_grant_model().objects.update(last_checked=timezone.now() - timedelta(minutes=1))
    form = {
        "grant_type": DEVICE_GRANT,
        "client_id": app.client_id,
        "device_code": started["device_code"],
    }
    return Client().post("/oauth/token", form)


def decide(session, started, action="accept"):
    page = session.post("/device/", {"user_code": started["user_code"]})
    assert page.status_code == 302, page.content
    assert session.get(page["Location"]).status_code == 200
    done = session.post(page["Location"], {"action": action})
    return session.get(done["Location"]).content.decode()


def test_a_device_gets_in(session, app, started):
    assert started["verification_uri"] == "http://127.0.0.1:8000/device/"
    assert poll(app, started).json()["error"] == "authorization_pending"
    assert "is connected" in decide(session, started)
    token = poll(app, started).json()
    assert token["scope"] == "games:read"
    assert games(token["access_token"]).status_code == 200
    assert poll(app, started).json()["error"] == "invalid_grant", "once"


def test_a_device_is_refused(session, app, started):
    decide(session, started, "deny")
    assert poll(app, started).json()["error"] == "access_denied"


def test_a_device_may_ask_immediately_but_then_not_too_fast(app, started):
    form = {
        "grant_type": DEVICE_GRANT,
        "client_id": app.client_id,
        "device_code": started["device_code"],
    }
    first = Client().post("/oauth/token", form)
    assert first.json()["error"] == "authorization_pending"
    assert Client().post("/oauth/token", form).json()["error"] == "slow_down"


def test_a_device_that_waited_too_long(session, app, started):
    get_device_grant_model().objects.update(expires=timezone.now())
    assert poll(app, started).json()["error"] == "expired_token"
    page = session.post("/device/", {"user_code": started["user_code"]})
    assert page.status_code == 200


def test_a_device_code_is_stored_hashed(started):
    grant = get_device_grant_model().objects.get()
    assert grant.device_code == hashlib.sha256(started["device_code"].encode()).hexdigest()


def test_codes_of_devices_cannot_be_guessed(limited, settings, session, app):
    settings.LIMITS = {**settings.LIMITS, "device_code": (2, 600)}
    codes = [
        session.post("/device/", {"user_code": secrets.token_hex(4)}).status_code for _ in range(3)
    ]
    assert codes == [200, 200, 429]


@pytest.mark.django_db(transaction=True)
def test_two_polls_together_get_one_token(session, app):
    form = {"client_id": app.client_id, "scope": "games:read"}
    started = (
        Client().post("/oauth/device-authorization", urlencode(form), content_type=FORM).json()
    )
    decide(session, started)

    codes = at_once(*[lambda: poll(app, started).status_code] * 3)

    assert sorted(codes) == [200, 400, 400]
