"""Mails kept as files, and the page on which the operator reads them."""

from __future__ import annotations

import errno
import os
import time
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.test import Client

from accounts.models import MailServer, User
from accounts.services.deletion import delete_account
from config.backends import mail_folder
from games.models import Game
from notifications import tasks
from notifications.channels.email_sender import send_due as send_due_mails
from notifications.models import Notification
from notifications.relay import relay_events
from notifications.tasks import forget_old_mail_files

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


def test_no_one_else_may_read_them(folder: Path) -> None:
    previous = os.umask(0)
    try:
        EmailMessage("secret", "a link", to=["bob@example.org"]).send()
    finally:
        os.umask(previous)

    (mail,) = folder.iterdir()
    assert [path.stat().st_mode & 0o777 for path in (folder, mail)] == [0o700, 0o600]


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
    assert "No space left" in MailServer.objects.get().last_error

    Notification.objects.filter(status=Status.PENDING).update(due_at=now)
    MailServer.objects.update(rests_until=now)
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
    "where", ["accounts/password/reset/key/3-d4f1", "accounts/confirm-email/Mg:1w"]
)
def test_the_operator_gets_no_key_to_the_account_of_another(operator: Client, where: str) -> None:
    mail = EmailMultiAlternatives(
        "key", f"Go to http://x.example/{where}-95b8/ now.", to=["b@x.example"]
    )
    mail.attach_alternative(f'<a href="http://x.example/{where}-95b8/">here</a>', "text/html")
    mail.send()
    name = next(mail_folder.list_mails()).name

    pages = [
        operator.get(path).content.decode()
        for path in (f"/operator/mail/{name}/", *(f"/operator/mail/{name}/{n}/" for n in (1, 2)))
    ]

    assert all("[hidden]" in page and "95b8" not in page for page in pages)
    assert "95b8" in next(mail_folder.list_mails()).mail.as_string()


def test_staff_who_may_not_do_everything_do_not_read_mails(client: Client, alice: User) -> None:
    alice.is_staff = True
    alice.save()
    client.force_login(alice)
    EmailMessage("secret", "words", to=["bob@example.org"]).send()
    name = next(mail_folder.list_mails()).name

    for path in ("", f"{name}/", f"{name}/0/"):
        assert client.get(f"/operator/mail/{path}").status_code == 302


@pytest.mark.parametrize(
    "name", ["../secret-key", "..%2Fsecret-key", "nothing.eml", "1234567890123-00000000.eml"]
)
def test_only_mails_can_be_read(operator: Client, name: str) -> None:
    assert operator.get(f"/operator/mail/{name}/").status_code == 404


def test_mails_of_long_ago_are_deleted(folder: Path) -> None:
    EmailMessage("new", "words", to=["bob@example.org"]).send()
    (folder / "1500000000000-00000000.eml").write_text("Subject: old\n\nwords")

    assert forget_old_mail_files() == 1
    assert [kept.mail["Subject"] for kept in mail_folder.list_mails()] == ["new"]


def test_the_mails_of_an_account_go_with_it(
    alice: User,
    now: datetime,
    django_capture_on_commit_callbacks: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    handed_over: list[Any] = []

    def call(task: Any, *arguments: Any) -> None:
        handed_over.extend(arguments)
        task(*arguments)

    monkeypatch.setattr(tasks, "call", call)
    address = alice.email
    for to in (f"Alice <{alice.email.upper()}>", "bob@example.org"):
        EmailMessage("your turn", "words", to=[to]).send()

    with django_capture_on_commit_callbacks(execute=True):
        delete_account(alice, now)

    assert [kept.mail["To"] for kept in mail_folder.list_mails()] == ["bob@example.org"]
    # The file of the broker keeps what was handed over.
    assert handed_over
    assert address not in str(handed_over)


def test_the_mails_are_for_the_operator_alone(client: Client, alice: User) -> None:
    client.force_login(alice)

    assert client.get("/operator/mail/").status_code == 302


def test_old_mails_and_those_beyond_the_newest_are_deleted(folder: Path) -> None:
    folder.mkdir()
    (folder / "0000000000001-00000000.eml").write_text("long ago")
    for subject in ("first", "second", "third"):
        EmailMessage(subject, "words", to=["bob@example.org"]).send()

    assert mail_folder.forget_before(time.time() - 3600, most=2) == 2

    subjects = {kept.mail["Subject"] for kept in mail_folder.list_mails()}
    assert len(subjects) == 2
    assert subjects < {"first", "second", "third"}
