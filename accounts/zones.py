"""Time zones as browsers name them."""

from __future__ import annotations

from functools import cache
from zoneinfo import available_timezones


@cache
def time_zones() -> frozenset[str]:
    """Return every name of the IANA database that this machine knows."""
    return frozenset(available_timezones())


def known_zone(name: str | None) -> str:
    """Return the zone that a browser says it is in, or UTC where it says nothing that is known."""
    return name if name in time_zones() else "UTC"
