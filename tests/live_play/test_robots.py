"""House robots in live matches: no clock is lost because our machine was busy."""

from __future__ import annotations

import pytest

from games.models import Act, Game, Turn
from games.play.deadlines import enforce_deadline
from games.play.replay import differences_of
from games.play.robots import _waiting, open_house, play_waiting_games
from tests.games.matches import any_turn, play, start_formations, start_round
from tests.live_play.matches import SECOND, again, kick_off, put, start_live

pytestmark = pytest.mark.django_db

FAR_FROM_GOAL = "6rk/8/8/8/8/8/8/KR6 w h8 open - 3"
"""White has no ball, and no turn of either side ends in a goal, a shot or check."""


@pytest.fixture
def robot():
    return next(house.user for house in open_house() if house.strength == "easy")


def run_down(game):
    """Let the time of anyone who is to act run out."""
    assert enforce_deadline(game.pk, again(game).deadline)
    return again(game)


def test_a_robot_plays_when_its_time_is_over_and_never_runs_out(alice, robot, now):
    game = kick_off(robot, alice, now)
    run_down(game)
    assert Turn.objects.get(game=game, number=1).by == "robot"
    assert differences_of(again(game)) == []
    for _ in range(3):
        put(again(game), FAR_FROM_GOAL)
        number = again(game).next_turn
        run_down(game)
        assert Turn.objects.get(game=game, number=number).by == "robot"
        play(game, any_turn(game), now=again(game).clock_started_at + SECOND)
    assert not Act.objects.filter(game=game).exists()
    assert again(game).live["left"]["match"] < 300_000 - 3 * 20_000, "the match goes on meanwhile"

    # A person's time is a person's own.
    put(again(game), FAR_FROM_GOAL.replace(" w ", " b "))
    run_down(game)
    assert list(Act.objects.filter(game=game).values_list("side", "name")) == [("black", "run_out")]


def test_a_robot_does_not_lose_on_a_fischer_clock(alice, robot, now):
    game = start_live(robot, alice, now, "standard", base=180, increment=0)
    for _ in range(3):
        game = run_down(game)
        game = play(game, any_turn(game), now=game.clock_started_at + SECOND).game
    assert game.status == "playing"
    assert game.live["left"]["white"] == 0
    game = run_down(run_down(game))
    assert (game.reason, game.winner) == ("timeout", "white")


def test_robots_play_live_matches_first(alice, bob, robot, now):
    post = start_round(start_formations(bob, robot, now), now)
    play(post, any_turn(post), now=now)
    live = start_live(alice, robot, now)
    Game.objects.filter(pk=post.pk).update(updated_at=now - 60 * SECOND)

    assert [one.game_id for one in _waiting(slow=False)] == [live.pk, post.pk]
    assert play_waiting_games(30) == 2
    assert Turn.objects.filter(game=post, by="robot").exists()
