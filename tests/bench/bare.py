"""The yardstick of the mails: a Celery task that sends one plain mail, and nothing else.

``celery -A tests.bench.bare worker``; it looks nothing up, writes nothing down and draws nothing.
"""

from __future__ import annotations

import os
import smtplib
from email.message import EmailMessage
from email.utils import make_msgid

from celery import Celery

from config.environment import broker_address
from config.observe.liveness import Pulse

app = Celery("bare", broker=broker_address(os.environ["REDIS_URL"]))
app.conf.update(task_acks_late=True, worker_prefetch_multiplier=1, task_ignore_result=True)
app.conf.task_default_queue = "bare"
app.steps["consumer"].add(Pulse)


@app.task
def send(number: int) -> None:
    """Send one mail over a connection of its own."""
    mail = EmailMessage()
    mail["Subject"], mail["Message-ID"] = "Your turn", make_msgid()
    mail["From"], mail["To"] = "post@example.org", f"player{number}@example.org"
    mail.set_content("It is your turn.\n" * 10)
    with smtplib.SMTP("127.0.0.1", int(os.environ["SINK_PORT"])) as server:
        server.send_message(mail)
