"""What an operator does to the secrets of draws and shoot-outs: sealing and drawing them again."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from config.backends.encryption import oldest_and_newest, seal, unseal
from config.http.times import utc
from games.features.competitions.draw import Lots
from games.features.competitions.models import Section, Shootout


def reseal_secrets() -> int:
    """Seal every secret with the present ``SECRET_KEY`` and return how many there are."""
    return _reseal(Section.objects.exclude(sealed_secret=b"")) + _reseal(Shootout.objects.all())


def some_of_draws() -> list[bytes]:
    """Return the sealed secrets of the oldest and of the newest draw."""
    return oldest_and_newest(Section.objects.exclude(sealed_secret=b""), "sealed_secret")


def some_of_shootouts() -> list[bytes]:
    """Return the sealed secrets of the oldest and of the newest shoot-out."""
    return oldest_and_newest(Shootout.objects.all(), "sealed_secret")


def _reseal(rows: QuerySet[Section] | QuerySet[Shootout]) -> int:
    count = 0
    for pk in list(rows.values_list("pk", flat=True)):
        with transaction.atomic():
            row = rows.select_for_update(no_key=True).filter(pk=pk).first()
            if row is not None:
                row.sealed_secret = seal(unseal(bytes(row.sealed_secret)))
                row.save(update_fields=["sealed_secret"])
                count += 1
    return count


def renew_secrets(*, now: datetime) -> int:
    """Draw again every secret from which nothing was drawn yet, and return how many there were.

    What is drawn stays as it is, with the lots that follow from it. The fingerprint that was
    shown before stays beside the new one.
    """
    seasons = Section.objects.filter(status=Section.Status.ENTRIES)
    return _renew(seasons, now) + _renew(Shootout.objects.filter(resolved_at=None), now)


def _renew(rows: QuerySet[Section] | QuerySet[Shootout], now: datetime) -> int:
    count = 0
    for pk in list(rows.values_list("pk", flat=True)):
        with transaction.atomic():
            row = rows.select_for_update(no_key=True).filter(pk=pk).first()
            if row is not None:
                _redraw(row, now)
                count += 1
    return count


def _redraw(row: Section | Shootout, now: datetime) -> None:
    secret = secrets.token_bytes(32)
    earlier = {"commitment": row.commitment, "until": utc(now)}
    row.earlier_commitments = [*row.earlier_commitments, earlier]
    row.sealed_secret, row.commitment = seal(secret), Lots(secret, "").commitment
    row.save(update_fields=["sealed_secret", "commitment", "earlier_commitments"])
