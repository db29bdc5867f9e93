"""Looking for a live match: with the nearest in rating, one match a person, no one twice."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from games.features.live import rests, seeks
from games.features.live.models import LiveRest, Seek
from games.features.live.pairing import sorted_by_kind
from games.features.live.rests import rest_of
from games.features.live.seeks import begin, look, pair_all, window_of
from games.features.live.tasks import pair_seeks
from games.models import Game, LivePlayer
from games.play.acts import do_act as act
from games.play.blocks import block
from games.play.challenge.live import live_terms, pair
from games.play.robots import open_house
from games.refusals import Conflict
from games.store.locking import hold_pool
from tests.at_once import at_once
from tests.conftest import Person
from tests.games.http import refused
from tests.games.races import race

SEEKS = "/api/v1/live/seeks"


def wait(user: User, rating: int, now: datetime) -> None:
    """Let someone of this rating look, who will not go away."""
    live = live_terms("eleven")
    seen_at = now + timedelta(seconds=14)
    Seek.objects.create(
        user=user,
        ruleset="eleven",
        live=live,
        is_bot=False,
        rating=rating,
        made_at=now,
        seen_at=seen_at,
    )


def test_two_who_look_are_paired_and_notified(
    white: APIClient, black: APIClient, anonymous: APIClient, alice: User, bob: User
) -> None:
    assert anonymous.get(SEEKS).status_code == 401
    assert white.get(SEEKS).json()["state"] == "off"
    mine = white.post(SEEKS, {"ruleset": "eleven"}).json()
    assert (mine["state"], mine["window"], mine["rating"], mine["offers"]) == (
        "seeking", 100, 1500, [],
    )  # fmt: skip
    assert white.post(SEEKS, {"ruleset": "eleven"}).json()["since"] == mine["since"]
    assert white.delete(SEEKS).status_code == white.delete(SEEKS).status_code == 204
    assert black.post(SEEKS, {"ruleset": "eleven"}).json()["state"] == "seeking"

    found = white.post(SEEKS, {"ruleset": "eleven"}).json()
    assert found["state"] == "playing"
    assert black.get(SEEKS).json()["game"] == found["game"]
    game = white.get(f"/api/v1/games/{found['game']}").json()
    assert game["live"]["phase"] == "formation"
    assert {one["username"] for one in game["players"].values()} == {"alice", "bob"}
    for user in (alice, bob):
        assert user.inbox_entries.filter(event__type="game.started").count() == 1
    assert not Seek.objects.exists()

    refused(white.post(SEEKS, {}), 409, "live_match_running")
    for wrong in (
        {"ruleset": "no"}, {"ruleset": "family"}, {"live": {"half": 7}}, {"rated": 1},
        {"rating": [1]}, {"rating": [1, 5000]}, {"nearest": True},
    ):  # fmt: skip
        refused(black.post(SEEKS, wrong), 400, "invalid")


def test_the_nearest_in_rating_within_both_windows_is_the_other(
    alice: User, bob: User, charlie: User, dan: User, now: datetime
) -> None:
    for user, rating in ((alice, 1500), (bob, 1690), (charlie, 1750)):
        wait(user, rating, now)
    assert pair_all(now) == 1  # bob and charlie lie 60 apart
    assert {row.user_id for row in LivePlayer.objects.all()} == {bob.pk, charlie.pk}

    wait(dan, 1650, now)
    assert pair_all(now + timedelta(seconds=4)) == 0
    assert window_of(Seek.objects.get(user=dan), now + timedelta(seconds=5)) == 150
    assert pair_all(now + timedelta(seconds=5)) == 1
    assert not Seek.objects.exists()


def test_other_terms_ratings_people_and_kinds_do_not_meet(
    alice: User, bob: User, charlie: User, dan: User, person: Person, now: datetime
) -> None:
    begin(alice, "eleven", {"half": 120}, now=now)
    begin(bob, "eleven", None, now=now)
    begin(charlie, "standard", None, now=now)
    User.objects.filter(pk=dan.pk).update(is_bot=True)
    begin(User.objects.get(pk=dan.pk), "eleven", None, now=now)
    assert Seek.objects.count() == 4

    erin = person("erin")
    block(bob, "erin", now=now)
    begin(erin, "eleven", None, now=now)
    assert begin(charlie, "eleven", None, rated=True, now=now).state == "seeking"
    fay = person("fay")
    begin(fay, "eleven", None, least=1600, now=now)
    assert Seek.objects.count() == 6
    gus = person("gus")
    User.objects.filter(pk=gus.pk).update(is_bot=True)
    assert begin(User.objects.get(pk=gus.pk), "eleven", None, now=now).state == "playing"
    assert {row.user_id for row in LivePlayer.objects.all()} == {dan.pk, gus.pk}


def test_anyone_who_waits_is_offered_more_and_anyone_who_has_gone_looks_no_more(
    white: APIClient, alice: User, bob: User, now: datetime
) -> None:
    open_house()
    white.post(SEEKS, {})
    Seek.objects.update(made_at=now - timedelta(seconds=31))
    robot, post = white.get(SEEKS).json()["offers"]
    assert (robot["kind"], post["kind"]) == ("robot", "post")
    assert white.post("/api/v1/challenges", post["challenge"]).status_code == 201
    assert white.post("/api/v1/challenges", robot["challenge"]).status_code == 201

    Seek.objects.update(seen_at=now - timedelta(seconds=20))
    assert begin(bob, "eleven", None, now=now).state == "seeking"
    assert look(alice, now).state == "off"
    assert pair_seeks() == 0


@pytest.mark.django_db(transaction=True)
def test_many_together_and_two_who_pair_seat_no_one_twice(person: Person, now: datetime) -> None:
    people = [person(f"p{number}") for number in range(6)]

    at_once(*[lambda user=user: begin(user, "eleven", None, now=now) for user in people])
    at_once(*[lambda: pair_all(now) for _ in range(3)])

    assert LivePlayer.objects.count() == 6
    assert Game.objects.count() == 3
    assert not Seek.objects.exists()
    one, other = people[:2]
    with pytest.raises(Conflict):
        pair(one, other, ruleset="eleven", now=now)


@pytest.mark.django_db(transaction=True)
def test_who_asks_for_the_state_at_that_moment_is_paired(
    alice: User, bob: User, now: datetime
) -> None:
    seek = begin(alice, "eleven", None, now=now).seek
    assert seek is not None

    (found,) = race(seek, lambda: begin(bob, "eleven", None, now=now))

    assert found.state == "playing"


@pytest.mark.django_db(transaction=True)
def test_no_one_waits_for_a_task_that_pairs(alice: User, bob: User, now: datetime) -> None:
    wait(alice, 1500, now)
    wait(bob, 1500, now)
    begun: list[int] = []
    with transaction.atomic():
        hold_pool()
        at_once(lambda: begun.append(pair_all(now)))
    assert begun == [0]
    assert pair_all(now) == 1


def test_a_sign_of_life_pairs_no_one(alice: User, bob: User, now: datetime) -> None:
    begin(alice, "eleven", None, now=now)
    wait(bob, 1500, now)

    with CaptureQueriesContext(connection) as queries:
        assert begin(alice, "eleven", None, now=now).state == "seeking"
    assert not [query for query in queries if "advisory" in query["sql"]]
    assert begin(alice, "eleven", {"half": 120, "turn": 10}, now=now).state == "seeking"
    assert begin(alice, "eleven", None, now=now).state == "playing", "it asks for something else"


def crowd(number: int, now: datetime, **asked: object) -> None:
    """Let so many new accounts look for something, rated 1500 all of them."""
    users = User.objects.bulk_create(
        User(username=f"c{one}{asked['least']}") for one in range(number)
    )
    Seek.objects.bulk_create(
        Seek(
            user=user, ruleset="eleven", live=live_terms("eleven"), is_bot=False, rating=1500,
            made_at=now - timedelta(seconds=1), seen_at=now + timedelta(seconds=60), **asked,
        )
        for user in users
    )  # fmt: skip


@pytest.mark.parametrize("most", [4000, 1600])
def test_seeks_that_fit_no_one_delay_no_one(
    alice: User, bob: User, charlie: User, now: datetime, most: int
) -> None:
    """Out of reach or within everyone's window: all thousand together look at about as many."""
    crowd(1000, now, least=most - 1, most=most)
    begin(alice, "eleven", None, now=now)
    with CaptureQueriesContext(connection) as queries:
        assert begin(bob, "eleven", None, now=now).state == "playing"
    assert len(queries) < 80

    wait(alice, 1500, now)
    LivePlayer.objects.all().delete()
    wait(charlie, 1620, now)
    seeks_now = list(Seek.objects.order_by("made_at", "pk"))
    found = sorted_by_kind(seeks_now, lambda seek: window_of(seek, now + timedelta(seconds=5)))
    fitting = [(one.seek.user_id, [other.seek.user_id for other in kind.fitting(one)])
               for one, kind in found]  # fmt: skip
    assert [pair for pair in fitting if pair[1]] == [
        (alice.pk, [charlie.pk]), (charlie.pk, [alice.pk]),
    ]  # fmt: skip
    kinds = {id(kind): kind for _one, kind in found}.values()
    assert sum(kind.seen for kind in kinds) < 1100, "not a million"
    assert pair_all(now + timedelta(seconds=5)) == 1


