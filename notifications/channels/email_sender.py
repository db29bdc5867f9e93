"""Sending the emails that are due: several over one connection, each settled separately.

What goes wrong is of three kinds. An email that the server refuses is tried again automatically, in
growing gaps. A server that cannot be reached, or a disk that is full, concerns every email: the
rest goes back untried and the server rests. A server that was sent an email and never answered may
have kept it: that email is repeated a few times at most, under the same Message-ID.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.utils import timezone

from accounts.mail_line import MailLine
from config import spans
from config.backends.circuit import describe
from config.backends.smtp import Verdict
from config.languages.spoken import spoken_to
from notifications import queue
from notifications.channels import digest_sender
from notifications.message.context import MessageContext, load_contexts
from notifications.message.email import write_mail
from notifications.message.written import PicturedMail
from notifications.models import Notification
from notifications.recipients import mail_addresses
from notifications.vocabulary import Channel

logger = logging.getLogger(__name__)

BATCH: Final = 100
SECONDS: Final = 25
"""How long one call runs if not set otherwise."""
FRESH_SECONDS: Final = 5
"""How old the look at a game may be when its email goes out."""

Status = Notification.Status


def is_waiting(now: datetime) -> bool:
    """Return whether an email is due."""
    return queue.is_waiting(Channel.MAIL, now) or digest_sender.is_waiting(now)


def send_due(seconds: float = SECONDS, batch: int = BATCH) -> int:
    """Send what is due until nothing is or the time is over; return how many emails left."""
    until = time.monotonic() + seconds
    sent = 0
    with MailLine() as line:
        while time.monotonic() < until and line.may_try(timezone.now()):
            rows = queue.claim(Channel.MAIL, timezone.now(), batch)
            if rows:
                sent += _Batch(line, rows).send()
                continue
            digests = digest_sender.send_some(line)
            sent += digests.sent
            if not digests.found:
                break
    return sent


class _Batch:
    """Claimed rows on their way."""

    def __init__(self, line: MailLine, rows: Sequence[Notification]) -> None:
        self.line = line
        self.rows = list(rows)
        self.sent = 0

    def send(self) -> int:
        """Return how many emails were sent. Every row is settled, postponed or given back."""
        until = time.monotonic() + FRESH_SECONDS
        try:
            contexts = {context.notification.pk: context for context in load_contexts(self.rows)}
            people = mail_addresses({context.receiver.pk for context in contexts.values()})
            while self.rows and time.monotonic() < until:
                row = self.rows.pop(0)
                if not self._send_one(row, contexts.get(row.pk), people.get(row.user_id)):
                    break
        finally:
            queue.release(self.rows, timezone.now())
        return self.sent

    def _send_one(
        self, row: Notification, context: MessageContext | None, address: str | None
    ) -> bool:
        """Settle or postpone one email; return whether the next is worth trying."""
        now = timezone.now()
        if address is None or context is None or not context.is_true(now):
            queue.settle(row, Status.WITHDRAWN, now)
            return True
        try:
            with spoken_to(context.receiver):
                mail = write_mail(context, address)
        except Exception as error:
            logger.exception("notification %s could not be written", row.pk)
            queue.postpone(row, describe(error), timezone.now())
            return True
        return self._hand_over(row, mail)

    def _hand_over(self, row: Notification, mail: PicturedMail) -> bool:
        verdict, error = outcome = self.line.send(
            mail,
            now := timezone.now(),
            queue.QUEUE.lateness(row, now),
            spans.kept(row.event_id),
        )
        now = timezone.now()
        if verdict is not Verdict.TAKEN:
            logger.warning("notification %s could not be mailed: %s", row.pk, error)
        match verdict:
            case Verdict.TAKEN:
                queue.settle(row, Status.SENT, now)
            case Verdict.IN_DOUBT:
                queue.mark_in_doubt(row, error, now)
            case Verdict.REFUSED | Verdict.AWAY:
                # A server that is away costs no email, however long it is.
                queue.postpone(row, error, now, may_give_up=verdict is Verdict.REFUSED)
        self.sent += verdict is Verdict.TAKEN
        return outcome.continues
