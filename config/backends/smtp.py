"""Mail over SMTP, with one difference from the library's: it is known when a mail is in doubt.

A server that has been sent a whole mail and does not answer may have kept it. Whoever sends must
not take that for "not sent" and send again at once. ``judge`` says what each failure means.
"""

from __future__ import annotations

import smtplib
from enum import Enum, auto
from typing import Any, Final

from celery.exceptions import SoftTimeLimitExceeded
from django.core.mail.backends.smtp import EmailBackend

ANSWER_SECONDS: Final = 20.0
"""How long a server may think about a mail: it looks for viruses and the like meanwhile."""


_CLOSING: Final = 421
"""The server says that it is about to close the connection (RFC 5321, 4.2.1)."""


class Verdict(Enum):
    """What became of a mail."""

    TAKEN = auto()
    REFUSED = auto()
    """This mail: it is tried again by itself, and others go on."""
    AWAY = auto()
    """No mail can be sent now, because of the server, the net or the disk."""
    IN_DOUBT = auto()
    """The server was sent the whole mail and never answered."""


def judge(error: Exception) -> Verdict:
    """Return what a failed attempt to send a mail means, by any back-end."""
    match error:
        case InDoubt():
            return Verdict.IN_DOUBT
        case smtplib.SMTPRecipientsRefused():
            codes = {code for code, _ in error.recipients.values()}
            return Verdict.AWAY if _CLOSING in codes else Verdict.REFUSED
        case smtplib.SMTPDataError():
            return Verdict.AWAY if error.smtp_code == _CLOSING else Verdict.REFUSED
        case smtplib.SMTPNotSupportedError():
            return Verdict.REFUSED  # Such as an address in letters that this server does not know.
        case OSError() | SoftTimeLimitExceeded():
            return Verdict.AWAY
    return Verdict.REFUSED


class InDoubt(smtplib.SMTPServerDisconnected):
    """The server was sent a mail and did not say whether it keeps it."""


class _Careful(smtplib.SMTP):
    def data(self, msg: Any) -> tuple[int, bytes]:
        """Hand over the content; raises ``InDoubt`` where no answer comes."""
        sock = self.sock
        assert sock is not None, "the receiver was named over it"
        usual = sock.gettimeout()
        sock.settimeout(max(usual or 0, ANSWER_SECONDS))
        try:
            answer = super().data(msg)
        except OSError as error:
            if isinstance(error, smtplib.SMTPResponseException):
                raise  # A clear no.
            raise InDoubt(str(error)) from error
        sock.settimeout(usual)
        return answer


class _CarefulOverTLS(_Careful, smtplib.SMTP_SSL):
    pass


class Backend(EmailBackend):
    """Sends by SMTP as ``EMAIL_URL`` says."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return _CarefulOverTLS if self.use_ssl else _Careful
