"""What can be followed: each kind of log, where it is read, and how far it has come.

The name of a log is its kind and a key with a colon between: ``game:x7Gk2mQa``. The three kinds of
the core are read in ``reading``; a feature adds its own here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final

from config.features import Hook
from games.streams.frames import Line


@dataclass(frozen=True, slots=True)
class Log:
    """How one kind of log is read."""

    read: Callable[[str, int], list[Line]]
    """Returns what follows a number in the log of a key, in order, some hundred lines at most."""
    find_newest: Callable[[Collection[str]], Mapping[str, int]]
    """Returns the newest number of each of these keys."""


LOGS: Final[Hook[Log]] = Hook()
"""The kinds of log that features add, each under its name."""
