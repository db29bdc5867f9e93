"""What the page of your games asks besides the games themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Exists, QuerySet

from accounts.models import User
from config.features import Hook


class Note(NamedTuple):
    """A sentence, and where it leads."""

    words: str
    path: str


class Asking(NamedTuple):
    """What someone may be asked or read there, by their id. Mostly there is nothing."""

    rows: Callable[[int, datetime], QuerySet[Any]]
    """Where it has no rows, there are no notes. One statement asks this of all askings."""
    notes: Callable[[int, datetime], Sequence[Note]]


NOTES: Final[Hook[Asking]] = Hook()


def notes_for(user_id: int, now: datetime) -> list[Note]:
    """Return what someone is asked or reads there."""
    askings = list(NOTES)
    exist = [Exists(asking.rows(user_id, now)) for asking in askings]
    found = User.objects.filter(pk=user_id).values_list(*exist).first() if exist else None
    return [
        note
        for asking, is_asked in zip(askings, found or (), strict=bool(found))
        if is_asked
        for note in asking.notes(user_id, now)
    ]
