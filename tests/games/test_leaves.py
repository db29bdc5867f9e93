"""Leave: a clock that stands still, within bounds and before everyone's eyes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from config.http.errors.refusals import Refusal
from games.models import Game, GameEvent, Heartbeat, Leave, Player
from games.play.acts import resign
from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
from games.play.challenge.rematches import offer_rematch
from games.play.deadlines import enforce_deadline
from games.play.leaves import announce_due, days_left, end_leave, take_leave
from games.play.outages import give_back, pause_clocks, resume_clocks
from games.refusals import Conflict, Forbidden, Invalid, Unprocessable
from games.shown.payloads import game_payload
from games.shown.point_of_view import PointOfView
from tests.at_once import at_once
from tests.games.http import API, refused
from tests.games.matches import any_turn, play, start_formations, start_round

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def holiday(alice: User, bob: User, now: datetime) -> Game:
    """A game of a day a turn with leave, at its first kick-off by alice."""
    return start_round(start_formations(alice, bob, now, has_leave=True), now)


def again(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def told(game: Game) -> list[str]:
    clocks = GameEvent.objects.filter(game=game, type__startswith="clock.").order_by("id")
    return list(clocks.values_list("type", flat=True))


def beat(at: datetime) -> None:
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": at})


def test_leave_stops_the_clock_of_anyone_who_is_awaited(
    holiday: Game, alice: User, bob: User, now: datetime
) -> None:
    take_leave(alice, None, now + 3 * DAY + 10 * HOUR, now + 10 * HOUR)

    game = again(holiday)
    assert game.deadline == now + 4 * DAY
    assert game_payload(game, "", now + 2 * DAY)["paused"] == {
        "side": "white",
        "why": "leave",
        "until": "2030-01-04T22:00:00Z",
    }
    assert PointOfView(game, bob.pk).away(now + 2 * DAY, UTC) == "alice is away until 4 January."
    assert game.revision > holiday.revision

    # She plays all the same, and it continues; bob's clock runs.
    play(game, any_turn(game), now=now + 2 * DAY)
    game = again(game)
    assert game.turns.get().took == 10 * 3600
    assert game.deadline == now + 3 * DAY
    assert game_payload(game, "", now + 2 * DAY)["paused"] is None

    # And again when it is her turn: the turn finds her away.
    play(game, any_turn(game), now=now + 2 * DAY + HOUR)
    assert again(game).deadline == now + 4 * DAY + 10 * HOUR
    assert told(game) == ["clock.paused", "clock.paused"]


def test_in_games_without_leave_nothing_moves(game: Game, alice: User, now: datetime) -> None:
    take_leave(alice, None, now + 3 * DAY, now)

    assert again(game).deadline == game.deadline
    assert not Player.objects.exclude(away=None).exists()


@pytest.mark.parametrize(("late", "moves"), [(-1, True), (0, False)])
def test_leave_begun_a_second_before_the_deadline_is_in_time(
    holiday: Game, alice: User, now: datetime, late: int, moves: bool
) -> None:
    at = now + DAY + timedelta(seconds=late)
    take_leave(alice, None, at + 2 * DAY, at)

    deadline = again(holiday).deadline
    assert deadline == (at + 2 * DAY + timedelta(seconds=1) if moves else now + DAY)


def test_leave_announced_does_not_help_before_it_begins(
    holiday: Game, alice: User, now: datetime
) -> None:
    take_leave(alice, now + 2 * DAY, now + 5 * DAY, now)
    assert again(holiday).deadline == now + DAY

    assert enforce_deadline(holiday.pk, now + DAY + HOUR)
    assert again(holiday).status == "aborted"


def test_both_may_be_away(holiday: Game, alice: User, bob: User, now: datetime) -> None:
    take_leave(alice, None, now + 2 * DAY, now)
    take_leave(bob, None, now + 4 * DAY, now)
    assert again(holiday).deadline == now + 3 * DAY

    play(holiday, any_turn(holiday), now=now + HOUR)
    assert again(holiday).deadline == now + 5 * DAY


def test_a_formation_waits_for_the_later_of_both(alice: User, bob: User, now: datetime) -> None:
    game = start_formations(alice, bob, now, has_leave=True)
    take_leave(bob, None, now + 2 * DAY, now)

    assert again(game).deadline == now + 3 * DAY
    assert again(start_formations(alice, bob, now, has_leave=True)).deadline == now + 3 * DAY


def test_only_what_an_outage_took_outside_a_leave_is_given_back(
    holiday: Game, alice: User, now: datetime
) -> None:
    take_leave(alice, None, now + 2 * DAY, now)
    beat(now + DAY)
    pause_clocks(now + DAY)
    resume_clocks(now + 2 * DAY + 5 * HOUR)
    give_back()

    assert again(holiday).deadline == now + 3 * DAY + 5 * HOUR
    event = GameEvent.objects.get(type="deadline.extended")
    assert event.data["seconds"] == 5 * 3600


def test_leave_ended_early_runs_the_clock_again(
    holiday: Game, alice: User, bob: User, now: datetime
) -> None:
    leave = take_leave(alice, None, now + 5 * DAY, now + 20 * HOUR)
    end_leave(alice, leave.pk, now + 44 * HOUR)

    assert again(holiday).deadline == now + 48 * HOUR
    assert told(holiday) == ["clock.paused", "clock.resumed"]
    end_leave(alice, leave.pk, now + 45 * HOUR)
    assert Leave.objects.get().ends_at == now + 44 * HOUR

    planned = take_leave(bob, now + 20 * DAY, now + 22 * DAY, now)
    end_leave(bob, planned.pk, now)
    assert not Leave.objects.filter(user=bob).exists()


def test_the_clock_reports_leaves_that_begin_and_end_automatically(
    holiday: Game, alice: User, now: datetime
) -> None:
    take_leave(alice, now + 10 * HOUR, now + 2 * DAY, now)
    for hours in (5, 11, 12, 60, 61):
        announce_due(now + hours * HOUR)

    assert told(holiday) == ["clock.paused", "clock.resumed"]
    assert again(holiday).deadline == now + 2 * DAY + 14 * HOUR


def test_leave_is_bounded(holiday: Game, alice: User, now: datetime) -> None:
    with pytest.raises(Unprocessable) as long:
        take_leave(alice, None, now + 15 * DAY, now)
    with pytest.raises(Invalid):
        take_leave(alice, None, now + 23 * HOUR, now)
    take_leave(alice, None, now + 14 * DAY, now)
    with pytest.raises(Conflict) as twice:
        take_leave(alice, now + 3 * DAY, now + 5 * DAY, now)
    with pytest.raises(Conflict) as spent:
        take_leave(alice, now + 20 * DAY, now + 28 * DAY, now)
    assert days_left(alice, now) == 7
    take_leave(alice, now + 20 * DAY, now + 27 * DAY, now)

    User.objects.filter(pk=alice.pk).update(time_zone="Pacific/Kiritimati")
    alice.refresh_from_db()
    with pytest.raises(Unprocessable):
        take_leave(alice, None, datetime.max.replace(tzinfo=UTC), now)

    assert [error.value.code for error in (long, twice, spent)] == [
        "leave_too_long",
        "leave_overlaps",
        "leave_budget",
    ]
    # The next year has days of its own, but no turn is put off beyond the bound.
    take_leave(alice, datetime(2031, 1, 1, tzinfo=UTC), datetime(2031, 1, 15, tzinfo=UTC), now)
    assert again(holiday).deadline == now + 15 * DAY


def test_leave_begins_twice_a_fortnight_at_most(alice: User, now: datetime) -> None:
    for day in (0, 3):
        take_leave(alice, now + day * DAY, now + (day + 1) * DAY, now)
    with pytest.raises(Conflict) as refusal:
        take_leave(alice, now + 13 * DAY, now + 14 * DAY, now)

    assert refusal.value.code == "leave_too_soon"
    assert take_leave(alice, now + 14 * DAY, now + 15 * DAY, now)


def test_days_on_which_no_game_waited_do_not_count(
    holiday: Game, alice: User, now: datetime
) -> None:
    take_leave(alice, None, now + 10 * DAY, now)
    play(holiday, any_turn(holiday), now=now + 2 * DAY + HOUR)  # On her third day of ten.

    assert days_left(alice, now + 11 * DAY) == 21 - 3


def test_what_waited_is_asked_for_all_games_in_one_query(
    holiday: Game, alice: User, bob: User, now: datetime, django_assert_num_queries: Any
) -> None:
    for _ in range(3):
        start_round(start_formations(alice, bob, now, has_leave=True), now)
    leave = take_leave(alice, None, now + 2 * DAY, now)
    Leave.objects.filter(pk=leave.pk).update(begins_at=now - 3 * DAY, ends_at=now - DAY)

    with django_assert_num_queries(3):
        days_left(alice, now)


def rows_of(user: User) -> tuple[dict[str, str], dict[str, str]]:
    """Return how a person's clocks are, and by which transaction each seat was written last."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT game.id, concat_ws(' ', game.deadline, game.main_until, game.remind_at,"
            " game.updated_at, game.last_event), seat.xmin::text FROM games_game game"
            " JOIN games_player seat ON seat.game_id = game.id WHERE seat.user_id = %s",
            [user.pk],
        )
        rows = cursor.fetchall()
    return {row[0]: row[1] for row in rows}, {row[0]: row[2] for row in rows}