def test_whom_a_search_finds_is_whom_looking_at_all_pairs_finds(now: datetime) -> None:
    rng = Random(11)

    def seek(number: int) -> Seek:
        least, most = sorted(rng.choices([None, *range(1300, 1700, 20)], k=2), key=str)
        if least is None or most is None:
            least = most = None
        return Seek(
            pk=number, ruleset=rng.choice(["eleven", "standard"]), live={"half": 1}, is_bot=False,
            rating=rng.randrange(1350, 1650, 10), least=least, most=most,
            made_at=now - timedelta(seconds=rng.randrange(20)),
        )  # fmt: skip

    def plays(one: Seek, other: Seek) -> bool:
        window = window_of(one, now)
        return (
            abs(one.rating - other.rating) <= window
            and (one.least is None or one.least <= other.rating)
            and (one.most is None or other.rating <= one.most)
        )

    def compare(number: int) -> None:
        rows = [seek(one) for one in range(number)]
        found = sorted_by_kind(rows, lambda one: window_of(one, now))
        for one, kind in found:
            mine = one.seek
            right = [
                other for other in rows
                if other is not mine and other.ruleset == mine.ruleset
                and plays(mine, other) and plays(other, mine)
            ]  # fmt: skip
            right.sort(key=lambda other: (abs(other.rating - mine.rating), rows.index(other)))
            assert [other.seek for other in kind.fitting(one)] == right

    for _ in range(20):
        compare(40)


