"""Turns of seconds, on a copy on which clients are tried."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Challenge, Game, GameEvent, Heartbeat
from games.pages.cards import terms_of
from games.play.acts import resign
from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
from games.play.challenge.rematches import offer_rematch
from games.play.sweeps import close_overdue, send_reminders
from tests.games.http import API, refused

BODY = {"opponent": "bob", "clock": {"turn_s": 30}}


@pytest.fixture
def quick(alice: User, bob: User, now: datetime) -> Game:
    """A game of half a minute a turn."""
    challenge = make_challenge(alice, "bob", Terms(side="white", turn_s=30), now=now)
    return accept_challenge(bob, challenge.pk, now=now)


def test_where_people_play_no_turn_is_shorter_than_a_day(white: APIClient, bob: User) -> None:
    problem = refused(white.post(f"{API}/challenges", BODY, "json"), 400, "invalid")

    assert [(one["pointer"], one["code"]) for one in problem["errors"]] == [
        ("#/clock", "unavailable")
    ]


def test_a_challenge_may_ask_for_seconds(white: APIClient, bob: User, settings: Any) -> None:
    settings.SHORT_CLOCKS = True

    made = white.post(f"{API}/challenges", BODY, "json")

    assert made.status_code == 201, made.content
    no_more = {"reserve_s": 0, "gain_s": 0, "leave": False, "rest": False}
    assert made.json()["clock"] == {"turn_s": 30, **no_more}
    assert "30 seconds per turn" in terms_of(Challenge.objects.get())


@pytest.mark.parametrize(
    ("clock", "pointer", "code"),
    [
        ({"turn_s": 4}, "#/clock/turn_s", "too_small"),
        ({"turn_s": 1_209_601}, "#/clock/turn_s", "too_large"),
        ({"reserve_s": 1_209_601}, "#/clock/reserve_s", "too_large"),
        ({"gain_s": 86_401}, "#/clock/gain_s", "too_large"),
        ({"turn_s": "30"}, "#/clock/turn_s", "wrong_type"),
        ({"turns": 30}, "#/clock/turns", "unknown_member"),
        (30, "#/clock", "wrong_type"),
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(
    white: APIClient, bob: User, settings: Any, clock: Any, pointer: str, code: str
) -> None:
    settings.SHORT_CLOCKS = True

    answer = white.post(f"{API}/challenges", {"opponent": "bob", "clock": clock}, "json")

    errors = refused(answer, 400, "invalid")["errors"]
    assert (pointer, code) in [(one["pointer"], one["code"]) for one in errors]


def test_the_clock_of_the_game_runs_by_seconds(quick: Game, now: datetime) -> None:
    assert quick.deadline == now + timedelta(seconds=30)
    assert quick.remind_at == now + timedelta(seconds=24)


def test_a_game_by_days_shows_its_clock_too(game: Game) -> None:
    assert APIClient().get(f"{API}/games/{game.pk}").json()["clock"]["turn_s"] == 86_400


def test_what_takes_a_day_elsewhere_is_seen_within_a_minute(quick: Game) -> None:
    start = timezone.now()
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": start})
    Game.objects.filter(pk=quick.pk).update(deadline=start + timedelta(seconds=6), remind_at=start)
    send_reminders(now=start)
    # The sweep of missed deadlines waits a little for anyone who is on the way.
    Game.objects.filter(pk=quick.pk).update(deadline=start - timedelta(minutes=2))
    quick.players.update(deadline=start - timedelta(minutes=2))
    close_overdue(now=start)

    assert GameEvent.objects.filter(game=quick, type="deadline.near").exists()
    assert GameEvent.objects.filter(game=quick, type="round.started").exists()


def test_a_rematch_has_the_same_clock(quick: Game, alice: User, bob: User, now: datetime) -> None:
    resign(bob.pk, quick.pk, now=now)

    assert offer_rematch(alice, quick.pk, now=now).challenge.turn_s == 30
