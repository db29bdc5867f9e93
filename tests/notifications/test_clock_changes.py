"""Quiet hours and told times when the clocks are changed."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from accounts.models import User
from games.models import Game
from games.shown import wording
from notifications.message.context import load_contexts
from notifications.models import Notification
from notifications.preferences import NotificationPreferences

VIENNA = ZoneInfo("Europe/Vienna")
# At 01:00Z on 25 October 2026 clocks there go from 03:00 back to 02:00, on 28 March 2027 from
# 02:00 forward to 03:00.


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("begin", "end", "now", "sent_at"),
    [
        ("22:30", "02:30", "2026-10-25 00:10", "2026-10-25 01:30"),
        # Once the clock has shown the end for the first time, it shows the quiet hours again.
        ("22:30", "02:30", "2026-10-25 00:45", "2026-10-25 01:30"),
        ("22:30", "02:30", "2026-10-25 01:10", "2026-10-25 01:30"),
        ("22:30", "02:30", "2026-10-25 01:30", "2026-10-25 01:30"),
        ("22:30", "07:00", "2026-10-25 00:45", "2026-10-25 06:00"),
        # Quiet from the first time that the clock shows the beginning.
        ("02:30", "07:00", "2026-10-25 00:29", "2026-10-25 00:29"),
        ("02:30", "07:00", "2026-10-25 01:10", "2026-10-25 06:00"),
        ("02:10", "02:40", "2026-10-25 00:50", "2026-10-25 01:40"),
        # An hour that is left out: quiet until a time that never comes.
        ("22:30", "02:30", "2027-03-28 00:45", "2027-03-28 01:30"),
        ("22:30", "07:00", "2027-03-28 03:00", "2027-03-28 05:00"),
        # Any other night.
        ("22:30", "07:00", "2026-11-20 21:29", "2026-11-20 21:29"),
        ("22:30", "07:00", "2026-11-20 21:30", "2026-11-21 06:00"),
        ("22:30", "07:00", "2026-11-21 05:59", "2026-11-21 06:00"),
        ("22:30", "07:00", "2026-11-21 06:00", "2026-11-21 06:00"),
        ("12:00", "13:00", "2026-11-21 11:30", "2026-11-21 12:00"),
        ("12:00", "12:00", "2026-11-21 11:30", "2026-11-21 11:30"),
    ],
)
def test_when_a_push_may_disturb(begin: str, end: str, now: str, sent_at: str) -> None:
    wishes = NotificationPreferences(quiet=(time.fromisoformat(begin), time.fromisoformat(end)))
    assert wishes.after_quiet(at(now), VIENNA) == at(sent_at)


def test_no_minute_of_the_night_is_let_through() -> None:
    wishes = NotificationPreferences(quiet=(time(22, 30), time(2, 30)))
    began, ended = at("2026-10-24 20:30"), at("2026-10-25 01:30")
    for minute in range(int((ended - began).total_seconds() / 60)):
        assert wishes.after_quiet(began + timedelta(minutes=minute), VIENNA) == ended


@pytest.mark.parametrize(
    ("moment", "shown"),
    [
        ("2026-10-25 00:30", "02:30 UTC+02:00"),
        ("2026-10-25 01:30", "02:30 UTC+01:00"),
        ("2026-10-25 02:30", "03:30"),
        ("2027-03-28 00:30", "01:30"),
        ("2027-03-28 01:30", "03:30"),
    ],
)
def test_the_hour_that_comes_twice_is_shown_with_its_offset(moment: str, shown: str) -> None:
    assert wording.clock(at(moment).astimezone(VIENNA)) == shown


def test_a_mail_says_which_of_the_two_hours_it_means(game: Game, alice: User, relayed) -> None:
    relayed()
    User.objects.filter(pk=alice.pk).update(time_zone="Europe/Vienna")
    row = Notification.objects.get(user=alice, channel="mail", kind="turn")
    told = []
    for deadline in (at("2026-10-25 00:30"), at("2026-10-25 01:30")):
        Game.objects.update(deadline=deadline)
        [context] = load_contexts([Notification.objects.get(pk=row.pk)])
        told.append(context.compose().deadline)
    assert told == [
        "Play by Sunday 25 October 2026, 02:30 UTC+02:00 (Vienna time).",
        "Play by Sunday 25 October 2026, 02:30 UTC+01:00 (Vienna time).",
    ]
