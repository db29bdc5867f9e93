"""The browser of a test process, killed and replaced when it hangs while it closes something."""

from __future__ import annotations

import os
import shutil
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from playwright.sync_api import Browser, Error, Playwright

from tests.e2e.browser import FLAGS

CLOSING_SECONDS: Final = 10.0
"""Closing takes milliseconds. Chromium sometimes never closes a page that is still loading."""


def find_chromium(*, notifies: bool = True) -> str | None:
    """Return the path of a browser, or ``None`` where there is none.

    Without windows it needs a fifth less of the processor, but it cannot show notifications.
    """
    names = ["chromium", "chromium-browser", "google-chrome"]
    if not notifies:
        names.insert(0, "chromium-headless-shell")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


class Chromium:
    """Starts the browser when it is asked for, and again after it was killed."""

    def __init__(
        self, playwright: Playwright, seconds: float = CLOSING_SECONDS, *, notifies: bool = False
    ) -> None:
        self._playwright = playwright
        self._seconds = seconds
        self._notifies = notifies
        self._browser: Browser | None = None
        self.process = 0
        self._is_killed = False

    @property
    def browser(self) -> Browser:
        """The browser that runs now."""
        if self._browser is None or self._is_killed:
            self._browser = self._playwright.chromium.launch(
                executable_path=find_chromium(notifies=self._notifies), args=FLAGS
            )
            self.process = self._find_process(self._browser)
            self._is_killed = False
        return self._browser

    @contextmanager
    def closing(self) -> Iterator[None]:
        """Give what closes something its time, then kill the browser. Then all of it is closed."""
        timer = threading.Timer(self._seconds, self._kill)
        timer.start()
        try:
            yield
        except Error:
            if not self._is_killed:
                raise
        finally:
            timer.cancel()
            timer.join()

    def close(self) -> None:
        """Close the browser."""
        if self._browser is not None and not self._is_killed:
            with self.closing():
                self._browser.close()

    def _kill(self) -> None:
        self._is_killed = True
        with suppress(ProcessLookupError):
            os.kill(self.process, signal.SIGKILL)

    @staticmethod
    def _find_process(browser: Browser) -> int:
        session = browser.new_browser_cdp_session()
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        session.detach()
        return next(int(one["id"]) for one in processes if one["type"] == "browser")
