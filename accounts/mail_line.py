"""A line to the mail server, which emails about accounts and about games share."""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Sequence
from datetime import datetime, timedelta
from types import TracebackType
from typing import Final, NamedTuple, Self

from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import EmailMessage

from accounts.models import MailServer
from config import spans
from config.backends.circuit import describe, may_try, note_failure, note_success
from config.backends.smtp import InDoubt, Verdict, judge
from config.observe.counts import Count

logger = logging.getLogger(__name__)

IN_TIME: Final = timedelta(minutes=5)
MAILS: Final = Count(
    "mails",
    "Emails handed to the mail server, by what it said.",
    "outcome",
    known=[verdict.name.lower() for verdict in Verdict],
)
MAILS_IN_TIME: Final = Count("mails_in_time", "Emails taken within five minutes of being due.")


class Sent(NamedTuple):
    """What became of an email, and why where it was not taken."""

    verdict: Verdict
    error: str = ""

    @property
    def continues(self) -> bool:
        """Whether the next email is worth trying."""
        return self.verdict in (Verdict.TAKEN, Verdict.REFUSED)


class MailLine:
    """Several emails over one connection, for as long as the context lasts."""

    def __init__(self, connection: BaseEmailBackend | None = None) -> None:
        self.connection: BaseEmailBackend = connection or get_connection()
        self._is_noted = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._close()

    def may_try(self, now: datetime) -> bool:
        """Return whether the server is to be tried now."""
        return not MailServer.objects.exclude(may_try(now)).exists()

    def send(
        self, mail: EmailMessage, now: datetime, late: timedelta, asked_by: Sequence[str] = ()
    ) -> Sent:
        """Hand an email over, due ``late`` ago, and return what became of it.

        A server that is away rests. ``asked_by`` are the spans that the email follows from.
        """
        with spans.span("send email", "CLIENT", asked_by) as span:
            sent = self._send(mail, now)
            if span:
                span.set_attribute("outcome", sent.verdict.name.lower())
        MAILS.add(sent.verdict.name.lower())
        if sent.verdict is Verdict.TAKEN and late <= IN_TIME:
            MAILS_IN_TIME.add()
        return sent

    def _send(self, mail: EmailMessage, now: datetime) -> Sent:
        try:
            self._hand_over(mail)
        except Exception as error:
            sent = Sent(judge(error), describe(error))
            if not sent.continues:
                self._close()
                server, _ = MailServer.objects.get_or_create(pk=1)
                note_failure(MailServer.objects.filter(pk=server.pk), sent.error, now)
            return sent
        if not self._is_noted:
            note_success(MailServer.objects.filter(pk=1), now)
            self._is_noted = True
        return Sent(Verdict.TAKEN)

    def _hand_over(self, mail: EmailMessage) -> None:
        self.connection.open()
        try:
            self.connection.send_messages([mail])
        except InDoubt:
            raise
        except smtplib.SMTPServerDisconnected:
            # Servers close connections that they find too old or too busy: once more, on a new one.
            # They did so before the email began.
            self._close()
            self.connection.send_messages([mail])

    def _close(self) -> None:
        try:
            self.connection.close()
        except Exception as error:
            # What was accepted stays accepted, however the connection ends.
            logger.info("mail connection did not close properly: %s", describe(error))
