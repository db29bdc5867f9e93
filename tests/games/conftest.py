"""Time stands still in the future."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest


@pytest.fixture
def now() -> datetime:
    """A time in the future, so that no clock of the machine gets in the way."""
    return datetime(2030, 1, 1, 12, 0, tzinfo=UTC)
