"""The browser client: one page from another origin, in a real browser."""

from __future__ import annotations

import functools
import re
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Page, expect

from accounts.models import App, User
from tests.clients.conftest import HERE
from tests.e2e.chromium import Chromium
from tests.live import LiveService


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """The address of the client's page, on an origin of its own."""
    handler = functools.partial(_Quiet, directory=str(HERE))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/browser_client.html"
        server.shutdown()
        thread.join()


@pytest.fixture
def page(chromium: Chromium, service: LiveService, elsewhere: str) -> Iterator[Page]:
    """The client's page; it is closed before the service, which waits for those who listen."""
    context = chromium.browser.new_context()
    context.set_default_timeout(15_000)
    page = context.new_page()
    page.goto(elsewhere)
    yield page
    with chromium.closing():
        context.close()


@pytest.mark.long
def test_a_game_is_played_to_its_end_from_another_origin(
    page: Page,
    service: LiveService,
    alice: User,
    running_bot: User,
    token_of: Callable[..., str],
) -> None:
    page.fill("[name=server]", service.url)
    page.fill("[name=token]", token_of(alice))
    page.click("text=Connect")
    expect(page.locator("#status")).to_contain_text("Connected as alice.")

    page.fill("#opponent", running_bot.username)
    page.click("#send-challenge")
    page.locator("#actions button", has_text="Ready").click()
    page.locator("#alone").press("Space")  # a click could miss it: the page moves as events come
    expect(page.locator("#alone")).to_be_checked()

    expect(page.locator("#game h2")).to_have_text(
        re.compile("Over: (white|black) won by goals"), timeout=60_000
    )


def test_someone_logs_in_there_and_comes_back(
    page: Page, service: LiveService, alice: User, elsewhere: str
) -> None:
    alice.set_password("correct horse battery")
    alice.save()
    app = App.objects.create(user=alice, name="Elsewhere", redirect_uris=elsewhere)
    page.fill("[name=server]", service.url)
    page.fill("[name=client]", app.client_id)
    page.click("text=Log in there")

    page.fill("[name=login]", "alice")
    page.fill("[name=password]", "correct horse battery")
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("button", name=re.compile("Allow|Let")).click()

    expect(page.locator("#status")).to_contain_text("Connected as alice.")
    assert page.url == elsewhere
