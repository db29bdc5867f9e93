"""A live match that is broken off continues by post with its score: by consent, or by an outage."""

from __future__ import annotations

from datetime import datetime, timedelta

from rest_framework.test import APIClient

from accounts.models import User
from games.features.live.models import PlayingOn
from games.models import Act, Game, GameEvent, LivePlayer
from games.play.challenge.live import pair
from games.play.deadlines import enforce_deadline
from games.play.heartbeat import beat
from games.play.outages import give_back, pause_clocks, resume_clocks
from games.play.replay import differences_of
from tests.games.http import refused
from tests.games.matches import any_turn, play, start_formations, start_round

DAY, RESERVE = timedelta(days=1), timedelta(days=2)


def live_match(alice: User, bob: User, now: datetime) -> Game:
    """Return a live match after its first three turns."""
    game = start_round(pair(alice, bob, ruleset="eleven", now=now), now)
    for _ in range(3):
        play(game, any_turn(game), now=now)
    return Game.objects.get(pk=game.pk)


def is_by_post(game_id: str, score: object, now: datetime) -> None:
    """Hold a match against what one by post is."""
    game = Game.objects.get(pk=game_id)
    assert (game.live, game.days_per_turn, game.reserve_s) == (None, 1, RESERVE.total_seconds())
    assert game.summary.score == score
    assert {seat.reserve_left for seat in game.seats} == {RESERVE.total_seconds()}
    assert abs(game.deadline - (now + DAY + RESERVE)) < timedelta(seconds=30)
    assert not LivePlayer.objects.exists()
    assert differences_of(game) == []
    play(game, any_turn(game), now=now)
    assert abs(Game.objects.get(pk=game_id).deadline - (now + DAY + RESERVE)) < timedelta(minutes=1)


def test_both_agree_and_go_on_by_post(
    white: APIClient, black: APIClient, third: APIClient, alice: User, bob: User, now: datetime
) -> None:
    game = live_match(alice, bob, now)
    path = f"/api/v1/games/{game.pk}/by-post"
    refused(third.post(path), 403, "not_a_player")
    refused(white.put(f"/api/v1/games/{game.pk}/playing-on"), 409, "wrong_phase")

    assert white.post(path).json()["live"] is not None
    assert white.post(path).json()["live"] is not None
    for user in (alice, bob):
        assert user.inbox_entries.filter(event__type="by_post.asked").count() == 1
    PlayingOn.objects.update(agreed={"white": 0, "black": 0})  # Asked long ago.
    assert black.post(path).json()["live"] is not None
    shown = white.post(path).json()

    assert shown["live"] is None
    assert black.post(path).json()["turn"] == shown["turn"]
    assert Act.objects.filter(game=game, name="by_post").count() == 1
    is_by_post(game.pk, {"white": 0, "black": 0}, now)


def test_a_long_outage_ends_live_play_and_a_short_one_does_not(
    alice: User, bob: User, now: datetime
) -> None:
    game = live_match(alice, bob, now)
    beat()
    pause_clocks(now)
    resume_clocks(now + timedelta(seconds=40))
    give_back()
    assert Game.objects.get(pk=game.pk).live is not None

    later = now + timedelta(seconds=50)
    pause_clocks(later)
    resume_clocks(later + timedelta(seconds=61))
    give_back()
    give_back()
    is_by_post(game.pk, {"white": 0, "black": 0}, now)


def test_minutes_without_a_heartbeat_end_live_play_too(
    alice: User, bob: User, charlie: User, dan: User, now: datetime
) -> None:
    """Below five minutes games by post lose nothing, and live ones have lost their players."""
    forming = pair(charlie, dan, ruleset="eleven", now=now)
    game = live_match(alice, bob, now)
    beat(now)

    beat(now + timedelta(seconds=90))

    is_by_post(game.pk, {"white": 0, "black": 0}, now + timedelta(seconds=90))
    forming = Game.objects.get(pk=forming.pk)
    assert (forming.live, forming.status) == (None, "formation")
    assert differences_of(forming) == []


def test_a_clock_that_is_put_back_takes_the_live_clocks_with_it(
    alice: User, bob: User, charlie: User, dan: User, now: datetime
) -> None:
    post = start_round(start_formations(charlie, dan, now), now)
    game = live_match(alice, bob, now)
    beat(now + timedelta(seconds=5))

    earlier = now - timedelta(hours=2)
    beat(earlier)

    moved = Game.objects.get(pk=game.pk)
    assert moved.live["until"] - game.live["until"] == (10 - 7200 - 5) * 1000
    told = GameEvent.objects.filter(game=game).latest("number")
    assert (told.type, told.data["seconds"]) == ("deadline.extended", 10)
    assert Game.objects.get(pk=post.pk).deadline == post.deadline
    for seconds in (5, 15):
        beat(earlier + timedelta(seconds=seconds))
    assert Game.objects.get(pk=game.pk).live == moved.live, "once"
    assert enforce_deadline(game.pk, moved.deadline + timedelta(seconds=1))
    # A gap after it is given back as any other.
    ran = Game.objects.get(pk=game.pk)
    beat(earlier + timedelta(seconds=55))
    assert Game.objects.get(pk=game.pk).live["until"] > ran.live["until"]


def test_chess_on_a_clock_continues_by_post(
    white: APIClient, black: APIClient, alice: User, bob: User, now: datetime
) -> None:
    game = pair(alice, bob, ruleset="standard", now=now)
    for client in (white, black):
        shown = client.post(f"/api/v1/games/{game.pk}/by-post").json()
    assert (shown["live"], shown["deadline"] is not None) == (None, True)
    is_by_post(game.pk, None, now)
