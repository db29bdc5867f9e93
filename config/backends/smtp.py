"""Mail over SMTP, with one difference from the library's: it is known when a mail is in doubt.

A server that has been sent a whole mail and does not answer may have kept it. Whoever sends must
not take that for "not sent" and send again at once.
"""

from __future__ import annotations

import smtplib
from typing import Any, Final

from django.core.mail.backends.smtp import EmailBackend

ANSWER_SECONDS: Final = 20.0
"""How long a server may think about a mail: it looks for viruses and the like meanwhile."""


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
