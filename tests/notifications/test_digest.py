"""Daily email: what waits, and what can wait until the morning; and the weekly mail."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from games.features.ratings.models import RatingChange
from games.models import Game, Leave
from games.play.acts import resign
from games.play.challenge.challenges import Terms, make_challenge
from games.play.leaves import end_leave, take_leave
from notifications import leave_link
from notifications.channels.email_sender import send_due as send_due_mails
from notifications.models import Digest, Notification
from notifications.preferences import (
    NotificationPreferences,
    read_preferences,
    zone_of,
)
from notifications.relay import relay_events
from notifications.vocabulary import Channel, Timing
from notifications.vocabulary.kind import find_kind, kinds
from notifications.wishes import update_preferences
from tests.at_once import at_once
from tests.games.matches import any_turn, place, play, start_formations, start_round, with_next_roll
from tests.notifications.test_mail import html_of, parsed, text_of

Status = Notification.Status
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _daily(bob: User) -> None:
    """Bob wants to hear once a day of whatever can wait."""
    daily = {
        name: Timing.DAILY
        for name, kind in kinds().items()
        if Timing.DAILY in kind.timings(Channel.MAIL)
    }
    update_preferences(bob.pk, {Channel.MAIL: daily})


def relay(now: datetime) -> None:
    while relay_events(now):
        pass


def let_it_be_morning(now: datetime) -> None:
    Digest.objects.filter(status=Digest.Status.PENDING).update(due_at=now)


def mails_to(name: str) -> list[Any]:
    return [parsed(m) for m in mail.outbox if m.to[0].startswith(name)]


def test_one_mail_in_the_morning_reports_all_games(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    play(game, "c3d5", now=now)
    challenge = make_challenge(alice, "bob", Terms(), now=now)
    relay(now)
    send_due_mails()
    assert mails_to("bob") == []

    let_it_be_morning(now)
    assert send_due_mails() == 1

    [message] = mails_to("bob")
    assert message["Subject"] == "1 game waits for you"
    for content in (text_of(message), html_of(message)):
        assert "Your turn against alice" in content
        assert "alice challenges you" in content
        assert content.count(f"/games/{game.pk}/?from=mail") == 1
        assert content.count(f"/challenges/{challenge.pk}/?from=mail") == 1
        assert "Take a vacation day" not in content, "the terms of this game allow none"
    # Tomorrow it waits still, and is told of again; the challenge is not.
    let_it_be_morning(now)
    assert send_due_mails() == 1
    again = text_of(mails_to("bob")[1])
    assert "Your turn against alice" in again
    assert "challenges" not in again


def test_games_that_wait_come_by_urgency_and_others_in_lines(
    game: Game, alice: User, bob: User, charlie: User, now: datetime
) -> None:
    soon = start_round(start_formations(charlie, bob, now, turn_s=43_200), now)
    for one in (game, soon):
        play(one, any_turn(one), now=now)
    over = start_round(start_formations(alice, bob, now), now)
    resign(alice.pk, over.pk, now=now)
    changed = {"before": 1500.4, "after": 1512.2, "deviation": 90, "volatility": 0.06, "score": 1}
    RatingChange.objects.create(game=over, user=bob, pool="eleven-post", at=now, **changed)
    relay(now)
    let_it_be_morning(now)
    send_due_mails()

    [message] = mails_to("bob")
    text = text_of(message)
    assert message["Subject"] == "2 games wait for you"
    assert text.index("against charlie") < text.index("Your turn against alice")
    assert text.count("Chess Eleven: you play Black · 0–0") == 2
    assert "You won against alice" in text
    assert "Your rating in Chess Eleven: 1500 → 1512." in text


def test_a_result_alone_is_a_mail_for_anyone_who_asks_to_hear_of_it_daily(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    resign(alice.pk, game.pk, now=now)
    relay(now)
    let_it_be_morning(now)
    send_due_mails()
    [message] = mails_to("bob")
    assert message["Subject"] == "1 game: what happened"
    assert text_of(message).count("You won against alice") == 1


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
    assert "Your turn" not in text_of(message)
    assert not Notification.objects.filter(user=bob, status=Status.PENDING).exists()


def test_a_day_on_which_nothing_is_left_to_report_brings_no_mail(
    game: Game, bob: User, now: datetime
) -> None:
    play(game, "c3d5", now=now)
    relay(now)
    play(game, "e7e6", now=now)
    mail.outbox.clear()

    let_it_be_morning(now)

    assert send_due_mails() == 0
    first, following = Digest.objects.filter(user=bob).order_by("for_at")
    assert (first.status, following.status) == (Status.WITHDRAWN, Status.PENDING)


def test_one_click_stops_the_daily_mail(game: Game, bob: User, now: datetime) -> None:
    play(game, "c3d5", now=now)
    relay(now)
    let_it_be_morning(now)
    send_due_mails()
    stop = parsed(mail.outbox[-1])["List-Unsubscribe"].strip(" <>")

    Client().post(stop.partition("8000")[2] or stop)

    wishes = read_preferences(bob)
    assert wishes.way(Channel.MAIL, find_kind("turn")) is Timing.OFF
    assert wishes.way(Channel.MAIL, find_kind("reminder")) is Timing.AT_ONCE
    assert not Digest.objects.filter(user=bob, status=Status.PENDING).exists()


@pytest.mark.django_db(transaction=True)
def test_two_senders_together_send_it_once(game: Game, bob: User, now: datetime) -> None:
    play(game, "c3d5", now=now)
    relay(now)
    let_it_be_morning(now)
    assert sum(at_once(send_due_mails, send_due_mails)) == len(mail.outbox)
    assert len(mails_to("bob")) == 1
    # As after a crash between the sending and the writing down of it.
    Digest.objects.filter(status=Status.SENT).update(status=Status.PENDING, due_at=now)
    send_due_mails()
    first, again = mails_to("bob")
    assert first["Message-ID"] == again["Message-ID"]


def test_hour_and_zone_move_the_next_mail(bob: User, client_of: Callable[..., APIClient]) -> None:
    [row] = Digest.objects.filter(user=bob)
    assert row.for_at.time() == time(8)
    bobs = client_of(bob)
    bobs.patch("/api/v1/me", {"notifications": {"digest_hour": 19, "weekly": True}})
    bobs.patch("/api/v1/me", {"time_zone": "Asia/Tokyo"})
    daily, weekly = Digest.objects.filter(user=bob).order_by("period")
    assert (daily.for_at.time(), weekly.for_at.time()) == (time(10), time(10))
    assert weekly.for_at.astimezone(zone_of(User.objects.get(pk=bob.pk))).weekday() == 0
    wishes = NotificationPreferences(digest_hour=8)
    monday = datetime(2026, 11, 23, 8, tzinfo=UTC)
    assert wishes.next_week(monday, UTC) == monday + 7 * DAY
    assert wishes.next_week(monday - timedelta(seconds=1), UTC) == monday


def test_a_day_of_leave_by_one_tap(alice: User, bob: User, now: datetime, client: Client) -> None:
    game = start_round(start_formations(bob, alice, now, has_leave=True), now)
    relay(now)
    let_it_be_morning(now)
    send_due_mails()
    text = text_of(mails_to("bob")[-1])
    link = text.partition("Take a vacation day: ")[2].split()[0]
    path = "/mail/leave/" + link.partition("/mail/leave/")[2]

    for _ in range(2):  # A scanner opens what it finds.
        page = client.get(path)
        assert page.status_code == 200
        client.head(path)
    assert not Leave.objects.exists()
    assert "Take a vacation day?" in page.content.decode()
    assert "bob has 21 vacation days left this year." in page.content.decode()
    # In the language of the mail, whatever the browser's.
    User.objects.filter(pk=bob.pk).update(language="de")
    page = client.get(path, headers={"Accept-Language": "en"})
    assert (page["Content-Language"], 'lang="de"' in page.content.decode()) == ("de", True)
    assert "Einen Tag Urlaub nehmen?" in page.content.decode()
    stop = "/mail/stop/" + text.partition("/mail/stop/")[2].split()[0]
    assert client.get(stop)["Content-Language"] == "de"
    User.objects.filter(pk=bob.pk).update(language="")

    stranger = Client(enforce_csrf_checks=True)
    for _ in range(2):  # Twice is once.
        assert "You're on vacation" in stranger.post(path).content.decode()
    leave = Leave.objects.get()
    assert leave.user == bob
    assert abs(leave.ends_at - now - DAY) < timedelta(minutes=5)
    after = Game.objects.get(pk=game.pk)
    assert after.deadline is not None
    assert game.deadline is not None
    assert after.deadline > game.deadline + timedelta(hours=23)
    end_leave(bob, leave.pk, now + timedelta(hours=1))
    assert "You're on vacation" in client.get(path).content.decode(), "good for one leave"
    Leave.objects.update(begins_at=now - DAY / 12, ends_at=now - DAY / 24)
    assert "This vacation is over" in client.post(path).content.decode()
    # One that is announced for later is not the one that the link takes.
    Leave.objects.update(begins_at=now + 5 * DAY, ends_at=now + 6 * DAY)
    assert "Take a vacation day?" in client.get(path).content.decode()

    let_it_be_morning(now)
    send_due_mails()
    late = leave_link.address_for(bob.pk, now - 3 * DAY).partition("/mail/leave/")[2]
    for token in (late, "x", path.split("/")[3][::-1]):
        assert client.post(f"/mail/leave/{token}/").status_code == 404
    assert Leave.objects.count() == 1


def test_leave_that_cannot_be_taken_is_refused_in_words(
    bob: User, now: datetime, client: Client
) -> None:
    for days in (2, 5):
        begins = now + days * DAY
        Leave.objects.create(user=bob, begins_at=begins, ends_at=begins + DAY, created_at=now - DAY)
    link = leave_link.address_for(bob.pk, now)
    answer = client.post("/mail/leave/" + link.partition("/mail/leave/")[2])
    assert answer.status_code == 409
    assert "You can start vacation at most twice in 14 days." in answer.content.decode()


def test_a_player_who_is_on_leave_is_offered_none(alice: User, bob: User, now: datetime) -> None:
    start_round(start_formations(bob, alice, now, has_leave=True), now)
    take_leave(bob, None, now + 2 * DAY, now)
    relay(now)
    let_it_be_morning(now)
    send_due_mails()
    assert "Take a vacation day" not in text_of(mails_to("bob")[-1])


def test_a_weekly_mail_reports_results_and_the_best_goal(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    update_preferences(alice.pk, {}, weekly=True)
    placed = place(game, "3k4/8/8/8/8/8/4R3/3K4 w e2 open - 3")
    play(with_next_roll(placed, range(55)), "!e8", now=now - DAY / 24)
    resign(bob.pk, game.pk, now=now)
    relay(now)
    Digest.objects.filter(user=alice).update(for_at=now, due_at=now)
    mail.outbox.clear()
    send_due_mails()

    [message] = [m for m in mails_to("alice") if "week" in m["Subject"]]
    assert message["Subject"] == "Your week at Chess Eleven by post"
    for content in (text_of(message), html_of(message)):
        assert "You won against bob" in content
        assert "1 goal from shots worth 0.55 in these games." in content
        assert "Your best goal: a 55% chance," in content
    pictures = [part for part in message.walk() if part.get_content_type() == "image/png"]
    assert len(pictures) == 1
    assert "/mail/stop/" in message["List-Unsubscribe"]

    # A week without anything is not told.
    Digest.objects.filter(user=alice, status=Status.PENDING).update(
        for_at=now + 21 * DAY, due_at=now
    )
    assert send_due_mails() == 0
    path = message["List-Unsubscribe"].strip(" <>")
    Client().post("/mail/stop/" + path.partition("/mail/stop/")[2])
    assert not read_preferences(alice).weekly
    assert not Digest.objects.filter(user=alice, status=Status.PENDING).exists()
