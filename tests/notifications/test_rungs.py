"""When someone is reminded: the rungs of a ladder, quiet hours, and days of 23 and 25 hours."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from notifications.preferences import NotificationPreferences
from notifications.reminders.rungs import Clock, Rung, after_night, ladder
from notifications.vocabulary import RUNGS, Channel

VIENNA = ZoneInfo("Europe/Vienna")
PUSH, MAIL = Channel.PUSH, Channel.MAIL


def at(text: str) -> datetime:
    """Return a moment by the clock in Vienna."""
    return datetime.fromisoformat(text).replace(tzinfo=VIENNA).astimezone(UTC)


def clock(began: str, *, hours: float = 24, reserve: float = 0) -> Clock:
    main_until = at(began) + timedelta(hours=hours)
    return Clock(
        at(began), main_until, main_until + timedelta(hours=reserve), timedelta(hours=hours)
    )


def wishes(
    *rungs: str, quiet: tuple[str, str] | None = None, wake_me: bool = False
) -> NotificationPreferences:
    return NotificationPreferences(
        quiet=(time.fromisoformat(quiet[0]), time.fromisoformat(quiet[1])) if quiet else None,
        rungs={PUSH: rungs} if rungs else {},
        wake_me=wake_me,
    )


def told(
    running: Clock, chosen: NotificationPreferences, channel: Channel = PUSH
) -> list[tuple[str, str]]:
    return [
        (due.rung.name, f"{due.sent_at.astimezone(VIENNA):%d %H:%M}")
        for due in ladder(running, channel, chosen, VIENNA)
    ]


def test_by_default_push_comes_twice_and_mail_once() -> None:
    assert told(clock("2026-06-10 20:00"), wishes()) == [("6h", "11 14:00"), ("1h", "11 19:00")]
    assert told(clock("2026-06-10 20:00"), wishes(), MAIL) == [("4h", "11 16:00")]


def test_rungs_longer_than_most_of_the_turn_are_left_out() -> None:
    every = wishes(*RUNGS)
    assert [name for name, _ in told(clock("2026-06-10 20:00"), every)] == [
        "12h", "6h", "4h", "2h", "1h", "30min",
    ]  # fmt: skip
    assert [name for name, _ in told(clock("2026-06-10 20:00", hours=72), every)][:2] == [
        "24h", "12h",
    ]  # fmt: skip
    assert told(clock("2026-06-10 20:00", hours=120), every)[0] == ("48h", "13 20:00")
    assert told(clock("2026-06-10 20:00", hours=0.01), every) == []


def test_a_reserve_is_reported_whatever_was_chosen() -> None:
    running = clock("2026-06-10 20:00", reserve=48)
    assert told(running, wishes("1h")) == [
        ("1h", "11 19:00"),
        ("reserve", "11 20:00"),
        ("reserve-24h", "12 20:00"),
        ("reserve-4h", "13 16:00"),
    ]
    assert [name for name, _ in told(clock("2026-06-10 20:00", reserve=3), wishes("1h"))] == [
        "1h",
        "reserve",
    ]


NIGHT = ("22:00", "07:00")


@pytest.mark.parametrize(
    ("began", "hours", "rung", "heard"),
    [
        # By day nothing moves.
        ("2026-06-10 20:00", 24, "6h", "11 14:00"),
        # Due at 01:00: before the night instead.
        ("2026-06-10 07:00", 24, "6h", "10 21:45"),
        # The turn began at night, too: when it ends, if half an hour is left then.
        ("2026-06-10 23:00", 12, "6h", "11 07:00"),
        ("2026-06-10 21:45", 12, "6h", "11 07:00"),
        # Due at the very end of the night.
        ("2026-06-10 23:00", 12, "4h", "11 07:00"),
        ("2026-06-10 13:00", 24, "6h", "11 07:00"),
    ],
)
def test_a_rung_keeps_out_of_quiet_hours(began: str, hours: int, rung: str, heard: str) -> None:
    assert told(clock(began, hours=hours), wishes(rung, quiet=NIGHT)) == [(rung, heard)]


def test_a_rung_that_no_time_suits_wakes_only_those_who_want_it() -> None:
    running = clock("2026-06-10 22:10", hours=9)  # until 07:10
    assert told(running, wishes("2h", quiet=NIGHT)) == []
    assert told(running, wishes("2h", quiet=NIGHT, wake_me=True)) == [("2h", "11 05:10")]
    [due] = ladder(running, PUSH, wishes("2h", quiet=NIGHT, wake_me=True), VIENNA)
    assert after_night(due.rung, due.sent_at, wishes(quiet=NIGHT, wake_me=True), VIENNA)
    assert after_night(due.rung, due.sent_at, wishes(quiet=NIGHT), VIENNA) is None


def test_what_becomes_due_at_night_waits_for_the_morning() -> None:
    rung = Rung("6h", at("2026-06-10 01:00"), at("2026-06-11 12:00"))
    night = wishes(quiet=NIGHT)
    assert after_night(rung, at("2026-06-11 03:00"), night, VIENNA) == at("2026-06-11 07:00")
    assert after_night(rung, at("2026-06-11 08:00"), night, VIENNA) == at("2026-06-11 08:00")


@pytest.mark.parametrize(
    ("began", "quiet", "heard"),
    [
        # The night of 25 October 2026 has 02:00 to 03:00 twice: due at the second 02:30, it comes
        # a quarter before the quiet hours, which begin at the first.
        ("2026-10-24 09:30", ("02:10", "07:00"), "25 01:55"),
        ("2026-10-24 09:30", ("22:00", "07:00"), "24 21:45"),
        # On 28 March 2027 clocks go from 02:00 to 03:00: quiet from 02:30 begins sooner.
        ("2027-03-27 10:00", ("02:30", "07:00"), "28 01:15"),
    ],
)
def test_days_of_other_lengths(began: str, quiet: tuple[str, str], heard: str) -> None:
    assert told(clock(began), wishes("6h", quiet=quiet)) == [("6h", heard)]
