"""What the clock does with no one looking: missed deadlines, reminders, old challenges."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DataError, connection
from django.utils import timezone

from accounts.models import User
from games.models import (
    Arrangement,
    Challenge,
    Game,
    GameEvent,
    Heartbeat,
    Inbox,
    InboxEntry,
    Player,
    Sweep,
)
from games.play import apply, sweeps
from games.play.challenge.challenges import Terms, make_challenge
from games.play.deadlines import enforce_deadline
from games.play.formations import save_formation
from games.play.lateness import clock_status, games_set_aside, sweep_stats
from games.play.sweeps import close_overdue, lapse_old_challenges, revive, send_reminders
from games.play.turns import play_turn
from games.play.watching import view_game
from games.refusals import Conflict
from games.rules import registry
from games.rules.chess_eleven.match import State
from games.rules.chess_eleven.presenter import ChessElevenPresenter
from games.rules.chess_eleven.rule_set import ChessEleven
from games.rules.contract import Step
from games.rules.registry import Hosted
from tests.at_once import at_once
from tests.games.matches import play, start_formations, start_round
from tests.games.races import race
from tests.games.test_formations import WIDE
from tests.patience import stretched

SECOND = timedelta(seconds=1)


def beat_at(moment: datetime) -> None:
    """Let the service have been up at this moment."""
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": moment})


@pytest.fixture
def late(game: Game, now: datetime) -> datetime:
    """A moment at which alice has missed her turn in ``game``, the service being up."""
    play(game, "d2d4 @f3", "d7d5", now=now)
    moment = now + timedelta(days=1, seconds=30)
    beat_at(moment)
    return moment


def test_a_missed_turn_ends_the_game_with_no_one_looking(
    game: Game, late: datetime, now: datetime
) -> None:
    assert close_overdue(now=late) == 1

    after = Game.objects.get()
    assert (after.status, after.winner, after.reason) == ("finished", "black", "timeout")
    assert after.finished_at == now + timedelta(days=1)
    assert after.deadline is after.remind_at is None
    assert not Player.objects.filter(deadline__isnull=False).exists()
    event = GameEvent.objects.get(type="game.finished")
    assert event.happened_at == now + timedelta(days=1)
    assert InboxEntry.objects.filter(event=event).count() == 2


def test_a_sweep_writes_what_a_request_would(alice: User, bob: User, now: datetime) -> None:
    def prepare() -> list[Game]:
        playing = start_round(start_formations(alice, bob, now), now)
        play(playing, "d2d4 @f3", "d7d5", now=now)
        fresh = start_round(start_formations(bob, alice, now), now)
        arranging = start_formations(alice, bob, now)
        save_formation(alice.pk, arranging.pk, WIDE, ready=False, now=now)
        return [playing, fresh, arranging]

    late = now + timedelta(days=1, seconds=30)
    beat_at(late)
    by_request = prepare()
    for game in by_request:
        enforce_deadline(game.pk, late)
    by_sweep = prepare()

    assert close_overdue(now=late) == 3

    for one, other in zip(by_request, by_sweep, strict=True):
        assert _rows(one) == _rows(other)
    _check_inboxes()


def _rows(game: Game) -> list[Any]:
    """Everything that is stored of a game, except its identity."""
    mine = {"id", "game_id", "sealed_seed", "commitment", "event_id", "relayed_at"}

    def rows(query: Any) -> list[dict[str, Any]]:
        return [{k: v for k, v in row.items() if k not in mine} for row in query.values()]

    return [
        rows(Game.objects.filter(pk=game.pk)),
        rows(game.players.order_by("side")),
        rows(Arrangement.objects.filter(game=game)),
        rows(GameEvent.objects.filter(game=game).order_by("number")),
        list(
            InboxEntry.objects.filter(event__game=game)
            .order_by("event__number", "user")
            .values_list("event__number", "user")
        ),
    ]


def _check_inboxes() -> None:
    """Every inbox is numbered without gaps."""
    for inbox in Inbox.objects.all():
        entries = InboxEntry.objects.filter(user=inbox.user).order_by("number")
        numbers = list(entries.values_list("number", flat=True))
        assert numbers == list(range(1, inbox.last_number + 1))


def test_what_is_not_due_is_left_alone(game: Game, now: datetime) -> None:
    beat_at(now + timedelta(days=1) - SECOND)

    assert close_overdue(now=now + timedelta(days=1) - SECOND) == 0

    assert Game.objects.get().revision == game.revision


def test_a_sweep_takes_no_more_than_its_limit(alice: User, bob: User, now: datetime) -> None:
    for _ in range(5):
        start_round(start_formations(alice, bob, now), now)
    late = now + timedelta(days=2)
    beat_at(late)

    counts = [close_overdue(2, now=late) for _ in range(4)]

    assert counts == [2, 2, 1, 0]
    assert Game.objects.filter(status="aborted").count() == 5


def test_a_row_that_the_rules_cannot_read_is_set_aside_and_stops_no_one(
    game: Game, alice: User, bob: User, now: datetime, caplog: pytest.LogCaptureFixture
) -> None:
    good = start_round(start_formations(alice, bob, now), now)
    Game.objects.filter(pk=game.pk).update(state="nonsense", deadline=now)
    late = now + timedelta(days=2)
    beat_at(late)

    close_overdue(now=late)

    good.refresh_from_db()
    assert good.status == "aborted"
    bad = games_set_aside().get()
    assert bad.pk == game.pk
    assert bad.status == "playing"
    assert "NotationError" in bad.set_aside_reason
    assert game.pk in caplog.text
    assert close_overdue(now=late) == 0
    assert clock_status(late).set_aside == 1


class Patient(ChessEleven):
    """A rule set with a mistake: a missed deadline changes nothing."""

    key = "patient"

    def time_out(self, state: State) -> Step[State]:
        return Step(state)


@pytest.fixture
def patient() -> Iterator[None]:
    registry.register(Hosted(Patient(), ChessElevenPresenter()))
    yield
    registry.forget(Patient.key)


def test_a_game_that_stays_overdue_is_set_aside_and_nothing_is_decided(
    game: Game, late: datetime, patient: None
) -> None:
    Game.objects.filter(pk=game.pk).update(ruleset=Patient.key)
    before = Game.objects.values().get()

    assert close_overdue(now=late) == 1

    after = Game.objects.values().get()
    assert "DeadlineStands" in after.pop("set_aside_reason")
    assert after.pop("set_aside_at") is not None
    assert after.items() <= before.items()
    assert close_overdue(now=late) == 0


def test_a_request_decides_nothing_in_a_game_that_would_stay_overdue(
    game: Game, late: datetime, patient: None
) -> None:
    Game.objects.filter(pk=game.pk).update(ruleset=Patient.key)
    before = Game.objects.values().get()

    assert view_game(game.pk, late).is_active
    with pytest.raises(Conflict) as refusal:
        play_turn(game.seats[0].user_id, game.pk, 3, ["f3e5"], now=late)

    assert refusal.value.code == "wrong_phase"
    assert Game.objects.values().get() == before


def test_a_row_that_the_database_refuses_is_found_among_the_good_ones(
    game: Game, alice: User, bob: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = [start_round(start_formations(alice, bob, now), now) for _ in range(3)]
    late = now + timedelta(days=2)
    beat_at(late)
    write = apply.write_changes

    def refuse(changes: Any, *, now: datetime) -> None:
        write(changes, now=now)
        if any(change.game.pk == game.pk for change in changes):
            raise DataError("a value out of range")

    monkeypatch.setattr(sweeps, "write_changes", refuse)

    close_overdue(now=late)

    assert games_set_aside().get().pk == game.pk
    assert {Game.objects.get(pk=other.pk).status for other in others} == {"aborted"}
    assert Game.objects.get(pk=game.pk).status == "playing"
    _check_inboxes()


def test_the_operator_lists_and_revives_what_was_set_aside(game: Game, late: datetime) -> None:
    sweeps.set_aside(game.pk, "ValueError: strange\nwith a second line")
    out = StringIO()

    call_command("set_aside", stdout=out)
    assert game.pk in out.getvalue()
    assert "ValueError: strange" in out.getvalue()
    assert close_overdue(now=late) == 0

    call_command("set_aside", game.pk, stdout=out)
    assert close_overdue(now=late) == 1


def test_how_late_the_sweep_was_can_be_read(game: Game, late: datetime) -> None:
    assert clock_status(late).oldest_overdue == timedelta(seconds=30)

    close_overdue(now=late)

    found = sweep_stats(Sweep.Kind.DEADLINES, late - timedelta(hours=1))
    assert found.handled == 1
    assert found.mean == found.worst == timedelta(seconds=30)
    assert clock_status(late).oldest_overdue == timedelta()


def test_an_idle_sweep_asks_little(
    game: Game, now: datetime, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    beat_at(now)

    with django_assert_max_num_queries(5):  # When, begin, which, commit; and which are live.
        close_overdue(now=now)


def test_a_batch_needs_as_many_queries_as_one_game(
    alice: User, bob: User, now: datetime, django_assert_num_queries: Callable[..., Any]
) -> None:
    for _ in range(6):
        start_round(start_formations(alice, bob, now), now)
    late = now + timedelta(days=2)
    beat_at(late)

    with django_assert_num_queries(13):
        close_overdue(1, now=late)
    with django_assert_num_queries(13):
        close_overdue(5, now=late)


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_together_close_each_game_once(alice: User, bob: User, now: datetime) -> None:
    for _ in range(12):
        start_round(start_formations(alice, bob, now), now)
    late = now + timedelta(days=2)
    beat_at(late)

    def sweep() -> int:
        return sum(iter(lambda: close_overdue(2, now=late), 0))

    assert sum(at_once(sweep, sweep)) == 12
    assert GameEvent.objects.filter(type="game.finished").count() == 12
    _check_inboxes()


@pytest.mark.django_db(transaction=True)
def test_a_late_turn_and_a_sweep_agree(game: Game, alice: User, late: datetime) -> None:
    def play_late() -> Any:
        return play_turn(alice.pk, game.pk, 3, ["f3e5"], now=late)

    outcomes = race(Game.objects.get(), play_late)
    close_overdue(now=late)

    assert outcomes == ["deadline_passed"]
    assert GameEvent.objects.filter(type="game.finished").count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_sweep_passes_over_a_game_that_someone_holds(
    game: Game, alice: User, now: datetime, late: datetime
) -> None:
    found: list[int] = []

    def sweep() -> None:
        try:
            found.append(close_overdue(now=late))
        finally:
            connection.close()

    from django.db import transaction

    with transaction.atomic():
        Game.objects.select_for_update().get(pk=game.pk)
        thread = threading.Thread(target=sweep)
        thread.start()
        thread.join(stretched(10))

    assert found == [0]
    assert close_overdue(now=late) == 1


# --- reminders ----------------------------------------------------------------------------------


def test_the_awaited_player_is_reminded_when_a_fifth_of_the_time_is_left(
    game: Game, alice: User, now: datetime
) -> None:
    before = now + timedelta(days=0.8) - SECOND
    beat_at(before)
    assert send_reminders(now=before) == 0

    beat_at(before + SECOND)
    assert send_reminders(now=before + SECOND) == 1

    event = GameEvent.objects.get(type="deadline.near")
    assert event.data["turn"] == 1
    [entry] = event.entries.all()
    assert entry.user_id == alice.pk


def test_no_one_is_reminded_twice_of_one_turn_but_again_of_the_next(
    game: Game, bob: User, now: datetime
) -> None:
    due = now + timedelta(days=0.9)
    beat_at(due)
    assert [send_reminders(now=due), send_reminders(now=due)] == [1, 0]

    play(game, "d2d4 @f3", now=due)
    later = due + timedelta(days=0.9)
    beat_at(later)
    assert send_reminders(now=later) == 1

    last = GameEvent.objects.filter(type="deadline.near").latest("id")
    assert [entry.user_id for entry in last.entries.all()] == [bob.pk]


def test_only_who_is_not_ready_is_reminded_of_the_formation(
    arranging: Game, alice: User, bob: User, now: datetime
) -> None:
    save_formation(alice.pk, arranging.pk, WIDE, ready=True, now=now)
    due = now + timedelta(days=0.9)
    beat_at(due)

    send_reminders(now=due)

    event = GameEvent.objects.get(type="deadline.near")
    assert [entry.user_id for entry in event.entries.all()] == [bob.pk]


def test_no_one_is_reminded_of_a_time_that_is_over(game: Game, late: datetime) -> None:
    assert send_reminders(now=late) == 0


# --- challenges ---------------------------------------------------------------------------------


def test_a_challenge_lapses_after_two_weeks(alice: User, bob: User, now: datetime) -> None:
    challenge = make_challenge(alice, "bob", Terms(), now=now)
    beat_at(now + timedelta(days=14))

    assert lapse_old_challenges(now=now + timedelta(days=14) - SECOND) == 0
    assert lapse_old_challenges(now=now + timedelta(days=14)) == 1

    challenge.refresh_from_db()
    assert challenge.status == Challenge.Status.LAPSED
    assert challenge.answered_at == challenge.expires_at


def test_reviving_nothing_is_no_error(db: None) -> None:
    assert revive() == 0
    assert not list(Game.objects.filter(set_aside_at__lte=timezone.now()))


def test_the_turn_that_came_too_late_is_refused(game: Game, alice: User, late: datetime) -> None:
    with pytest.raises(Conflict):
        play_turn(alice.pk, game.pk, 3, ["f3e5"], now=late)
