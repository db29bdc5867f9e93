"""A passkey in a real browser: added, asked for after the password, and taken."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from pytest_django import Settings

from accounts.models import User
from tests.e2e.conftest import OpenPage
from tests.live import LiveService

PASSWORD = "correct horse battery"


@pytest.fixture
def _by_name(service: LiveService, settings: Settings) -> None:
    """Serve under a name: a passkey belongs to one, never to a number (WebAuthn, 5.1.2)."""
    service.url = service.url.replace("127.0.0.1", "localhost")
    settings.SITE_URL = service.url
    settings.CSRF_TRUSTED_ORIGINS = [service.url]


def plug_a_key_in(page: Any) -> None:
    """Give the browser a key that says yes automatically."""
    browser = page.context.new_cdp_session(page)
    browser.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    browser.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def log_in(page: Any) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Username or email").fill("alice")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


@pytest.mark.long
@pytest.mark.usefixtures("_by_name")
def test_a_passkey_is_the_second_factor(alice: User, open_page: OpenPage) -> None:
    page = open_page()
    plug_a_key_in(page)
    log_in(page)
    page.goto("/accounts/2fa/webauthn/add/")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()

    page.get_by_label("Name").fill("My phone")
    page.get_by_role("button", name="Add").click()

    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    page.get_by_role("link", name="I've saved them").click()
    expect(page.get_by_text("My phone")).to_be_visible()

    page.context.clear_cookies()
    log_in(page)
    expect(page.get_by_role("heading", name="Two-factor authentication")).to_be_visible()
    page.goto("/settings/")
    expect(page.get_by_role("heading", name="Two-factor authentication")).to_be_visible()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("navigation").get_by_role("link", name="Me")).to_be_visible()
    page.goto("/settings/sessions/")
    expect(page.get_by_text("(this device)")).to_be_visible()
