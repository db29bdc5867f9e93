"""What holds for all tests: one browser a process, and no trace of it in tests without one."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
from collections.abc import Generator, Iterator, Sequence
from typing import Any

import pytest
from django.db.backends.postgresql.operations import DatabaseOperations
from django.utils import translation
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.browser import FLAGS

NO_BROWSER = (
    "Browser tests were skipped: there is no Chromium here."
    " Install it (apt-get install chromium) or name it in CHROMIUM."
)


def find_chromium() -> str | None:
    """Return the path of the browser, or ``None`` where there is none."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


@pytest.fixture(scope="session", autouse=True)
def _emptied_by_deletes() -> Iterator[None]:
    """Empty the database after a test that commits by deletes, which its few rows allow.

    TRUNCATE gives every table and index a new file, which takes a fifth of a second.
    """

    def deletes(self: Any, style: Any, tables: Sequence[str], **_: Any) -> list[str]:
        return [f"DELETE FROM {self.quote_name(table)};" for table in tables]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "sql_flush", deletes)
        yield


@pytest.fixture(autouse=True)
def _sources_language() -> None:
    """Begin in the sources' language, for a request of the test before may have left another."""
    translation.activate("en")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of this process."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield browser
        browser.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs a browser where there is none."""
    if find_chromium() is None:
        for item in items:
            if _needs_browser(item):
                item.add_marker(pytest.mark.skip(reason=NO_BROWSER))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say in one line that the browser tests did not run."""
    if find_chromium() is None:
        terminalreporter.write_line(NO_BROWSER, yellow=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, Any, Any]:
    with _beside_browser() if _needs_browser(item) else _without_browser():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    with _beside_browser() if _needs_browser(item) else _without_browser():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, Any, Any]:
    # After the last test the browser is closed, which it does in its own loop.
    is_last = nextitem is None
    with _beside_browser() if is_last or _needs_browser(item) else _without_browser():
        return (yield)


def _needs_browser(item: pytest.Item) -> bool:
    return "browser" in getattr(item, "fixturenames", ())


@contextlib.contextmanager
def _beside_browser() -> Iterator[None]:
    """Let Django work although the browser's event loop is marked as running in this thread."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    try:
        yield
    finally:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@contextlib.contextmanager
def _without_browser() -> Iterator[None]:
    """Hide the browser's event loop from tests that have nothing to do with it."""
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(loop)
