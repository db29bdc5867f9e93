"""Sending the mails that are due: several over one connection, each settled by itself.

What goes wrong is of three kinds. A mail that the server refuses is tried again by itself, in
growing gaps. A server that cannot be reached, or a disk that is full, concerns every mail: the
rest goes back untried and the server rests. A server that was sent a mail and never answered may
have kept it: that mail is repeated a few times at most, under the same Message-ID.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.utils import timezone

from accounts.mail_line import MailLine
from config.backends.circuit import describe
from config.backends.smtp import Verdict
from config.languages.spoken import spoken_to
from notifications import queue
from notifications.channels.email_message import PicturedMail, write_digest, write_mail
from notifications.message.context import MessageContext, load_contexts
from notifications.models import Notification
from notifications.queue import Bundle
from notifications.recipients import mail_addresses
from notifications.vocabulary import Channel

logger = logging.getLogger(__name__)

BATCH: Final = 50
SECONDS: Final = 25
"""How long one call goes on if it is not told otherwise."""
FRESH_SECONDS: Final = 5
"""How old the look at a game may be when its mail goes out."""

Status = Notification.Status


def is_waiting(now: datetime) -> bool:
    """Return whether a mail is due."""
    return queue.is_waiting(Channel.MAIL, now)


def send_due(seconds: float = SECONDS) -> int:
    """Send what is due until nothing is or the time is over; return how many mails left."""
    until = time.monotonic() + seconds
    sent = 0
    with MailLine() as line:
        while time.monotonic() < until and line.may_try(timezone.now()):
            bundles = queue.claim(Channel.MAIL, timezone.now(), BATCH)
            bundles = bundles or queue.claim_digests(Channel.MAIL, timezone.now(), BATCH)
            if not bundles:
                break
            sent += _Batch(line, bundles).send()
    return sent


class _Batch:
    """Claimed bundles on their way."""

    def __init__(self, line: MailLine, bundles: Sequence[Bundle]) -> None:
        self.line = line
        self.bundles = list(bundles)
        self.sent = 0

    def send(self) -> int:
        """Return how many mails were sent. Every row is settled, postponed or given back."""
        until = time.monotonic() + FRESH_SECONDS
        try:
            contexts = {
                context.notification.pk: context
                for context in load_contexts([row for bundle in self.bundles for row in bundle])
            }
            people = mail_addresses({context.receiver.pk for context in contexts.values()})
            while self.bundles and time.monotonic() < until:
                bundle = self.bundles.pop(0)
                known = [contexts[row.pk] for row in bundle if row.pk in contexts]
                if not self._send_one(bundle, known, people.get(bundle[0].user_id)):
                    break
        finally:
            queue.release([row for bundle in self.bundles for row in bundle], timezone.now())
        return self.sent

    def _send_one(
        self, bundle: Bundle, contexts: Sequence[MessageContext], address: str | None
    ) -> bool:
        """Settle or postpone the rows of one mail; return whether the next is worth trying."""
        now = timezone.now()
        true = [context for context in contexts if context.is_true(now)] if address else []
        rows = [row for row in bundle if row.pk in {context.notification.pk for context in true}]
        for row in bundle:
            if row not in rows:
                queue.settle(row, Status.WITHDRAWN, now)
        if not rows or address is None:
            return True
        try:
            with spoken_to(true[0].receiver):
                in_digest = rows[0].in_digest
                mail = write_digest(true, address) if in_digest else write_mail(true[0], address)
        except Exception as error:
            logger.exception("notification %s could not be written", rows[0].pk)
            for row in rows:
                queue.postpone(row, describe(error), timezone.now())
            return True
        return self._hand_over(rows, mail)

    def _hand_over(self, rows: Bundle, mail: PicturedMail) -> bool:
        verdict, error = outcome = self.line.send(mail, timezone.now())
        now = timezone.now()
        if verdict is not Verdict.TAKEN:
            logger.warning("notification %s could not be mailed: %s", rows[0].pk, error)
        for row in rows:
            match verdict:
                case Verdict.TAKEN:
                    queue.settle(row, Status.SENT, now)
                case Verdict.IN_DOUBT:
                    queue.mark_in_doubt(row, error, now)
                case Verdict.REFUSED | Verdict.AWAY:
                    # A server that is away costs no mail, however long it is.
                    queue.postpone(row, error, now, may_give_up=verdict is Verdict.REFUSED)
        self.sent += verdict is Verdict.TAKEN
        return outcome.goes_on
