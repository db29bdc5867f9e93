"""Giving time to an opponent."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Game, GameEvent, Player
from games.play.giving_time import give_time
from games.refusals import Conflict
from tests.games.http import API, refused
from tests.games.matches import any_turn, play, start_formations, start_round

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def post(alice: User, bob: User, now: datetime) -> Game:
    """A game of a day a turn with a day in reserve; alice is awaited."""
    return start_round(start_formations(alice, bob, now, reserve_s=86_400), now)


def test_given_time_comes_before_the_reserve(post: Game, bob: User, now: datetime) -> None:
    give_time(bob.pk, post.pk, 24, now=now + HOUR)

    game = Game.objects.get(pk=post.pk)
    assert (game.main_until, game.deadline) == (now + 2 * DAY, now + 3 * DAY)
    event = GameEvent.objects.get(type="clock.given")
    assert (event.data["side"], event.data["hours"]) == ("black", 24)

    play(game, any_turn(game), now=now + 50 * HOUR)
    assert Player.objects.get(game=game, side="white").reserve_left == 86_400 - 2 * 3600
    assert game.turns.get().took == 50 * 3600
    assert Game.objects.get(pk=post.pk).given_s == 0


def test_time_may_be_given_while_the_reserve_runs(post: Game, bob: User, now: datetime) -> None:
    give_time(bob.pk, post.pk, 10, now=now + 30 * HOUR)

    game = Game.objects.get(pk=post.pk)
    assert (game.main_until, game.deadline) == (now + 34 * HOUR, now + 2 * DAY + 10 * HOUR)
    assert game.remind_at == game.main_until, "the players hear of it when the time bank runs again"
    play(game, any_turn(game), now=now + 46 * HOUR)
    assert Player.objects.get(game=game, side="white").reserve_left == 12 * 3600


def test_a_gift_smaller_than_what_was_used_leaves_the_time_bank_running(
    post: Game, bob: User, now: datetime
) -> None:
    give_time(bob.pk, post.pk, 4, now=now + 30 * HOUR)

    game = Game.objects.get(pk=post.pk)
    assert (game.main_until, game.deadline) == (now + DAY, now + 2 * DAY + 4 * HOUR)


def test_only_so_much_is_given_and_only_to_others(
    post: Game, game: Game, alice: User, bob: User, charlie: User, now: datetime
) -> None:
    give_time(bob.pk, post.pk, 72, now=now)
    for person, where, hours in ((bob, post, 1), (alice, post, 1), (bob, game, 1)):
        with pytest.raises(Conflict) as refusal:
            give_time(person.pk, where.pk, hours, now=now)
        assert refusal.value.code == "no_time_to_give"
    Game.objects.filter(pk=post.pk).update(given_s=0, competition={"id": "x"})
    with pytest.raises(Conflict):
        give_time(bob.pk, post.pk, 1, now=now)


def test_giving_time_over_the_api(
    post: Game, white: APIClient, black: APIClient, third: APIClient, client: Client, bob: User
) -> None:
    url = f"{API}/games/{post.pk}/give-time"

    given = black.post(url, {"hours": 24}, "json")
    assert given.status_code == 200, given.content
    assert given.json()["main_until"] == "2030-01-03T12:00:00Z"
    refused(black.post(url, {"hours": 73}, "json"), 400, "invalid")
    refused(white.post(url, {"hours": 1}, "json"), 409, "no_time_to_give")
    refused(third.post(url, {"hours": 1}, "json"), 403, "not_a_player")
    client.force_login(bob)
    assert "Give alice a day" in client.get(f"/games/{post.pk}/").content.decode()
