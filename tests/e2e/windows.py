"""Windows of one browser that a test leaves to the next.

A window of its own costs a process, most of a second; a page beside one that stays open shares
that page's process. Nothing else is shared: each test has a service on a port of its own, by which
browsers keep storage, caches and workers apart, and what a window was given is taken from it.
"""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urljoin

from playwright.sync_api import Browser, BrowserContext, Page

from tests.e2e.chromium import Chromium

SHARED: Final = frozenset({"has_touch", "java_script_enabled", "forced_colors", "contrast"})
"""Options of a window that another test may ask for in the same way."""


class Windows:
    """The windows of a browser, in use and free."""

    def __init__(self, chromium: Chromium, **options: Any) -> None:
        self._chromium = chromium
        self._browser: Browser | None = None
        self._options = options
        self._free: dict[str, list[BrowserContext]] = {}
        self._kinds: dict[BrowserContext, str] = {}

    def open(self, url: str, options: dict[str, Any], *, alone: bool) -> BrowserContext:
        """Return an empty window: a new one if it is to be ``alone`` or has rare options."""
        browser = self._chromium.browser
        if browser is not self._browser:
            self._browser = browser
            self._free.clear()
            self._kinds.clear()
        if alone or not SHARED.issuperset(options):
            return browser.new_context(base_url=url, **{**self._options, **options})
        kind = repr(sorted(options.items()))
        if free := self._free.get(kind):
            return free.pop()
        context = browser.new_context(**self._options, **options)
        # This page stays, and its process with it.
        context.new_page().goto(f"{url}/healthz")
        self._kinds[context] = kind
        return context

    def close(self, context: BrowserContext, url: str) -> None:
        """Close a window, or empty it for the next who asks for one."""
        assert context.browser is not None
        if not context.browser.is_connected():
            return
        with self._chromium.closing():
            if context in self._kinds:
                self._empty(context, url)
            else:
                context.close()

    def _empty(self, context: BrowserContext, url: str) -> None:
        stays, *pages = context.pages
        for page in pages:
            page.close()
        context.set_offline(False)
        context.clear_cookies()
        context.clear_permissions()
        session = context.new_cdp_session(stays)
        session.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": "all"})
        session.detach()
        self._free.setdefault(self._kinds[context], []).append(context)


def lead(page: Page, url: str) -> None:
    """Let a page understand paths on the service at an address."""
    go = page.goto

    def go_to(path: str, **options: Any) -> Any:
        return go(urljoin(url, path), **options)

    page.goto = go_to  # type: ignore[assignment, method-assign]
