"""Figures of the parts themselves: their signs of life, this process and the newest backup."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import connection

from config.backends import backups
from config.observe.liveness import Sign, age_of_signs
from config.observe.metrics import Figure

_NEVER: Final = timedelta(days=999)
"""As a number, so that alarms need no second rule for what was never seen."""


def figures() -> Iterator[Figure]:
    """Yield the age of every sign, the release, the connections in use and the age of a backup."""
    for sign, age in age_of_signs(list(Sign)).items():
        seconds = _NEVER if age is None else age
        yield Figure(
            "sign_age_seconds", "Since a part last gave a sign of life.", seconds, {"part": sign}
        )
    labels = {
        "version": settings.SPECTACULAR_SETTINGS["VERSION"],
        "commit": os.environ.get("COMMIT", ""),
        "python": platform.python_version(),
    }
    yield Figure("build_info", "The release that runs here.", 1, labels)
    yield from _pool()
    yield from _backups()


def _pool() -> Iterator[Figure]:
    """Yield how this web process uses its connections to the database."""
    pool = getattr(connection, "pool", None)
    if pool is None:
        return
    stats = pool.get_stats()
    size, free = stats.get("pool_size", 0), stats.get("pool_available", 0)
    name, help_ = "pool_connections", "Connections of this process to the database."
    yield Figure(name, help_, size - free, {"state": "used"})
    yield Figure(name, help_, free, {"state": "free"})
    waiting = stats.get("requests_waiting", 0)
    yield Figure("pool_waiting", "Threads of this process that wait for one.", waiting)


def _backups() -> Iterator[Figure]:
    """Yield the ages of the newest backup, of its copy elsewhere and of the last that opened."""
    folder = settings.DATA_DIR / "backups"
    age, opened, copied = (
        backups.age_of_newest(folder),
        backups.age_of(folder, backups.OPENED),
        backups.age_of(folder, backups.COPIED),
    )
    yield Figure("backup_age_seconds", "Since the newest backup.", _or_never(age))
    yield Figure("backup_opened_age_seconds", "Since a backup opened.", _or_never(opened))
    # Where no copy is asked for there is none to miss.
    if backups.COPIED in backups.read_state(folder):
        help_ = "Since a backup was copied elsewhere."
        yield Figure("backup_copied_age_seconds", help_, _or_never(copied))


def _or_never(age: timedelta | None) -> timedelta:
    return _NEVER if age is None else age
