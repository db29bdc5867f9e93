"""A vacant seat: offered if all others agree, and taken once, by link or by a friend."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.features.seats.models import SeatOffer
from games.features.seats.offering import agree, offer, take
from games.models import Friend, Game
from games.play.acts import resign
from games.play.blocks import block
from games.play.handing_over import hand_over
from games.play.replay import differences_of
from games.play.robots import open_house
from games.play.turns import play_turn
from tests.api.document import shape_of
from tests.conftest import Clients
from tests.games.http import API, refused
from tests.games.matches import any_turn
from tests.games.races import race
from tests.toys.games import begin, read

Browse = Callable[..., Client]


@pytest.fixture
def table(alice: User, bob: User, charlie: User, dan: User, now: datetime) -> Game:
    """Four at a table; a bot replaced dan's Gold."""
    cache.clear()
    open_house()
    people = {"white": alice, "silver": bob, "black": charlie, "gold": dan}
    game = begin("family", people, now)
    return hand_over(dan.pk, game.pk, now=now)


@pytest.fixture
def eve(db: None) -> User:
    """Return someone who would like to play."""
    return User.objects.create_user("eve", "eve@example.org")


def test_a_seat_is_offered_if_all_others_agree_and_taken_once(
    table: Game, alice: User, bob: User, charlie: User, dan: User, eve: User,
    client_of: Clients, now: datetime,
) -> None:  # fmt: skip
    url = f"{API}/games/{table.pk}/seat"
    hers = client_of(eve)

    def offered(user: User, side: str) -> Any:
        return client_of(user).put(url, {"side": side}, "json")

    refused(hers.get(url), 404, "not_found")
    refused(offered(eve, "gold"), 403, "not_a_player")
    refused(offered(alice, "silver"), 400, "invalid")
    refused(hers.post(f"{url}/take"), 409, "seat_not_offered")
    made = offered(alice, "gold").json()
    assert (made["agreed"], made["is_open"]) == (["white"], False)
    assert offered(alice, "gold").status_code == 200
    refused(offered(bob, "gold"), 409, "seat_not_offered")

    # One who declines ends it; all who agree open it.
    assert client_of(bob).delete(url).status_code == 204
    refused(client_of(charlie).patch(url), 409, "seat_not_offered")
    assert offered(alice, "gold").status_code == 200
    assert client_of(bob).patch(url).json()["is_open"] is False
    refused(hers.get(url), 404, "not_found")
    refused(hers.post(f"{url}/take"), 409, "seat_not_offered")
    assert client_of(charlie).patch(url).json()["is_open"] is True
    assert hers.get(url).json()["url"].endswith(f"/games/{table.pk}/seat/")

    block(bob, "eve", now=now)
    refused(hers.post(f"{url}/take"), 403, "challenge_not_taken")
    bob.blocks.all().delete()
    taken = hers.post(f"{url}/take").json()
    assert (taken["players"]["gold"]["username"], taken["deadline"]) == (
        "eve", client_of(alice).get(f"{API}/games/{table.pk}").json()["deadline"],
    )  # fmt: skip
    assert hers.post(f"{url}/take").status_code == 200
    refused(client_of(dan).post(f"{url}/take"), 409, "seat_not_offered")
    refused(offered(alice, "gold"), 400, "invalid")

    document = hers.get(f"{API}/schema").json()
    heard = [one for one in client_of(alice).get(f"{API}/events?limit=100").json()["results"]
             if one["type"] == "seat.offered"]  # fmt: skip
    for event in heard:
        shape_of(document, "SeatOfferedEvent").validate(event)
    assert [(one["data"]["side"], one["data"]["is_open"]) for one in heard] == [
        ("white", False), ("silver", False), ("white", False), ("silver", False), ("black", True),
    ]  # fmt: skip
    assert differences_of(read(table)) == []


def test_friends_see_it_at_home_and_take_it_on_the_page(
    table: Game, alice: User, bob: User, charlie: User, eve: User, browse: Browse, now: datetime
) -> None:
    page = f"/games/{table.pk}/seat/"
    mine, hers = browse(alice), browse(eve)
    assert page in mine.get(f"/games/{table.pk}/").content.decode()
    assert mine.post(page, {"offer": "silver"}).status_code == 422
    assert mine.post(page, {"offer": "gold"}).status_code == 302
    assert "The other players must agree first." in mine.get(page).content.decode()
    assert browse(bob).post(page, {"agree": "1"}).status_code == 302
    assert "No seat is offered" in hers.get(page).content.decode()
    Friend.objects.create(user=alice, friend=eve)
    assert page not in hers.get("/").content.decode()
    agree(charlie.pk, table.pk, now=now)

    assert "alice offers you a seat in a game." in hers.get("/").content.decode()
    assert page in mine.get(page).content.decode()
    assert "Take seat" in hers.get(page).content.decode()
    assert hers.post(page, {"take": "1"}).headers["Location"] == f"/games/{table.pk}/"
    assert page not in hers.get("/").content.decode()
    assert not SeatOffer.objects.exists()


def test_a_stranger_takes_no_seat_beside_someone_in_family_mode(
    table: Game, alice: User, bob: User, charlie: User, eve: User, now: datetime, client_of: Clients
) -> None:
    User.objects.filter(pk=bob.pk).update(is_family=True)
    Game.objects.update(is_public=False)
    offer(alice.pk, table.pk, "gold", now=now)
    for user in (bob, charlie):
        agree(user.pk, table.pk, now=now)

    refused(client_of(eve).post(f"{API}/games/{table.pk}/seat/take"), 404, "not_found")
    Friend.objects.create(user=bob, friend=eve)
    refused(client_of(eve).post(f"{API}/games/{table.pk}/seat/take"), 403, "friends_only")
    for friend in (alice, charlie):
        Friend.objects.create(user=bob, friend=friend)
    assert client_of(eve).post(f"{API}/games/{table.pk}/seat/take").status_code == 200


def test_the_offer_of_a_bot_that_is_out_is_gone(
    table: Game, alice: User, bob: User, charlie: User, eve: User, now: datetime, client_of: Clients
) -> None:
    hand_over(charlie.pk, table.pk, now=now)
    offer(alice.pk, table.pk, "gold", now=now)
    agree(bob.pk, table.pk, now=now)
    Friend.objects.create(user=alice, friend=eve)
    resign(next(one.user_id for one in read(table).seats if one.side == "gold"), table.pk, now=now)

    refused(client_of(eve).post(f"{API}/games/{table.pk}/seat/take"), 409, "seat_not_offered")
    assert "offers you a seat" not in client_of(eve).get("/").content.decode()
    url = f"{API}/games/{table.pk}/seat"
    refused(client_of(alice).put(url, {"side": "gold"}, "json"), 400, "invalid")
    assert client_of(alice).put(url, {"side": "black"}, "json").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_two_who_take_it_at_once_and_a_turn(
    table: Game, alice: User, bob: User, charlie: User, eve: User, now: datetime
) -> None:
    frank = User.objects.create_user("frank", "frank@example.org")
    offer(alice.pk, table.pk, "gold", now=now)
    for user in (bob, charlie):
        agree(user.pk, table.pk, now=now)

    outcomes = race(
        table,
        lambda: take(eve, table.pk, now=now),
        lambda: play_turn(alice.pk, table.pk, 1, any_turn(table).split(), now=now),
        lambda: take(frank, table.pk, now=now),
    )

    assert isinstance(outcomes[0], Game)
    assert outcomes[2] == "seat_not_offered"
    after = read(table)
    assert (after.next_turn, after.seats[3].username) == (2, "eve")
    assert differences_of(after) == []
