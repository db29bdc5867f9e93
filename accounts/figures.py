"""What the accounts show to the operator's instruments."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Min
from django.utils import timezone

from accounts.models import MailServer, OutgoingMail
from config.observe.metrics import Figure


def figures() -> Iterator[Figure]:
    """Yield how many emails about accounts wait, and for how long the oldest has."""
    oldest = OutgoingMail.objects.aggregate(oldest=Min("created_at"))["oldest"]
    age = max(timezone.now() - oldest, timedelta()) if oldest else timedelta()
    yield Figure("account_mails_waiting", "Mails about accounts.", OutgoingMail.objects.count())
    since = MailServer.objects.aggregate(since=Min("failing_since"))["since"]
    failing = max(timezone.now() - since, timedelta()) if since else timedelta()
    yield Figure("mail_server_failing_seconds", "Since when no mail was taken.", failing)
    yield Figure("account_mails_oldest_seconds", "Age of the oldest of them.", age)
