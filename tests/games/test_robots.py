"""The house robots: ordinary accounts that accept at once and answer within seconds."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from games.models import Challenge, Game, HouseRobot, Turn
from games.play.challenge.challenges import Terms, make_challenge
from games.play.challenge.checks import MOST_AGAINST_ROBOTS
from games.play.challenge.invitations import Invited
from games.play.draws import offer_draw
from games.play.formations import save_formation
from games.play.robots import (
    CLAIM_SECONDS,
    accept_waiting_challenges,
    answer_draw_offers,
    has_slow_turn,
    open_house,
    play_waiting_games,
)
from games.refusals import Conflict
from games.rules import registry
from tests.games.matches import (
    BLACK_FORMATION,
    WHITE_FORMATION,
    any_turn,
    place,
    play,
    start_round,
    thrice,
)


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

    assert [house.strength for house in again] == list(registry.robot_strengths())
    assert HouseRobot.objects.count() == len(again)
    assert all(house.user.is_bot and not house.user.has_usable_password() for house in again)


@pytest.mark.long
def test_preparing_the_service_lets_them_in(transactional_db):
    call_command("prepare", no_static=True)

    assert HouseRobot.objects.count() == len(registry.robot_strengths())


def test_a_name_that_someone_has_stays_theirs(db):
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


HOLDS = "3k4/3p4/8/8/8/2N5/P1P5/3K2B1 w c3 open a2c2 12"
"""White has the ball and more pieces."""
HELD = "3k4/8/8/8/8/8/8/3K4 w d8 open - 12"
"""Bare kings, and Black has the ball."""


@pytest.mark.parametrize(("stalled", "status"), [(HOLDS, "playing"), (HELD, "formation")])
def test_it_claims_a_drop_ball_unless_it_is_better(robot, alice, stalled, status):
    game = challenge_robot(alice, robot, side="black")
    place(start_round(game, timezone.now()), stalled, stalled=thrice(stalled))

    assert play_waiting_games(5) == 1

    assert Game.objects.get(pk=game.pk).status == status
    assert Turn.objects.filter(game=game).count() == (status == "playing")


def test_a_game_that_another_worker_plays_is_left_to_it(robot, alice):
    game = challenge_robot(alice, robot, side="white")
    cache.add(f"robot:{game.pk}:black", True, 30)

    assert play_waiting_games(5) == 0


def test_one_game_it_cannot_play_does_not_keep_it_from_the_others(robot, alice, bob):
    broken = challenge_robot(alice, robot, side="white")
    Game.objects.filter(pk=broken.pk).update(state="nonsense")
    challenge_robot(bob, robot, side="white")

    assert play_waiting_games(5) == 1


def test_a_broken_game_is_passed_by_until_its_claim_is_over(robot, alice, bob):
    broken = challenge_robot(alice, robot, side="white")
    Game.objects.filter(pk=broken.pk).update(state="nonsense")
    play_waiting_games(5)

    assert cache.get(f"robot:{broken.pk}:black")


def test_the_slow_ones_are_played_alone_and_found_again_after_a_killed_worker(alice):
    cache.clear()
    master = next(house for house in open_house() if house.strength == "master")
    game = challenge_robot(alice, master, side="white")

    assert play_waiting_games(5) == 0
    assert has_slow_turn()
    claim = f"robot:{game.pk}:black"
    cache.add(claim, True, CLAIM_SECONDS)
    assert not has_slow_turn()
    assert play_waiting_games(5, slow=True) == 0
    cache.delete(claim)  # As the claim of a killed worker ends.
    assert play_waiting_games(5, slow=True) == 1
    assert waited_for(master) == []


def test_it_plays_first_where_it_has_been_awaited_longest(robot, alice, bob):
    now = timezone.now()
    first = challenge_robot(alice, robot, side="white")
    second = challenge_robot(bob, robot, side="white")
    Game.objects.filter(pk=second.pk).update(updated_at=now - timedelta(hours=1))

    assert play_waiting_games(0) == 1

    assert [game.pk for game in waited_for(robot)] == [first.pk]


def waited_for(robot: HouseRobot) -> list[Game]:
    """Return the games in which something is still expected of the robot."""
    return list(Game.objects.filter(players__user=robot.user, players__deadline__isnull=False))


WON_FOR_WHITE = "3k4/8/8/8/8/8/PPPP4/RNBQKBNR w - - 0 30"
DRAWS = {
    # Who is to answer plays Black: far behind, far ahead.
    "standard": (WON_FOR_WHITE, "3k4/pppp4/8/8/8/8/8/3K4 w - - 0 30"),
    "future": (
        "4k/5/5/5/5|5/5/2R2/5/5|5/5/5/5/K1Q2 w 0 30",
        "4k/5/5/5/5|5/5/2r2/5/5|5/5/5/5/K4 w 0 30",
    ),
}


def offer_to_robot(alice: User, robot: HouseRobot, ruleset: str, position: str | None) -> Game:
    """Return a game in a position, Black the robot's, with a draw on offer."""
    now = timezone.now()
    made = make_challenge(alice, robot.user, Terms(ruleset=ruleset, side="white"), now=now)
    assert accept_waiting_challenges(now) == 1
    game = Challenge.objects.select_related("game").get(pk=made.pk).game
    if position is not None:
        fields = game.state.split(";")
        Game.objects.filter(pk=game.pk).update(state=";".join([fields[0], position, *fields[2:]]))
    return offer_draw(alice.pk, game.pk, now=now)


