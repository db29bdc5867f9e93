"""Each test hears the time from itself alone."""

from __future__ import annotations

import pytest

from games.live import clock


@pytest.fixture(autouse=True)
def _own_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """What another test has heard of the database's clock is forgotten."""
    monkeypatch.setattr(clock, "_shared", clock._Shared())
