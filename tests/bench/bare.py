"""The yardstick of the mails: Celery tasks that send a mail, and nothing else.

``celery -A tests.bench.bare worker``; they look nothing up, write nothing down and draw nothing.
``BARE_MAIL`` is a file with the mail that each sends, over a connection of its own.
"""

from __future__ import annotations

import os
import re
import smtplib
from email import message_from_bytes, policy
from email.message import EmailMessage, MIMEPart
from email.utils import make_msgid
from functools import cache
from pathlib import Path
from typing import Any, Final

from celery import Celery

from config.environment import broker_address
from config.observe.liveness import Pulse

app = Celery("bare", broker=broker_address(os.environ["REDIS_URL"]))
app.conf.update(task_acks_late=True, worker_prefetch_multiplier=1, task_ignore_result=True)
app.conf.task_default_queue = "bare"
app.steps["consumer"].add(Pulse)

_MESSAGE_ID: Final = re.compile(rb"^Message-ID:.*$", re.MULTILINE | re.IGNORECASE)
_SET_AUTOMATICALLY: Final = ("content-type", "mime-version", "message-id", "to")


@app.task
def send_ready(number: int) -> None:
    """Send the bytes as they are, with another Message-ID."""
    named = f"Message-ID: {make_msgid(domain='example.org')}".encode()
    content = _MESSAGE_ID.sub(named + b"\r", _content(), 1)
    with _connected() as server:
        server.sendmail("post@example.org", [f"player{number}@example.org"], content)


@app.task
def send_built(number: int) -> None:
    """Build the mail of its text, HTML and picture with Python's library, and send it."""
    headers, text, html, picture = _parts()
    mail = EmailMessage()
    for name, value in headers:
        mail[name] = value
    mail["To"], mail["Message-ID"] = f"player{number}@example.org", make_msgid(domain="example.org")
    mail.set_content(text)
    mail.add_alternative(html, subtype="html")
    shown: Any = mail.get_payload(1)
    shown.add_related(picture, "image", "png", cid="<position>", filename="position.png")
    with _connected() as server:
        server.send_message(mail)


def _connected() -> smtplib.SMTP:
    return smtplib.SMTP("127.0.0.1", int(os.environ["SINK_PORT"]))


@cache
def _content() -> bytes:
    return Path(os.environ["BARE_MAIL"]).read_bytes()


@cache
def _parts() -> tuple[list[tuple[str, str]], str, str, bytes]:
    """Return the headers, the text, the HTML and the picture of the mail."""
    mail = message_from_bytes(_content(), policy=policy.default)
    assert isinstance(mail, EmailMessage)
    headers = [(n, str(v)) for n, v in mail.items() if n.lower() not in _SET_AUTOMATICALLY]
    found: dict[str, Any] = {
        part.get_content_type(): part.get_content()
        for part in mail.walk()
        if isinstance(part, MIMEPart) and not part.is_multipart()
    }
    return headers, found["text/plain"], found["text/html"], found["image/png"]
