"""One page with our scripts and no service: tests of what is pure in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Page, Route

from tests.conftest import browser_back
from tests.e2e.chromium import Chromium

HOST = "https://scripts.test"

Run = Callable[[str], Any]
"""Runs the body of an async function in the page, and returns what it returns."""


def _serve(route: Route) -> None:
    """Answer with a script from the sources, or with an empty page."""
    path = urlsplit(route.request.url).path
    if path == "/":
        route.fulfill(body="<!doctype html><title>Scripts</title>", content_type="text/html")
        return
    found = finders.find(path.removeprefix("/static/"))
    if isinstance(found, str):
        route.fulfill(body=Path(found).read_text(), content_type="text/javascript")
    else:
        route.fulfill(status=404)


@pytest.fixture(scope="session")
def scripts(chromium: Chromium) -> Iterator[Page]:
    """A page that can import every script of ours."""
    context = chromium.browser.new_context()
    page = context.new_page()
    page.route(f"{HOST}/**", _serve)
    page.goto(f"{HOST}/")
    yield page
    with browser_back(), chromium.closing():
        context.close()


@pytest.fixture
def run(scripts: Page) -> Run:
    """Return a function that runs a script in the page, with nothing kept from a test before."""
    scripts.evaluate("sessionStorage.clear()")
    return lambda body: scripts.evaluate(f"(async () => {{ {body} }})()")
