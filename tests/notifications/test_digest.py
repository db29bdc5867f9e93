"""The daily mail: one mail for all that can wait until the morning."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from games.models import Game
from games.services.challenges import Terms, make_challenge
from notifications.channels.email_sender import send_due as send_due_mails
from notifications.models import Notification
from notifications.preferences import read_preferences, update_preferences
from notifications.relay import relay_events
from notifications.vocabulary import Channel, NotificationKind, Timing, timings_for
from tests.games.matches import play
from tests.notifications.test_mail import html_of, parsed, text_of

Status = Notification.Status


@pytest.fixture(autouse=True)
def _daily(bob: User) -> None:
    """Bob wants to hear once a day of whatever can wait."""
    daily = {
        kind: Timing.DAILY
        for kind in NotificationKind
        if Timing.DAILY in timings_for(Channel.MAIL, kind)
    }
    update_preferences(bob.pk, {Channel.MAIL: daily})


def relay(now: datetime) -> None:
    while relay_events(now):
        pass


def let_it_be_morning(now: datetime) -> None:
    Notification.objects.filter(in_digest=True, status=Status.PENDING).update(due_at=now)


def test_one_mail_in_the_morning_tells_of_all_games(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    play(game, "c3d5", now=now)
    challenge = make_challenge(alice, "bob", Terms(), now=now)
    relay(now)
    send_due_mails()
    assert [m.to for m in mail.outbox] == []

    let_it_be_morning(now)
    send_due_mails()

    [message] = [parsed(m) for m in mail.outbox]
    assert message["Subject"] == "2 games: what happened"
    for content in (text_of(message), html_of(message)):
        assert "Your turn against alice" in content
        assert "alice challenges you" in content
        assert content.count(f"/games/{game.pk}/?from=mail") == 1
        assert content.count(f"/challenges/{challenge.pk}/?from=mail") == 1


def test_what_is_no_longer_true_is_left_out(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    play(game, "c3d5", now=now)
    make_challenge(alice, "bob", Terms(), now=now)
    relay(now)
    play(game, "e7e6", now=now)
    mail.outbox.clear()

    let_it_be_morning(now)
    send_due_mails()

    [message] = [parsed(m) for m in mail.outbox]
    assert message["Subject"] == "1 game: what happened"
    turn = Notification.objects.get(user=bob, event__type="turn.played")
    assert turn.status == Status.WITHDRAWN


def test_a_day_on_which_nothing_is_left_to_tell_brings_no_mail(game: Game, now: datetime) -> None:
    play(game, "c3d5", now=now)
    relay(now)
    play(game, "e7e6", now=now)
    mail.outbox.clear()

    let_it_be_morning(now)

    assert send_due_mails() == 0


def test_one_click_stops_the_daily_mail(game: Game, bob: User, now: datetime) -> None:
    play(game, "c3d5", now=now)
    relay(now)
    let_it_be_morning(now)
    send_due_mails()
    stop = parsed(mail.outbox[-1])["List-Unsubscribe"].strip(" <>")

    Client().post(stop.partition("8000")[2] or stop)

    wishes = read_preferences(bob)
    assert wishes.way(Channel.MAIL, NotificationKind.TURN) is Timing.OFF
    assert wishes.way(Channel.MAIL, NotificationKind.REMINDER) is Timing.AT_ONCE
