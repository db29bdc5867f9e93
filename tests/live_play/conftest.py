"""Each test hears the time from itself alone."""

from __future__ import annotations

import pytest

from games.clock import live as live_clock


@pytest.fixture(autouse=True)
def _own_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """What another test has heard of the database's clock is forgotten."""
    monkeypatch.setattr(live_clock, "_shared", live_clock._Shared())
