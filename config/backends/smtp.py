"""Email over SMTP, with one difference from the library's: it is known when an email is in doubt.

A server that has been sent a whole email and does not answer may have kept it. Anyone who sends
must not take that for "not sent" and send again immediately. ``judge`` says what each failure
means.
"""

from __future__ import annotations

import re
import smtplib
from collections.abc import Sequence
from email.generator import BytesGenerator
from email.message import Message
from enum import Enum, auto
from functools import lru_cache
from io import BytesIO
from typing import Any, Final

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.core.mail.backends.smtp import EmailBackend
from django.core.mail.message import EmailMessage, EmailMultiAlternatives, sanitize_address

ANSWER_SECONDS: Final = 20.0
"""How long a server may think about an email: it looks for viruses and the like meanwhile."""


_CLOSING: Final = 421
"""The server says that it is about to close the connection (RFC 5321, 4.2.1)."""


_DONE: Final = 250
_FORWARDED: Final = 251
"""The server knows where the receiver is now."""
_GO_ON: Final = 354
"""The server waits for the content."""


class Verdict(Enum):
    """What became of an email."""

    TAKEN = auto()
    REFUSED = auto()
    """This email: it is tried again automatically, and others continue."""
    AWAY = auto()
    """No email can be sent now, because of the server, the net or the disk."""
    IN_DOUBT = auto()
    """The server was sent the whole email and never answered."""


def judge(error: Exception) -> Verdict:
    """Return what a failed attempt to send an email means, by any back-end."""
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
    """The server was sent an email and did not say whether it keeps it."""


class WrittenMail(EmailMultiAlternatives):
    """An email that can be written in a shorter way than the library's."""

    def as_sent(self) -> bytes:
        """Return the bytes of the email as they travel."""
        return as_sent(self.message())


class _Careful(smtplib.SMTP):
    def hand_over(self, sender: str, receivers: Sequence[str], content: bytes) -> None:
        """Send an email; raises what ``sendmail`` raises, and ``InDoubt``.

        A server that reads several commands at a time (RFC 2920) gets all that come before the
        content in one piece: it is waited for twice, not four times.
        """
        self.ehlo_or_helo_if_needed()
        if len(receivers) > 1 or not self.has_extn("pipelining"):
            self.sendmail(sender, receivers, content)
            return
        try:
            self._announce(sender, receivers[0], len(content))
        except (smtplib.SMTPResponseException, smtplib.SMTPRecipientsRefused):
            # The server may wait for the content now.
            self.close()
            raise
        code, reply = self._send_content(content)
        if code != _DONE:
            raise smtplib.SMTPDataError(code, reply)

    def _announce(self, sender: str, receiver: str, size: int) -> None:
        """Say from whom an email comes, to whom it goes, and that its content follows."""
        stated = f" size={size}" if self.has_extn("size") else ""
        self.send(
            f"mail FROM:{smtplib.quoteaddr(sender)}{stated}\r\n"
            f"rcpt TO:{smtplib.quoteaddr(receiver)}\r\n"
            "data\r\n"
        )
        code, reply = self.getreply()
        if code != _DONE:
            raise smtplib.SMTPSenderRefused(code, reply, sender)
        code, reply = self.getreply()
        if code not in (_DONE, _FORWARDED):
            raise smtplib.SMTPRecipientsRefused({receiver: (code, reply)})
        code, reply = self.getreply()
        if code != _GO_ON:
            raise smtplib.SMTPDataError(code, reply)

    def data(self, msg: Any) -> tuple[int, bytes]:
        """Hand over the content; raises ``InDoubt`` where no answer comes."""
        code, reply = self.docmd("data")
        if code != _GO_ON:
            raise smtplib.SMTPDataError(code, reply)
        return self._send_content(msg)

    def _send_content(self, content: bytes) -> tuple[int, bytes]:
        """Do what the library does, which would look for the beginnings of lines by a pattern."""
        sock = self.sock
        assert sock is not None, "the receiver was named over it"
        usual = sock.gettimeout()
        sock.settimeout(max(usual or 0, ANSWER_SECONDS))
        end = b".\r\n" if content.endswith(b"\r\n") else b"\r\n.\r\n"
        try:
            self.send(content.replace(b"\n.", b"\n..") + end)
            answer = self.getreply()
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

    def _send(self, email_message: EmailMessage) -> bool:
        """Hand over one email: the library's method, with the two ways below to spare time."""
        if not (receivers := email_message.recipients()):
            return False
        encoding = str(email_message.encoding or settings.DEFAULT_CHARSET)
        sender = _envelope(email_message.from_email, encoding)
        addresses = [_envelope(address, encoding) for address in receivers]
        if isinstance(email_message, WrittenMail):
            content = email_message.as_sent()
        else:
            content = as_sent(email_message.message())
        assert isinstance(self.connection, _Careful), "the caller has opened it"
        try:
            self.connection.hand_over(sender, addresses, content)
        except smtplib.SMTPException:
            if not self.fail_silently:
                raise
            return False
        return True


_PLAIN: Final = re.compile(r"[\w-]+ <([\w.+-]+@[\w.-]+)>", re.ASCII)


@lru_cache(1000)
def _envelope(address: str, encoding: str) -> str:
    """Return an address as SMTP wants it, which takes a parser of them where it isn't plain."""
    plain = _PLAIN.fullmatch(address)
    return plain[1] if plain else sanitize_address(address, encoding)


def as_sent(message: Message) -> bytes:
    """Return the bytes of an email as they travel."""
    written = BytesIO()
    _Generator(written, mangle_from_=False).flatten(message, linesep="\r\n")
    return written.getvalue()


_LINE_END: Final = re.compile(r"\r\n|\r|\n")


class _Generator(BytesGenerator):
    """Writes a text in one piece; the library writes lines and line ends separately."""

    def _write_lines(self, lines: str) -> None:
        if lines:
            self.write(self._NL.join(_LINE_END.split(lines)))  # type: ignore[attr-defined]
