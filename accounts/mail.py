"""Sending emails about accounts: rows first, delivery after, by a worker.

The row is deleted once its email was handed over, because it may hold a link that opens the
account. If a worker dies in between, an email may come twice, but none is lost.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from functools import cache
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import EmailMessage
from django.utils.translation import gettext_lazy

from accounts.mail_line import MailLine, Sent
from accounts.models import OutgoingMail
from config.backends.lease_queue import LeaseQueue
from config.backends.smtp import Verdict
from config.backends.task_signal import TaskTrigger
from config.http.site import domain
from config.languages.spoken import current

log = logging.getLogger(__name__)
trigger = TaskTrigger("accounts.tasks.send_mails")
BATCH: Final = 20
GIVE_UP_AFTER: Final = timedelta(days=3)
"""The links in these emails are no longer good by then."""
QUEUE: Final = LeaseQueue(
    pending=OutgoingMail.objects.all,
    gaps=[timedelta(seconds=seconds) for seconds in (30, 60, 120, 240, 480, 960, 1920, 3600)],
)


LEGAL_PAGES: Final = {
    "privacy": gettext_lazy("Privacy"),
    "terms": gettext_lazy("Terms"),
    "imprint": gettext_lazy("Imprint"),
}


def legal_lines() -> str:
    """Return the addresses of the legal pages: the last lines of every email."""
    return _legal_lines(settings.SITE_URL, current())


@cache
def _legal_lines(site: str, language: str) -> str:
    return "".join(f"{words}: {site}/{page}/\n" for page, words in LEGAL_PAGES.items())


def write(subject: str, text: str, address: str) -> None:
    """Store an email of plain text, which ends with the legal pages."""
    enqueue(EmailMessage(subject, f"{text.rstrip()}\n\n-- \n{legal_lines()}", to=[address]))


def enqueue(message: EmailMessage) -> None:
    """Store an email in the current transaction; a worker hears of it after the commit."""
    html = ""
    if isinstance(message, EmailMultiAlternatives):
        html = next((str(a[0]) for a in message.alternatives if a[1] == "text/html"), "")
    OutgoingMail.objects.bulk_create(
        OutgoingMail(
            recipient=recipient,
            subject=str(message.subject)[:200],
            text=str(message.body),
            html=html,
            headers=dict(message.extra_headers),
        )
        for recipient in message.to
    )
    trigger.trigger_on_commit()


def confirmed_address(user_id: int) -> str:
    """Return the confirmed address of an account, the primary one first; empty without one."""
    rows = EmailAddress.objects.filter(user=user_id, verified=True, user__is_active=True)
    return rows.order_by("-primary", "pk").values_list("email", flat=True).first() or ""


def send_due(now: datetime, connection: BaseEmailBackend | None = None) -> int:
    """Return how many of the emails that were due have been handed over."""
    sent = 0
    with MailLine(connection) as line:
        if not line.may_try(now):
            return 0
        mails = QUEUE.claim(QUEUE.due(now).order_by("due_at"), now, BATCH)
        while mails:
            mail = mails.pop(0)
            outcome = line.send(_message(mail), now, now - mail.created_at)
            _note(mail, outcome, now)
            sent += outcome.verdict is Verdict.TAKEN
            if not outcome.continues:
                break
        QUEUE.release(mails, now)
    return sent


def _message(mail: OutgoingMail) -> EmailMultiAlternatives:
    message = EmailMultiAlternatives(mail.subject, mail.text, to=[mail.recipient])
    message.extra_headers |= {
        # The same at each attempt, so that a repeat can be recognised.
        "Message-ID": f"<account-{mail.pk}@{domain()}>",
        # No one answers these by an out-of-office note.
        "Auto-Submitted": "auto-generated",
        **mail.headers,
    }
    if mail.html:
        message.attach_alternative(mail.html, "text/html")
    return message


def _note(mail: OutgoingMail, outcome: Sent, now: datetime) -> None:
    """Delete an email that was taken, or that cannot be sent; else let it be tried again."""
    if outcome.verdict is Verdict.TAKEN:
        QUEUE.ours(mail).delete()
        return
    if now - mail.created_at > GIVE_UP_AFTER:
        continues = False
    elif outcome.verdict is Verdict.IN_DOUBT:
        continues = QUEUE.doubt(mail, now)
    else:
        continues = QUEUE.postpone(mail, now, for_ever=True)
    if continues:
        log.warning("mail %s could not be sent: %s", mail.pk, outcome.error)
    else:
        log.error("mail %s was given up after %s attempts", mail.pk, mail.attempts + 1)
        QUEUE.ours(mail).delete()
