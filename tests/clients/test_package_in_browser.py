"""The npm package in a page from another origin, in a real browser, without a bundler."""

from __future__ import annotations

import functools
import subprocess
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from accounts.models import User
from config.developers.packages import packages
from tests.e2e.chromium import Chromium
from tests.live import LiveService

PAGE = Path(__file__).with_name("package.html")


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def elsewhere(service: LiveService, tmp_path: Path) -> Iterator[str]:
    """The address of a page beside the unpacked package, on an origin of its own."""
    address = f"{service.url}/developers/clients/{packages()['npm'].name}"
    packed = httpx.get(address, timeout=60).raise_for_status().content
    subprocess.run(["tar", "-xz", "-C", tmp_path], input=packed, check=True)
    (tmp_path / PAGE.name).write_text(PAGE.read_text())
    handler = functools.partial(_Quiet, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/{PAGE.name}"
        server.shutdown()
        thread.join()


def test_a_game_is_played_and_followed_in_a_page_without_a_bundler(
    chromium: Chromium,
    service: LiveService,
    elsewhere: str,
    alice: User,
    bob: User,
    token_of: Callable[..., str],
) -> None:
    people = f"alice={token_of(alice)}&bob={token_of(bob)}"
    context = chromium.browser.new_context()
    page = context.new_page()
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))

    page.goto(f"{elsewhere}?server={service.url}&ruleset=standard&{people}")
    expect(page.locator("output")).to_contain_text("checkmate", timeout=30_000)

    said = page.locator("output").inner_text()
    assert "turn.played turn.played turn.played turn.played game.finished" in said
    assert "refused: not_found" in said
    assert not failures
    with chromium.closing():
        context.close()
