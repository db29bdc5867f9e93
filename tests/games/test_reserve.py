"""Terms of time: a turn, a reserve beyond it, and what comes back."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Challenge, Game, GameEvent, Heartbeat, Player
from games.play.acts import resign
from games.play.challenge.challenges import Terms, accept_challenge, make_challenge, take_seat
from games.play.challenge.invitations import Invited
from games.play.challenge.rematches import offer_rematch
from games.play.deadlines import enforce_deadline
from games.play.outages import give_back, pause_clocks, resume_clocks
from games.play.sweeps import send_reminders
from games.shown import wording
from games.shown.payloads import game_payload, turn_payload
from tests.games.http import API, refused
from tests.games.matches import any_turn, play, start_formations, start_round

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
POST: dict[str, Any] = {"reserve_s": 2 * 86_400}


def reserves(game: Game) -> dict[str, int]:
    return dict(Player.objects.filter(game=game).values_list("side", "reserve_left"))


def play_at(game: Game, now: datetime) -> Game:
    play(game, any_turn(game), now=now)
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def post(alice: User, bob: User, now: datetime) -> Game:
    """A game of a day a turn with two days in reserve, at its first kick-off."""
    return start_round(start_formations(alice, bob, now, **POST), now)


def test_the_reserve_follows_the_turn_and_is_taken_once(post: Game, now: datetime) -> None:
    assert (post.main_until, post.deadline) == (now + DAY, now + 3 * DAY)

    in_time = play_at(post, now + 20 * HOUR)
    assert reserves(in_time) == {"white": 172_800, "black": 172_800}

    late = play_at(in_time, now + 20 * HOUR + 30 * HOUR)
    assert reserves(late) == {"white": 172_800, "black": 172_800 - 6 * 3600}
    assert list(late.turns.values_list("took", flat=True)) == [20 * 3600, 30 * 3600]

    mine = play_at(late, now + 51 * HOUR)
    assert mine.deadline == now + 51 * HOUR + 3 * DAY - 6 * HOUR
    assert enforce_deadline(post.pk, mine.deadline + timedelta(minutes=5))
    assert reserves(mine) == {"white": 172_800, "black": 0}


def test_a_turn_brings_time_back_but_never_more_than_was_there(
    alice: User, bob: User, now: datetime
) -> None:
    terms = {"reserve_s": 86_400, "gain_s": 7200}
    game = start_round(start_formations(alice, bob, now, **terms), now)

    game = play_at(game, now + 29 * HOUR)  # five hours of the reserve, two of them back
    assert reserves(game)["white"] == 86_400 - 3 * 3600
    game = play_at(play_at(game, now + 30 * HOUR), now + 31 * HOUR)
    game = play_at(play_at(game, now + 32 * HOUR), now + 33 * HOUR)
    assert reserves(game) == {"white": 86_400, "black": 86_400}


def test_formations_take_nothing_from_the_reserve(alice: User, bob: User, now: datetime) -> None:
    game = start_formations(alice, bob, now, **POST)
    assert game.deadline == game.main_until == now + DAY

    enforce_deadline(game.pk, now + 2 * DAY)

    game = Game.objects.get(pk=game.pk)
    assert (game.status, reserves(game)["white"]) == ("playing", 172_800)
    assert game.deadline == now + 5 * DAY


@pytest.mark.parametrize("began", [20, 30])
def test_an_outage_gives_back_what_it_took_from_turn_or_reserve(
    post: Game, now: datetime, began: int
) -> None:
    """Ten hours down, before or after the reserve began to run: they are no one's."""
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": now + began * HOUR})
    pause_clocks(now + began * HOUR)
    resume_clocks(now + (began + 10) * HOUR)
    give_back()

    game = Game.objects.get(pk=post.pk)
    assert game.deadline == now + 3 * DAY + 10 * HOUR
    played = play_at(game, now + 45 * HOUR)
    assert reserves(played)["white"] == 172_800 - 11 * 3600
    assert played.turns.get().took == 35 * 3600


def test_the_clock_says_when_the_reserve_begins(post: Game, now: datetime) -> None:
    for hours in (20, 24, 25):
        Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": now + hours * HOUR})
        send_reminders(now=now + hours * HOUR)

    told = GameEvent.objects.filter(game=post, type__in=["deadline.near", "clock.reserve_began"])
    assert list(told.order_by("id").values_list("type", flat=True)) == [
        "deadline.near",
        "clock.reserve_began",
    ]
    assert told.last().happened_at == now + DAY  # type: ignore[union-attr]
    assert Game.objects.get(pk=post.pk).remind_at is None


