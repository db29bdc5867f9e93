"""Sending mails about accounts: rows first, delivery after, by a worker.

A worker claims a row by moving its ``due_at``, commits, sends, and deletes the row. If it dies
in between, the row falls due again: a mail may come twice, but none is lost.
"""

from __future__ import annotations

import logging
import smtplib
from datetime import datetime, timedelta

from celery.exceptions import SoftTimeLimitExceeded
from django.core.cache import cache
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import EmailMessage
from django.db import transaction
from django.db.models import F

from accounts.models import OutgoingMail
from config.backends.task_signal import Bell

log = logging.getLogger(__name__)
bell = Bell("accounts.tasks.send_mails")
BATCH = 20
LEASE = timedelta(minutes=2)
REST = "account-mails-rest"
REST_SECONDS = 20
"""How long no mail is tried once the server was away: each would hold a worker up by itself."""
GIVE_UP_AFTER = timedelta(days=3)
"""The links in these mails are no longer good by then."""


def enqueue(message: EmailMessage) -> None:
    """Store a mail in the current transaction; a worker hears of it after the commit."""
    html = ""
    if isinstance(message, EmailMultiAlternatives):
        html = next((str(a[0]) for a in message.alternatives if a[1] == "text/html"), "")
    OutgoingMail.objects.bulk_create(
        OutgoingMail(
            recipient=recipient, subject=str(message.subject), text=str(message.body), html=html
        )
        for recipient in message.to
    )
    bell.ring_after_commit()


def send_due(now: datetime, connection: BaseEmailBackend | None = None) -> int:
    """Return how many of the mails that were due have been handed over."""
    if cache.get(REST):
        return 0
    sent = 0
    mails = _claim(now)
    while mails:
        mail = mails.pop(0)
        message = EmailMultiAlternatives(mail.subject, mail.text, to=[mail.recipient])
        # Nobody answers these by an out-of-office note.
        message.extra_headers["Auto-Submitted"] = "auto-generated"
        if mail.html:
            message.attach_alternative(mail.html, "text/html")
        message.connection = connection
        try:
            message.send()
        except Exception as error:
            _put_off(mail, now)
            if _concerns_all(error):
                cache.set(REST, True, REST_SECONDS)
                ids = [untried.id for untried in mails]
                OutgoingMail.objects.filter(id__in=ids).update(
                    due_at=now, attempts=F("attempts") - 1
                )
                break
        else:
            mail.delete()
            sent += 1
    return sent


def _claim(now: datetime) -> list[OutgoingMail]:
    with transaction.atomic():
        mails = list(
            OutgoingMail.objects.select_for_update(skip_locked=True)
            .filter(due_at__lte=now)
            .order_by("due_at")[:BATCH]
        )
        OutgoingMail.objects.filter(id__in=[mail.id for mail in mails]).update(
            due_at=now + LEASE, attempts=F("attempts") + 1
        )
    return mails


def _give_back(mails: list[OutgoingMail], now: datetime) -> None:
    """Let mails that were claimed and not tried be due as before."""
    ids = [mail.id for mail in mails]
    OutgoingMail.objects.filter(id__in=ids).update(due_at=now, attempts=F("attempts") - 1)


def _concerns_all(error: Exception) -> bool:
    """Return whether no mail can be sent now, rather than this one."""
    if isinstance(error, smtplib.SMTPException):
        return isinstance(error, smtplib.SMTPServerDisconnected | smtplib.SMTPConnectError)
    return isinstance(error, OSError | SoftTimeLimitExceeded)


def _put_off(mail: OutgoingMail, now: datetime) -> None:
    """Try again later, in growing gaps from half a minute to an hour."""
    if now - mail.created_at > GIVE_UP_AFTER:
        log.error("Mail %s was given up after %s attempts", mail.id, mail.attempts + 1)
        mail.delete()
        return
    gap = min(timedelta(seconds=30) * 2**mail.attempts, timedelta(hours=1))
    log.warning("Mail %s could not be sent; again in %s", mail.id, gap, exc_info=True)
    OutgoingMail.objects.filter(id=mail.id).update(due_at=now + gap)
