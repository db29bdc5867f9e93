"""Time in which nothing could be played is given back, once, and no one loses by it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from rest_framework.test import APIClient

from accounts.models import User
from games.clock import standstill
from games.clock.uptime import LONGEST_PAUSE
from games.models import Challenge, Game, GameEvent, Heartbeat, InboxEntry, Outage, Player
from games.play import heartbeat, outages
from games.play.acts import resign
from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
from games.play.challenge.rematches import offer_rematch
from games.play.heartbeat import beat
from games.play.outages import give_back, pause_clocks, resume_clocks
from games.play.sweeps import close_overdue, lapse_old_challenges, send_reminders
from games.play.turns import play_turn
from tests.at_once import at_once
from tests.conftest import Browsers
from tests.games.matches import play, start_formations, start_round
from tests.games.test_sweeps import beat_at

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)


@pytest.fixture
def beating(db: None, now: datetime) -> datetime:
    """The service has been up until ``now``."""
    beat_at(now)
    return now


@pytest.fixture
def down(game: Game, now: datetime) -> tuple[datetime, datetime]:
    """From when until when the service was down: over the deadline of ``game``."""
    play(game, "d2d4 @f3", "d7d5", now=now)
    start, end = now + 22 * HOUR, now + 30 * HOUR
    beat_at(start)
    return start, end


def test_a_deadline_that_fell_in_an_outage_moves_on_by_its_length(
    game: Game, down: tuple[datetime, datetime], now: datetime
) -> None:
    _, back = down

    beat(back)
    assert give_back() == 1

    after = Game.objects.get()
    assert after.deadline == now + 24 * HOUR + 8 * HOUR
    assert after.status == "playing"
    assert Player.objects.get(deadline__isnull=False).deadline == after.deadline
    beat(back + SECOND)
    assert close_overdue(now=back + SECOND) == 0
    beat_at(after.deadline)
    assert close_overdue(now=after.deadline) == 1


def test_both_players_see_it_in_the_history(
    game: Game, down: tuple[datetime, datetime], alice: User, bob: User
) -> None:
    _, back = down
    revision = Game.objects.get().revision

    beat(back)
    give_back()

    event = GameEvent.objects.get(type="deadline.extended")
    assert event.number == Game.objects.get().last_event
    assert event.data["seconds"] == 8 * 3600
    assert event.data["deadline"].startswith("2030-01-02T20:00:00")
    assert {entry.user_id for entry in event.entries.all()} == {alice.pk, bob.pk}
    assert Game.objects.get().revision == revision + 1


def test_the_reminder_moves_too(game: Game, down: tuple[datetime, datetime], now: datetime) -> None:
    _, back = down

    beat(back)
    give_back()

    due = now + 0.8 * 24 * HOUR + 8 * HOUR
    assert Game.objects.get().remind_at == due
    beat_at(due)
    assert send_reminders(now=due - SECOND) == 0
    assert send_reminders(now=due) == 1


def test_until_it_is_given_back_no_one_acts_on_a_deadline_within_it(
    game: Game, down: tuple[datetime, datetime], alice: User
) -> None:
    _, back = down
    # Before anyone has found the gap, and when it is found but not yet worked off.
    assert close_overdue(now=back) == 0
    beat(back)
    assert close_overdue(now=back) == 0

    played = play_turn(alice.pk, game.pk, 3, ["f3e5"], now=back)

    assert played.game.status == "playing"
    # Its clock began after the outage: nothing is given back to it.
    assert give_back() == 0
    assert Game.objects.get().deadline == back + 24 * HOUR


def test_a_worker_alone_closes_no_game_while_nothing_can_be_played(
    game: Game, down: tuple[datetime, datetime], now: datetime
) -> None:
    # The web processes died two hours before the deadline; it has passed by a second.
    assert close_overdue(now=now + 24 * HOUR + SECOND) == 0


def test_a_deadline_that_was_missed_before_the_outage_stays_missed(
    game: Game, now: datetime
) -> None:
    play(game, "d2d4 @f3", "d7d5", now=now)
    beat_at(now + 25 * HOUR)  # The worker was down, not the web.

    beat(now + 30 * HOUR)

    assert give_back() == 0
    assert close_overdue(now=now + 30 * HOUR) == 1
    assert Game.objects.get().finished_at == now + 24 * HOUR


def test_a_short_pause_is_not_an_outage(game: Game, beating: datetime) -> None:
    assert beat(beating + LONGEST_PAUSE) is None
    assert beat(beating + 2 * LONGEST_PAUSE + SECOND) is not None


def test_the_very_first_start_gives_nothing_back(game: Game, now: datetime) -> None:
    assert beat(now + 30 * HOUR) is None
    assert Heartbeat.objects.get().beat_at == now + 30 * HOUR
    assert not Outage.objects.exists()


def test_each_outage_is_given_back_once(
    game: Game, down: tuple[datetime, datetime], now: datetime
) -> None:
    _, back = down
    for _ in range(3):
        beat(back)
        give_back()
    # A second start, an hour later, and a second outage.
    beat(back + HOUR)
    give_back()

    assert _lengths() == [8 * HOUR, HOUR]
    assert Game.objects.get().deadline == now + 33 * HOUR


def test_a_clock_that_began_within_the_outage_gets_the_rest_of_it(
    game: Game, beating: datetime, now: datetime
) -> None:
    # A request was answered before the first heartbeat of a process that had just started.
    Game.objects.update(clock_started_at=now + HOUR, deadline=now + 25 * HOUR)

    beat(now + 3 * HOUR)
    give_back()

    assert Game.objects.get().deadline == now + 27 * HOUR


def test_a_challenge_gets_its_time_back(alice: User, bob: User, beating: datetime) -> None:
    challenge = make_challenge(alice, "bob", Terms(), now=beating)
    beat(beating + 15 * 24 * HOUR)
    assert lapse_old_challenges(now=beating + 15 * 24 * HOUR) == 0

    give_back()

    challenge.refresh_from_db()
    assert challenge.expires_at == beating + 29 * 24 * HOUR
    assert lapse_old_challenges(now=beating + 15 * 24 * HOUR) == 0


def test_a_rematch_can_be_agreed_before_its_time_is_given_back(
    game: Game, alice: User, bob: User, beating: datetime
) -> None:
    resign(alice.pk, game.pk, now=beating)
    offered = offer_rematch(bob, game.pk, now=beating).challenge

    agreed = offer_rematch(alice, game.pk, now=beating + 15 * 24 * HOUR).challenge

    assert agreed == offered
    assert agreed.status == Challenge.Status.ACCEPTED


def test_a_challenge_can_be_accepted_before_its_time_is_given_back(
    alice: User, bob: User, beating: datetime
) -> None:
    challenge = make_challenge(alice, "bob", Terms(), now=beating)

    accept_challenge(bob, challenge.pk, now=beating + 15 * 24 * HOUR)

    assert Challenge.objects.get().status == Challenge.Status.ACCEPTED


def test_a_game_set_aside_gets_its_time_back_too(
    game: Game, down: tuple[datetime, datetime], now: datetime
) -> None:
    Game.objects.update(set_aside_at=now, set_aside_reason="strange")

    beat(down[1])
    give_back()

    assert Game.objects.get().deadline == now + 32 * HOUR


def test_a_give_back_that_was_killed_continues_where_it_stopped(
    alice: User, bob: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(7):
        start_round(start_formations(alice, bob, now), now)
    beat_at(now)
    beat(now + HOUR)
    assert give_back(seconds=0.000001, batch=2) == 2  # One batch, and then the process was killed.

    # Down for another hour before the next start: that is an outage of its own.
    beat(now + 2 * HOUR)
    with monkeypatch.context() as patched:
        patched.setattr(outages, "_finish", _killed)
        with pytest.raises(KeyboardInterrupt):
            give_back(batch=2)
    assert Outage.objects.filter(completed_at__isnull=True).count() == 2
    give_back(batch=2)

    assert set(Game.objects.values_list("deadline", flat=True)) == {now + 26 * HOUR}
    assert GameEvent.objects.filter(type="deadline.extended").count() == 14
    assert not Outage.objects.filter(completed_at__isnull=True).exists()


def _lengths() -> list[timedelta]:
    return [
        outage.ended_at - outage.started_at
        for outage in Outage.objects.order_by("started_at")
        if outage.ended_at
    ]


def _killed(outage: Outage) -> None:
    raise KeyboardInterrupt


@pytest.mark.django_db(transaction=True)
def test_two_processes_that_start_together_give_back_once(
    alice: User, bob: User, now: datetime
) -> None:
    for _ in range(9):
        start_round(start_formations(alice, bob, now), now)
    beat_at(now)

    def start() -> None:
        beat(now + HOUR)
        while Outage.objects.filter(completed_at__isnull=True).exists():
            give_back(batch=2)

    at_once(start, start, start)

    assert Outage.objects.count() == 1
    assert Outage.objects.get().games_moved == 9
    assert set(Game.objects.values_list("deadline", flat=True)) == {now + 25 * HOUR}
    assert InboxEntry.objects.filter(event__type="deadline.extended").count() == 18


# --- clocks that jump ---------------------------------------------------------------------------


def test_a_clock_put_forward_costs_no_one_a_game(
    game: Game, beating: datetime, alice: User, now: datetime
) -> None:
    tomorrow = now + 30 * HOUR
    # Anyone who looks first with the wrong clock, a sweep, a request or the heartbeat.
    assert close_overdue(now=tomorrow) == 0
    play_turn(alice.pk, game.pk, 1, ["d2d4", "@f3"], now=tomorrow)
    beat(tomorrow)
    give_back()
    assert close_overdue(now=tomorrow) == 0

    assert Game.objects.get().status == "playing"


def test_a_clock_put_back_again_is_believed(game: Game, beating: datetime, now: datetime) -> None:
    beat(now + 48 * HOUR)
    give_back()
    beat(now + MINUTE)  # The mistake was found.

    assert Heartbeat.objects.get().beat_at == now + MINUTE
    # The wrong time is not acted on, and the next outage is seen.
    assert close_overdue(now=now + MINUTE) == 0
    assert beat(now + 10 * MINUTE) is not None


def test_a_heartbeat_in_the_future_closes_no_game(game: Game, now: datetime) -> None:
    beat_at(now + 48 * HOUR)

    assert close_overdue(now=now + MINUTE) == 0


def test_a_machine_whose_clock_is_ahead_refuses_no_turn(
    game: Game, beating: datetime, alice: User
) -> None:
    # The database's clock says that the heartbeat is fresh; this machine's is a day ahead.
    played = play_turn(alice.pk, game.pk, 1, ["d2d4", "@f3"], now=beating + 25 * HOUR)

    assert played.game.status == "playing"


# --- maintenance --------------------------------------------------------------------------------


def test_a_pause_stops_the_clocks_and_is_given_back(
    game: Game, beating: datetime, now: datetime
) -> None:
    beat_at(now + HOUR)
    pause_clocks(now + HOUR)
    for hour in range(1, 40):
        beat_at(now + hour * HOUR)
        assert close_overdue(now=now + hour * HOUR) == 0

    resume_clocks(now + 40 * HOUR)
    give_back()

    assert Game.objects.get().deadline == now + 24 * HOUR + 39 * HOUR
    assert GameEvent.objects.get(type="deadline.extended").data["reason"] == "maintenance"


def test_a_service_down_within_a_pause_is_not_given_back_twice(
    game: Game, beating: datetime, now: datetime
) -> None:
    pause_clocks(now + MINUTE)
    resume_clocks(now + 5 * HOUR)  # By hand, with no web process running.
    beat(now + 6 * HOUR)
    give_back()

    assert _lengths() == [5 * HOUR - MINUTE, HOUR]
    assert Game.objects.get().deadline == now + 30 * HOUR - MINUTE


def test_a_start_within_a_pause_is_not_an_outage_of_its_own(
    game: Game, beating: datetime, now: datetime
) -> None:
    pause_clocks(now)
    assert beat(now + 3 * HOUR) is None
    resume_clocks(now + 4 * HOUR)
    give_back()

    assert Game.objects.get().deadline == now + 28 * HOUR


def test_a_pause_while_the_service_is_down_gives_both_back(
    game: Game, beating: datetime, now: datetime
) -> None:
    pause_clocks(now + HOUR)
    resume_clocks(now + 2 * HOUR)
    give_back()

    assert Game.objects.get().deadline == now + 26 * HOUR
    assert Outage.objects.count() == 2


def test_the_commands_pause_and_resume(game: Game, db: None) -> None:
    out = StringIO()
    beat()

    call_command("pause_clock", stdout=out)
    call_command("pause_clock", stdout=out)
    assert Outage.objects.count() == 1
    call_command("resume_clock", stdout=out)
    call_command("resume_clock", stdout=out)

    assert "The clocks stand still since" in out.getvalue()
    assert "were given back to 0 games." in out.getvalue()
    assert "The clocks were not paused." in out.getvalue()


# --- the heartbeat itself -----------------------------------------------------------------------


def test_a_fresh_heartbeat_is_not_written_again(
    beating: datetime, django_assert_num_queries: Callable[..., Any]
) -> None:
    with django_assert_num_queries(1):
        beat(beating + heartbeat.REST / 2)

    assert Heartbeat.objects.get().beat_at == beating


def test_without_an_argument_it_uses_the_clock_of_the_database(db: None) -> None:
    beat()

    assert abs(Heartbeat.objects.get().beat_at - heartbeat.clock()) < MINUTE


def test_anyone_who_looks_at_a_game_sees_that_all_clocks_are_paused(
    game: Game, white: APIClient, browse: Browsers, alice: User, beating: datetime
) -> None:
    url, page = f"/api/v1/games/{game.pk}", f"/games/{game.pk}/"
    sentence = "All clocks are paused while we add lost time back."
    assert white.get(url).json()["paused"] is None

    pause_clocks(beating)
    try:
        standstill.look()
        stands = {"side": "white", "why": "outage", "until": None}
        assert white.get(url).json()["paused"] == stands
        assert sentence in browse(alice).get(page).content.decode()
    finally:
        resume_clocks(beating + timedelta(hours=1))
        give_back(5)
        standstill.look()
    assert white.get(url).json()["paused"] is None
    assert sentence not in browse(alice).get(page).content.decode()
