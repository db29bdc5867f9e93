"""A time in the future, so that no clock of the machine gets in the way."""

from tests.games.conftest import now

__all__ = ["now"]
