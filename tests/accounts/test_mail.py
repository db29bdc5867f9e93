"""Mails about accounts leave after the commit, and none is lost."""

from __future__ import annotations

import smtplib
import threading
from datetime import timedelta

import pytest
from celery import current_app
from django.core import mail as outbox
from django.core.cache import cache
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.utils import timezone

from accounts import mail
from accounts.models import OutgoingMail

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_rest():
    """Let no test rest because of another."""
    cache.delete(mail.REST)
    yield
    cache.delete(mail.REST)


def enqueue(*recipients: str) -> None:
    message = EmailMultiAlternatives("Subject", "Words", to=list(recipients))
    message.attach_alternative("<p>Words</p>", "text/html")
    mail.enqueue(message)


class Broken(BaseEmailBackend):
    def send_messages(self, messages):
        raise OSError("no route")


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
    monkeypatch.setattr(mail.bell, "ring", lambda: woken.append(True))
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
        cache.delete(mail.REST)
        assert mail.send_due(now, Broken()) == 0
        cache.delete(mail.REST)
        row = OutgoingMail.objects.get()
        gaps.append((row.due_at - now).total_seconds())
        assert mail.send_due(row.due_at - timedelta(seconds=1)) == 0, "not before"
        now = row.due_at
    assert gaps == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]
    assert mail.send_due(now) == 1


def test_after_three_days_it_is_given_up(caplog):
    enqueue("alice@example.org")
    now = timezone.now() + mail.GIVE_UP_AFTER + timedelta(seconds=1)
    mail.send_due(now, Broken())
    assert not OutgoingMail.objects.exists()
    assert "was given up" in caplog.text


def test_a_claimed_mail_is_left_to_its_worker_and_found_again_if_that_dies():
    enqueue("alice@example.org")
    now = timezone.now()
    assert len(mail._claim(now)) == 1
    assert mail.send_due(now) == 0
    assert mail.send_due(now + mail.LEASE) == 1


def test_one_bad_mail_does_not_hold_up_the_others(monkeypatch):
    enqueue("bad@example.org")
    enqueue("alice@example.org")
    send = EmailMultiAlternatives.send

    def picky(message):
        if "bad@example.org" in message.to:
            raise smtplib.SMTPRecipientsRefused({"bad@example.org": (550, b"No such mailbox")})
        return send(message)

    monkeypatch.setattr(EmailMultiAlternatives, "send", picky)
    assert mail.send_due(timezone.now()) == 1
    assert OutgoingMail.objects.get().recipient == "bad@example.org"


def test_a_server_that_is_away_holds_a_worker_up_once(monkeypatch):
    tried = []

    def hang(message):
        tried.append(message.to)
        raise TimeoutError("timed out")

    send = EmailMultiAlternatives.send
    monkeypatch.setattr(EmailMultiAlternatives, "send", hang)
    for number in range(3):
        enqueue(f"guest{number}@example.org")
    now = timezone.now()
    assert mail.send_due(now) == 0
    enqueue("alice@example.org")
    assert mail.send_due(timezone.now()) == 0
    assert len(tried) == 1, "neither the others of its batch nor those that came later"

    monkeypatch.setattr(EmailMultiAlternatives, "send", send)
    cache.delete(mail.REST)
    assert mail.send_due(timezone.now()) == 3
    assert mail.send_due(now + timedelta(seconds=30)) == 1
