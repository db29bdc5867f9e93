"""A table of Fun Family Chess: what is agreed for a child, by name, before anyone has a seat."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Challenge, Game
from games.play.challenge.challenges import take_seat
from games.play.challenge.invitations import seats_of
from games.play.robots import open_house
from tests.conftest import Clients
from tests.games.http import API, refused
from tests.toys.games import user_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(alice: User, bob: User, charlie: User, db: None) -> list[User]:
    """Four who sit down to play, the challenger first."""
    return [alice, bob, charlie, User.objects.create_user("kid")]


def ask(client: APIClient, opponents: list[str | None], **options: Any) -> Any:
    """Ask these people to a table and return the answer."""
    body = {"ruleset": "family", "opponents": opponents, "options": options}
    return client.post(f"{API}/challenges", body, "json")


def test_a_child_may_leave_by_name_and_then_by_side(people: list[User], white: APIClient) -> None:
    challenge = ask(white, ["bob", "charlie", "Kid"], may_leave=["KID"]).json()
    assert challenge["options"] == {"seats": 4, "may_leave": ["kid"]}
    assert white.get(f"{API}/events").json()["results"] == []

    for person in people[1:]:
        take_seat(person, challenge["id"], now=timezone.now())

    game = Game.objects.get()
    (side,) = game.options["may_leave"]
    assert user_of(game, side) == people[3].pk
    assert white.get(f"{API}/challenges/{challenge['id']}").json()["options"]["may_leave"] == [
        "kid"
    ]
    assert white.get(f"{API}/games/{game.pk}").json()["options"]["may_leave"] == [side]


def test_everyone_hears_who_may_leave_before_accepting(
    people: list[User], white: APIClient, client_of: Clients, client: Client
) -> None:
    challenge = ask(white, ["bob", "charlie", None], may_leave=["bob", "alice"]).json()

    heard = client_of(people[1]).get(f"{API}/events").json()["results"][-1]["data"]
    assert sorted(heard["options"]["may_leave"]) == ["alice", "bob"]
    client.force_login(people[3])
    page = client.get(f"/challenges/{challenge['id']}/").content.decode()
    assert page.count("Can leave and return") == 2
    assert "1 of 4 players here" in page
    assert "about ten weeks" in page


@pytest.mark.parametrize(
    ("opponents", "options", "pointer"),
    [
        # 7.1: never all of them.
        (["bob", "charlie", "kid"], {"may_leave": ["alice", "bob", "charlie", "kid"]}, "may_leave"),
        (["bob"], {"seats": 2, "may_leave": ["alice", "bob"]}, "may_leave"),
        (["bob"], {"seats": 2, "may_leave": ["white", "bob"]}, "may_leave"),
        (["bob"], {"seats": 2, "may_leave": ["white", "black"]}, "may_leave"),
        # No one who is not invited by name, and no one twice.
        (["bob", None, None], {"may_leave": ["kid"]}, "may_leave"),
        (["bob", None, None], {"may_leave": ["bob", "BOB"]}, "may_leave"),
        (["bob", None, None], {"may_leave": "bob"}, "may_leave"),
        (["bob", None, None], {"may_leave": [["bob"]]}, "may_leave"),
        # Sides that no one plays, and numbers of seats that there are not (2.1).
        (["bob"], {"seats": 2, "may_leave": ["gold"]}, "may_leave"),
        (["bob"], {"seats": 1}, "seats"),
        (["bob"], {"seats": 5}, "seats"),
        (["bob"], {"seats": "4"}, "seats"),
        (["bob"], {"levels": 3}, "levels"),
    ],
)
def test_terms_that_contradict_themselves_are_refused(
    people: list[User], white: APIClient, opponents: Any, options: Any, pointer: str
) -> None:
    answer = ask(white, opponents, **options)

    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid"
    assert answer.json()["errors"][0]["pointer"] == f"#/options/{pointer}"
    assert not Challenge.objects.exists()


@pytest.mark.parametrize("seats", [2, 4])
def test_no_one_chooses_a_seat_that_the_law_draws_by_lot(
    people: list[User], white: APIClient, seats: int
) -> None:
    opponents = ["bob", "charlie", "kid"][: seats - 1]
    body = {"ruleset": "family", "opponents": opponents, "options": {"seats": seats}}

    refused_side = refused(
        white.post(f"{API}/challenges", {**body, "side": "black"}, "json"), 400, "invalid"
    )

    (error,) = refused_side["errors"]
    assert (error["pointer"], error["code"]) == ("#/side", "by_lot")
    assert refused_side["law_url"] == "/learn/family/laws/#2.1"
    assert not Challenge.objects.exists()
    assert white.post(f"{API}/challenges", {**body, "side": "random"}, "json").status_code == 201


def test_the_form_lays_a_table(people: list[User], client: Client) -> None:
    client.force_login(people[0])
    page = client.get("/new/?game=family").content.decode()
    assert "about ten weeks" in page
    assert page.count('name="may_leave"') == 4
    filled = {"ruleset": "family", "seats": "4", "clock": "post", "opponent": "bob"}

    unnamed = client.post("/new/", {**filled, "may_leave": ["opponent_3"]})
    assert unnamed.status_code == 422
    assert "Choose players" in unnamed.content.decode()
    all_of_them = {**filled, "seats": "2", "may_leave": ["you", "opponent"]}
    assert client.post("/new/", all_of_them).status_code == 422

    laid = client.post("/new/", {**filled, "opponent_3": "kid", "may_leave": ["opponent_3"]})
    assert laid.status_code == 302
    challenge = Challenge.objects.get()
    assert challenge.terms == {"seats": 4, "may_leave": ["kid"]}
    assert challenge.seats_free == 1
    assert "To bob, kid and anyone" in client.get("/").content.decode()

    client.force_login(people[1])
    assert "Answer" in client.get("/").content.decode()
    client.post(f"/challenges/{challenge.pk}/accept/")
    home = client.get("/").content.decode()
    assert "2 of 4 players here" in home
    assert "Waiting for others (1)" in home
    assert "You have a seat." in client.get(f"/challenges/{challenge.pk}/").content.decode()


def test_open_seats_are_filled_with_bots_and_kept_by_the_form(
    people: list[User], client: Client
) -> None:
    open_house()
    client.force_login(people[0])
    sent = {"ruleset": "family", "seats": "4", "clock": "post", "opponent_2": "bob"}

    page = client.post("/new/", {**sent, "fill": "1"})

    assert page.status_code == 200
    assert not Challenge.objects.exists()
    form = page.context["form"]
    seated = [form.data.get(f"{name}_bot") for name in ("opponent", "opponent_2", "opponent_3")]
    assert seated[1] is None
    assert len({seated[0], seated[2]} & {bot.username for bot in form.bots}) == 2
    # In a game of two only one seat is open.
    two = client.post("/new/", {"ruleset": "family", "seats": "2", "clock": "post", "fill": "1"})
    assert [key for key in two.context["form"].data if key.endswith("_bot")] == ["opponent_bot"]

    made = client.post("/new/", {**sent, "opponent_bot": seated[0], "opponent_3_bot": seated[2]})
    assert made.status_code == 302
    assert client.get(made["Location"]).status_code == 200
    invited = {seat.user.username for seat in seats_of(Challenge.objects.get()) if seat.user}
    assert {"bob", seated[0], seated[2]} <= invited


def test_a_bot_goes_with_its_seat(people: list[User], client: Client) -> None:
    open_house()
    client.force_login(people[0])
    bots = [bot.username for bot in client.get("/new/?game=family").context["form"].bots]
    names = ("opponent_bot", "opponent_2_bot", "opponent_3_bot")
    four = {"ruleset": "family", "clock": "post", **dict(zip(names, bots, strict=False))}

    # All seats were filled before the game became one for two.
    made = client.post("/new/", {**four, "seats": "2"})

    assert made.status_code == 302
    opponent = Challenge.objects.get().opponent
    assert opponent is not None
    assert opponent.username == bots[0]


@pytest.mark.parametrize(
    ("options", "law"),
    [({"seats": 5}, "2.1"), ({"seats": 2, "may_leave": ["white", "black"]}, "7.1")],
)
def test_terms_against_a_law_name_it(people: list[User], white: APIClient, options: Any, law: str):
    assert refused(ask(white, ["bob"], **options), 400, "invalid")["law"] == law


def test_the_host_sees_who_is_missing_and_the_link_first(
    people: list[User], white: APIClient, client: Client
) -> None:
    open_house()
    challenge = ask(white, ["bob", None, None]).json()
    path = f"/challenges/{challenge['id']}/"
    client.force_login(people[0])

    page = client.get(path).content.decode()

    order = ['<svg class="mini', "1 of 4 players here", "Send this link to the others"]
    assert [page.index(words) for words in order] == sorted(page.index(words) for words in order)
    assert "Invited: bob. You can also send them the link." in page
    # What hardly anyone changes is folded.
    for words in ("Fill with bots", "Settings", "Supervisor"):
        assert f"<summary>{words}</summary>" in page

    # No one is said to be invited who came by the link, or who has answered.
    for person in people[1:3]:
        take_seat(person, challenge["id"], now=timezone.now())
    assert "Invited:" not in client.get(path).content.decode()
    client.force_login(people[2])
    page = client.get(path).content.decode()
    assert "You have a seat." in page
    assert 'Fun Family Chess with <a href="/players/alice/">' in page


def test_a_guest_at_a_table_may_say_a_name(white: APIClient) -> None:
    challenge = ask(white, [None, None, None]).json()
    guest, path = Client(), f"/challenges/{challenge['id']}/"
    assert 'name="guest_name"' in guest.get(path).content.decode()
    said = {"challenge": challenge["id"], "guest_name": "no blanks"}
    assert guest.post("/guest/", said)["Location"] == path
    assert not User.objects.filter(guest_since__isnull=False).exists()

    said["guest_name"] = "dora-at-home"
    assert guest.post("/guest/", said)["Location"] == path

    page = guest.get(path).content.decode()
    assert "Waiting for 2 more" in page
    named = User.objects.get(guest_since__isnull=False)
    assert named.username.startswith("guest-dora-at-home-")
