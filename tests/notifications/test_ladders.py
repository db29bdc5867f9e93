"""The sweep that reminds: what it tells, once, by the clock and the wishes as they are then."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from rest_framework.test import APIClient

from accounts.models import User
from accounts.rest_days import choose
from games.models import Game, GameEvent, Player
from games.play.challenge.challenges import Terms, make_challenge, take_seat
from games.play.challenge.invitations import Invited
from games.play.giving_time import give_time
from games.play.leaves import end_leave, take_leave
from notifications.message.context import load_contexts
from notifications.models import Ladder, Notification, PushSubscription, ToldRung
from notifications.relay import relay_events
from notifications.reminders.ladders import remind_due
from notifications.vocabulary import Channel, Timing
from notifications.wishes import update_preferences
from tests.at_once import at_once
from tests.games.matches import any_turn, play, start_formations, start_round
from tests.games.test_query_plans import Plans
from tests.games.test_sweeps import beat_at

FIVE = ["48h", "24h", "12h", "6h", "4h"]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MONDAY = "Monday 1 April 2030, 13:00"


@pytest.fixture
def sweep() -> Callable[[datetime], list[str]]:
    """Return a function that relays and sweeps at a moment and gives the new reminders."""

    def run(at: datetime) -> list[str]:
        beat_at(at)
        while relay_events(at):
            pass
        known = set(reminders().values_list("pk", flat=True))
        while remind_due(now=at):
            pass
        return [f"{one.user} {one.channel} {one.rung}" for one in reminders().exclude(pk__in=known)]

    return run


def reminders() -> Any:
    return Notification.objects.filter(kind="reminder").order_by("pk")


@pytest.fixture
def post(alice: User, bob: User, now: datetime) -> Game:
    """A game of a day a turn with two days in reserve and leave; alice is awaited."""
    formations = start_formations(alice, bob, now, reserve_s=2 * 86_400, has_leave=True)
    device = {"endpoint": "https://push.example.org/1", "endpoint_digest": "1"}
    PushSubscription.objects.create(user=alice, p256dh="", auth="", **device)
    return start_round(formations, now)


def test_each_rung_comes_once_by_its_channel(
    post: Game, now: datetime, sweep: Callable[[datetime], list[str]]
) -> None:
    assert sweep(now) == []
    told = []
    while due := Ladder.objects.values_list("next_at", flat=True).first():
        assert sweep(due - timedelta(seconds=1)) == []
        told.append(((due - now) / HOUR, sweep(due)))
    assert told == [
        (18, ["alice push 6h"]),
        (20, ["alice mail 4h"]),
        (23, ["alice push 1h"]),
        (24, ["alice mail reserve", "alice push reserve"]),
        (48, ["alice mail reserve-24h", "alice push reserve-24h"]),
        (68, ["alice mail reserve-4h", "alice push reserve-4h"]),
    ]
    assert not Ladder.objects.exists()


def test_a_time_bank_that_a_gift_has_filled_again_is_reported_again(
    post: Game, bob: User, now: datetime, sweep: Callable[[datetime], list[str]]
) -> None:
    assert "alice mail reserve" in sweep(now + 24 * HOUR)
    give_time(bob.pk, post.pk, 24, now=now + 34 * HOUR)

    assert sweep(now + 34 * HOUR) == []
    assert sweep(now + 47 * HOUR) == []
    assert "alice mail reserve" in sweep(now + 48 * HOUR)
    assert sweep(now + 49 * HOUR) == []


def test_of_several_that_are_due_the_last_is_sent(
    post: Game, now: datetime, sweep: Callable[[datetime], list[str]]
) -> None:
    assert sweep(now + 23.5 * HOUR) == ["alice mail 4h", "alice push 1h"]
    assert sweep(now + 23.6 * HOUR) == []


def test_what_a_reminder_says(
    post: Game, alice: User, now: datetime, sweep: Callable[[datetime], list[str]]
) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Europe/Berlin")
    Game.objects.filter(pk=post.pk).update(
        clock_started_at="2030-01-05T12:00Z",
        main_until="2030-01-06T12:00Z",
        deadline="2030-01-08T12:00Z",
    )
    Player.objects.filter(user=alice).update(deadline="2030-01-08T12:00Z")
    for at, title, summary, sentence in (
        (
            "2030-01-06T11:00Z",
            "Reminder: your turn against bob",
            "by Sun 13:00, or with your time bank by Tue 13:00 (Berlin time)",
            "Your turn time ends on Sunday 6 January 2030, 13:00 (Berlin time). Then your time"
            " bank runs until Tuesday 8 January 2030, 13:00 (Berlin time) at most.",
        ),
        (
            "2030-01-06T12:00Z",
            "On your time bank: your turn against bob",
            "by Tue 13:00 (Berlin time)",
            "Your turn time ended on Sunday 6 January 2030, 13:00 (Berlin time)."
            " Your time bank now runs until Tuesday 8 January 2030, 13:00 (Berlin time).",
        ),
    ):
        moment = datetime.fromisoformat(at)
        assert sweep(moment)
        row = reminders().filter(channel=Channel.MAIL).latest("pk")
        [context] = load_contexts([row], at=moment)
        words = context.compose()
        assert context.is_true(moment)
        assert (words.title, words.deadline) == (title, sentence)
        assert words.summary.endswith(summary)


def test_who_has_played_hears_no_more(
    post: Game, now: datetime, sweep: Callable[[datetime], list[str]]
) -> None:
    sweep(now)
    play(post, any_turn(post), now=now + HOUR)
    assert sweep(now + 23 * HOUR) == ["bob mail 4h"]
    play(post, any_turn(post), now=now + 23 * HOUR)
    assert sweep(now + 46.9 * HOUR) == ["alice mail 4h", "alice push 1h"]
    assert ToldRung.objects.filter(player__user__username="alice").count() == 3


def test_the_clock_that_moves_takes_the_ladder_along(
    post: Game, alice: User, bob: User, now: datetime, sweep: Callable[[datetime], list[str]]
) -> None:
    assert sweep(now + 18 * HOUR) == ["alice push 6h"]
    give_time(bob.pk, post.pk, 24, now=now + 18 * HOUR)
    assert sweep(now + 20 * HOUR) == []
    leave = take_leave(alice, None, now + 10 * DAY, now + 21 * HOUR)
    assert sweep(now + 47 * HOUR) == []
    end_leave(alice, leave.pk, now + 47 * HOUR)  # 27 hours of the two days are left
    # Six hours before were told already: a rung comes once a turn.
    assert sweep(now + 70 * HOUR) == ["alice mail 4h"]
    assert sweep(now + 73 * HOUR) == ["alice push 1h"]


@pytest.mark.parametrize(
    ("began", "rung", "quiet", "heard", "until"),
    [
        # By the wall on Sunday noon: a day of her own time before the end is Friday.
        ("2030-03-27 13:00", "24h", "", "2030-03-29 13:00", MONDAY),
        # In the night after the rest: not on its evening, but in the morning.
        ("2030-03-27 13:00", "12h", "22:00", "2030-04-01 07:00", MONDAY),
        # As much is left all through the weekend: after it.
        ("2030-03-27 12:00", "12h", "", "2030-04-01 00:00", "Monday 1 April 2030, 12:00"),
        ("2030-03-29 20:00", "12h", "", "2030-04-03 08:00", "Wednesday 3 April 2030, 20:00"),
    ],
)
def test_no_reminder_comes_on_a_rest_day(
    began: str, rung: str, quiet: str, heard: str, until: str, alice: User, bob: User, sweep: Any
) -> None:
    """Alice rests on weekends, in a zone whose clocks go forward on that Sunday."""
    zone = ZoneInfo("Europe/Vienna")
    start, due = (
        datetime.fromisoformat(one).replace(tzinfo=zone).astimezone(UTC) for one in (began, heard)
    )
    User.objects.filter(pk=alice.pk).update(time_zone=zone.key)
    alice.refresh_from_db()
    choose(alice, [5, 6], start - 20 * DAY)
    night = {
        "quiet_from": time(22) if quiet else None, "quiet_until": time(7) if quiet else None,
    }  # fmt: skip
    update_preferences(alice.pk, {}, {"mail": [rung]}, **night)
    arranging = start_formations(alice, bob, start, has_rest=True, days_per_turn=3)
    start_round(arranging, start)

    assert sweep(due - timedelta(minutes=1)) == []
    assert sweep(due) == [f"alice mail {rung}"]
    [context] = load_contexts(list(reminders()), at=due)
    assert context.compose().deadline == f"Play by {until} (Vienna time)."


def test_wishes_and_zone_count_as_they_are_now(
    post: Game, alice: User, white: APIClient, now: datetime, sweep: Any
) -> None:
    sweep(now)
    chosen = {"reminders": {"push": ["12h"], "mail": []}}
    assert white.patch("/api/v1/me", {"notifications": chosen}).status_code == 200
    assert sweep(now + 12 * HOUR) == ["alice push 12h"]

    # Quiet for the next three hours on the wall, as it hangs in UTC; not so in Tokyo.
    at = now + 20 * HOUR
    begins, ends = (at - HOUR).time(), (at + 3 * HOUR).time()
    update_preferences(alice.pk, {}, {"push": ["4h"]}, quiet_from=begins, quiet_until=ends)
    assert sweep(at - 1.2 * HOUR) == ["alice push 4h"], "a quarter before the night"
    late = now + 22 * HOUR
    begins, ends = (late - HOUR).time(), (late + HOUR).time()
    update_preferences(alice.pk, {}, {"push": ["2h"]}, quiet_from=begins, quiet_until=ends)
    assert sweep(late) == [], "it is night already: in the morning"
    white.patch("/api/v1/me", {"time_zone": "Asia/Tokyo"})
    assert sweep(late) == ["alice push 2h"]

    update_preferences(alice.pk, {Channel.PUSH: {"reminder": Timing.OFF}})
    assert sweep(now + 25 * HOUR) == ["alice mail reserve"]


def test_a_game_of_four_reminds_anyone_who_is_awaited(
    alice: User, bob: User, charlie: User, dan: User, now: datetime, sweep: Any
) -> None:
    others = [Invited(bob), Invited(charlie), Invited(dan)]
    terms = Terms("family", "white", {"seats": 4})
    challenge = make_challenge(alice, None, terms, now=now, others=others)
    for person in (bob, charlie, dan):
        take_seat(person, challenge.pk, now=now)
    [first] = [seat.username for seat in Game.objects.get().seats if seat.is_awaited]
    sweep(now)
    assert sweep(now + 20 * HOUR) == [f"{first} mail 4h"]


def test_formations_remind_each_who_is_awaited(
    arranging: Game, alice: User, bob: User, now: datetime, sweep: Any
) -> None:
    sweep(now)
    assert sweep(now + 20 * HOUR) == ["alice mail 4h", "bob mail 4h"]
    # The turn after it has the same number, and a clock of its own.
    start_round(arranging, now + 21 * HOUR)
    assert sweep(now + 41 * HOUR) == ["alice mail 4h"]


def test_while_nothing_can_be_played_no_one_is_reminded(
    post: Game, now: datetime, sweep: Any
) -> None:
    sweep(now)
    assert remind_due(now=now + 23 * HOUR) == 0
    assert not reminders().exists()


def test_a_game_set_aside_is_looked_at_again(post: Game, now: datetime, sweep: Any) -> None:
    Game.objects.update(set_aside_at=now)
    assert sweep(now + 23 * HOUR) == []
    Game.objects.update(set_aside_at=None)
    assert sweep(now + 23.5 * HOUR) == []
    assert sweep(now + 24 * HOUR) == ["alice mail reserve", "alice push reserve"]


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_together_remind_once(post: Game, now: datetime) -> None:
    at = now + 20 * HOUR
    beat_at(at)
    while relay_events(now):
        pass
    at_once(lambda: remind_due(now=at), lambda: remind_due(now=at))
    assert reminders().count() == 2


def test_the_idle_sweep_asks_an_index(post: Game, now: datetime, sweep: Any) -> None:
    sweep(now)
    beat_at(now + HOUR)
    plans = Plans()
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    with connection.execute_wrapper(plans):
        assert remind_due(now=now + HOUR) == 0
    assert len(plans.statements) == 2, "the heartbeat, and what is due"
    assert any("next_at" in name for name in plans.indexes)
    assert "notifications_ladder" not in plans.row_by_row


@pytest.mark.parametrize(
    ("wish", "pointer"),
    [
        ({"reminders": {"push": ["3h"]}}, "#/notifications/reminders/push/0"),
        ({"reminders": {"push": FIVE}}, "#/notifications/reminders/push"),
        ({"reminders": {"pigeon": ["4h"]}}, "#/notifications/reminders/pigeon"),
        ({"reminders": None}, "#/notifications/reminders"),
        ({"wake_me": "yes"}, "#/notifications/wake_me"),
    ],
)  # fmt: skip
def test_wishes_that_make_no_sense(white: APIClient, wish: Any, pointer: str) -> None:
    answer = white.patch("/api/v1/me", {"notifications": wish})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"] == pointer


def test_the_reminders_of_the_settings(browse: Callable[..., Any], alice: User, white: Any) -> None:
    client = browse(alice)
    assert "Push: 6 h and 1 h. Email: 4 h." in client.get("/settings/").content.decode()

    sent = {"push": ["24h", "2h", "30min"], "wake_me": "on"}
    assert client.post("/settings/save/reminders/", sent).status_code == 302

    assert "Push: 24 h, 2 h and 30 min. Email: none." in client.get("/settings/").content.decode()
    wishes = white.get("/api/v1/me").json()["notifications"]
    assert wishes["reminders"] == {"mail": [], "push": ["24h", "2h", "30min"]}
    assert wishes["wake_me"]
    assert not GameEvent.objects.exists()

    assert client.post("/settings/save/reminders/", {"push": FIVE}).status_code == 422


def test_a_night_between(post: Game, alice: User, now: datetime, sweep: Any) -> None:
    night = (now + 16 * HOUR).time(), (now + 22 * HOUR).time()
    update_preferences(alice.pk, {}, {"push": ["6h", "4h"], "mail": []}, quiet_from=night[0],
                       quiet_until=night[1])  # fmt: skip
    sweep(now)
    assert sweep(now + 15.8 * HOUR) == ["alice push 4h"]
    assert sweep(now + 23 * HOUR) == []
