"""Handing one's seat at a table of several to a house robot."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.models import Game, GameEvent, InboxEntry, Player
from games.play.acts import do_act, resign
from games.play.draws import offer_draw
from games.play.handing_over import hand_over
from games.play.replay import differences_of
from games.play.robots import open_house, play_waiting_games
from games.play.turns import play_turn
from games.store.names import games_with_old_name
from tests.conftest import Clients
from tests.games.http import API, refused
from tests.games.matches import start_formations
from tests.games.races import race
from tests.toys.games import begin, read, take

SIDES = ("white", "silver", "black", "gold")


@pytest.fixture(autouse=True)
def house(db: None) -> None:
    cache.clear()
    open_house()


@pytest.fixture
def people(alice: User, bob: User, charlie: User, dan: User) -> dict[str, User]:
    """Who plays which side."""
    return dict(zip(SIDES, (alice, bob, charlie, dan), strict=True))


@pytest.fixture
def table(people: dict[str, User], now: datetime) -> Game:
    """Four at a table, in the first lap: bob's Silver is awaited, dan may leave."""
    return take(begin("family", people, now, may_leave=["gold"]), "d2d3", now=now)


def test_a_robot_plays_on_and_the_others_go_on_against_it(
    table: Game, alice: User, bob: User, now: datetime, client_of: Clients, client: Client
) -> None:
    url = f"{API}/games/{table.pk}"
    offer_draw(bob.pk, table.pk, now=now)

    answer = client_of(bob).post(f"{url}/hand-over", {}, "json")

    assert answer.status_code == 200, answer.content
    shown = answer.json()
    robot = shown["players"]["silver"]
    assert (robot["username"], robot["is_bot"]) == ("robot-medium", True)
    assert (shown["awaiting"], shown["out"], shown["draw_votes"]) == (["silver"], [], [])
    assert shown["deadline"] == client_of(alice).get(url).json()["deadline"]
    # Everyone hears of it, and no name stays behind that no one would find again.
    told = client_of(alice).get(f"{API}/events").json()["results"][-1]
    assert (told["type"], told["data"]["name"]) == ("act.done", "hand_over")
    assert "bob" not in str(GameEvent.objects.get(type="game.started").data["players"])
    assert games_with_old_name(bob, 10) == []
    history = client_of().get(f"{url}/history").json()["results"]
    assert (history[1]["act"]["name"], history[1]["act"]["side"]) == ("hand_over", "silver")
    assert "Rosa replaced a player" in (client.get(f"/games/{table.pk}/history/").content.decode())

    # The robot plays at once, and the record can be played again.
    assert play_waiting_games(5) == 1
    game = read(table)
    assert [seat.side for seat in game.seats if seat.is_awaited] == ["black"]
    assert differences_of(game) == []
    # Anyone who left is an onlooker now.
    refused(client_of(bob).post(f"{url}/hand-over", {}, "json"), 403, "not_a_player")
    assert not Player.objects.filter(user=bob).exists()


def test_what_cannot_be_handed_over(
    table: Game, people: dict[str, User], now: datetime, client_of: Clients
) -> None:
    url = f"{API}/games/{table.pk}/hand-over"
    alice, bob, charlie, dan = people.values()
    refused(client_of(bob).post(url, {"strength": "master"}, "json"), 400, "invalid")
    refused(client_of(bob).post(url, {"robot": "easy"}, "json"), 400, "invalid")
    refused(client_of(User.objects.create_user("eve")).post(url, {}, "json"), 403, "not_a_player")
    do_act(dan.pk, table.pk, "leave", now=now)
    refused(client_of(dan).post(url, {}, "json"), 409, "wrong_phase")
    do_act(dan.pk, table.pk, "stay", now=now)

    # The next is another robot, for each plays one side; someone must stay.
    for leaving, strength in ((bob, "hard"), (alice, "medium")):
        answer = client_of(leaving).post(url, {"strength": "hard"}, "json").json()
        side = next(side for side, one in people.items() if one == leaving)
        assert answer["players"][side]["username"] == f"robot-{strength}"
    resign(charlie.pk, table.pk, now=now)
    refused(client_of(charlie).post(url, {}, "json"), 409, "out_of_game")
    refused(client_of(dan).post(url, {}, "json"), 409, "wrong_phase")

    of_two = start_formations(alice, bob, now)
    refused(
        client_of(bob).post(f"{API}/games/{of_two.pk}/hand-over", {}, "json"), 409, "wrong_phase"
    )


def test_the_menu_offers_it_at_a_table_of_several(
    table: Game, game: Game, bob: User, client: Client
) -> None:
    client.force_login(bob)

    assert "Replace with bot" in client.get(f"/games/{table.pk}/").content.decode()
    assert "Replace with bot" not in client.get(f"/games/{game.pk}/").content.decode()


@pytest.mark.django_db(transaction=True)
def test_a_player_who_waited_for_the_game_meanwhile_sees_who_sits_there(
    people: dict[str, User], now: datetime
) -> None:
    table = begin("family", people, now)
    alice, bob, charlie, dan = people.values()

    outcomes = race(
        table,
        lambda: hand_over(bob.pk, table.pk, now=now),
        lambda: hand_over(charlie.pk, table.pk, now=now),
        lambda: play_turn(alice.pk, table.pk, 1, ["d2d3"], now=now),
        lambda: hand_over(bob.pk, table.pk, now=now),
    )

    assert outcomes[3] == "not_a_player"
    names = [seat.username for seat in read(table).seats]
    assert names == ["alice", "robot-medium", "robot-hard", "dan"]
    heard = InboxEntry.objects.filter(event__type="turn.played")
    assert heard.count() == 4
    assert set(heard.values_list("user", flat=True)) >= {alice.pk, dan.pk}
