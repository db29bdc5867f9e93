"""Sending the emails by the clock that are due, each settled with all that it reported."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.mail_line import MailLine, Sent
from config.backends.circuit import describe
from config.backends.lease_queue import LeaseQueue
from config.backends.smtp import Verdict
from config.languages.spoken import spoken_to
from notifications.digests.schedule import go_on
from notifications.models import Digest, Notification
from notifications.preferences import read_preferences, zone_of
from notifications.queue import GAPS
from notifications.recipients import mail_addresses
from notifications.vocabulary.clock_mail import ClockMail, clock_mails

logger = logging.getLogger(__name__)

BATCH: Final = 20
Status = Digest.Status


class Batch(NamedTuple):
    """What one call came to."""

    found: int
    sent: int


def _pending() -> QuerySet[Digest]:
    return Digest.objects.filter(status=Status.PENDING)


QUEUE: Final = LeaseQueue(_pending, GAPS)


def is_waiting(now: datetime) -> bool:
    """Return whether an email by the clock is due."""
    return QUEUE.due(now).exists()


def send_some(line: MailLine) -> Batch:
    """Send a few that are due; each is settled, postponed or given back."""
    now = timezone.now()
    due = QUEUE.due(now).select_related("user").order_by("due_at")
    rows = QUEUE.claim(due, now, BATCH)
    left, sent = list(rows), 0
    addresses = mail_addresses({row.user_id for row in rows})
    try:
        while left:
            digest = left.pop(0)
            outcome = _send(digest, addresses.get(digest.user_id), line)
            sent += outcome.verdict is Verdict.TAKEN
            if not outcome.continues:
                break
    finally:
        QUEUE.release(left, timezone.now())
    return Batch(len(rows), sent)


_NOTHING: Final = Sent(Verdict.REFUSED)
"""Nothing was sent, and the next is worth trying."""


def _send(digest: Digest, address: str | None, line: MailLine) -> Sent:
    """Send one, or settle one that has nothing to report."""
    now = timezone.now()
    # One of a feature that is gone has nothing to report.
    kind = clock_mails().get(digest.period, ClockMail())
    rows = kind.news_of(digest)
    try:
        with spoken_to(digest.user):
            mail = kind.write(digest, rows, address, now) if address else None
    except Exception as error:
        logger.exception("the %s mail %s could not be written", digest.period, digest.pk)
        _postpone(digest, rows, describe(error), now, may_give_up=True)
        return _NOTHING
    if mail is None:
        _settle(digest, rows, Status.WITHDRAWN, now)
        return _NOTHING
    sent = line.send(mail, now := timezone.now(), QUEUE.lateness(digest, now))
    now = timezone.now()
    if sent.verdict is not Verdict.TAKEN:
        logger.warning("the %s mail %s did not go: %s", digest.period, digest.pk, sent.error)
    match sent.verdict:
        case Verdict.TAKEN:
            _settle(digest, rows, Status.SENT, now)
        case Verdict.IN_DOUBT:
            if not QUEUE.doubt(digest, now, last_error=sent.error):
                _settle(digest, rows, Status.FAILED, now, last_error=sent.error)
        case Verdict.REFUSED | Verdict.AWAY:
            may_give_up = sent.verdict is Verdict.REFUSED
            _postpone(digest, rows, sent.error, now, may_give_up=may_give_up)
    return sent


def _postpone(
    digest: Digest, rows: Sequence[Notification], error: str, now: datetime, *, may_give_up: bool
) -> None:
    if not QUEUE.postpone(digest, now, for_ever=not may_give_up, last_error=error):
        _settle(digest, rows, Status.FAILED, now, last_error=error)


def _settle(
    digest: Digest,
    rows: Sequence[Notification],
    status: Digest.Status,
    now: datetime,
    last_error: str = "",
) -> None:
    """Close a claimed row with what it reported, and have the next one go out in its time."""
    with transaction.atomic():
        QUEUE.settle(
            digest, status=status, settled_at=now, last_error=last_error, doubts=digest.doubts
        )
        Notification.objects.filter(
            pk__in=[row.pk for row in rows], status=Notification.Status.PENDING
        ).update(
            status=status.value, settled_at=now, attempts=F("attempts") + 1, last_error=last_error
        )
        if digest.user.deleted_at is None:
            wishes, zone = read_preferences(digest.user), zone_of(digest.user)
            go_on(digest.user_id, wishes, zone, max(now, digest.for_at))
