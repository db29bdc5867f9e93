"""The sentences that pages and mails share."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from accounts import zones
from games.models import Game
from games.shown import wording

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("left", "long", "short"),
    [
        ({"days": 6, "hours": 5}, "6 days", "6 d"),
        ({"days": 1, "hours": 5, "minutes": 29}, "1 day 5 hours", "1 d 5 h"),
        ({"days": 1, "hours": 23, "minutes": 59}, "2 days", "2 d"),
        ({"hours": 23, "minutes": 59}, "24 hours", "24 h"),
        ({"days": 2}, "2 days", "2 d"),
        ({"hours": 21, "minutes": 30}, "22 hours", "22 h"),
        ({"hours": 11, "minutes": 59}, "11 hours", "11 h"),
        ({"hours": 3, "minutes": 12}, "3 hours 12 minutes", "3 h 12 min"),
        ({"hours": 1}, "1 hour", "1 h"),
        ({"minutes": 45, "seconds": 59}, "45 minutes", "45 min"),
        ({"seconds": 59}, "under a minute", "< 1 min"),
        ({"seconds": -1}, "no time", "no time"),
    ],
)
def test_time_left_is_rounded_down_below_twelve_hours(
    left: dict[str, int], long: str, short: str
) -> None:
    deadline = NOON + timedelta(**left)

    assert wording.time_left(deadline, NOON) == long
    assert wording.short_time_left(deadline, NOON) == short


@pytest.mark.parametrize(
    ("moment", "words"),
    [
        (NOON + timedelta(hours=6), "today 19:00"),
        (NOON + timedelta(hours=12), "tomorrow 01:00"),
        (NOON - timedelta(hours=20), "yesterday 17:00"),
        (NOON + timedelta(days=3), "Tuesday 13:00"),
        (NOON + timedelta(days=7), "28 November 13:00"),
        (NOON + timedelta(days=60), "20 January 2027 13:00"),
    ],
)
def test_a_moment_is_shown_on_the_readers_clock(moment: datetime, words: str) -> None:
    assert wording.moment(moment, NOON, zones.zone_of("Europe/Vienna")) == words


def test_what_was_given_back_is_shown_on_the_readers_clock() -> None:
    told = {
        "seconds": 8 * 3600 + 720,
        "reason": "service down",
        "started_at": "2026-11-20T17:48:00Z",
        "ended_at": "2026-11-21T02:00:00Z",
    }

    assert wording.given_back(told, NOON, zones.zone_of("Europe/Vienna")) == (
        "8 hours 12 minutes: the service was down from yesterday 18:48 to today 03:00"
    )
    assert wording.given_back({**told, "reason": "a move"}, NOON, UTC) == (
        "8 hours 12 minutes: a move from yesterday 17:48 to today 02:00 UTC"
    )


def test_an_unknown_time_zone_is_taken_for_utc() -> None:
    assert wording.moment(NOON, NOON, zones.zone_of("Moon/Base")) == "today 12:00"


@pytest.mark.parametrize(("hours", "is_short"), [(0, False), (19, False), (19.3, True), (23, True)])
def test_time_is_short_when_a_fifth_is_left(game: Game, hours: float, is_short: bool) -> None:
    now = game.clock_started_at + timedelta(hours=hours)

    assert wording.is_time_short(game, now) is is_short


def test_a_challenge_that_was_just_made_is_open_for_all_its_days() -> None:
    moment = NOON + timedelta(minutes=1)

    assert wording.time_open(NOON + timedelta(days=14), moment) == "14 days"
    assert wording.time_open(NOON + timedelta(days=14), moment, is_short=True) == "14 d"
    assert wording.time_open(NOON + timedelta(minutes=31), moment) == "30 minutes"
