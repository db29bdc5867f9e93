"""House robots take the free seats of an open challenge: by the API and by the page."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from config.http.errors.refusals import Refusal
from games.models import Challenge, Player
from games.play.challenge import robot_seats
from games.play.challenge.challenges import make_challenge, take_seat
from games.play.challenge.checks import MOST_AGAINST_ROBOTS
from games.play.challenge.invitations import Invited
from games.play.robots import accept_waiting_challenges, open_house
from games.play.start import Terms
from tests.at_once import at_once
from tests.conftest import Clients
from tests.games.http import API, refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def house(db: None) -> None:
    cache.clear()
    open_house()


def four(challenger: User, now: datetime, *others: User | None) -> Challenge:
    terms = Terms(ruleset="family", options={"seats": 4})
    return make_challenge(
        challenger, None, terms, now=now, others=[Invited(other) for other in others]
    )


def players_of(challenge: Challenge) -> set[str]:
    challenge.refresh_from_db()
    seats = Player.objects.filter(game=challenge.game_id)
    return set(seats.values_list("user__username", flat=True))


def test_they_are_listed_with_what_they_play(client_of: Clients) -> None:
    everyone = client_of().get(f"{API}/robots").json()["results"]
    of_family = client_of().get(f"{API}/robots?ruleset=family").json()["results"]

    assert [one["strength"] for one in everyone] == ["easy", "medium", "hard", "master"]
    assert everyone[-1] == {
        "username": "robot-master",
        "is_bot": True,
        "strength": "master",
        "rulesets": ["eleven"],
    }
    assert of_family == everyone[:3]
    refused(client_of().get(f"{API}/robots?ruleset=go"), 400, "invalid")


def test_they_take_the_seats_that_no_one_took(
    alice: User, bob: User, now: datetime, client_of: Clients
) -> None:
    challenge = four(alice, now, bob)
    url = f"{API}/challenges/{challenge.pk}/robots"

    answer = client_of(alice).post(url, {"strength": "hard"}, "json")

    assert answer.status_code == 200
    assert answer.json()["status"] == "open"
    assert [seat["player"]["username"] for seat in answer.json()["invitations"]] == [
        "bob",
        "robot-hard",
        "robot-easy",
    ]
    take_seat(bob, challenge.pk, now=now)
    assert players_of(challenge) == {"alice", "bob", "robot-hard", "robot-easy"}
    again = client_of(alice).post(url, {}, "json").json()
    assert (again["status"], again["game"]) == ("accepted", challenge.game_id)


def test_a_game_of_two_begins_immediately(alice: User, now: datetime, client_of: Clients) -> None:
    challenge = make_challenge(alice, None, Terms(), now=now)

    answer = client_of(alice).post(f"{API}/challenges/{challenge.pk}/robots", {}, "json").json()

    assert (answer["status"], answer["opponent"]["username"]) == ("accepted", "robot-easy")
    assert players_of(challenge) == {"alice", "robot-easy"}


def test_what_was_left_undone_is_done_with_their_next_look(
    alice: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    challenge = four(alice, now)
    # As if the process had been killed between the two steps.
    monkeypatch.setattr(robot_seats, "take_seat", lambda *_, **__: None)
    robot_seats.let_robots_in(alice, challenge.pk, now=now)

    assert accept_waiting_challenges(now) == 3

    assert players_of(challenge) == {"alice", "robot-easy", "robot-medium", "robot-hard"}


@pytest.mark.parametrize(
    ("who", "body", "status", "code"),
    [
        ("bob", {}, 403, "not_yours"),
        ("alice", {"strength": "master"}, 400, "invalid"),
        ("alice", {"strength": 3}, 400, "invalid"),
        ("alice", {"robot": "easy"}, 400, "invalid"),
        (None, {}, 401, "not_authenticated"),
    ],
)
def test_who_may_not_and_what_makes_no_sense(
    who: str | None, body: object, status: int, code: str, alice: User, bob: User,
    now: datetime, client_of: Clients,
) -> None:  # fmt: skip
    challenge = four(alice, now)
    client = client_of({"alice": alice, "bob": bob}[who]) if who else client_of()

    refused(client.post(f"{API}/challenges/{challenge.pk}/robots", body, "json"), status, code)

    challenge.refresh_from_db()
    assert challenge.seats_free == 3


def test_no_one_gets_more_games_with_robots_than_others_by_it(
    alice: User, now: datetime, client_of: Clients
) -> None:
    for _ in range(MOST_AGAINST_ROBOTS):
        make_challenge(alice, "robot-easy", Terms(), now=now - timedelta(days=1))
        assert accept_waiting_challenges(now) == 1
    challenge = make_challenge(alice, None, Terms(), now=now)

    answer = client_of(alice).post(f"{API}/challenges/{challenge.pk}/robots", {}, "json")

    refused(answer, 409, "too_many_robot_games")
    challenge.refresh_from_db()
    assert challenge.opponent_id is None


def test_the_page_offers_them_to_who_made_the_challenge_alone(
    alice: User, bob: User, now: datetime
) -> None:
    challenge = four(alice, now, bob)
    mine, other = Client(), Client()
    mine.force_login(alice)
    other.force_login(bob)
    address = f"/challenges/{challenge.pk}/"

    assert "the 2 free seats" in mine.get(address).content.decode()
    assert "free seats:" not in other.get(address).content.decode()
    assert other.post(f"{address}robots/", {"strength": "easy"}).status_code == 403

    assert mine.post(f"{address}robots/", {"strength": "medium"}).url == address
    assert "free seats:" not in mine.get(address).content.decode()
    assert "robot-medium" in mine.get(address).content.decode()


@pytest.mark.django_db(transaction=True)
def test_a_person_and_the_robots_never_take_the_same_seat(
    alice: User, bob: User, now: datetime
) -> None:
    open_house()
    challenge = four(alice, now)

    def come_by_the_link() -> None:
        with suppress(Refusal):  # Anyone who comes after the robots finds no seat.
            take_seat(bob, challenge.pk, now=now)

    at_once(
        come_by_the_link,
        lambda: robot_seats.let_robots_in(alice, challenge.pk, now=now),
    )

    found = players_of(challenge)
    assert len(found) == 4
    assert "alice" in found
