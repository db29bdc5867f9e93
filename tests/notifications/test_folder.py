"""Mails kept as files, and the page on which the operator reads them."""

from __future__ import annotations

import errno
import os
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.test import Client

from accounts.models import User
from config.backends import mail_folder
from games.models import Game
from notifications.channels.email_sender import send_due_mails
from notifications.models import Notification, Outlet
from notifications.relay import relay_events

Status = Notification.Status


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.EMAIL_BACKEND = "config.backends.mail_folder.FolderBackend"
    settings.EMAIL_FILE_PATH = str(tmp_path / "mail")
    return tmp_path / "mail"


@pytest.fixture
def operator(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("charlie", "charlie@example.org"))
    return client


def test_each_mail_is_one_file(folder: Path) -> None:
    for subject in ("first", "second"):
        EmailMessage(subject, "words", to=["bob@example.org"]).send()

    assert len(list(folder.iterdir())) == 2
    assert [kept.mail["Subject"] for kept in mail_folder.list_mails()] == ["second", "first"]


def test_a_full_disk_leaves_no_half_mail_and_loses_none(
    game: Game, now: datetime, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    while relay_events(now):
        pass

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        assert send_due_mails() == 0
    assert list(folder.iterdir()) == []
    assert "No space left" in Outlet.objects.get().last_error

    Notification.objects.filter(status=Status.PENDING).update(due_at=now)
    Outlet.objects.update(retry_at=now)
    assert send_due_mails() == 1
    assert len(list(folder.iterdir())) == 1


def test_the_operator_reads_mails_with_their_pictures(
    operator: Client, game: Game, now: datetime
) -> None:
    while relay_events(now):
        pass
    send_due_mails()

    listed = operator.get("/operator/mail/").content.decode()
    assert "Your turn against bob" in listed
    name = next(mail_folder.list_mails()).name

    shown = operator.get(f"/operator/mail/{name}/").content.decode()
    assert "Play your turn" in shown

    html = operator.get(f"/operator/mail/{name}/3/")
    assert 'src="../4/"' in html.content.decode()
    assert "sandbox" in html.headers["Content-Security-Policy"]
    picture = operator.get(f"/operator/mail/{name}/4/")
    assert picture.headers["Content-Type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "name", ["../secret-key", "..%2Fsecret-key", "nothing.eml", "1234567890123-00000000.eml"]
)
def test_only_mails_can_be_read(operator: Client, name: str) -> None:
    assert operator.get(f"/operator/mail/{name}/").status_code == 404


def test_the_mails_are_for_the_operator_alone(client: Client, alice: User) -> None:
    client.force_login(alice)

    assert client.get("/operator/mail/").status_code == 302