def test_the_work_of_pairing_grows_with_the_seeks_not_with_their_square(now: datetime) -> None:
    def seen(number: int) -> int:
        rng = Random(5)
        rows = [
            Seek(
                pk=one, ruleset="eleven", live={}, is_bot=False, rating=rng.randrange(1000, 2000),
                made_at=now,
            )
            for one in range(number)
        ]  # fmt: skip
        found = sorted_by_kind(rows, lambda one: window_of(one, now))
        for one, kind in found:
            next(kind.fitting(one), None)
        return found[0][1].seen

    assert seen(4000) < 5 * seen(1000) < 5 * 1000 * 30


def test_a_player_who_lets_matches_fall_waits_ever_longer(
    white: APIClient, alice: User, bob: User, now: datetime
) -> None:
    def drop(at: datetime) -> None:
        game = pair(alice, bob, ruleset="eleven", now=at)
        act(alice.pk, game.pk, "abort", now=at)

    for number in range(3):
        drop(now + timedelta(seconds=number))
    assert rest_of(alice, now) is None
    drop(now)
    first = Game.objects.order_by("finished_at").last().finished_at
    assert rest_of(alice, now) == rest_of(alice, now) == first + rests.SHORTEST_REST
    assert rest_of(bob, now) is None
    problem = refused(white.post(SEEKS, {}), 403, "live_cooldown")
    assert datetime.fromisoformat(problem["until"]) > timezone.now()

    later = first + rests.SHORTEST_REST
    assert rest_of(alice, later) is None
    drop(later)
    newest = Game.objects.order_by("finished_at").last().finished_at
    assert rest_of(alice, newest) == newest + 3 * rests.SHORTEST_REST
    LiveRest.objects.update(times=9, counted_to=first)
    assert rest_of(alice, newest) == newest + rests.LONGEST_REST

    # It is about live matches alone.
    assert white.post("/api/v1/challenges", {"opponent": "bob"}).status_code == 201
    Game.objects.update(live=None)
    assert seeks.begin(alice, "eleven", None, now=newest + rests.LONGEST_REST).state == "seeking"
