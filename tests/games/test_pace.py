"""How soon people answer, for everyone to see before they agree to play."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Game, Turn
from games.play.deadlines import enforce_deadline
from games.play.leaves import take_leave
from games.shown.pace import Pace, pace_lines, pace_of
from tests.conftest import Clients
from tests.games.http import API, refused
from tests.games.matches import any_turn, play, start_formations, start_round

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def post(alice: User, bob: User, now: datetime) -> Game:
    """A game of a day a turn with a day in reserve; alice is awaited."""
    return start_round(start_formations(alice, bob, now, reserve_s=86_400), now)


def test_the_pace_of_that_of_real_turns(post: Game, alice: User, now: datetime) -> None:
    for hours in (2, 6, 8, 20):
        play(post, any_turn(post), now=now + hours * HOUR)
    Turn.objects.filter(side="black").update(took=None)  # As turns of long ago.
    play(post, any_turn(post), now=now + 21 * HOUR)
    enforce_deadline(post.pk, now + 5 * DAY)
    take_leave(alice, None, now + 7 * DAY, now + 5 * DAY)

    pace = pace_of(alice.pk, now + 5 * DAY)
    assert (pace.turns, pace.median_s, pace.p80_s) == (3, 7200, 7200)
    assert (pace.missed, pace.running, pace.finished) == (0, 0, 1)
    assert pace.hours[14] == 1
    assert pace_lines(pace, now, UTC) == [
        "new player, 3 turns so far",
        "away until 8 January",
    ]
    assert pace_of(post.seats[1].user_id, now + 5 * DAY).missed == 1
    assert pace_of(alice.pk, now + 100 * DAY).turns == 0


def test_the_same_time_is_said_once(now: datetime) -> None:
    pace = Pace(20, 20, 50, (20, *[0] * 23), 0, 0, 0, 0, None)
    assert pace_lines(pace, now, UTC)[0] == "answers in under a minute"

    assert pace_lines(Pace(0, None, None, (0,) * 24, 0, 0, 0, 0, None), now, UTC) == ["new player"]


def test_what_was_missed_is_said_from_twenty_turns_on(now: datetime) -> None:
    def lines(turns: int) -> list[str]:
        return pace_lines(Pace(turns, 60, 60, (turns, *[0] * 23), 1, 0, 0, 0, None), now, UTC)

    assert not any(line.startswith("missed") for line in lines(18))
    assert "missed 1 of 20" in lines(19)


def test_the_pace_of_said_on_the_readers_clock(now: datetime) -> None:
    hours = [0] * 24
    hours[20], hours[23], hours[1], hours[9] = 10, 5, 3, 2
    pace = Pace(20, 5 * 3600, 14 * 3600, tuple(hours), 1, 0, 7, 0, None)

    assert pace_lines(pace, now, UTC) == [
        "answers in 5 hours, mostly within 14 hours",
        "usually from 20:00 to 02:00, your time",
        "missed 1 of 21",
        "7 games running",
    ]


def test_the_pace_of_shown_before_one_accepts(
    alice: User,
    bob: User,
    anonymous: APIClient,
    white: APIClient,
    client: Client,
    client_of: Clients,
) -> None:
    shown = anonymous.get(f"{API}/players/alice").json()["pace"]
    assert (shown["turns_90d"], shown["median_s"], shown["hours"]) == (0, None, [0] * 24)
    assert client_of(alice).get(f"{API}/me").json()["pace"] == shown
    refused(client_of(alice).patch(f"{API}/me", {"pace": shown}, "json"), 400, "invalid")

    made = white.post(f"{API}/challenges", {"opponent": "bob"}, "json").json()
    client.force_login(bob)
    page = client.get(f"/challenges/{made['id']}/").content.decode()
    assert page.count("ew player") == 2
    assert "ew player" in client.get("/players/alice/").content.decode()
