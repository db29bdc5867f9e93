"""What is kept of a person: a table per app, read by the copy of their data and by deletion.

Each app's ``own_data`` has ``TABLE``, which names every model with a path to an account and says
what its rows are, whether they are in the copy, and for how long they are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple

from django.apps import apps
from django.db.models import Q, QuerySet

from accounts.models import User
from config.features import Hook


class Until(StrEnum):
    """How long rows are kept, in a word."""

    ACCOUNT = "account"
    """Until the account is deleted: ``forget`` deletes them."""
    CLEARED = "cleared"
    """Until the account is deleted: their app deletes them, in batches or in an order."""
    USED = "used"
    """A short time, until they have served."""
    OTHERS = "others"
    """For the others in a game or competition, without a name once the account is deleted."""


class Kept(NamedTuple):
    """What is kept of a person in one model."""

    words: str
    """What it is, as a sentence that is translated for the copy."""
    file: str = ""
    """Its path in the copy, as a list of objects in JSON; empty for what is ``left_out``."""
    columns: str = ""
    """What the copy has of it: never what opens a door, such as digests and secrets."""
    of: str | Callable[[User], Q] = "user"
    """The path from a row to the person."""
    also: str = ""
    """The path to another person whose rows go with their account, too."""
    until: Until = Until.ACCOUNT
    rows: Callable[[User], Iterable[Mapping[str, Any]]] | None = None
    """Reads the rows of the copy where columns alone do not do."""


OWN_DATA: Final[Hook[Mapping[str, Kept]]] = Hook()
"""The table of each app."""


def left_out(why: str, **options: Any) -> Kept:
    """Return what is kept of a person and is not in the copy; the privacy page says ``why``."""
    return Kept(why, **options)


def table() -> dict[str, Kept]:
    """Return what all apps keep of a person, by the labels of the models."""
    return {label: kept for of_app in OWN_DATA for label, kept in of_app.items()}


def rows_of(label: str, user: User) -> QuerySet[Any]:
    """Return the rows of a model that are this person's."""
    of = table()[label].of
    where = Q(**{of: user.pk}) if isinstance(of, str) else of(user)
    return apps.get_model(label)._default_manager.filter(where)


def exported(label: str, user: User) -> Iterable[Mapping[str, Any]]:
    """Return what the copy of someone's data has of a model, a few rows in memory at a time."""
    kept = table()[label]
    return kept.rows(user) if kept.rows is not None else read(rows_of(label, user), kept.columns)


def read(rows: QuerySet[Any], columns: str) -> Iterator[dict[str, Any]]:
    """Yield these columns of rows."""
    yield from rows.order_by("pk").values(*columns.split()).iterator(chunk_size=500)


def forget(user: User) -> None:
    """Delete all rows that go with the account, in the transaction that deletes it."""
    for label, kept in table().items():
        if kept.until is Until.ACCOUNT:
            rows_of(label, user).delete()
            if kept.also:
                apps.get_model(label)._default_manager.filter(**{kept.also: user.pk}).delete()
