"""Mails about accounts leave after the commit, and none is lost."""

from __future__ import annotations

import smtplib
import threading
from datetime import timedelta

import pytest
from celery import current_app
from celery.exceptions import SoftTimeLimitExceeded
from django.core import mail as outbox
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.utils import timezone

from accounts import mail
from accounts.models import MailServer, OutgoingMail
from config.backends.lease_queue import MOST_DOUBTS
from config.backends.smtp import InDoubt, Verdict, judge
from tests.notifications.test_post import arrived, smtp_server

pytestmark = pytest.mark.django_db


def rested() -> None:
    """Let the rest of the mail server be over."""
    MailServer.objects.update(rests_until=None)


def enqueue(*recipients: str) -> None:
    message = EmailMultiAlternatives("Subject", "Words", to=list(recipients))
    message.attach_alternative("<p>Words</p>", "text/html")
    mail.enqueue(message)


class Broken(BaseEmailBackend):
    tried = 0

    def send_messages(self, messages):
        self.tried += 1
        raise OSError("no route")


class Refusing(BaseEmailBackend):
    """Refuses every mail to ``bad@``."""

    def send_messages(self, messages):
        if "bad@example.org" in messages[0].to:
            raise smtplib.SMTPRecipientsRefused({"bad@example.org": (550, b"No such mailbox")})
        return len(messages)


def test_sending():
    enqueue("alice@example.org")
    assert outbox.outbox == []
    assert mail.send_due(timezone.now()) == 1
    (sent,) = outbox.outbox
    assert isinstance(sent, EmailMultiAlternatives)
    assert sent.to == ["alice@example.org"]
    assert sent.alternatives[0][0] == "<p>Words</p>"
    assert sent.extra_headers["Auto-Submitted"] == "auto-generated"
    assert not OutgoingMail.objects.exists(), "the link in it is kept no longer than needed"


def test_a_worker_is_woken_after_the_commit(monkeypatch, django_capture_on_commit_callbacks):
    woken = []
    monkeypatch.setattr(mail.trigger, "trigger", lambda: woken.append(True))
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        enqueue("alice@example.org")
        assert woken == []
    assert len(woken) == 1


def test_without_a_broker_the_mail_waits_for_the_next_round(
    monkeypatch, django_capture_on_commit_callbacks
):
    released, answered = threading.Event(), threading.Event()

    def hang(*args, **options):
        released.wait(30)
        answered.set()

    monkeypatch.setattr(current_app, "send_task", hang)
    with django_capture_on_commit_callbacks(execute=True):
        enqueue("alice@example.org")
    assert not answered.is_set(), "a broker that hangs costs the request nothing"
    released.set()
    assert mail.send_due(timezone.now()) == 1


def test_a_server_that_refuses_is_tried_again_in_growing_gaps():
    enqueue("alice@example.org")
    now = timezone.now()
    gaps = []
    for _ in range(10):
        rested()
        assert mail.send_due(now, Broken()) == 0
        rested()
        row = OutgoingMail.objects.get()
        gaps.append((row.due_at - now).total_seconds())
        assert mail.send_due(row.due_at - timedelta(seconds=1)) == 0, "not before"
        now = row.due_at
    assert gaps == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]
    assert mail.send_due(now) == 1


def test_a_mail_refused_for_days_holds_up_no_other():
    """Sixty failures once made a gap that no time can hold, and the sender broke off each time."""
    enqueue("bad@example.org")
    OutgoingMail.objects.update(attempts=60)
    enqueue("alice@example.org")

    assert mail.send_due(timezone.now(), Refusing()) == 1

    assert OutgoingMail.objects.get().recipient == "bad@example.org"


def test_a_server_that_keeps_mails_and_never_says_so_gets_few_copies(tmp_path, settings):
    """One that took mails silently was once given the same mail 43 times in a day and a half."""
    settings.EMAIL_BACKEND = "config.backends.smtp.Backend"
    settings.EMAIL_HOST, settings.EMAIL_TIMEOUT = "127.0.0.1", 1
    enqueue("alice@example.org")
    now = timezone.now()
    with smtp_server(tmp_path, "swallow") as settings.EMAIL_PORT:
        for _ in range(43):
            rested()
            mail.send_due(now)
            if not (row := OutgoingMail.objects.first()):
                break
            now = max(row.due_at, now + timedelta(seconds=1))

    kept = arrived(tmp_path)
    assert len(kept) == MOST_DOUBTS
    assert len({one["Message-ID"] for one in kept}) == 1
    assert not OutgoingMail.objects.exists()


@pytest.mark.parametrize(
    ("error", "verdict"),
    [
        (smtplib.SMTPRecipientsRefused({"a@b.c": (550, b"No such mailbox")}), Verdict.REFUSED),
        (smtplib.SMTPRecipientsRefused({"a@b.c": (450, b"Later")}), Verdict.REFUSED),
        (smtplib.SMTPRecipientsRefused({"a@b.c": (421, b"Closing")}), Verdict.AWAY),
        (smtplib.SMTPDataError(554, b"Spam"), Verdict.REFUSED),
        (smtplib.SMTPDataError(421, b"Closing"), Verdict.AWAY),
        (smtplib.SMTPSenderRefused(550, b"Not you", "post@b.c"), Verdict.AWAY),
        (smtplib.SMTPConnectError(421, b"Too busy"), Verdict.AWAY),
        (smtplib.SMTPServerDisconnected("gone"), Verdict.AWAY),
        (smtplib.SMTPNotSupportedError("no such letters"), Verdict.REFUSED),
        (InDoubt("timed out"), Verdict.IN_DOUBT),
        (TimeoutError("timed out"), Verdict.AWAY),
        (OSError(28, "No space left on device"), Verdict.AWAY),
        (SoftTimeLimitExceeded(), Verdict.AWAY),
        (UnicodeEncodeError("ascii", "ü", 0, 1, "no"), Verdict.REFUSED),
    ],
)
def test_what_a_failure_means_is_read_in_one_way(error, verdict):
    assert judge(error) is verdict


def test_after_three_days_it_is_given_up(caplog):
    enqueue("alice@example.org")
    now = timezone.now() + mail.GIVE_UP_AFTER + timedelta(seconds=1)
    mail.send_due(now, Broken())
    assert not OutgoingMail.objects.exists()
    assert "was given up" in caplog.text


def test_a_claimed_mail_is_left_to_its_worker_and_found_again_if_that_dies():
    enqueue("alice@example.org")
    now = timezone.now()
    assert len(mail.QUEUE.claim(mail.QUEUE.due(now), now)) == 1
    assert mail.send_due(now) == 0
    assert mail.send_due(now + mail.QUEUE.lease) == 1


def test_one_bad_mail_does_not_hold_up_the_others():
    enqueue("bad@example.org")
    enqueue("alice@example.org")

    assert mail.send_due(timezone.now(), Refusing()) == 1

    assert OutgoingMail.objects.get().recipient == "bad@example.org"


def test_a_server_that_is_away_holds_a_worker_up_once():
    away = Broken()
    for number in range(3):
        enqueue(f"guest{number}@example.org")
    now = timezone.now()
    assert mail.send_due(now, away) == 0
    enqueue("alice@example.org")
    assert mail.send_due(timezone.now(), away) == 0
    assert away.tried == 1, "neither the others of its batch nor those that came later"

    rested()
    assert mail.send_due(timezone.now()) == 3
    assert mail.send_due(now + timedelta(seconds=30)) == 1
