"""Whether the clocks of all games are paused, as this process last saw it.

The heartbeat looks with each beat, so that showing a game asks the database nothing more.
"""

from __future__ import annotations

from datetime import datetime

from games.store.uptime import read_uptime


class _Seen:
    since: datetime | None = None


def look() -> None:
    """See from when on lost time is yet to be given back, if there is any."""
    _Seen.since = read_uptime().lost_since


def is_on() -> bool:
    """Return whether all clocks are stopped."""
    return _Seen.since is not None
