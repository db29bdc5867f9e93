"""What was missed in your own matches: found after the end, for its player alone."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db.models import F
from django.forms import model_to_dict
from django.test import Client

from accounts.models import User
from accounts.services.deletion import delete_account
from games.features.puzzles import finding, missed
from games.features.puzzles.missed import look_at_own
from games.features.puzzles.models import Attempt, Missed, Puzzle, PuzzleRating, Searched
from games.models import Game, Turn
from tests.at_once import at_once
from tests.conftest import Browsers, Clients
from tests.puzzles.test_puzzles import API, ended, tried
from tests.rules.test_puzzles import KNOWN

pytestmark = pytest.mark.django_db


def look(now: datetime) -> int:
    return look_at_own(now, 10, lambda: True)


@pytest.fixture
def over(game: Game, now: datetime) -> Game:
    """A private match of alice, as White, in which each missed something, and bob found a mate."""
    ended(game, now - timedelta(minutes=5), KNOWN["sure"], KNOWN["mate"], KNOWN["mate"])
    Game.objects.filter(pk=game.pk).update(is_public=False)
    turns = Turn.objects.filter(game=game)
    turns.filter(number__gt=1).update(side="black")
    turns.filter(number=3).update(actions=["@e4", "d4d2"])
    return game


def test_each_player_gets_what_they_missed_and_no_one_else(
    over: Game, alice: User, bob: User, now: datetime, client_of: Clients, browse: Browsers
) -> None:
    assert look(over.created_at - timedelta(days=40)) == 0
    assert look(now) == 2
    assert look(now) == 0
    # Looked at once more, as after a search that was cut off.
    Searched.objects.all().delete()
    look(now)
    assert set(Missed.objects.values_list("user__username", "kind", "turn")) == {
        ("alice", "sure", 1), ("bob", "mate", 2),
    }  # fmt: skip

    [one] = client_of(alice).get(f"{API}/missed").json()["results"]
    assert (one["kind"], one["game"], one["played"]) == ("sure", over.pk, "d2d4")
    assert (one["you"], one["options"]) == (None, None)
    assert Client().get(f"{API}/missed").status_code == 401
    theirs = Missed.objects.get(user=bob).pk
    for address in (f"{API}/{theirs}", f"/puzzles/{theirs}/", f"/puzzles/{theirs}.png"):
        assert browse(alice).get(address).status_code == 404, address
    # Nor is it drawn among those for everyone, of a match that is private too.
    assert not Puzzle.objects.exists()
    assert Client().get(f"{API}/next").status_code == 404


def test_it_is_tried_like_any_other_and_rates_no_one(
    over: Game, alice: User, now: datetime, browse: Browsers
) -> None:
    look(now)
    one, client = Missed.objects.get(user=alice), browse(alice)
    assert f"/puzzles/{one.pk}/" in client.get("/puzzles/missed/").content.decode()
    page = client.get(f"/puzzles/{one.pk}/").content.decode()
    assert "you played d2d4" in page
    assert "og:image" not in page

    wrong = tried(client, one, "b8e8")
    assert (wrong["failed"], wrong["solution"], wrong["rating"]) == (True, None, None)
    assert tried(client, one, "b8e8", "!d8")["done"]
    assert client.get(f"{API}/{one.pk}").json()["you"] == {
        "solved": True, "first": False, "shown": False, "liked": False,
    }  # fmt: skip
    assert not Attempt.objects.exists()
    assert not PuzzleRating.objects.exists()
    liked = client.post(f"{API}/{one.pk}/like", {}, content_type="application/json")
    assert liked.status_code == 404
    assert "✓" in client.get(f"/puzzles/missed/?game={over.pk}").content.decode()
    # What is found is no longer asked beside the puzzle of the day.
    assert f"/puzzles/{one.pk}/" not in client.get("/puzzles/").content.decode()


def test_robots_and_those_who_left_miss_nothing(
    over: Game, alice: User, bob: User, now: datetime
) -> None:
    User.objects.filter(pk=bob.pk).update(is_bot=True)
    look(now)
    assert set(Missed.objects.values_list("user", flat=True)) == {alice.pk}

    delete_account(alice, now)
    assert not Missed.objects.exists()
    Searched.objects.all().delete()
    assert look(now) == 0


def test_what_a_plan_played_in_need_or_a_robot_is_no_mistake(over: Game, now: datetime) -> None:
    Turn.objects.filter(game=over, number=1).update(by=Turn.By.FALLBACK)
    Turn.objects.filter(game=over, number=2).update(by=Turn.By.ROBOT)
    assert look(now) == 0


def test_only_the_newest_and_a_few_of_a_match_are_kept(
    over: Game, alice: User, now: datetime
) -> None:
    turns = Turn.objects.filter(game=over)
    turns.update(side="white", actions=["d2d4"])
    turns.update(number=F("number") + finding.GAME_TURNS)
    assert look(now) == 0, "nor is a match without end looked at to its end"
    Searched.objects.all().delete()
    turns.update(number=F("number") - finding.GAME_TURNS)
    mate = turns.get(number=3)
    mate.pk, mate.number = None, 4
    mate.save()
    look(now)
    # The rarest first: mates are asked before the certain goal.
    assert list(Missed.objects.order_by("turn").values_list("turn", "kind")) == [
        (2, "mate"), (3, "mate"), (4, "mate"),
    ]  # fmt: skip
    one = Missed.objects.first()
    assert one is not None
    one.made_at = now + timedelta(minutes=1)
    kept = model_to_dict(one, exclude=["id", "game", "user"]) | {"made_at": one.made_at}
    Missed.objects.bulk_create(
        Missed(**{**kept, "user_id": one.user_id, "game": over, "turn": 100 + n})
        for n in range(missed.KEPT)
    )
    Searched.objects.all().delete()
    look(now)
    assert Missed.objects.count() == missed.KEPT
    assert not Missed.objects.filter(turn__lt=100).exists(), "the oldest are gone"


@pytest.mark.django_db(transaction=True)
def test_two_searches_together_keep_it_once(over: Game, now: datetime) -> None:
    at_once(lambda: look(now), lambda: look(now))
    assert Missed.objects.count() == 2