@pytest.mark.parametrize("ruleset", DRAWS)
def test_a_robot_agrees_to_a_draw_where_it_is_behind_and_declines_where_it_is_not(
    robot, alice, ruleset
):
    behind, ahead = (offer_to_robot(alice, robot, ruleset, text) for text in DRAWS[ruleset])
    even = offer_to_robot(alice, robot, ruleset, None)

    assert answer_draw_offers(timezone.now()) == 3

    for game in (behind, ahead, even):
        game.refresh_from_db()
    assert (behind.reason, behind.ranking) == ("agreement", [["white", "black"]])
    assert [ahead.reason, even.reason] == ["", ""]
    assert ahead.draw_offered_by is even.draw_offered_by is None
    assert answer_draw_offers(timezone.now()) == 0


def test_where_it_is_too_early_for_a_draw_by_the_terms_a_robot_declines(robot, alice):
    game = offer_to_robot(alice, robot, "standard", WON_FOR_WHITE)
    state = game.state.replace('"draw_from":0', '"draw_from":40')
    assert state != game.state
    Game.objects.filter(pk=game.pk).update(state=state)

    assert answer_draw_offers(timezone.now()) == 1

    game.refresh_from_db()
    assert (game.reason, game.draw_offered_by) == ("", None)


def test_every_robot_of_four_answers_an_offer(robot, alice):
    now = timezone.now()
    robots = [Invited(house.user) for house in open_house()[:3]]
    terms = Terms(ruleset="family", options={"seats": 4})
    made = make_challenge(alice, None, terms, now=now, others=robots)
    assert accept_waiting_challenges(now) == 3
    game = Challenge.objects.select_related("game").get(pk=made.pk).game
    offer_draw(alice.pk, game.pk, now=now)

    # The first to decline answers for all.
    assert answer_draw_offers(now) == 1
    game.refresh_from_db()
    assert (game.draw_offered_by, game.draw_votes) == (None, [])


def test_a_robot_that_fails_at_an_offer_keeps_no_one_else_from_an_answer(robot, alice):
    broken, ahead = (offer_to_robot(alice, robot, "standard", text) for text in DRAWS["standard"])
    Game.objects.filter(pk=broken.pk).update(state="nonsense")

    assert answer_draw_offers(timezone.now()) == 1

    ahead.refresh_from_db()
    assert ahead.draw_offered_by is None
    assert answer_draw_offers(timezone.now()) == 0


def test_no_one_keeps_the_robots_for_themselves(robot, alice):
    for _ in range(MOST_AGAINST_ROBOTS - 1):
        challenge_robot(alice, robot, side="white")
    waiting = make_challenge(alice, robot.user.username, Terms(), now=timezone.now())

    with pytest.raises(Conflict) as refusal:
        make_challenge(alice, open_house()[1].user.username, Terms(), now=timezone.now())

    assert refusal.value.code == "too_many_robot_games"
    waiting.delete()
    assert challenge_robot(alice, robot, side="white")


def test_a_challenge_over_the_limit_is_declined_by_the_robot(robot, alice):
    now = timezone.now()
    # As two made at the same time would be: neither sees the other.
    for _ in range(MOST_AGAINST_ROBOTS + 2):
        Challenge.objects.create(
            challenger=alice,
            opponent=robot.user,
            ruleset="eleven",
            options={"goals_to_win": 2},
            expires_at=now + timedelta(days=1),
        )

    assert accept_waiting_challenges(now) == MOST_AGAINST_ROBOTS

    assert Challenge.objects.filter(status="declined").count() == 2
