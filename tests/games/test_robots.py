"""The house robots: ordinary accounts that accept at once and answer within seconds."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from games.models import Challenge, Game, HouseRobot, Turn
from games.rules import registry
from games.services.challenges import Terms, make_challenge
from games.services.formations import save_formation
from games.services.robots import accept_waiting_challenges, open_house, play_waiting_games
from tests.games.matches import BLACK_FORMATION, WHITE_FORMATION, any_turn, play


@pytest.fixture
def robot(db: None) -> HouseRobot:
    cache.clear()
    return open_house()[0]


def challenge_robot(user: User, robot: HouseRobot, side: str) -> Game:
    now = timezone.now()
    challenge = make_challenge(user, robot.user.username, Terms(side=side), now=now)
    assert accept_waiting_challenges(now) == 1
    return Challenge.objects.get(pk=challenge.pk).game


def test_there_is_one_for_each_strength_and_no_more(robot):
    again = open_house()

    assert [house.strength for house in again] == list(registry.robot("eleven").strengths)
    assert HouseRobot.objects.count() == len(again)
    assert all(house.user.is_bot and not house.user.has_usable_password() for house in again)


def test_preparing_the_service_lets_them_in(transactional_db):
    call_command("prepare", no_static=True)

    assert HouseRobot.objects.count() == len(registry.robot("eleven").strengths)


def test_a_name_that_somebody_has_stays_theirs(db):
    User.objects.create_user("robot-easy", "alice@example.org")

    assert "house-robot-easy" in [house.user.username for house in open_house()]


def test_it_accepts_arranges_and_kicks_off(robot, alice):
    game = challenge_robot(alice, robot, side="black")

    assert play_waiting_games(5) == 1
    save_formation(alice.pk, game.pk, BLACK_FORMATION, ready=True, now=timezone.now())
    assert play_waiting_games(5) == 1

    assert Turn.objects.get(game=game).side == "white"
    assert play_waiting_games(5) == 0


def test_it_answers_a_turn(robot, alice):
    game = challenge_robot(alice, robot, side="white")
    play_waiting_games(5)
    save_formation(alice.pk, game.pk, WHITE_FORMATION, ready=True, now=timezone.now())
    play(game, any_turn(game), now=timezone.now())

    assert play_waiting_games(5) == 1

    assert [turn.side for turn in Turn.objects.filter(game=game)] == ["white", "black"]


def test_a_game_that_another_worker_plays_is_left_to_it(robot, alice):
    game = challenge_robot(alice, robot, side="white")
    cache.add(f"robot:{game.pk}:black", True, 30)

    assert play_waiting_games(5) == 0


def test_one_game_it_cannot_play_does_not_keep_it_from_the_others(robot, alice, bob):
    broken = challenge_robot(alice, robot, side="white")
    Game.objects.filter(pk=broken.pk).update(state="nonsense")
    challenge_robot(bob, robot, side="white")

    assert play_waiting_games(5) == 1
