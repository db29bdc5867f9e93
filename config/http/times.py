"""How times are written."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import overload


@overload
def utc(moment: datetime) -> str: ...
@overload
def utc(moment: None) -> None: ...
@overload
def utc(moment: datetime | None) -> str | None: ...
def utc(moment: datetime | None) -> str | None:
    """Return a time as RFC 3339 in UTC, to the second; a deadline is never shown too late."""
    if moment is None:
        return None
    return f"{_in_utc(moment).isoformat(timespec='seconds')}Z"


def utc_ms(moment: datetime) -> str:
    """Return a time as RFC 3339 in UTC, to the millisecond: for clocks that count tenths."""
    return f"{_in_utc(moment).isoformat(timespec='milliseconds')}Z"


def _in_utc(moment: datetime) -> datetime:
    """Return the moment without its zone, as a clock in UTC shows it."""
    if moment.tzinfo is not UTC:
        moment = moment.astimezone(UTC)
    return moment.replace(tzinfo=None)
