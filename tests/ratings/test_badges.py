"""Badges: what each is given for, once, whenever and however often it is looked at."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from games.features.ratings.badges.giving import give_badges, give_due_badges, note_ended
from games.features.ratings.badges.kinds import KEYS, KINDS
from games.features.ratings.models import Badge, BadgeDue, Rating
from games.features.ratings.rating_games import rate_due_games
from games.models import Act, Game, Player
from games.play.acts import resign
from games.play.robots import open_house
from notifications.relay import relay_events
from tests.games.http import API
from tests.games.matches import (
    OPEN_GOAL,
    a_moment_after,
    any_turn,
    place,
    play,
    start_formations,
    start_round,
    with_next_roll,
)

Clients = Callable[..., APIClient]

CORNER = "k7/2R5/1K6/8/8/8/8/8 w h8 corner - 1"
"""White may give mate without the ball that lies in the corner."""


def badges(user: User) -> set[str]:
    return set(Badge.objects.filter(user=user).values_list("badge", flat=True))


def played(white: User, black: User, now: datetime, **terms: object) -> Game:
    """Return a match in which both have played a turn."""
    game = start_round(start_formations(white, black, now, **terms), now)
    play(game, any_turn(game), now=now)
    play(game, any_turn(game), now=now)
    return Game.objects.get(pk=game.pk)


def goal(game: Game, side: str, now: datetime) -> Game:
    """Return the match after a certain goal of this side, its next round begun."""
    position = OPEN_GOAL if side == "white" else "3k4/4r3/8/8/8/8/8/K7 b e7 open - 3"
    game = place(Game.objects.get(pk=game.pk), position)
    with_next_roll(game, range(100))
    play(game, "!e8" if side == "white" else "!e1", now=now)
    game = Game.objects.get(pk=game.pk)
    return start_round(game, now) if game.is_active else game


def test_goals_are_worth_badges_once(alice: User, bob: User, now: datetime) -> None:
    game = played(alice, bob, now, options={"goals_to_win": 3})
    for side in ("black", "white", "white", "white"):
        game = goal(game, side, now)
    assert game.winner == "white"
    relay_events(now, limit=1000)

    assert BadgeDue.objects.get().game_id == game.pk
    assert [give_due_badges() for _ in range(2)] == [1, 0]
    assert badges(alice) == {"first_win", "first_goal", "hat_trick", "comeback"}
    assert badges(bob) == {"first_goal"}
    assert {row.at for row in Badge.objects.all()} == {game.finished_at}

    note_ended([game.pk])
    assert give_badges(game.pk)
    assert Badge.objects.count() == 5
    call_command("rebadge", stdout=StringIO())


def test_few_chances_and_nothing_conceded(alice: User, bob: User, now: datetime) -> None:
    game = played(alice, bob, now, options={"goals_to_win": 1})
    game = goal(game, "white", now)
    Player.objects.filter(game=game, side="white").update(shooting=[45, 2400, 1])
    note_ended([game.pk])
    give_due_badges()

    assert badges(alice) == {"first_win", "first_goal", "clean_sheet", "ice_cold"}


def test_a_mate_in_a_corner_turn(alice: User, bob: User, now: datetime) -> None:
    game = place(played(alice, bob, now), CORNER)
    play(game, "c7c8", now=now)
    note_ended([game.pk])
    give_due_badges()

    assert badges(alice) == {"first_win", "first_mate", "corner_mate", "clean_sheet"}


def test_giants_robots_and_all_kinds_of_games(alice: User, bob: User, now: datetime) -> None:
    open_house()
    game = played(alice, bob, now, rated=True)
    Player.objects.filter(game=game, user=alice).update(rating=1400)
    Player.objects.filter(game=game, user=bob).update(rating=1600)
    game = resign(bob.pk, game.pk, now=now)
    robot = User.objects.get(robot__strength="hard")
    against = played(alice, robot, now)
    against = resign(robot.pk, against.pk, now=now)
    note_ended([game.pk, against.pk])
    give_due_badges()
    assert badges(alice) == {"first_win", "giant_killer", "robot_tamer"}
    assert badges(robot) == badges(bob) == set()

    for number, ruleset in enumerate(("standard", "future", "family")):
        copy = Game.objects.get(pk=game.pk)
        copy.pk, copy.ruleset, copy.reason = f"kind{number:04}", ruleset, "resignation"
        copy.finished_at = a_moment_after(game.finished_at)
        copy.save(force_insert=True)
        Player.objects.create(game=copy, user=alice, side="white")
    note_ended(["kind0002"])
    give_due_badges()
    assert "all_rounder" in badges(alice)


def test_fifty_games_in_a_row_without_a_missed_deadline(
    alice: User, bob: User, now: datetime
) -> None:
    game = played(alice, bob, now)
    game = resign(bob.pk, game.pk, now=now)
    Act.objects.create(
        game=game, turn=3, index=9, side="white", name="time_out", happenings=[],
        at=now + timedelta(minutes=1),
    )  # fmt: skip
    _copy_many(game, 60, alice, bob)
    note_ended(["many0050", "many0051"])
    give_due_badges()

    assert "steady" in badges(bob)
    assert "steady" not in badges(alice), "the fiftieth after the miss is the 52nd of them"
    note_ended(["many0052"])
    give_due_badges()
    assert "steady" in badges(alice)


def _copy_many(game: Game, number: int, white: User, black: User) -> None:
    games, ended_at = [], game.finished_at
    assert ended_at is not None
    for n in range(1, number + 1):
        copy = Game.objects.get(pk=game.pk)
        copy.pk = f"many{n:04}"
        # The first two ended before the deadline was missed.
        copy.finished_at = ended_at + timedelta(seconds=29 * n)
        games.append(copy)
    Game.objects.bulk_create(games)
    Player.objects.bulk_create(
        Player(game=one, user=user, side=side)
        for one in games
        for user, side in ((white, "white"), (black, "black"))
    )


@pytest.mark.django_db(transaction=True)
def test_two_workers_together_give_each_badge_once(alice: User, bob: User) -> None:
    now = timezone.now()
    game = played(alice, bob, now)
    game = resign(bob.pk, game.pk, now=now)
    note_ended([game.pk])

    with ThreadPoolExecutor() as workers:
        done = list(workers.map(_give, [game.pk] * 3))

    assert sorted(done) == [False, False, True]
    assert badges(alice) == {"first_win"}


def _give(game_id: str) -> bool:
    try:
        return give_badges(game_id)
    finally:
        connection.close()


def test_badges_are_shown_unless_someone_does_not_want_it(
    alice: User, bob: User, now: datetime, client_of: Clients
) -> None:
    game = played(alice, bob, now)
    game = resign(bob.pk, game.pk, now=now)
    note_ended([game.pk])
    give_due_badges()
    mine, theirs, address = client_of(alice), client_of(bob), f"{API}/players/alice/badges"

    (shown,) = theirs.get(address).json()["results"]
    assert (shown["badge"], shown["name"], shown["game"]) == ("first_win", "First win", game.pk)
    german = theirs.get(address, headers={"accept-language": "de"}).json()["results"]
    assert german[0]["name"] == "Erster Sieg"
    page = theirs.get("/players/alice/").content.decode()
    assert "First win" in page
    assert "Hat-trick" not in page, "what is still to come is shown to oneself alone"
    own = Client()
    own.force_login(alice)
    assert "Hat-trick" in own.get("/players/alice/").content.decode()

    Player.objects.filter(game=game, user=alice).update(shown_as="Player 1")
    assert client_of().get(address).json()["results"][0]["game"] is None
    assert theirs.get(address).json()["results"][0]["game"] == game.pk

    mine.patch(f"{API}/me", {"ratings": {"badges": False}}, "json")
    assert theirs.get(address).json()["results"] == []
    for client in (own, theirs):
        assert "First win" not in client.get("/players/alice/").content.decode()


def test_the_badges_come_out_the_same_when_they_are_found_again(
    alice: User, bob: User, now: datetime
) -> None:
    game = played(alice, bob, now)
    game = resign(bob.pk, game.pk, now=now)
    Badge.objects.create(user=bob, badge="hat_trick", game=game, at=now)
    with pytest.raises(CommandError):
        call_command("rebadge", stdout=StringIO())
    call_command("rebadge", "--write", stdout=StringIO())

    assert (badges(alice), badges(bob)) == ({"first_win"}, set())


def test_a_void_game_brings_no_badge_and_changes_no_rating(
    alice: User, bob: User, now: datetime
) -> None:
    game, running = played(alice, bob, now, rated=True), played(alice, bob, now)
    game = resign(bob.pk, game.pk, now=now)
    rate_due_games(now)
    note_ended([game.pk])
    give_due_badges()
    assert badges(alice) == {"first_win"}

    said = StringIO()
    for _ in range(2):
        call_command("void_game", game.pk, stdout=said)
    call_command("void_game", running.pk, stdout=said)
    with pytest.raises(CommandError):
        call_command("void_game", "nothing1", stdout=said)

    assert badges(alice) == set()
    assert Rating.objects.get(user=alice).rating == pytest.approx(1500)
    assert Game.objects.get(pk=running.pk).status == Game.Status.ABORTED
    assert "1 badges taken back" in said.getvalue()
    call_command("rebadge", stdout=StringIO())
    call_command("rerate", "eleven-post", stdout=StringIO())


def test_there_are_twelve() -> None:
    assert len(KINDS) == len(set(KEYS)) == 12