@pytest.mark.django_db(transaction=True)
def test_only_deadlines_that_move_are_moved(
    holiday: Game, alice: User, bob: User, now: datetime
) -> None:
    formation = start_formations(alice, bob, now, has_leave=True)
    theirs = start_round(start_formations(alice, bob, now, has_leave=True), now)
    play(theirs, any_turn(theirs), now=now)
    before, seats = rows_of(alice)

    late = take_leave(alice, now + 30 * DAY, now + 32 * DAY, now)
    after, notified_seats = rows_of(alice)
    assert after == before
    assert not set(notified_seats.items()) & set(seats.items())

    end_leave(alice, late.pk, now)
    assert rows_of(alice)[0] == before
    assert told(holiday) == []

    soon = take_leave(alice, now + HOUR, now + 3 * DAY, now)
    after, seats = rows_of(alice)
    moved = {game for game, written in after.items() if written != before[game]}
    assert moved == {holiday.pk, formation.pk}

    # What only begins is in the seats already.
    assert announce_due(now + 2 * HOUR) == 1
    assert told(holiday) == ["clock.paused"]
    assert {game for game, at in rows_of(alice)[1].items() if at != seats[game]} <= moved
    end_leave(alice, soon.pk, now + 3 * HOUR)
    assert told(holiday) == ["clock.paused", "clock.resumed"]


