"""Tells a worker that events wait; see ``config.backends.task_signal``."""

from __future__ import annotations

from typing import Final

from django.conf import settings

from config.backends.task_signal import Bell

_bell: Final = Bell(settings.OUTBOX_TASK)


def ring_after_commit() -> None:
    """Have a worker look at the outbox once the present transaction is committed."""
    if settings.OUTBOX_TASK:
        _bell.ring_after_commit()
