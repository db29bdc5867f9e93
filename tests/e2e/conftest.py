"""A browser, the service, and people with their pages open."""

from __future__ import annotations

import asyncio
import os
import re
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any, Final

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import BrowserContext, Error, Page, Playwright, ViewportSize
from pytest_django import Settings

from accounts.models import User
from games.models import Game
from tests.conftest import PASSWORD, Person, browser_back
from tests.e2e.browser import PHONE, Scheme, Witness
from tests.e2e.chromium import Chromium
from tests.e2e.playing import CARRIER, at, rigged
from tests.e2e.windows import Windows, lead
from tests.live import LiveService
from tests.patience import stretched


def _set_offline(context: BrowserContext, offline: bool) -> None:
    """Cut the connection, or bring it back; again if it takes long.

    A service worker that stops in that moment never answers the browser's driver, which waits.
    """
    for _ in range(20):
        asked = context._impl_obj.set_offline(offline=offline)
        try:
            return context._sync(asyncio.wait_for(asked, stretched(2)))
        except TimeoutError:
            continue
    raise AssertionError("the browser does not change its connection")


BrowserContext.set_offline = _set_offline  # type: ignore[assignment, method-assign]

IN_BETWEEN: Final = re.compile("Execution context was destroyed|is not defined|properties of null")
"""What an expression says to a page that is just being replaced, or has still to run scripts."""
_evaluate_once = Page.evaluate


def _evaluate(self: Page, expression: str, arg: Any = None) -> Any:
    """Return what an expression gives in a page, as soon as the page is there."""
    ends = time.monotonic() + stretched(5)
    while True:
        try:
            return _evaluate_once(self, expression, arg)
        except Error as error:
            if not IN_BETWEEN.search(error.message) or time.monotonic() > ends:
                raise
            self.wait_for_timeout(20)


Page.evaluate = _evaluate  # type: ignore[method-assign]

LAID_OUT: Final = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
_set_size = Page.set_viewport_size


def _resize(self: Page, viewport_size: ViewportSize) -> None:
    """Give a window another size, and wait until its page has laid itself out for it."""
    _set_size(self, viewport_size)
    if self.url != "about:blank":
        self.evaluate(LAID_OUT)


Page.set_viewport_size = _resize  # type: ignore[method-assign]

SAVED = (20, 44)
"""Rolls by which the shot at e8 in ``CARRIER`` is saved by the king on d8."""

OpenPage = Callable[..., Any]
"""Gives a ``Page`` with a ``witness``."""


@pytest.fixture
def service(transactional_db: None, settings: Settings) -> Iterator[LiveService]:
    """The service on a port of this machine, with the database of the test."""
    with LiveService() as service:
        settings.SITE_URL = service.url
        settings.CSRF_TRUSTED_ORIGINS = [service.url]
        yield service


@pytest.fixture(scope="session")
def windows(chromium: Chromium) -> Windows:
    """The windows of this process's browser."""
    return _windows_of(chromium)


@pytest.fixture(scope="session")
def notifying_windows(playwright: Playwright) -> Iterator[Windows]:
    """The windows of a browser that shows notifications."""
    chromium = Chromium(playwright, notifies=True)
    yield _windows_of(chromium)
    with browser_back():
        chromium.close()


def _windows_of(chromium: Chromium) -> Windows:
    return Windows(
        chromium,
        reduced_motion="reduce",
        device_scale_factor=2 if os.environ.get("SCREENSHOTS") else 1,
        locale="en-GB",
        timezone_id="Europe/Vienna",
    )


@pytest.fixture
def open_page(windows: Windows, service: LiveService) -> Iterator[OpenPage]:
    """Return a function that opens a window, logged in as someone or not.

    When the test is over, no page may have complained or asked a stranger for anything.
    """
    contexts, witnesses = [], []

    def open_window(
        path: str | None = None,
        *,
        user: User | None = None,
        size: tuple[int, int] = PHONE,
        scheme: Scheme = "light",
        alone: bool = False,
        **options: Any,
    ) -> Any:
        context = windows.open(service.url, options, alone=alone)
        context.set_default_timeout(stretched(30) * 1000)
        contexts.append(context)
        if user is not None:
            # What is said until an address is confirmed has tests of its own.
            if user.email:
                EmailAddress.objects.get_or_create(
                    user=user, email=user.email, defaults={"verified": True, "primary": True}
                )
            client = Client()
            client.force_login(user)
            cookie = client.cookies[settings.SESSION_COOKIE_NAME]
            context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": service.url}])
        page: Any = context.new_page()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=scheme)
        lead(page, service.url)
        page.witness = Witness(page)
        witnesses.append(page.witness)
        if path is not None:
            page.goto(path)
        return page

    yield open_window
    for context in contexts:
        windows.close(context, service.url)
    for witness in witnesses:
        assert witness.complaints == []
        assert witness.strangers(service.url) == []


@pytest.fixture
def now(now: datetime) -> datetime:
    """The present in whole seconds, as the API writes times."""
    return now.replace(microsecond=0)


@pytest.fixture
def person(transactional_db: None) -> Person:
    """Return a function that makes a person who has been here for a while."""

    def make(name: str) -> User:
        user = User.objects.create_user(name, f"{name}@example.org", PASSWORD)
        User.objects.filter(pk=user.pk).update(date_joined=timezone.now() - timedelta(days=200))
        return user

    return make


@pytest.fixture
def carrier(game: Game) -> Game:
    """Alice's queen has the ball and may move, pass and shoot; the shot will be saved."""
    return rigged(at(game, CARRIER), *SAVED)
