"""The ways out: email, push, webhooks. Each is a module of one shape, which tasks know it by."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class Transport(Protocol):
    """What a way out can do. One more is a module with these two and a task of its own."""

    def is_waiting(self, now: datetime) -> bool:
        """Return whether something is due on it."""
        ...

    def send_due(self, seconds: float = ...) -> int:
        """Send what is due until nothing is or the time is over; return how much was taken."""
        ...
