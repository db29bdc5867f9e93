"""The mail with the puzzle of the day: for anyone who asks, once a day, in their words and hour."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.features.puzzles.attempts import note_try
from games.features.puzzles.models import Puzzle
from notifications.channels.email_sender import send_due
from notifications.models import Digest
from notifications.preferences import read_preferences
from tests.at_once import at_once
from tests.conftest import Clients
from tests.notifications.test_mail import html_of, parsed, text_of
from tests.puzzles.test_puzzles import made

Status = Digest.Status
DAY = timedelta(days=1)


@pytest.fixture
def puzzle(db: None) -> Puzzle:
    return made("sure", timezone.now())


@pytest.fixture
def asks(bob: User, client_of: Clients) -> User:
    answer = client_of(bob).patch("/api/v1/me", {"notifications": {"daily_puzzle": True}})
    assert answer.json()["notifications"]["daily_puzzle"] is True
    return bob


def morning() -> int:
    """Let the mails that wait be due, and send them."""
    Digest.objects.filter(status=Status.PENDING).update(due_at=timezone.now())
    return send_due()


def yesterday() -> None:
    """Let what was sent have been sent the day before."""
    Digest.objects.exclude(status=Status.PENDING).update(settled_at=timezone.now() - DAY)


def sent() -> list[Any]:
    return [parsed(one) for one in mail.outbox]


def test_no_one_is_sent_one_who_has_not_asked(puzzle: Puzzle, bob: User) -> None:
    assert not read_preferences(bob).daily_puzzle
    assert not Digest.objects.exists()


def test_it_brings_the_puzzle_once_a_day_and_one_click_stops_it(
    puzzle: Puzzle, asks: User, client_of: Clients
) -> None:
    [row] = Digest.objects.all()
    assert (row.period, row.for_at.hour) == ("puzzle", 8)
    assert morning() == 1
    [first] = sent()
    assert first["Subject"] == "Puzzle of the day: Sure goal"
    for content in (text_of(first), html_of(first)):
        assert "White to play: find the shot that always scores." in content
        assert f"/puzzles/{puzzle.pk}/?from=mail" in content
        assert "in a row" not in content
    assert [part.get_content_type() for part in first.walk()].count("image/png") == 1

    # Another hour on the same day brings no second one.
    client_of(asks).patch("/api/v1/me", {"notifications": {"digest_hour": 19}})
    assert morning() == 0
    yesterday()
    # In the person's language.
    User.objects.filter(pk=asks.pk).update(language="de")
    assert morning() == 1
    assert sent()[1]["Subject"] == "Rätsel des Tages: Sicheres Tor"
    assert sent()[1]["Message-ID"] != first["Message-ID"]

    stop = first["List-Unsubscribe"].strip(" <>").partition("/mail/stop/")[2]
    page = Client().get(f"/mail/stop/{stop}")
    assert "Rätsel des Tages" in page.content.decode()
    assert Client().post(f"/mail/stop/{stop}").status_code == 200
    assert not read_preferences(asks).daily_puzzle
    assert not Digest.objects.filter(status=Status.PENDING).exists()


def test_it_is_left_out_where_there_is_nothing_to_solve(asks: User) -> None:
    now = timezone.now()
    assert morning() == 0  # There is no puzzle.
    puzzle = made("sure", now)
    note_try(asks, puzzle, now, solved=True, shown=False, ms=None)
    assert morning() == 0  # It is solved.
    day = now.astimezone(UTC).date()
    Puzzle.objects.filter(pk=puzzle.pk).update(day=day - DAY)
    Puzzle.objects.filter(pk=made("mate", now).pk).update(day=day)
    assert morning() == 1
    assert "1 day in a row with a puzzle solved" in text_of(sent()[0])


def test_a_player_who_has_stopped_it_gets_none_that_was_due_already(
    puzzle: Puzzle, asks: User
) -> None:
    Digest.objects.update(for_at=timezone.now() - DAY / 24, due_at=timezone.now() - DAY / 24)
    asks.notification_preferences.__class__.objects.update(daily_puzzle=False)
    assert send_due() == 0
    assert Digest.objects.get().status == Status.WITHDRAWN


@pytest.mark.django_db(transaction=True)
def test_two_senders_together_send_it_once(puzzle: Puzzle, asks: User) -> None:
    Digest.objects.update(due_at=timezone.now())
    assert sum(at_once(send_due, send_due)) == len(mail.outbox) == 1
    # As after a crash between the sending and the writing down of it: seen as one.
    Digest.objects.filter(status=Status.SENT).update(status=Status.PENDING, due_at=timezone.now())
    send_due()
    assert len({one["Message-ID"] for one in sent()}) == 1


def test_it_comes_at_the_hour_of_the_daily_mail(asks: User, client_of: Clients) -> None:
    client_of(asks).patch("/api/v1/me", {"time_zone": "Asia/Tokyo"})
    [row] = Digest.objects.all()
    assert row.for_at.astimezone(UTC).hour == 23
    assert row.for_at - datetime.now(UTC) <= DAY
