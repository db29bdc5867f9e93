"""What the accounts show to the operator's instruments."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Min
from django.utils import timezone

from accounts.models import OutgoingMail
from config.observe.metrics import Figure


def figures() -> Iterator[Figure]:
    """Yield how many mails about accounts wait, and for how long the oldest has."""
    oldest = OutgoingMail.objects.aggregate(oldest=Min("created_at"))["oldest"]
    age = max(timezone.now() - oldest, timedelta()) if oldest else timedelta()
    yield Figure("account_mails_waiting", "Mails about accounts.", OutgoingMail.objects.count())
    yield Figure("account_mails_oldest_seconds", "Age of the oldest of them.", age)
