"""Mails over real SMTP, to a server process that behaves well, badly or not at all."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection

from accounts.mail_line import MailLine
from accounts.models import MailServer, User
from config.backends.lease_queue import MOST_DOUBTS
from games.models import Game
from games.play.acts import resign
from games.play.challenge.challenges import Terms, make_challenge
from games.play.draws import offer_draw
from notifications import queue
from notifications.channels.email_sender import send_due as send_due_mails
from notifications.models import Notification
from notifications.relay import relay_events
from notifications.vocabulary import Channel
from tests.games.matches import play, start_formations, start_round

Status = Notification.Status


@contextmanager
def smtp_server(folder: Path, manner: str = "well", port: int = 0) -> Iterator[int]:
    """Run a mail server in a process of its own and give its port."""
    command = [sys.executable, "-m", "tests.notifications.smtp", str(folder)]
    command += ["--manner", manner, "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield int(process.stdout.readline())
        finally:
            process.kill()


@pytest.fixture(autouse=True)
def _smtp(settings: Any) -> None:
    settings.EMAIL_BACKEND = "config.backends.smtp.Backend"
    settings.EMAIL_HOST = "127.0.0.1"
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    settings.EMAIL_TIMEOUT = 1


def arrived(folder: Path) -> list[EmailMessage]:
    parser = BytesParser(_class=EmailMessage, policy=policy.default)
    return [parser.parsebytes(path.read_bytes()) for path in sorted(folder.glob("*.eml"))]


@pytest.fixture
def waiting(alice: User, bob: User, now: datetime) -> Callable[[], list[Notification]]:
    """Five challenges from alice to bob wait to be told; the function reads their rows."""
    for _ in range(5):
        make_challenge(alice, "bob", Terms(), now=now)
    while relay_events(now):
        pass
    return lambda: list(Notification.objects.order_by("pk"))


def fall_due(now: datetime) -> None:
    """Let every waiting row and every pause be over."""
    Notification.objects.filter(status=Status.PENDING).update(due_at=now)
    MailServer.objects.update(rests_until=now)


@pytest.mark.parametrize("manner", ["well", "one"])
def test_mails_arrive_over_one_connection(
    manner: str, waiting: Callable[[], list[Notification]], tmp_path: Path, settings: Any
) -> None:
    with smtp_server(tmp_path, manner) as settings.EMAIL_PORT:
        assert send_due_mails() == 5

    assert len(arrived(tmp_path)) == 5
    assert len({path.stem.split("-")[1] for path in tmp_path.iterdir()}) == 1
    assert {row.status for row in waiting()} == {Status.SENT}


def test_what_arrives_is_a_whole_mail(
    game: Game, alice: User, now: datetime, tmp_path: Path, settings: Any
) -> None:
    while relay_events(now):
        pass
    with smtp_server(tmp_path) as settings.EMAIL_PORT:
        send_due_mails()

    [message] = arrived(tmp_path)
    assert message["To"] == "alice <alice@example.org>"
    until = Game.objects.get().main_until
    assert message["Subject"] == f"Your turn against bob, by {until:%a %H:%M}"
    assert [part.get_content_type() for part in message.walk()] == [
        "multipart/related",
        "multipart/alternative",
        "text/plain",
        "text/html",
        "image/png",
    ]


@pytest.mark.parametrize("text", ["one\n.\n.two\n..three\n", "no end", "ends\r\n"])
def test_lines_that_begin_with_a_dot_arrive_as_they_are(
    text: str, tmp_path: Path, settings: Any
) -> None:
    with smtp_server(tmp_path) as settings.EMAIL_PORT:
        mail.EmailMessage("Dots", text, to=["alice@example.org"]).send()

    [message] = arrived(tmp_path)
    assert message.get_content().splitlines() == text.splitlines()


def test_every_mail_of_a_game_has_one_order_and_is_small(
    alice: User, bob: User, now: datetime, tmp_path: Path, settings: Any
) -> None:
    make_challenge(alice, "bob", Terms(), now=now)
    arranging = start_formations(alice, bob, now)
    with smtp_server(tmp_path) as settings.EMAIL_PORT:
        _tell(now)
        game = start_round(arranging, now)
        _tell(now)
        play(game, "c3d5", now=now)
        _tell(now)
        offer_draw(alice.pk, game.pk, now=now)
        _tell(now)
        resign(alice.pk, game.pk, now=now)
        _tell(now)

    kinds = set(Notification.objects.filter(status=Status.SENT).values_list("kind", flat=True))
    assert {"challenge_received", "challenge_accepted", "formation", "turn"} <= kinds
    assert {"draw_offered", "game_over"} <= kinds
    for message in arrived(tmp_path):
        html, text = (
            part.get_content()
            for kind in ("html", "plain")
            if (part := message.get_body((kind,))) is not None
        )
        assert len(html.encode()) <= 30_000
        for said in (html, text):
            places = [
                said.find(words)
                for words in ("You 0–0 ", "/games/", "Play by", "vacation", "mail/stop")
                if words in said
            ]
            assert places == sorted(places), message["Subject"]
        if message["Subject"].startswith("Your turn"):
            assert ", by " in message["Subject"]
            assert "Take a vacation" in text


def _tell(now: datetime) -> None:
    while relay_events(now):
        pass
    send_due_mails()


def test_no_server_loses_nothing_and_is_not_asked_for_each_mail(
    waiting: Callable[[], list[Notification]], now: datetime, tmp_path: Path, settings: Any
) -> None:
    with smtp_server(tmp_path) as settings.EMAIL_PORT:
        pass  # It is gone again.
    assert send_due_mails() == 0
    tried = [row for row in waiting() if row.attempts]
    assert len(tried) == 1
    assert not MailLine().may_try(now)

    fall_due(now)
    with smtp_server(tmp_path) as settings.EMAIL_PORT:
        assert send_due_mails() == 5
    assert MailServer.objects.get().failing_since is None


def test_a_server_that_hangs_is_left_after_the_time_limit(
    waiting: Callable[[], list[Notification]], now: datetime, tmp_path: Path, settings: Any
) -> None:
    with smtp_server(tmp_path, "hang") as settings.EMAIL_PORT:
        assert send_due_mails() == 0

    assert {row.status for row in waiting()} == {Status.PENDING}
    assert "timed out" in MailServer.objects.get().last_error


def test_a_server_that_is_too_busy_costs_no_mail(
    waiting: Callable[[], list[Notification]], now: datetime, tmp_path: Path, settings: Any
) -> None:
    with smtp_server(tmp_path, "busy") as settings.EMAIL_PORT:
        for _ in range(len(queue.GAPS) + 3):
            fall_due(now)
            assert send_due_mails() == 0

    assert {row.status for row in waiting()} == {Status.PENDING}
    assert "Too busy" in MailServer.objects.get().last_error

    fall_due(now)
    with smtp_server(tmp_path) as settings.EMAIL_PORT:
        assert send_due_mails() == 5
    assert len(arrived(tmp_path)) == 5


def test_a_refused_mail_is_tried_again_in_growing_gaps_and_given_up_at_last(
    waiting: Callable[[], list[Notification]], now: datetime, tmp_path: Path, settings: Any
) -> None:
    gaps = []
    with smtp_server(tmp_path, "refuse") as settings.EMAIL_PORT:
        for _ in range(len(queue.GAPS) + 1):
            fall_due(now)
            before = datetime.now(now.tzinfo)
            send_due_mails()
            gaps.append(waiting()[0].due_at - before)

    assert gaps[:3] == sorted(gaps[:3])
    assert gaps[1] - gaps[0] > timedelta(minutes=1)
    assert {row.status for row in waiting()} == {Status.FAILED}
    assert "No such mailbox" in waiting()[0].last_error
    assert MailLine().may_try(now)


def test_a_refused_mail_holds_up_no_other(
    alice: User, bob: User, now: datetime, tmp_path: Path, settings: Any
) -> None:
    for challenger, opponent in ((alice, "bob"), (bob, "alice"), (alice, "bob"), (bob, "alice")):
        make_challenge(challenger, opponent, Terms(), now=now)
    while relay_events(now):
        pass

    with smtp_server(tmp_path, "choose") as settings.EMAIL_PORT:
        assert send_due_mails() == 2

    assert [message["To"] for message in arrived(tmp_path)] == ["alice <alice@example.org>"] * 2
    refused = Notification.objects.filter(status=Status.PENDING, user=bob)
    assert [(row.attempts, row.doubts) for row in refused] == [(1, 0)] * 2
    assert "No such mailbox" in refused[0].last_error


def test_what_was_given_up_can_be_revived(
    waiting: Callable[[], list[Notification]], now: datetime, tmp_path: Path, settings: Any
) -> None:
    Notification.objects.update(status=Status.FAILED, settled_at=now, attempts=9)

    assert queue.revive([row.pk for row in waiting()], now) == 5
    with smtp_server(tmp_path) as settings.EMAIL_PORT:
        assert send_due_mails() == 5


def test_a_server_away_for_a_week_costs_no_mail(
    waiting: Callable[[], list[Notification]], now: datetime, tmp_path: Path, settings: Any
) -> None:
    settings.EMAIL_PORT = 1  # No one listens there.
    Notification.objects.update(attempts=len(queue.GAPS) + 5)

    send_due_mails()

    assert {row.status for row in waiting()} == {Status.PENDING}


def test_a_mail_that_is_to_come_later_comes_later(
    waiting: Callable[[], list[Notification]], now: datetime, tmp_path: Path, settings: Any
) -> None:
    with smtp_server(tmp_path, "later") as settings.EMAIL_PORT:
        assert send_due_mails() == 0
    fall_due(now)
    with smtp_server(tmp_path) as settings.EMAIL_PORT:
        assert send_due_mails() == 5


def test_a_server_that_accepts_and_dies_costs_nothing_and_doubles_nothing(
    waiting: Callable[[], list[Notification]], now: datetime, tmp_path: Path, settings: Any
) -> None:
    with smtp_server(tmp_path, "die") as settings.EMAIL_PORT:
        for _ in range(5):
            fall_due(now)
            send_due_mails()

    ids = [message["Message-ID"] for message in arrived(tmp_path)]
    assert len(ids) == len(set(ids)) == 5
    assert {row.status for row in waiting()} == {Status.SENT}


def test_a_server_that_keeps_mails_and_never_says_so_gets_few_copies(
    waiting: Callable[[], list[Notification]], now: datetime, tmp_path: Path, settings: Any
) -> None:
    with smtp_server(tmp_path, "swallow") as settings.EMAIL_PORT:
        send_due_mails()
        assert len(arrived(tmp_path)) == 1  # Not at once again, and no other mail after it.
        [doubtful] = [row for row in waiting() if row.doubts]
        assert doubtful.due_at > now + timedelta(minutes=9)
        assert not MailLine().may_try(now)
        for _ in range(20):
            fall_due(now)
            send_due_mails()

    copies = Counter(message["Message-ID"] for message in arrived(tmp_path))
    assert len(copies) == 5
    assert set(copies.values()) == {MOST_DOUBTS}
    assert {row.status for row in waiting()} == {Status.FAILED}
    assert "InDoubt" in waiting()[0].last_error


def test_a_mail_in_doubt_is_settled_by_the_next_answer(
    waiting: Callable[[], list[Notification]], now: datetime, tmp_path: Path, settings: Any
) -> None:
    with smtp_server(tmp_path, "swallow") as settings.EMAIL_PORT:
        send_due_mails()
    fall_due(now)
    with smtp_server(tmp_path) as settings.EMAIL_PORT:
        assert send_due_mails() == 5

    assert {row.status for row in waiting()} == {Status.SENT}


def test_a_server_may_think_about_a_mail_longer_than_about_a_word(
    waiting: Callable[[], list[Notification]], tmp_path: Path, settings: Any
) -> None:
    with smtp_server(tmp_path, "ponder") as settings.EMAIL_PORT:
        assert send_due_mails(seconds=2) >= 1

    assert len(arrived(tmp_path)) == len([row for row in waiting() if row.status == Status.SENT])


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_dies_leaves_its_rows_to_the_next(
    waiting: Callable[[], list[Notification]], now: datetime, tmp_path: Path, settings: Any
) -> None:
    queue.claim(Channel.MAIL, now, 50)  # And then it was killed.
    with smtp_server(tmp_path) as settings.EMAIL_PORT:
        assert send_due_mails() == 0
        Notification.objects.update(due_at=now)
        assert send_due_mails() == 5


@pytest.mark.django_db(transaction=True)
def test_two_senders_together_send_each_mail_once(
    waiting: Callable[[], list[Notification]],
    tmp_path: Path,
    settings: Any,
) -> None:
    barrier = threading.Barrier(2)

    def run() -> None:
        barrier.wait()
        try:
            send_due_mails(batch=1)
        finally:
            connection.close()

    with smtp_server(tmp_path) as settings.EMAIL_PORT:
        threads = [threading.Thread(target=run) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    ids = [message["Message-ID"] for message in arrived(tmp_path)]
    assert len(ids) == len(set(ids)) == 5


def test_an_address_that_is_no_longer_verified_gets_nothing(
    waiting: Callable[[], list[Notification]], bob: User, tmp_path: Path, settings: Any
) -> None:
    EmailAddress.objects.filter(user=bob).update(verified=False)
    with smtp_server(tmp_path) as settings.EMAIL_PORT:
        assert send_due_mails() == 0
    assert {row.status for row in waiting()} == {Status.WITHDRAWN}


def test_a_turn_is_committed_even_if_its_mail_fails(
    game: Game, alice: User, now: datetime, settings: Any
) -> None:
    settings.EMAIL_PORT = 1

    resign(alice.pk, game.pk, now=now)
    while relay_events(now):
        pass
    send_due_mails()

    assert Game.objects.get().status == Game.Status.FINISHED
