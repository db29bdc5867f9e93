"""A browser that hangs while a window closes is killed, and the next window opens in a new one."""

from __future__ import annotations

import os
import signal

import pytest
from playwright.sync_api import Playwright

from tests.e2e.chromium import Chromium
from tests.e2e.windows import Windows
from tests.live import LiveService


@pytest.mark.parametrize("alone", [False, True])
def test_a_browser_that_hangs_while_a_window_closes_is_replaced(
    playwright: Playwright, service: LiveService, alone: bool
) -> None:
    chromium = Chromium(playwright, seconds=0.5)
    windows = Windows(chromium)
    first = windows.open(service.url, {}, alone=alone)
    second = windows.open(service.url, {}, alone=alone)
    second.new_page().goto(f"{service.url}/healthz")
    hangs = chromium.browser

    os.kill(chromium.process, signal.SIGSTOP)
    windows.close(first, service.url)
    windows.close(second, service.url)

    assert not hangs.is_connected()
    page = windows.open(service.url, {}, alone=alone).new_page()
    assert page.goto(f"{service.url}/healthz").ok
    chromium.close()
