"""The referee: what is due in time, whatever dies. It decides nothing that others would not."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache
from django.db import connection, connections
from django.utils import timezone

from config.observe.liveness import Sign, give_sign, state_of_sign
from games.models import Act, Game, GameEvent
from games.models.running_clock import moment, ms_of
from games.play.deadlines import enforce_deadline
from games.play.heartbeat import beat, give_back_live
from games.play.referee import Heap, Referee, look, whole_ms
from games.play.seating import read_notice
from tests.games.matches import any_turn, play, start_formations
from tests.games.races import race
from tests.live_play.matches import SECOND, again, both_have_played, kick_off, start_live
from tests.patience import stretched, until

SOON = timedelta(milliseconds=300)


@contextmanager
def refereeing() -> Iterator[Referee]:
    """Let a referee work in a thread of its own."""
    referee = Referee()

    def run() -> None:
        try:
            referee.run()
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield referee
    finally:
        referee.stop()
        thread.join(stretched(20))
        assert not thread.is_alive()


def bring_near(game: Game) -> None:
    """Let the time that runs in a match end in a moment, told to no one."""
    live = {**(game.live or {}), "until": ms_of(timezone.now() + SOON)}
    Game.objects.filter(pk=game.pk).update(live=live, deadline=timezone.now() + SOON)


def run_outs(game: Game) -> list[str]:
    return list(Act.objects.filter(game=game).values_list("side", flat=True))


def test_what_is_due_comes_out_once_and_in_order() -> None:
    heap = Heap()
    for game_id, at in [("a", 30), ("b", 20), ("c", 90), ("a", 50), ("b", 20)]:
        heap.put(game_id, at)

    assert (len(heap), heap.next_at()) == (3, 20)
    assert heap.pop_due(19) == []
    assert heap.pop_due(60) == ["b", "a"], "by the last that was heard of each"
    assert (heap.pop_due(60), heap.next_at()) == ([], 90)
    assert read_notice(b"h4Xk93Qm 1700000000123") == ("h4Xk93Qm", 1700000000123)
    assert read_notice(b"\xff nonsense") is None


def test_no_moment_is_taken_for_come_before_it_has() -> None:
    almost = datetime(2026, 11, 22, 10, 0, 0, 999_900, tzinfo=UTC)
    assert moment(whole_ms(almost)) <= almost < moment(whole_ms(almost) + 1)


@pytest.mark.django_db(transaction=True)
def test_an_old_moment_does_not_hide_the_new_one(alice, bob):
    game = start_live(alice, bob, timezone.now())
    due = ms_of(timezone.now()) + 60_000  # further ahead than a poll looks
    Game.objects.filter(pk=game.pk).update(deadline=moment(due))
    with refereeing() as referee:
        # What a poll read before the last turn was committed, and puts over what was told since.
        referee._notices.put((game.pk, due - 120_000))
        until(lambda: referee.heap.next_at() == due)


@pytest.mark.django_db
def test_a_start_reads_the_table_and_games_by_post_are_none_of_its(alice, bob, charlie, dan):
    now = timezone.now()
    post = start_formations(charlie, dan, now)
    Game.objects.filter(pk=post.pk).update(deadline=now)
    live = kick_off(alice, bob, now)
    assert look() == [], "it is not due soon"

    bring_near(live)

    assert [game_id for game_id, _ in look()] == [live.pk]


@pytest.mark.django_db
def test_the_page_of_the_status_and_the_probe_report_whether_it_is_at_work(client):
    cache.delete("sign-referee")
    assert "their referee is down" in client.get("/status/").content.decode()
    assert state_of_sign(Sign.REFEREE) == "not seen"

    give_sign(Sign.REFEREE)

    assert "clocks run on time" in client.get("/status/").content.decode()
    assert state_of_sign(Sign.REFEREE) == "ok"


@pytest.mark.django_db
def test_a_short_time_without_heartbeats_is_given_back_to_live_matches_alone(
    alice, bob, charlie, dan, now
):
    post = start_formations(charlie, dan, now)
    live = both_have_played(alice, bob, now)
    beat(now + 2 * SECOND)
    late = now + 42 * SECOND
    # No one could play: what fell meanwhile is not acted on, no matter who looks.
    assert not enforce_deadline(live.pk, late)

    beat(late)  # Once the service is back.

    after = again(live)
    assert after.live["until"] - live.live["until"] == 50_000  # What was lost, and ten seconds.
    assert Game.objects.get(pk=post.pk).deadline == post.deadline
    told = GameEvent.objects.filter(game=live).latest("number")
    assert (told.type, told.data["seconds"]) == ("deadline.extended", 40)
    assert give_back_live(late + SECOND, late + 2 * SECOND) == 1


@pytest.mark.django_db(transaction=True)
def test_the_referee_and_the_player_at_the_same_instant(alice, bob, now):
    """The lock decides: no matter who is first, it is one turn or one run-out."""
    game = both_have_played(alice, bob, now)
    turn = any_turn(game)

    first, second = race(
        game,
        lambda: play(game, turn, now=game.deadline - SECOND).turn.number,
        lambda: enforce_deadline(game.pk, game.deadline),
    )
    assert (first, second, run_outs(game)) == (3, False, [])

    game = again(game)
    turn = any_turn(game)
    first, second = race(
        game,
        lambda: enforce_deadline(game.pk, game.deadline),
        lambda: play(game, turn, now=game.deadline),
    )
    assert (first, second, run_outs(game)) == (True, "deadline_passed", ["black"])


@pytest.mark.django_db(transaction=True)
def test_two_referees_act_once_on_each_clock_also_without_a_notice(alice, bob):
    game = both_have_played(alice, bob, timezone.now())
    with refereeing(), refereeing():
        bring_near(game)
        until(lambda: run_outs(game) == ["white"])
        # Told over Redis: the next turn runs out without a look at the table.
        assert again(game).summary.to_act == {"black"}
        bring_near(again(game))
        until(lambda: run_outs(game) == ["white", "black"])
    assert again(game).is_active


def refereeing_child() -> int:
    """Return the process of a referee that can be killed."""
    child = os.fork()
    if child == 0:
        try:
            # Nothing of the parent's connections may be used, nor closed politely.
            connection.connection = None
            connection._connection_pools.clear()
            Referee().run()
        finally:
            os._exit(0)
    return child


@pytest.mark.django_db(transaction=True)
def test_a_referee_that_is_killed_leaves_everything_to_the_next(alice, bob):
    game = start_live(alice, bob, timezone.now())
    connection.close()
    expected: list[str] = []
    for side in ("", "white", "black"):
        child = refereeing_child()
        bring_near(again(game))
        expected.extend([side] if side else [])
        until(lambda: again(game).status == "playing" and run_outs(game) == expected)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        if not side:
            for _ in range(2):
                play(game, any_turn(game), now=timezone.now())
