"""Time stands still in the future."""

from tests.games.conftest import now

__all__ = ["now"]
