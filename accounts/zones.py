"""Time zones as browsers name them."""

from __future__ import annotations

from datetime import tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones


@cache
def time_zones() -> frozenset[str]:
    """Return every name of the IANA database that this machine knows."""
    return frozenset(available_timezones())


def known_zone(name: str | None) -> str:
    """Return the zone that a browser says it is in, or UTC where it says nothing that is known."""
    return name if name in time_zones() else "UTC"


def zone_of(name: str) -> tzinfo:
    """Return the time zone of this name, or UTC if the machine does not know it."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")
