"""The sentences that pages and mails share."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from games import wording
from games.models import Game

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("left", "long", "short"),
    [
        ({"days": 6, "hours": 5}, "6 days", "6 d"),
        ({"days": 1, "hours": 5, "minutes": 59}, "1 day 5 hours", "1 d 5 h"),
        ({"days": 2}, "2 days", "2 d"),
        ({"hours": 21, "minutes": 30}, "21 hours", "21 h"),
        ({"hours": 3, "minutes": 12}, "3 hours 12 minutes", "3 h 12 min"),
        ({"hours": 1}, "1 hour", "1 h"),
        ({"minutes": 45, "seconds": 59}, "45 minutes", "45 min"),
        ({"seconds": 59}, "under a minute", "< 1 min"),
        ({"seconds": -1}, "no time", "no time"),
    ],
)
def test_time_left_is_rounded_down(left: dict[str, int], long: str, short: str) -> None:
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
def test_a_moment_is_told_on_the_readers_clock(moment: datetime, words: str) -> None:
    assert wording.moment(moment, NOON, wording.zone_of("Europe/Vienna")) == words


def test_what_was_given_back_is_told_on_the_readers_clock() -> None:
    told = {
        "seconds": 8 * 3600 + 720,
        "reason": "service down",
        "started_at": "2026-11-20T17:48:00Z",
        "ended_at": "2026-11-21T02:00:00Z",
    }

    assert wording.given_back(told, NOON, wording.zone_of("Europe/Vienna")) == (
        "8 hours 12 minutes: the service was down from yesterday 18:48 to today 03:00"
    )
    assert wording.given_back({**told, "reason": "a move"}, NOON, UTC) == (
        "8 hours 12 minutes: a move from yesterday 17:48 to today 02:00 UTC"
    )


def test_an_unknown_time_zone_is_taken_for_utc() -> None:
    assert wording.moment(NOON, NOON, wording.zone_of("Moon/Base")) == "today 12:00"


def test_a_game_is_told_from_the_readers_side(alice: User, bob: User, game: Game) -> None:
    now = game.clock_started_at

    assert wording.headline(game, alice.pk) == "You 0–0 bob"
    assert wording.headline(game, None) == "alice 0–0 bob"
    assert wording.your_turn(game, alice.pk, now) == "Your turn, 1 day left"
    assert wording.their_turn(game, bob.pk, now) == "alice has 1 d"


def test_the_time_of_others_is_told_on_the_readers_clock(
    alice: User, bob: User, game: Game
) -> None:
    game.deadline, now = NOON + timedelta(hours=28), NOON
    vienna = wording.zone_of("Europe/Vienna")

    assert wording.their_time(game, bob.pk, now, vienna) == ("alice has", "tomorrow 17:00")
    assert wording.their_time(game, None, now, UTC) == ("alice has", "tomorrow 16:00 UTC")
    assert wording.their_time(game, alice.pk, now, vienna) == ("", "")


def test_the_tab_says_whose_turn_it_is(alice: User, bob: User, charlie: User, game: Game) -> None:
    assert wording.page_title(game, alice.pk) == "Your turn against bob"
    assert wording.page_title(game, bob.pk) == "Waiting for alice"
    assert wording.page_title(game, charlie.pk) == "alice 0–0 bob"
    game.status = Game.Status.FORMATION
    assert wording.page_title(game, alice.pk) == "Your formation against bob"
    game.status, game.winner, game.reason = Game.Status.FINISHED, "white", "goals"
    assert wording.page_title(game, alice.pk) == "You 0–0 bob, over"


@pytest.mark.parametrize(("hours", "is_short"), [(0, False), (19, False), (19.3, True), (23, True)])
def test_time_is_short_when_a_fifth_is_left(game: Game, hours: float, is_short: bool) -> None:
    now = game.clock_started_at + timedelta(hours=hours)

    assert wording.is_time_short(game, now) is is_short


@pytest.mark.parametrize(
    ("winner", "reason", "yours", "theirs", "anybodys"),
    [
        ("white", "goals", "You won 2–1", "alice won 2–1", "alice won 2–1"),
        (
            "black",
            "timeout",
            "bob won on time (1–2)",
            "You won on time (1–2)",
            "bob won on time (1–2)",
        ),
        (
            "white",
            "resignation",
            "You won: bob resigned (2–1)",
            "alice won: you resigned (2–1)",
            "alice won: bob resigned (2–1)",
        ),
        (
            "white",
            "final_whistle",
            "You won 2–1 at the final whistle",
            "alice won 2–1 at the final whistle",
            "alice won 2–1 at the final whistle",
        ),
        (
            None,
            "agreement",
            "Draw 2–1 by agreement",
            "Draw 1–2 by agreement",
            "Draw 2–1 by agreement",
        ),
    ],
)
def test_a_result_is_told_from_the_readers_side(
    alice: User,
    bob: User,
    game: Game,
    winner: str | None,
    reason: str,
    yours: str,
    theirs: str,
    anybodys: str,
) -> None:
    game.status, game.winner, game.reason = Game.Status.FINISHED, winner, reason
    game.description["score"] = {"black": 1, "white": 2}

    assert wording.result(game, alice.pk) == yours
    assert wording.result(game, bob.pk) == theirs
    assert wording.result(game, None) == anybodys


def test_a_game_called_off_has_no_result(alice: User, game: Game) -> None:
    game.status, game.reason = Game.Status.ABORTED, "aborted"

    assert wording.result(game, alice.pk) == "Called off: no result"
