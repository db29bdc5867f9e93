"""Events become notifications: for whom, once, and by whose wishes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from games.models import Game, GameEvent, HouseRobot
from games.play.acts import resign
from games.play.challenge.challenges import Terms, make_challenge
from notifications.kinds.challenges import MOST_MAILS
from notifications.models import Notification
from notifications.relay import WHILE_PLAYING, relay_events
from notifications.vocabulary import Channel, Timing
from notifications.wishes import update_preferences
from tests.at_once import at_once
from tests.games.matches import place, play, start_formations, start_round
from tests.notifications.conftest import make_user

SURE_GOAL = "8/8/5N2/6k1/8/8/3P4/3K4 w f6 open d2 4"
"""White's knight has the ball before an empty goal."""

Relay = Callable[[], list[tuple[str, str]]]


def test_a_challenge_notifies_the_challenged_alone(
    alice: User, bob: User, now: datetime, relayed: Relay
) -> None:
    make_challenge(alice, "bob", Terms(), now=now)

    assert relayed() == [("bob", "challenge_received")]


def test_the_start_of_a_game_asks_both_for_a_formation_once(
    arranging: Game, relayed: Relay
) -> None:
    assert sorted(relayed()) == [
        ("alice", "challenge_accepted"),
        ("bob", "challenge_received"),
        ("bob", "formation"),
    ]


def test_a_turn_notifies_the_opponent_alone(game: Game, now: datetime, relayed: Relay) -> None:
    relayed()

    play(game, "c3d5", now=now)

    assert relayed() == [("bob", "turn")]


def test_a_goal_notifies_both_that_the_round_is_over(
    game: Game, now: datetime, relayed: Relay
) -> None:
    relayed()
    place(game, SURE_GOAL)

    play(game, "!e8", now=now)

    told = relayed()
    # The turn itself is out of date at once: "your turn" is never sent for it.
    assert sorted(told) == [("alice", "round_ended"), ("bob", "round_ended"), ("bob", "turn")]


def test_the_end_of_a_game_notifies_both(
    alice: User, game: Game, now: datetime, relayed: Relay
) -> None:
    relayed()

    resign(alice.pk, game.pk, now=now)

    assert sorted(relayed()) == [("alice", "game_over"), ("bob", "game_over")]


def test_what_a_house_robot_plays_waits_while_the_receiver_may_be_playing_on(
    alice: User, bob: User, game: Game, now: datetime, relayed: Relay
) -> None:
    relayed()
    HouseRobot.objects.create(user=bob, strength="easy")
    play(game, "c3e4 @d2", "c6d4", now=now)
    relayed()

    mine = Notification.objects.filter(user=alice, event__type="turn.played").order_by("pk")
    assert [row.due_at - row.created_at for row in mine] == [WHILE_PLAYING]
    # A person's turn is told at once, and the end of a game in any case.
    HouseRobot.objects.all().delete()
    play(game, "e4c5", "d4e2", now=now)
    relayed()
    assert [row.due_at - row.created_at for row in mine.all()][1:] == [timedelta()]


def test_no_one_is_mailed_at_an_address_that_was_not_verified(
    bob: User, now: datetime, relayed: Relay
) -> None:
    stranger = make_user("charlie", verified=False)

    start_formations(stranger, bob, now)

    assert {name for name, _ in relayed()} == {"bob"}


def test_who_wants_no_mail_about_rounds_is_asked_for_the_formation_instead(
    alice: User, arranging: Game, relayed: Relay
) -> None:
    update_preferences(alice.pk, {Channel.MAIL: {"challenge_accepted": Timing.OFF}})

    assert ("alice", "formation") in relayed()
    assert ("alice", "challenge_accepted") not in relayed()


def test_a_kind_that_is_off_is_not_written_at_all(
    bob: User, game: Game, now: datetime, relayed: Relay
) -> None:
    relayed()
    update_preferences(bob.pk, {Channel.MAIL: {"turn": Timing.OFF}})

    play(game, "c3d5", now=now)

    assert relayed() == []


def test_a_daily_mail_waits_for_the_morning_of_the_receiver(
    bob: User, game: Game, relayed: Relay
) -> None:
    relayed()
    update_preferences(bob.pk, {Channel.MAIL: {"turn": Timing.DAILY}})
    User.objects.filter(pk=bob.pk).update(time_zone="Asia/Tokyo")

    play(game, "c3d5", now=game.clock_started_at)
    relayed()

    row = Notification.objects.get(user=bob, kind="turn")
    assert row.in_digest
    # Eight in the morning in Tokyo is eleven at night in UTC.
    assert row.due_at.hour == 23
    assert timedelta() < row.due_at - row.created_at <= timedelta(days=1)


def test_an_event_is_relayed_once_however_often_relays_run(game: Game, now: datetime) -> None:
    while relay_events(now):
        pass
    count = Notification.objects.count()
    # As after a crash between writing and marking, or a second relay at the same time.
    GameEvent.objects.update(relayed_at=None)

    while relay_events(now):
        pass

    assert Notification.objects.count() == count


@pytest.mark.django_db(transaction=True)
def test_two_relays_together_share_the_events(game: Game, now: datetime) -> None:
    GameEvent.objects.update(relayed_at=None)
    total = GameEvent.objects.count()

    def relay() -> int:
        told = 0
        while (count := relay_events(now, limit=1)) or _waiting():
            told += count
        return told

    assert sum(at_once(relay, relay)) == total


def _waiting() -> bool:
    return GameEvent.objects.filter(relayed_at__isnull=True).exists()


def test_the_relay_needs_a_fixed_number_of_queries(
    game: Game, now: datetime, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    with django_assert_max_num_queries(16):
        relay_events(now)


def test_the_other_player_of_another_round_is_not_the_actor(
    alice: User, bob: User, now: datetime, relayed: Relay
) -> None:
    first = start_round(start_formations(alice, bob, now), now)
    second = start_round(start_formations(bob, alice, now), now)
    relayed()

    play(first, "c3d5", now=now)
    play(second, "c3d5", now=now)

    assert relayed() == [("bob", "turn"), ("alice", "turn")]


def test_after_many_mails_about_challenges_in_a_day_the_next_come_together(
    bob: User, now: datetime, relayed: Relay
) -> None:
    for number in range(MOST_MAILS):
        make_challenge(make_user(f"stranger-{number}"), "bob", Terms(), now=now)
        relayed()
    for number in range(MOST_MAILS, MOST_MAILS + 2):
        make_challenge(make_user(f"stranger-{number}"), "bob", Terms(), now=now)
    relayed()

    mails = Notification.objects.filter(user=bob, channel=Channel.MAIL).order_by("pk")
    assert [mail.in_digest for mail in mails] == [False] * MOST_MAILS + [True, True]
