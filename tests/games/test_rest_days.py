"""Rest days: weekdays on which a player's clock stands still, chosen before the week begins.

Laws 9.18 of Chess Eleven, 2.10 of chess, 11.9 of Future Chess and 9.5 of Fun Family Chess.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from accounts.models import User
from accounts.rest_days import Change, choose, chosen, follow
from config.http.errors.refusals import Refusal
from games.clock.by_post import ByPost
from games.clock.times import pauses_of
from games.clock.working_time import worked_time
from games.models import Game, GameEvent
from games.models.querysets import Seat
from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
from games.play.giving_time import give_time
from games.play.heartbeat import beat
from games.play.leaves import take_leave
from games.play.outages import give_back
from games.shown import wording
from games.shown.pace import pace_lines, pace_of
from games.shown.payloads import game_payload
from games.shown.point_of_view import PointOfView
from tests.games.http import API, refused
from tests.games.matches import any_turn, play, start_formations, start_round
from tests.games.test_sweeps import beat_at

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ZONES = (
    "UTC", "Europe/Berlin", "America/New_York", "America/Santiago", "Africa/Cairo",
    "Australia/Lord_Howe", "Pacific/Auckland", "Pacific/Kiritimati", "Pacific/Pago_Pago",
)  # fmt: skip
WEEKS = 10_000
FRIDAY = datetime(2030, 1, 4, 12, tzinfo=UTC)
MONDAY = date(2030, 1, 7)


def refused_change(user: User, days: list[int], now: datetime) -> str:
    with pytest.raises(Refusal) as refusal:
        choose(user, days, now)
    return refusal.value.code


def random_changes(dice: Random, start: datetime) -> list[Change]:
    """Return what someone chose before a clock started, in any zone, and once after it."""
    changes, at = [], start - dice.randrange(1, 60) * DAY
    for _number in range(dice.randrange(1, 6)):
        zone = dice.choice(ZONES)
        today = at.astimezone(ZoneInfo(zone)).date()
        monday = today + timedelta(days=7 - today.weekday())
        days = tuple(sorted(dice.sample(range(7), dice.randrange(3))))
        changes.append(Change(at.replace(microsecond=0), monday, zone, days))
        at += dice.randrange(1, 25) * DAY
    return changes


def rested(end: datetime, start: datetime, changes: list[Change]) -> dict[date, set[date]]:
    """Return the days of rest between two moments by the week of the calendar, hour by hour."""
    weeks: dict[date, set[date]] = {}
    heard = [(change, ZoneInfo(change.zone)) for change in changes if change.heard_at <= start]
    at = start
    while at < end:
        for change, zone in heard:
            day = at.astimezone(zone).date()
            monday = day - timedelta(days=day.weekday())
            of_week = [one for one, _zone in heard if one.monday <= monday]
            if of_week and of_week[-1] is change and day.weekday() in change.days:
                weeks.setdefault(monday, set()).add(day)
        at += HOUR
    return weeks


@pytest.mark.long
def test_ten_thousand_random_weeks_never_push_a_deadline_by_more_than_two_days_each() -> None:
    """Across changes to and from summer time, of zone, of rest days, gifts and outages."""
    for number in range(WEEKS // 4):
        dice = Random(number)
        start = datetime(2030, 1, 1, tzinfo=UTC) + dice.randrange(366 * 24 * 60) * HOUR / 60
        changes = random_changes(dice, start)
        lines = [str(change) for change in changes]
        turn, reserve = dice.choice([1, 3, 7, 14]) * 86_400, dice.choice([0, 2 * 86_400])
        game = Game(turn_s=turn, reserve_s=reserve, has_rest=True, status=Game.Status.PLAYING)
        seat = Seat("white", 1, "white", is_awaited=True, reserve_left=reserve, rest=lines)
        game.seats = (seat,)
        clock = ByPost(game)
        clock.start(["white"], start)
        plain, at = start + timedelta(seconds=turn + reserve), start
        lost = timedelta()

        if number % 50 == 0:
            # Counted another way, hour by hour: two days of a week at most are no time.
            days = rested(game.deadline, start, changes).values()
            assert all(len(week) <= 2 for week in days), number
            most = sum(map(len, days))
            assert game.deadline <= plain + most * timedelta(hours=25), number
        for _event in range(4):
            before = game.deadline
            weeks = (game.deadline - start) // timedelta(days=7) + 2
            latest = plain + lost + weeks * timedelta(hours=50)
            assert plain <= game.deadline <= latest, number

            assert game.deadline is not None
            at = min(at + dice.randrange(72) * HOUR, game.deadline - HOUR)
            what = dice.choice(["choose", "gift", "outage"])
            if what == "choose":
                # A choice while a clock runs doesn't move its deadline.
                later = random_changes(dice, at + 90 * DAY)
                lines = [*lines, *(str(one) for one in later if one.heard_at > start)]
                game.seats = (seat._replace(rest=lines),)
                clock.move(at, at, game.seats)
                assert game.deadline == before, number
            elif what == "gift":
                game.given_s += 3600
                clock.move(at, at, game.seats, gift=HOUR)
                plain += HOUR
            else:
                # What was left when the service went down is left when it is back.
                left = worked_time(at, before, pauses_of(game, seat))
                back = at + dice.randrange(1, 60) * HOUR
                lost += back - at
                clock.move(at, back, game.seats)
                assert worked_time(back, game.deadline, pauses_of(game, seat)) == left, number
                at = back
            assert game.deadline >= before, number


def test_a_week_has_the_days_that_were_chosen_before_it(alice: User, bob: User) -> None:
    choose(alice, [6, 5, 6], FRIDAY)
    alice.refresh_from_db()
    assert chosen(alice.rest_days, FRIDAY) == ((), (5, 6), MONDAY)
    assert chosen(alice.rest_days, FRIDAY + 4 * DAY) == ((5, 6), (5, 6), None)

    # A slip is mended within the minute; later three changes a week are enough.
    choose(alice, [6], FRIDAY + timedelta(seconds=30))
    choose(alice, [6], FRIDAY + HOUR)
    assert len(alice.rest_days) == 1
    choose(alice, [0], FRIDAY + HOUR)
    choose(alice, [1], FRIDAY + 2 * HOUR)
    assert refused_change(alice, [2], FRIDAY + 3 * HOUR) == "rest_days_too_soon"
    choose(alice, [], FRIDAY + 7 * DAY)
    assert chosen(alice.rest_days, FRIDAY + 7 * DAY) == ((1,), (), MONDAY + 7 * DAY)

    # They follow the zone, which changes nothing where there are none.
    choose(bob, [6], FRIDAY)
    User.objects.filter(pk__in=[alice.pk, bob.pk]).update(time_zone="Pacific/Auckland")
    for user in (alice, bob):
        follow(user, FRIDAY + 8 * DAY)
    assert [Change.parse(line).zone for line in bob.rest_days] == ["UTC", "Pacific/Auckland"]
    assert len(alice.rest_days) == 4

    # Of long ago only the last is kept.
    choose(alice, [4], FRIDAY + 300 * DAY)
    assert [Change.parse(line).days for line in alice.rest_days] == [(), (4,)]
    assert refused_change(User(is_bot=True), [6], FRIDAY) == "no_bots"


@pytest.fixture
def resting(alice: User, bob: User) -> Game:
    """A game of a day a turn with rest days, begun on a Friday; alice rests on weekends."""
    choose(alice, [5, 6], FRIDAY - 14 * DAY)
    return start_round(start_formations(alice, bob, FRIDAY, has_rest=True, has_leave=True), FRIDAY)


def again(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def test_a_rest_day_stops_the_clock_of_anyone_who_is_awaited(
    resting: Game, alice: User, bob: User
) -> None:
    assert again(resting).deadline == datetime(2030, 1, 7, 12, tzinfo=UTC)
    assert again(resting).remind_at == datetime(2030, 1, 7, 7, 12, tzinfo=UTC)
    seen = PointOfView(again(resting), bob.pk)
    assert seen.rest_days(FRIDAY) == "alice rests on Saturdays and Sundays."
    saturday = FRIDAY + DAY
    assert seen.away(saturday, UTC) == ("alice has a rest day. Their clock runs from Monday 00:00.")
    mine = PointOfView(again(resting), alice.pk)
    assert mine.rest_days(FRIDAY) == "Your clock is paused on Saturdays and Sundays."
    assert mine.away(saturday, UTC).startswith("It's your rest day.")
    shown = game_payload(again(resting), "", saturday)
    assert shown["clock"]["rest"] is True
    assert shown["players"]["white"]["rest_days"] == ["saturday", "sunday"]
    assert "rest_days" not in shown["players"]["black"]
    assert shown["paused"] == {"side": "white", "why": "rest", "until": "2030-01-07T00:00:00Z"}

    # What was chosen meanwhile moves nothing; bob, who rests never, has a day.
    choose(alice, [], FRIDAY + HOUR)
    assert give_time(bob.pk, resting.pk, 24, now=FRIDAY + 2 * HOUR).deadline == datetime(
        2030, 1, 8, 12, tzinfo=UTC
    )
    # She may still play on a rest day. Her next turn has the rest of this week, and no more.
    play(resting, any_turn(resting), now=saturday)
    assert again(resting).deadline == saturday + DAY
    play(resting, any_turn(resting), now=saturday + HOUR)
    assert again(resting).deadline == datetime(2030, 1, 8, tzinfo=UTC)


def test_an_outage_gives_back_what_it_took_beside_a_rest(resting: Game) -> None:
    """Of one from Friday evening to Saturday evening the hours of Friday; of Sunday nothing."""
    for began, hours in ((FRIDAY + 10 * HOUR, 24), (FRIDAY + 2 * DAY, 3)):
        beat_at(began)
        beat(began + hours * HOUR)
        while give_back():
            pass

    assert again(resting).deadline == datetime(2030, 1, 7, 14, tzinfo=UTC)
    given = GameEvent.objects.filter(type="deadline.extended").order_by("number")
    assert [one.data["seconds"] for one in given] == [7200]


def test_a_vacation_and_a_rest_day_count_once(resting: Game, alice: User, bob: User) -> None:
    take_leave(alice, None, FRIDAY + 3 * DAY, FRIDAY + HOUR)
    assert again(resting).deadline == FRIDAY + 3 * DAY + 23 * HOUR
    assert game_payload(again(resting), "", FRIDAY + DAY)["paused"]["why"] == "leave"


def test_no_one_rests_where_it_was_not_agreed(alice: User, bob: User) -> None:
    choose(alice, [5, 6], FRIDAY - 14 * DAY)
    strict = make_challenge(alice, "bob", Terms(), now=FRIDAY)
    assert accept_challenge(bob, strict.pk, now=FRIDAY).deadline == FRIDAY + DAY

    agreed = make_challenge(alice, "bob", Terms(has_rest=True), now=FRIDAY)
    assert wording.time_terms(agreed).endswith("Rest days pause your clock, up to two a week.")
    pace = pace_of(alice.pk, FRIDAY)
    assert pace_lines(pace, FRIDAY, UTC)[-1] == "rests on Saturdays and Sundays"
    live = make_challenge(alice, "bob", Terms(has_rest=True, live={}), now=FRIDAY)
    assert not live.has_rest


def test_the_sentence_names_the_rests_before_the_deadline(alice: User, bob: User) -> None:
    """Those of next week as well: on Friday alice rests on Mondays for the first time."""
    choose(alice, [0, 3], FRIDAY - HOUR)
    game = start_formations(alice, bob, FRIDAY, has_rest=True, days_per_turn=3)

    seen = PointOfView(again(start_round(game, FRIDAY)), bob.pk)

    assert seen.game.deadline == datetime(2030, 1, 8, 12, tzinfo=UTC)
    assert seen.rest_days(FRIDAY) == "alice rests on Mondays."


def test_rest_days_over_the_api(white: APIClient, black: APIClient) -> None:
    said = white.patch(f"{API}/me", {"rest": {"days": ["sunday", "saturday"]}}, "json")
    assert said.status_code == 200, said.content
    shown = said.json()["rest"]
    assert (shown["days"], shown["days_before"]) == (["saturday", "sunday"], [])
    assert date.fromisoformat(shown["applies_from"]).weekday() == 0
    for days in (["saturday", "sunday", "monday"], ["never"], "sunday"):
        refused(white.patch(f"{API}/me", {"rest": {"days": days}}, "json"), 400, "invalid")

    terms = {"opponent": "bob", "clock": {"turn_s": 86_400, "rest": True}}
    challenge = white.post(f"{API}/challenges", terms, "json").json()
    assert challenge["clock"]["rest"] is True
    assert black.get(f"{API}/challenges/{challenge['id']}").json()["clock"]["rest"] is True
    game = black.post(f"{API}/challenges/{challenge['id']}/accept").json()
    assert game["clock"]["rest"] is True


def test_rest_days_by_the_pages(alice: User, bob: User, client: Client) -> None:
    client.force_login(alice)
    much = client.post(reverse("save_settings", args=["rest"]), {"days": ["0", "1", "2"]})
    assert (much.status_code, "Choose up to 2 rest days." in much.content.decode()) == (422, True)
    client.post(reverse("save_settings", args=["rest"]), {"days": ["6"]})
    page = client.get("/settings/time/").content.decode()
    assert "Until then: none." in page
    alice.refresh_from_db()
    assert Change.parse(alice.rest_days[0]).days == (6,)

    filled = {"ruleset": "eleven", "opponent": "bob", "clock": "calm", "has_rest": "on"}
    sent = client.post("/new/", {**filled, "goals_to_win": "2", "side": "random"})
    assert sent.status_code == 302, sent.content.decode()
    client.force_login(bob)
    offered = client.get(sent["Location"]).content.decode()
    assert "Rest days pause your clock, up to two a week." in offered
