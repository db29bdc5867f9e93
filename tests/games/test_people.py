"""Friends and the search: private, bounded, and no way to list everybody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts.kept import exported
from accounts.models import User
from games.models import Friend, Inbox
from games.play import friends
from games.play.blocks import block
from games.play.challenge.challenges import Terms, make_challenge
from games.play.family import begin_family
from games.store.people import search_players
from tests.games.races import race

pytestmark = pytest.mark.django_db

SEARCH = "/api/v1/players"
FRIENDS = "/api/v1/me/friends"


def names(client: APIClient, letters: str) -> list[str]:
    answer = client.get(SEARCH, {"q": letters})
    assert answer.status_code == 200, answer.content
    return [one["username"] for one in answer.json()["results"]]


def test_a_search_finds_names_that_begin_so_in_any_case(person, alice, client_of):
    for name in ("Anna", "ANNE", "an_na", "banan", "annika-2"):
        person(name)

    assert names(client_of(alice), "ann") == ["Anna", "ANNE", "annika-2"]
    assert names(client_of(alice), "AN_") == ["an_na"], "no wildcard"
    assert names(client_of(alice), "zz") == []


def test_an_exact_name_comes_first_then_friends_then_the_active(person, alice, now, client_of):
    for name, heard in (("bo-1", 5), ("bo-2", 900), ("bo-3", 0), ("bo", 1)):
        Inbox.objects.update_or_create(user=person(name), defaults={"last_number": heard})
    friends.befriend(alice, "bo-3", now=now)

    found = search_players("bo", alice.pk)

    assert [one.username for one in found] == ["bo", "bo-3", "bo-2", "bo-1"]
    assert [one.is_friend for one in found] == [False, True, False, False]


def test_a_search_never_finds_who_is_not_to_be_found(person, alice, now, client_of):
    blocking, hidden, gone, locked = (person(f"bob-{n}") for n in range(4))
    block(blocking, "alice", now=now)
    begin_family(hidden, now=now)
    User.objects.filter(pk=gone.pk).update(deleted_at=now)
    User.objects.filter(pk=locked.pk).update(is_active=False)
    User.objects.create_user("guest-abc", guest_since=now)

    assert names(client_of(alice), "bob") == []
    assert names(client_of(alice), "guest") == []
    assert names(client_of(alice), "alice") == [], "not oneself"

    friends.befriend(hidden, "alice", now=now)
    assert names(client_of(alice), "bob") == ["bob-1"]


def test_a_search_is_no_way_to_list_everybody(person, alice, client_of, settings: Any) -> None:
    for number in range(25):
        person(f"many-{number}")
    client = client_of(alice)

    answer = client.get(SEARCH, {"q": "many"})
    assert len(answer.json()["results"]) == 20
    assert answer.json()["next"] is None, "and there is no second page"
    assert client.get(SEARCH, {"q": "m"}).status_code == 400
    assert client.get(SEARCH).status_code == 400
    assert client.get(SEARCH, {"q": "%%"}).json()["results"] == []
    assert client_of().get(SEARCH, {"q": "many"}).status_code == 401

    settings.LIMITS_ON = True
    answers = [client.get(SEARCH, {"q": f"m{letter}"}) for letter in "abcdefghij" * 5]
    assert 429 in {one.status_code for one in answers}, "forty a minute"


def test_a_guest_has_no_search_and_no_friends(now, browse: Callable[..., Client]) -> None:
    guest = User.objects.create_user("guest-abc", guest_since=now)
    page = browse(guest)

    answer = page.get(SEARCH, {"q": "al"}, headers={"Accept": "application/json"})

    assert answer.status_code == 403
    assert page.put(f"{FRIENDS}/alice").status_code in (401, 403)


def test_friends_are_private_and_one_sided(alice, bob, charlie, client_of):
    client = client_of(alice)

    assert client.put(f"{FRIENDS}/BOB").json()["username"] == "bob"
    assert client.put(f"{FRIENDS}/bob").status_code == 200, "twice is once"

    assert [one["username"] for one in client.get(FRIENDS).json()["results"]] == ["bob"]
    assert client_of(bob).get(FRIENDS).json()["results"] == []
    assert client.delete(f"{FRIENDS}/bob").status_code == 204
    assert client.delete(f"{FRIENDS}/bob").status_code == 204
    assert client.put(f"{FRIENDS}/alice").json()["errors"][0]["code"] == "self"
    assert client.put(f"{FRIENDS}/nobody").status_code == 404
    assert client_of(alice, "games:read").put(f"{FRIENDS}/bob").status_code == 403


def test_no_one_has_more_friends_than_the_bound(alice, bob, now, client_of):
    people = User.objects.bulk_create(User(username=f"f{n}") for n in range(friends.MOST))
    Friend.objects.bulk_create(Friend(user=alice, friend=one) for one in people)

    answer = client_of(alice).put(f"{FRIENDS}/bob")

    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_friends")


@pytest.mark.django_db(transaction=True)
def test_two_friends_added_at_once_do_not_pass_the_bound(alice, bob, charlie, now):
    people = User.objects.bulk_create(User(username=f"f{n}") for n in range(friends.MOST - 1))
    Friend.objects.bulk_create(Friend(user=alice, friend=one) for one in people)

    outcomes = race(
        alice,
        lambda: friends.befriend(alice, "bob", now=now),
        lambda: friends.befriend(alice, "charlie", now=now),
    )

    assert outcomes[1] == "too_many_friends"
    assert Friend.objects.filter(user=alice).count() == friends.MOST


def test_a_challenge_for_friends_is_in_their_lobby_alone(alice, bob, charlie, now, client_of):
    friends.befriend(alice, "bob", now=now)
    made = make_challenge(alice, None, Terms(is_public=False), now=now, for_friends=True)

    def lobby(user: User | None) -> list[str]:
        open_ones = client_of(user).get("/api/v1/challenges/open").json()["results"]
        return [one["id"] for one in open_ones]

    assert lobby(bob) == [made.pk]
    assert lobby(charlie) == lobby(None) == []
    said = {"public": False, "for_friends": True}
    assert client_of(alice).post("/api/v1/challenges", said).json()["for_friends"] is True


def test_friends_are_in_the_copy_of_your_data_and_go_with_an_account(alice, bob, now):
    friends.befriend(alice, "bob", now=now)

    assert [row["friend__username"] for row in exported("games.Friend", alice)] == ["bob"]
    assert list(exported("games.Friend", bob)) == [], "not who added you"


def test_the_page_finds_adds_and_removes(alice, bob, charlie, browse):
    page = browse(alice)

    assert "bob" in page.get("/people/", {"q": "bo"}).content.decode()
    page.post("/players/bob/befriend/")
    assert 'href="/players/bob/"' in page.get("/people/").content.decode()
    assert 'data-value="bob"' in page.get("/new/?against=friend").content.decode()
    page.post("/players/bob/unfriend/")
    assert not Friend.objects.exists()
    assert page.post("/players/nobody/befriend/").status_code == 404
    assert browse().get("/people/").status_code == 302


def test_the_first_page_lists_games_of_friends(alice, bob, charlie, game, now, browse):
    assert "Friends are playing" not in browse(charlie).get("/").content.decode()

    friends.befriend(charlie, "bob", now=now)

    text = browse(charlie).get("/").content.decode()
    assert "Friends are playing" in text
    assert f"/games/{game.pk}/" in text