def test_a_rematch_has_the_terms_and_not_what_is_left(
    post: Game, alice: User, bob: User, now: datetime
) -> None:
    game = play_at(post, now + 30 * HOUR)
    resign(bob.pk, game.pk, now=now + 31 * HOUR)

    offered = offer_rematch(alice, game.pk, now=now + 32 * HOUR).challenge
    again = accept_challenge(bob, offered.pk, now=now + 32 * HOUR)

    assert (offered.reserve_s, offered.days_per_turn) == (172_800, 1)
    assert reserves(again) == {"white": 172_800, "black": 172_800}


NO_MORE = {"gain_s": 0, "leave": False, "rest": False}


def test_the_terms_are_agreed_on_over_the_api(white: APIClient, black: APIClient) -> None:
    allowed = {"leave": True, "rest": True}
    clock = {"turn_s": 43_200, "reserve_s": 172_800, "gain_s": 600, **allowed}
    made = white.post(f"{API}/challenges", {"opponent": "bob", "clock": clock}, "json").json()
    assert (made["clock"], made["days_per_turn"]) == (clock, 1)

    game = black.post(f"{API}/challenges/{made['id']}/accept").json()
    assert (game["clock"], game["reserve_left"]) == (clock, {"white": 172_800, "black": 172_800})
    assert game["main_until"] == game["deadline"]

    days = {"opponent": "bob", "days_per_turn": 4, "clock": {"reserve_s": 86_400}}
    made = white.post(f"{API}/challenges", days, "json").json()
    assert made["clock"] == {"turn_s": 4 * 86_400, "reserve_s": 86_400, **NO_MORE}
    odd = white.post(f"{API}/challenges", {"opponent": "bob", "clock": {"turn_s": 50_000}}, "json")
    assert refused(odd, 400, "invalid")["errors"][0]["code"] == "unavailable"


def test_who_says_nothing_gets_what_always_was(white: APIClient, bob: User) -> None:
    made = white.post(f"{API}/challenges", {"opponent": "bob"}, "json").json()

    assert made["days_per_turn"] == 1
    assert made["clock"] == {"turn_s": 86_400, "reserve_s": 0, **NO_MORE}


def test_a_game_of_long_ago_has_no_reserve_and_one_deadline(game: Game, now: datetime) -> None:
    Game.objects.filter(pk=game.pk).update(main_until=None)
    game = Game.objects.get(pk=game.pk)

    shown = game_payload(game, "")
    assert shown["main_until"] == shown["deadline"]
    assert wording.clock_left(game, now) == "1 day left"
    played = play(game, any_turn(game), now=now + HOUR).turn
    assert turn_payload(played, game.presenter)["took_s"] == 3600


def test_the_words_show_the_turn_and_then_the_reserve(post: Game, now: datetime) -> None:
    told = [wording.clock_left(post, now + hours * HOUR, is_short=True) for hours in (10, 30)]

    assert told == ["14 h left, then a 2 d time bank", "1 d 18 h left in the time bank"]
    assert wording.pace(post) == "1 day per turn, 2 days time bank"
    assert wording.time_terms(Challenge(days_per_turn=1, turn_s=43_200, gain_s=7200)) == (
        "12 hours per turn. If you need longer, you lose on time."
        " Each turn you play adds 2 hours to your time bank."
    )


def test_of_four_each_has_a_reserve_of_their_own(
    alice: User, bob: User, charlie: User, now: datetime
) -> None:
    dora = User.objects.create_user("dora", "dora@example.org")
    terms = Terms("family", "white", {"seats": 4}, reserve_s=86_400)
    others = [Invited(bob), Invited(charlie), Invited(dora)]
    challenge = make_challenge(alice, None, terms, now=now, others=others)
    for user in (bob, charlie, dora):
        take_seat(user, challenge.pk, now=now)
    game = Game.objects.get(challenge=challenge)

    game = play_at(game, now + 26 * HOUR)

    assert sorted(reserves(game).values()) == [86_400 - 7200, 86_400, 86_400, 86_400]
    assert game.deadline == now + 26 * HOUR + 2 * DAY
