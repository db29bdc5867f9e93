"""Sending the mails that are due: several over one connection, each settled by itself.

What goes wrong is of three kinds. A mail that the server refuses is tried again by itself, in
growing gaps. A server that cannot be reached, or a disk that is full, concerns every mail: the
rest goes back untried and the channel pauses. A server that was sent a mail and never answered may
have kept it: that mail is repeated a few times at most, under the same Message-ID.
"""

from __future__ import annotations

import logging
import smtplib
import time
from collections.abc import Sequence
from typing import Final

from celery.exceptions import SoftTimeLimitExceeded
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import EmailMessage
from django.utils import timezone

from config.backends.smtp import InDoubt
from notifications import due, outlets
from notifications.channels.email_message import write_digest, write_mail
from notifications.due import Parcel
from notifications.message.context import MessageContext, load_contexts
from notifications.models import Notification
from notifications.outlets import describe
from notifications.recipients import mail_addresses
from notifications.vocabulary import Channel

logger = logging.getLogger(__name__)

BATCH: Final = 50
SECONDS: Final = 25
"""How long one call goes on if it is not told otherwise."""
FRESH_SECONDS: Final = 5
"""How old the look at a game may be when its mail goes out."""
_CLOSING: Final = 421
"""The server says that it is about to close the connection (RFC 5321, 4.2.1)."""

Status = Notification.Status


def send_due_mails(seconds: float = SECONDS) -> int:
    """Send what is due until nothing is or the time is over; return how many mails left."""
    until = time.monotonic() + seconds
    sent = 0
    connection = get_connection()
    try:
        while time.monotonic() < until and outlets.is_open(Channel.MAIL, timezone.now()):
            parcels = due.claim(Channel.MAIL, timezone.now(), BATCH)
            parcels = parcels or due.claim_digests(Channel.MAIL, timezone.now(), BATCH)
            if not parcels:
                break
            sent += _Batch(connection, parcels).send()
    finally:
        _close(connection)
    return sent


class _Batch:
    """One batch of claimed parcels on their way."""

    def __init__(self, connection: BaseEmailBackend, parcels: Sequence[Parcel]) -> None:
        self.connection = connection
        self.parcels = list(parcels)
        self.sent = 0

    def send(self) -> int:
        """Return how many mails were sent. Every row is settled, postponed or given back."""
        until = time.monotonic() + FRESH_SECONDS
        try:
            contexts = {
                context.notification.pk: context
                for context in load_contexts([row for parcel in self.parcels for row in parcel])
            }
            people = mail_addresses({context.receiver.pk for context in contexts.values()})
            while self.parcels and time.monotonic() < until:
                parcel = self.parcels.pop(0)
                known = [contexts[row.pk] for row in parcel if row.pk in contexts]
                if not self._send_one(parcel, known, people.get(parcel[0].user_id)):
                    break
        finally:
            due.release([row for parcel in self.parcels for row in parcel], timezone.now())
        return self.sent

    def _send_one(
        self, parcel: Parcel, contexts: Sequence[MessageContext], address: str | None
    ) -> bool:
        """Settle or postpone the rows of one mail; return whether the next is worth trying."""
        now = timezone.now()
        true = [context for context in contexts if context.is_true(now)] if address else []
        rows = [row for row in parcel if row.pk in {context.notification.pk for context in true}]
        for row in parcel:
            if row not in rows:
                due.settle(row, Status.WITHDRAWN, now)
        if not rows or address is None:
            return True
        try:
            mail = (
                write_digest(true, address) if rows[0].in_digest else write_mail(true[0], address)
            )
        except Exception as error:
            logger.exception("notification %s could not be written", rows[0].pk)
            _postpone(rows, error, may_give_up=True)
            return True
        try:
            self._hand_over(mail)
        except InDoubt as error:
            logger.warning("notification %s may have been mailed: %s", rows[0].pk, describe(error))
            for row in rows:
                due.doubt(row, describe(error), timezone.now())
            self._give_up(error)
            return False
        except Exception as error:
            is_alone = _concerns_one_mail(error)
            logger.warning("notification %s could not be mailed: %s", rows[0].pk, describe(error))
            _postpone(rows, error, may_give_up=is_alone)
            if not is_alone:
                self._give_up(error)
            return is_alone
        for row in rows:
            due.settle(row, Status.SENT, timezone.now())
        if not self.sent:
            outlets.note_success(Channel.MAIL)
        self.sent += 1
        return True

    def _give_up(self, error: Exception) -> None:
        """Leave the server alone for a while, and the rest of the batch with it."""
        _close(self.connection)
        outlets.note_failure(Channel.MAIL, error, timezone.now())

    def _hand_over(self, mail: EmailMessage) -> None:
        self.connection.open()
        try:
            self.connection.send_messages([mail])
        except InDoubt:
            raise
        except smtplib.SMTPServerDisconnected:
            # Servers close connections that they find too old or too busy: once more, on a new
            # one. They did so before the mail began.
            _close(self.connection)
            self.connection.send_messages([mail])


def _postpone(rows: Parcel, error: Exception, *, may_give_up: bool) -> None:
    for row in rows:
        due.postpone(row, describe(error), timezone.now(), may_give_up=may_give_up)


def _concerns_one_mail(error: Exception) -> bool:
    """Return whether this mail could not be sent, rather than any."""
    match error:
        case smtplib.SMTPRecipientsRefused():
            return all(code != _CLOSING for code, _ in error.recipients.values())
        case smtplib.SMTPDataError():
            return error.smtp_code != _CLOSING
        case smtplib.SMTPNotSupportedError():
            return True  # Such as an address in letters that this server does not know.
    return not isinstance(error, OSError | SoftTimeLimitExceeded)


def _close(connection: BaseEmailBackend) -> None:
    try:
        connection.close()
    except Exception as error:
        # What was accepted stays accepted, however the connection ends.
        logger.info("mail connection did not close properly: %s", describe(error))