@pytest.mark.parametrize("number", range(3))
@pytest.mark.django_db(transaction=True)
def test_a_vacation_announced_beside_a_turn_counts_for_the_next(
    holiday: Game, alice: User, bob: User, now: datetime, number: int
) -> None:
    play(holiday, any_turn(holiday), now=now)
    game = again(holiday)

    at_once(
        lambda: play(game, any_turn(game), now=now + HOUR),
        lambda: take_leave(alice, now + 2 * HOUR, now + 2 * DAY + 2 * HOUR, now + HOUR),
    )

    # Alice has a day, of which one hour is over when two days begin that do not count.
    assert again(game).deadline == now + 3 * DAY + HOUR


def test_leave_is_announced_and_taken_back_a_few_times_a_day(
    holiday: Game, alice: User, now: datetime, settings: Any
) -> None:
    settings.LIMITS_ON, settings.LIMITS = True, {**settings.LIMITS, "leaves": (3, 86400)}
    first = take_leave(alice, now + DAY, now + 2 * DAY, now)
    end_leave(alice, first.pk, now)
    second = take_leave(alice, now + DAY, now + 2 * DAY, now)

    with pytest.raises(Refusal) as refusal:
        end_leave(alice, second.pk, now)
    assert refusal.value.status == 429


def test_a_week_is_a_week_when_clocks_change(alice: User, bob: User, now: datetime) -> None:
    """In autumn it has an hour more, in spring one less; both are as long as they look."""
    vienna = ZoneInfo("Europe/Vienna")
    User.objects.update(time_zone="Europe/Vienna")
    for person in (alice, bob):
        person.refresh_from_db()

    autumn = datetime(2030, 10, 20, tzinfo=vienna), datetime(2030, 11, 3, tzinfo=vienna)
    assert autumn[1].astimezone(UTC) - autumn[0].astimezone(UTC) == 14 * DAY + HOUR
    assert take_leave(alice, *autumn, now)
    assert days_left(alice, now) == 7
    spring = datetime(2030, 3, 31, tzinfo=vienna), datetime(2030, 4, 1, tzinfo=vienna)
    assert take_leave(bob, *spring, now)

    # Someone who moves keeps the leave that was taken: it is a time, not a date.
    User.objects.filter(pk=bob.pk).update(time_zone="Asia/Tokyo")
    assert Leave.objects.get(user=bob).ends_at == spring[1]
    bob.refresh_from_db()
    assert days_left(bob, now) == 20


