"""Challenges to several people: a seat for each, and the game begins when all are taken."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Challenge, Game, GameEvent
from games.play.acts import resign
from games.play.blocks import block
from games.play.challenge.challenges import (
    cancel_challenge,
    decline_challenge,
    make_challenge,
    take_seat,
)
from games.play.challenge.checks import MOST_TO_ONE_A_DAY
from games.play.challenge.ends import lapse_challenges
from games.play.challenge.invitations import Invited
from games.play.challenge.rematches import offer_rematch
from games.play.robots import accept_waiting_challenges, open_house
from games.play.start import Terms
from games.refusals import Conflict, Forbidden
from tests.at_once import at_once
from tests.conftest import Clients
from tests.games.http import API
from tests.toys.games import lap, read, user_of

pytestmark = pytest.mark.django_db


def challenge_to(
    challenger: User, *others: User | None, now: datetime, **options: object
) -> Challenge:
    terms = Terms("quad", options=options)
    return make_challenge(
        challenger, None, terms, now=now, others=[Invited(other) for other in others]
    )


def events_of(user: User) -> list[str]:
    entries = user.inbox_entries.order_by("number").select_related("event")
    return [entry.event.type for entry in entries]


def test_the_game_begins_when_every_seat_is_taken(
    alice: User, bob: User, charlie: User, dan: User, now: datetime
) -> None:
    challenge = challenge_to(alice, bob, charlie, dan, now=now)
    assert [events_of(one) for one in (bob, charlie, dan)] == [["challenge.received"]] * 3

    assert take_seat(bob, challenge.pk, now=now).game is None
    assert take_seat(bob, challenge.pk, now=now).game is None
    assert take_seat(dan, challenge.pk, now=now).game is None
    game = take_seat(charlie, challenge.pk, now=now).game

    assert game is not None
    assert {seat.side for seat in game.seats} == {"white", "silver", "black", "gold"}
    assert {seat.user_id for seat in game.seats} == {u.pk for u in (alice, bob, charlie, dan)}
    assert take_seat(bob, challenge.pk, now=now).game == game
    assert events_of(alice) == ["game.started", "challenge.accepted"]
    assert events_of(bob) == ["challenge.received", "game.started"]


def test_seats_for_anyone_are_taken_by_the_link(
    alice: User, bob: User, charlie: User, dan: User, now: datetime
) -> None:
    challenge = challenge_to(alice, bob, now=now)
    assert challenge.seats_free == 2

    take_seat(dan, challenge.pk, now=now)
    take_seat(charlie, challenge.pk, now=now)
    challenge.refresh_from_db()
    assert challenge.seats_free == 0
    late = User.objects.create_user("eve")
    with pytest.raises(Conflict) as refusal:
        take_seat(late, challenge.pk, now=now)
    assert refusal.value.code == "challenge_closed"

    assert take_seat(bob, challenge.pk, now=now).game is not None


def test_who_came_by_the_link_may_leave_the_seat_to_another(
    alice: User, bob: User, charlie: User, now: datetime
) -> None:
    challenge = challenge_to(alice, None, None, now=now, seats=3)
    take_seat(bob, challenge.pk, now=now)

    assert decline_challenge(bob, challenge.pk, now=now).status == "open"

    with pytest.raises(Forbidden):
        decline_challenge(bob, challenge.pk, now=now)
    take_seat(charlie, challenge.pk, now=now)
    assert take_seat(bob, challenge.pk, now=now).game is not None


def test_one_who_was_named_declines_for_all(
    alice: User, bob: User, charlie: User, dan: User, now: datetime
) -> None:
    challenge = challenge_to(alice, bob, charlie, dan, now=now)
    take_seat(bob, challenge.pk, now=now)

    decline_challenge(charlie, challenge.pk, now=now)

    with pytest.raises(Conflict) as refusal:
        take_seat(dan, challenge.pk, now=now)
    assert refusal.value.code == "challenge_closed"
    assert events_of(alice) == ["challenge.declined"]
    assert events_of(bob) == ["challenge.received", "challenge.declined"]


def test_taking_it_back_and_lapsing_notify_all(
    alice: User, bob: User, charlie: User, dan: User, now: datetime
) -> None:
    first = challenge_to(alice, bob, charlie, now=now)
    take_seat(dan, first.pk, now=now)
    cancel_challenge(alice, first.pk, now=now)
    challenge_to(alice, bob, charlie, now=now)

    lapse_challenges(now + timedelta(days=15), 10)

    assert events_of(dan) == ["challenge.cancelled"]
    assert events_of(bob)[1::2] == ["challenge.cancelled", "challenge.lapsed"]


def test_more_people_than_seats_and_one_twice_are_refused(
    alice: User, white: APIClient, bob: User, charlie: User
) -> None:
    for opponents in (["bob", "bob"], ["bob", "charlie", None, None], ["nobody"], ["alice"]):
        answer = white.post(
            f"{API}/challenges", {"ruleset": "quad", "opponents": opponents}, "json"
        )
        assert answer.status_code == 400, opponents
        assert answer.json()["errors"][0]["pointer"].startswith("#/opponent")
    answer = white.post(f"{API}/challenges", {"ruleset": "pair", "opponents": ["bob"]}, "json")
    assert answer.json()["opponent"]["username"] == "bob"


def test_by_http_four_sit_down_and_the_fourth_plays_a_whole_game(
    alice: User, bob: User, charlie: User, dan: User, client_of: Clients
) -> None:
    clients = {user.username: client_of(user) for user in (alice, bob, charlie, dan)}
    body = {
        "ruleset": "quad",
        "opponents": ["bob", None, "charlie"],
        "options": {"stones": 12, "seats": 4},
        "days_per_turn": 2,
    }
    made = clients["alice"].post(f"{API}/challenges", body, "json").json()
    path = f"{API}/challenges/{made['id']}"
    assert [one["is_named"] for one in made["invitations"]] == [True, False, True]
    listed = client_of().get(f"{API}/challenges/open?ruleset=any").json()["results"]
    assert [one["id"] for one in listed] == [made["id"]]
    for name in ("charlie", "bob"):
        answer = clients[name].post(f"{path}/accept")
        assert (answer.status_code, answer.json()["status"]) == (200, "open")
    answer = clients["dan"].post(f"{path}/accept")
    assert answer.status_code == 201
    game = answer.json()
    assert game["options"] == {"stones": 12, "seats": 4, "word": True}
    url = f"{API}/games/{game['id']}"
    user_of_side = {side: one["username"] for side, one in game["players"].items()}

    while game["status"] == "playing":
        [side] = game["awaiting"]
        client = clients[user_of_side[side]]
        options = client.get(f"{url}/options?turn={game['turn']}").json()
        action = options["actions"][0]["text"]
        played = client.post(f"{url}/turns", {"turn": game["turn"], "actions": [action]}, "json")
        assert played.status_code == 201, played.content
        game = played.json()["game"]

    assert game["result"]["reason"] == "last_stone"
    assert game["result"]["winner"] == game["result"]["ranking"][0][0]
    history = clients["dan"].get(f"{url}/history").json()["results"]
    assert len(history) == 12
    for path in ("turns", "export", "export?format=text", "board.svg", "board.png?side=gold"):
        assert clients["dan"].get(f"{url}/{path}").status_code == 200, path


@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_the_last_seat_together_one_gets_it(
    alice: User, bob: User, charlie: User, dan: User, now: datetime
) -> None:
    challenge = challenge_to(alice, None, None, now=now, seats=3)
    take_seat(bob, challenge.pk, now=now)

    def take(user: User) -> str:
        try:
            return str(take_seat(user, challenge.pk, now=now).game)
        except Conflict as refusal:
            return refusal.code

    outcomes = at_once(lambda: take(charlie), lambda: take(dan))

    assert sorted(outcomes)[1:] == ["challenge_closed"] or "challenge_closed" in outcomes
    assert Game.objects.count() == 1
    assert GameEvent.objects.filter(type="game.started").count() == 1


def test_who_is_blocked_no_longer_asks_one_among_several(
    alice: User, bob: User, charlie: User, dan: User, now: datetime
) -> None:
    named = challenge_to(alice, bob, charlie, dan, now=now)
    by_link = challenge_to(alice, charlie, now=now)
    take_seat(bob, by_link.pk, now=now)

    block(bob, "alice", now=now)

    named.refresh_from_db()
    assert named.status == Challenge.Status.DECLINED
    by_link.refresh_from_db()
    assert (by_link.status, by_link.seats_free) == (Challenge.Status.OPEN, 2)


def test_asking_one_among_several_counts_all_day_though_taken_back(
    alice: User, bob: User, now: datetime
) -> None:
    for _ in range(MOST_TO_ONE_A_DAY):
        cancel_challenge(alice, challenge_to(alice, bob, now=now).pk, now=now)

    with pytest.raises(Conflict) as refusal:
        challenge_to(alice, bob, now=now)

    assert refusal.value.code == "too_many_challenges"


def test_no_game_begins_with_one_who_was_locked_out_meanwhile(
    alice: User, bob: User, charlie: User, dan: User, now: datetime
) -> None:
    challenge = challenge_to(alice, bob, charlie, dan, now=now)
    take_seat(bob, challenge.pk, now=now)
    take_seat(charlie, challenge.pk, now=now)
    User.objects.filter(pk=bob.pk).update(is_active=False)

    with pytest.raises(Conflict) as refusal:
        take_seat(dan, challenge.pk, now=now)

    assert refusal.value.code == "opponent_gone"
    assert not Game.objects.exists()


def test_a_rematch_moves_everyone_on_by_one_seat(four: Game, now: datetime) -> None:
    for side in ("white", "silver", "black"):
        resign(user_of(four, side), four.pk, now=now)
    before = {seat.user_id: seat.side for seat in four.seats}
    users = [User.objects.get(pk=user_id) for user_id in before]

    first = offer_rematch(users[2], four.pk, now=now)
    assert first.is_new
    assert not offer_rematch(users[2], four.pk, now=now).is_new
    for user in (users[0], users[3], users[0]):
        last = offer_rematch(user, four.pk, now=now)
        assert last.challenge.game is None
    last = offer_rematch(users[1], four.pk, now=now)

    game = last.challenge.game
    assert game is not None
    onward = {"white": "silver", "silver": "black", "black": "gold", "gold": "white"}
    assert {s.user_id: s.side for s in game.seats} == {
        user_id: onward[side] for user_id, side in before.items()
    }
    assert game.options == four.options


def test_robots_take_what_they_play_and_nothing_else(alice: User) -> None:
    now = timezone.now()
    easy = next(robot for robot in open_house() if robot.strength == "easy").user
    hard = next(robot for robot in open_house() if robot.strength == "hard").user

    with pytest.raises(Forbidden) as refusal:
        challenge_to(alice, easy, now=now)
    assert refusal.value.code == "challenge_not_taken"
    with pytest.raises(Forbidden):
        make_challenge(alice, hard, Terms("pair"), now=now)
    made = make_challenge(alice, easy, Terms("pair"), now=now)

    assert accept_waiting_challenges(now) == 1
    made.refresh_from_db()
    assert made.status == "accepted"


def test_a_robot_declines_what_it_came_to_know_no_more(alice: User) -> None:
    now = timezone.now()
    easy = next(robot for robot in open_house() if robot.strength == "easy").user
    made = make_challenge(alice, easy, Terms("pair"), now=now)
    Challenge.objects.filter(pk=made.pk).update(
        ruleset="quad", options={"stones": 9, "seats": 2, "word": True}
    )

    assert accept_waiting_challenges(now) == 0

    made.refresh_from_db()
    assert (made.status, made.decline_reason) == ("declined", "ruleset")


def test_a_lap_is_played_by_all(four: Game, now: datetime) -> None:
    assert read(lap(four, now)).next_turn == 5
