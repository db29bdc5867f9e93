"""The calendar of one's deadlines."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from icalendar import Calendar
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services.apps import revoke_access
from games.models import Game
from tests.accounts.apps import let_in, make_app, refresh

URL = "/api/v1/calendar"


@pytest.fixture
def address(alice: User, client_of: Callable[..., APIClient]) -> str:
    """The path of alice's calendar."""
    url = client_of(alice).get(URL).json()["url"]
    return "/calendar/" + url.rpartition("/calendar/")[2]


def read(path: str) -> Calendar:
    answer = Client().get(path)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return Calendar.from_ical(answer.content)


def test_a_deadline_is_an_entry_with_alarms(game: Game, address: str) -> None:
    [entry] = read(address).walk("VEVENT")

    assert entry["SUMMARY"] == "Turn against bob due"
    assert abs(entry["DTEND"].dt - game.deadline) < timedelta(seconds=1)
    assert f"/games/{game.pk}/" in entry["URL"]
    alarms = [alarm["TRIGGER"].dt for alarm in entry.walk("VALARM")]
    assert alarms == [-timedelta(days=0.2), -timedelta(hours=1)]


def test_only_games_that_wait_for_me_are_in_it(game: Game, bob: User, address: str) -> None:
    game.players.filter(side="white").update(deadline=None)

    assert read(address).walk("VEVENT") == []


def test_an_entry_keeps_its_identity_from_turn_to_turn(game: Game, address: str) -> None:
    [before] = read(address).walk("VEVENT")
    Game.objects.update(revision=game.revision + 2)

    [after] = read(address).walk("VEVENT")

    assert after["UID"] == before["UID"]
    assert after["SEQUENCE"] > before["SEQUENCE"]


def test_a_renewed_address_makes_the_old_one_useless(
    alice: User,
    address: str,
    client_of: Callable[..., APIClient],
) -> None:
    fresh = client_of(alice).post(URL).json()["url"]

    assert not fresh.endswith(address)
    assert Client().get(address).status_code == 404
    assert read("/calendar/" + fresh.rpartition("/calendar/")[2])


def path_in(answer) -> str:
    assert answer.status_code == 200, answer.content
    return "/calendar/" + answer.json()["url"].rpartition("/calendar/")[2]


def test_reading_the_account_does_not_give_its_calendar_away(
    alice: User,
    client_of: Callable[..., APIClient],
) -> None:
    response = client_of(alice, "account:read").get(URL)
    assert response.json()["scope"] == "account:write"


def test_the_calendar_of_a_token_ends_with_it(
    alice: User,
    client_of: Callable[..., APIClient],
) -> None:
    client, other, session = client_of(alice), client_of(alice), Client()
    session.force_login(alice)
    mine, others, page = (path_in(who.get(URL)) for who in (client, other, session))

    client.delete("/api/v1/auth/token")

    assert [Client().get(path).status_code for path in (mine, others, page)] == [404, 200, 200]


def test_the_calendar_of_an_app_ends_when_it_is_shut_out(alice: User, bob: User) -> None:
    session, app = Client(), make_app(bob)
    session.force_login(alice)
    token = let_in(session, app, scope="account:write")
    address = path_in(Client(headers={"Authorization": f"Bearer {token['access_token']}"}).get(URL))
    renewed = refresh(app, token["refresh_token"])
    assert renewed.status_code == 200
    assert read(address).walk("VEVENT") == []

    revoke_access(alice, app)

    assert Client().get(address).status_code == 404


@pytest.mark.parametrize("secret", ["1.1", "1.1:x", "x", "9.9:" + "A" * 43])
def test_no_one_guesses_an_address(alice: User, secret: str) -> None:
    assert Client().get(f"/calendar/{secret}.ics").status_code == 404


def test_a_closed_account_has_no_calendar(alice: User, address: str) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)

    assert Client().get(address).status_code == 404