def test_a_rematch_allows_leave_too_and_robots_take_none(
    holiday: Game, alice: User, bob: User, now: datetime
) -> None:
    take_leave(alice, None, now + 3 * DAY, now)
    resign(bob.pk, holiday.pk, now=now + HOUR)
    offered = offer_rematch(alice, holiday.pk, now=now + HOUR).challenge
    game = accept_challenge(bob, offered.pk, now=now + HOUR)
    assert (offered.has_leave, game.deadline) == (True, now + 4 * DAY)

    robot = User.objects.create_user("robot", is_bot=True)
    with pytest.raises(Forbidden):
        take_leave(robot, None, now + 3 * DAY, now)


def test_no_one_who_has_strict_terms_meets_leave(alice: User, bob: User, now: datetime) -> None:
    challenge = make_challenge(alice, "bob", Terms(), now=now)

    assert not accept_challenge(bob, challenge.pk, now=now).has_leave


def test_leave_over_the_api(
    holiday: Game, white: APIClient, third: APIClient, now: datetime
) -> None:
    until = (timezone.now() + 3 * DAY).isoformat()
    taken = white.post(f"{API}/me/leaves", {"until": until}, "json")
    assert taken.status_code == 201, taken.content
    page = white.get(f"{API}/me/leaves").json()
    assert (page["results"], page["days_left"]) == ([taken.json()], 18)

    refused(white.post(f"{API}/me/leaves", {"until": until}, "json"), 409, "leave_overlaps")
    refused(third.delete(taken["Location"]), 404, "not_found")
    assert third.get(f"{API}/me/leaves").json()["results"] == []
    assert white.delete(taken["Location"]).status_code == 204

    assert white.get(f"{API}/games/{holiday.pk}").json()["server_time"]
    for end in ("9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z"):
        refused(white.post(f"{API}/me/leaves", {"until": end}, "json"), 400, "invalid")


def test_leave_by_the_page(alice: User, bob: User, client: Client) -> None:
    client.force_login(alice)
    today = timezone.now().date()

    late = client.post("/settings/leaves/", {"last": today + 40 * DAY})
    assert (late.status_code, "at most 14 days" in late.content.decode()) == (422, True)
    for zone in ("Pacific/Kiritimati", "Pacific/Niue"):
        User.objects.filter(pk=alice.pk).update(time_zone=zone)
        for end in ("9999-12-31", "0001-01-01"):
            days = {"first": end, "last": end}
            assert client.post("/settings/leaves/", days).status_code == 422, (zone, end)
    User.objects.filter(pk=alice.pk).update(time_zone="UTC")
    client.post("/settings/leaves/", {"last": today + 3 * DAY})
    leave = Leave.objects.get()
    assert leave.ends_at == datetime.combine(today + 4 * DAY, datetime.min.time(), UTC)
    assert "End now" in client.get("/settings/leaves/").content.decode()

    client.force_login(bob)
    assert client.post(f"/settings/leaves/{leave.pk}/end/").status_code == 404
    client.force_login(alice)
    client.post(f"/settings/leaves/{leave.pk}/end/")
    assert not Leave.objects.filter(ends_at__gt=timezone.now()).exists()
