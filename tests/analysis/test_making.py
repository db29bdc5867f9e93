"""Analyses are made once, a little at a time, and are the same however often that was cut off."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import transaction
from django.forms import model_to_dict
from django.test import Client
from django.utils import timezone

from accounts.models import User
from config.http.errors.refusals import Refusal
from games.features.analysis import making, tasks
from games.features.analysis.making import RETRY_AFTER, analyse, ask, expect, expect_overlooked
from games.features.analysis.models import Analysis
from games.features.analysis.searching import largest, misses_of_turns
from games.features.analysis.totals import Totals, marks_of_turns
from games.features.analysis.waiting import figures, queue_of
from games.models import Game, GameEvent, InboxEntry, Turn
from games.play.taking_back import take_back
from games.store.locking import lock_game
from games.store.outbox import EventType
from notifications.relay import relay_events
from tests.analysis.staged import analysed, played_out, resigned, some_turns
from tests.at_once import at_once

pytestmark = pytest.mark.django_db


def content(row: Analysis) -> dict[str, object]:
    """Return all of a row that must not hang on when and how it was made."""
    return model_to_dict(row, exclude=["id", "asked_at", "made_at", "cpu_ms", "failed_at"])


def test_a_game_that_ends_is_analysed_and_its_players_are_notified(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    over = resigned(game, now)

    relay_events(now)
    assert analyse(now, 60.0) == 1
    assert analyse(now, 60.0) == 0

    row = Analysis.objects.get()
    assert (row.game_id, row.status, row.done_to) == (over.pk, "summed", 6)
    totals = Totals.read(row.totals or {})
    parts = totals.luck + totals.choices + totals.lineup + totals.acts + totals.end
    assert totals.start + parts == totals.result == 0
    assert (totals.turns, totals.luck) == ((3, 3), 0)
    assert totals.end < 0
    event = GameEvent.objects.get(type=EventType.ANALYSIS_READY)
    assert (event.data["analysis"], event.data["value"]) == ("summed", row.value_version)
    heard = InboxEntry.objects.filter(event=event).values_list("user__username", flat=True)
    assert set(heard) == {"alice", "bob"}


def test_what_is_cut_off_after_every_turn_is_the_same(
    game: Game, alice: User, now: datetime
) -> None:
    over = played_out(game, now, seed=3, turns=5)
    ask(over, alice.pk, now)
    while analyse(now, 60.0):
        pass
    whole = content(Analysis.objects.get())
    Analysis.objects.all().delete()

    ask(over, alice.pk, now)
    calls = 0
    while making._next(now) is not None:
        calls += 1
        if calls % 4 == 0:
            # Killed before its commit, a call leaves nothing behind.
            with transaction.atomic():
                analyse(now, 0.0)
                transaction.set_rollback(True)
        analyse(now, 0.0)
    assert calls >= 2 * (over.next_turn - 1)
    assert content(Analysis.objects.get()) == whole
    assert whole["status"] == "done"


def test_it_stops_after_a_turn_where_something_else_must_be_done(game: Game, now: datetime) -> None:
    expect([resigned(game, now).pk])
    assert analyse(now, 60.0, must_stop=lambda: True) == 0
    assert Analysis.objects.get().done_to == 1


def test_a_worker_rests_as_long_as_it_computed() -> None:
    rest = tasks.Rest()
    assert rest.is_over(10.0)
    rest.begin(10.0, 11.5)
    assert not rest.is_over(12.9)
    assert rest.is_over(13.0)


def test_better_turns_are_never_worse_and_bots_have_none(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    User.objects.filter(pk=bob.pk).update(is_bot=True)
    over = played_out(game, now, seed=3, turns=6)
    ask(over, alice.pk, now)
    while analyse(now, 60.0):
        pass

    row = Analysis.objects.get()
    assert (row.status, row.asked_by) == ("done", None)
    marks = list(marks_of_turns(making.marks_of(row)))
    missed = misses_of_turns(row, marks, making.movers_of(over))
    white = [one for one in missed if one is not None]
    assert {one.mover for one in white} == {0}
    assert len(white) == (len(marks) + 1) // 2
    assert all(one.best >= marks[one.turn - 1].played for one in white)
    assert {int(turn) for turn in row.looked_again} == {one.turn for one in largest(missed)}
    events = GameEvent.objects.filter(type=EventType.ANALYSIS_READY).order_by("pk")
    assert [event.data["analysis"] for event in events] == ["summed", "done"]


def test_a_turn_that_was_taken_back_changes_nothing_in_sum(
    game: Game, alice: User, now: datetime
) -> None:
    some_turns(game, 5, now)
    with transaction.atomic():
        turn = Turn.objects.get(game=game, number=5)
        take_back(lock_game(game.pk), turn, "black", now=now)
    over = resigned(Game.objects.get(pk=game.pk), now, turns=3)
    ask(over, alice.pk, now)
    while analyse(now, 60.0):
        pass

    row = Analysis.objects.get()
    marks = list(marks_of_turns(making.marks_of(row)))
    totals = Totals.read(row.totals or {})
    assert marks[5].before == marks[4].before
    assert totals.acts == -marks[4].change
    parts = totals.luck + totals.choices + totals.lineup + totals.acts + totals.end
    assert totals.start + parts == totals.result
    assert row.best[4] is None
    assert row.best[5] is not None


def test_each_persons_first_request_comes_before_anyones_second(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    over = resigned(game, now)
    order = []
    for version, person in enumerate([*[alice] * 51, bob]):
        row = ask(over, person.pk, now)
        later = now + timedelta(seconds=version)
        changes = {"value_version": f"v{version}", "status": "searching", "asked_at": later}
        Analysis.objects.filter(pk=row.pk).update(**changes)
    while (pk := making._next(now)) is not None:
        row = Analysis.objects.get(pk=pk)
        order.append(row.asked_by)
        row.delete()
    assert order == [alice, bob, *[alice] * 50]


def test_one_request_too_many_is_refused(game: Game, alice: User, now: datetime) -> None:
    over = resigned(game, now)
    with pytest.raises(Refusal) as refused:
        ask(over, alice.pk, now, most=0)
    assert (refused.value.status, refused.value.headers["Retry-After"]) == (503, "60")


@pytest.mark.django_db(transaction=True)
def test_two_workers_make_one_row(game: Game, now: datetime) -> None:
    over = resigned(game, now)
    expect([over.pk])
    expect([over.pk])

    done = at_once(*[lambda: analyse(now, 20.0)] * 2)

    assert sorted(done) == [0, 1]
    assert Analysis.objects.count() == 1
    assert GameEvent.objects.filter(type=EventType.ANALYSIS_READY).count() == 1


def test_one_that_fails_is_tried_once_more(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    broken = resigned(game, now)
    Game.objects.filter(pk=broken.pk).update(begins_with={"state": "nonsense"})
    expect([broken.pk])

    assert analyse(now, 5.0) == 0
    row = Analysis.objects.get()
    assert (row.status, row.failed_at) == ("waiting", now)
    assert analyse(now + RETRY_AFTER - timedelta(seconds=1), 5.0) == 0
    assert Analysis.objects.get().status == "waiting"
    assert analyse(now + RETRY_AFTER, 5.0) == 0
    assert Analysis.objects.get().status == "failed"
    assert ask(broken, alice.pk, now).status == "failed"


def test_games_without_a_value_wait_for_nothing(game: Game, alice: User, now: datetime) -> None:
    running = some_turns(game, 5, now)
    expect([running.pk])
    over = resigned(game, now, turns=0)
    Game.objects.filter(pk=over.pk).update(status="aborted")
    expect([over.pk])
    Game.objects.filter(pk=over.pk).update(status="finished", next_turn=4)
    expect([over.pk])
    Game.objects.filter(pk=over.pk).update(next_turn=6)
    User.objects.update(is_bot=True)
    expect([over.pk])
    assert not Analysis.objects.exists()


def test_a_game_that_the_relay_forgot_is_found(game: Game, now: datetime) -> None:
    resigned(game, now)
    expect_overlooked(now)
    assert not Analysis.objects.exists()
    expect_overlooked(now + timedelta(minutes=2))
    assert Analysis.objects.count() == 1


def test_analyses_by_an_older_version_are_made_again(game: Game, now: datetime) -> None:
    analysed(resigned(game, now), now)
    newest = Analysis.objects.get().value_version
    Analysis.objects.update(value_version="2-older")
    assert making.expect_again(below=2) == (0, 0)
    call_command("analyse_again", below=3, verbosity=0, stdout=StringIO())
    assert making.expect_again() == (0, 0), "it waits, and the older one stays until it is there"
    assert analyse(now, 60.0) == 1
    assert making.expect_again() == (0, 1)
    assert Analysis.objects.get().value_version == newest


def test_so_many_are_made_again_and_no_more(game: Game, now: datetime) -> None:
    over = analysed(resigned(game, now), now)
    another = Game.objects.get(pk=over.pk)
    another.pk = "aaaaaaaa"
    another.save(force_insert=True)
    for seat in over.players.all():
        seat.pk, seat.game = None, another
        seat.save(force_insert=True)
    row = Analysis.objects.get()
    row.pk, row.game = None, another
    row.save(force_insert=True)
    Analysis.objects.update(value_version="2-older")

    said = StringIO()
    call_command("analyse_again", limit=1, stdout=said)
    assert said.getvalue().startswith("1 games wait")
    assert Analysis.objects.filter(status="waiting").count() == 1
    assert making.expect_again(limit=0) == (0, 0)
    assert making.expect_again() == (1, 0)


def test_the_age_of_the_oldest_is_for_everyone_to_see(game: Game, now: datetime) -> None:
    assert "No games are waiting for analysis." in Client().get("/status/").content.decode()
    expect([resigned(game, now).pk])
    Analysis.objects.update(asked_at=timezone.now() - timedelta(seconds=90))
    page = Client().get("/status/").content.decode()
    shown = re.search(r"The oldest analysis has waited for (\d+) s\.", page)
    assert shown
    assert int(shown[1]) >= 90
    measured = {one.name: one.value for one in figures()}
    assert measured["analyses_waiting"] == 1
    assert measured["analyses_oldest_seconds"] >= timedelta(seconds=90)
    analyse(now, 60.0)
    assert queue_of(now) == (0, timedelta())


def test_the_oldest_comes_first(game: Game, now: datetime) -> None:
    over = resigned(game, now)
    expect([over.pk])
    row = Analysis.objects.get()
    assert making.ahead_of(row) == 0
    assert making._next(now) is not None
    Analysis.objects.update(failed_at=now)
    assert making._next(now) is None


def test_it_goes_with_its_game(game: Game, now: datetime) -> None:
    over = analysed(resigned(game, now), now)
    over.delete()
    assert not Analysis.objects.exists()
