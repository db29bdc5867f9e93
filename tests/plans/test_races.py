"""Plans beside hands, beside themselves, and with the worker's connection cut at any moment."""

from __future__ import annotations

import threading
import time
from datetime import datetime
from random import Random
from typing import Any

import pytest
from django.db import DatabaseError, connection

from accounts.models import User
from games.features.plans.firing import fire
from games.features.plans.models import PlanBook, PlanEntry
from games.models import Game, GameEvent, Turn
from games.play.turns import PlayedTurn, play_turn
from tests.games.matches import any_turn, play, start_formations
from tests.games.races import race
from tests.patience import stretched
from tests.plans.conftest import Planner, fresh, turn

pytestmark = pytest.mark.django_db(transaction=True)

KILLS = 50
FIRST, SECOND, THIRD = "d2d4 @f3", "f6e4", "f3e5 @d4"


@pytest.fixture
def due(game: Game, alice: User, plan: Planner, now: datetime) -> Game:
    """A game in which alice is awaited and has an answer."""
    play(game, FIRST, now=now)
    plan(game, alice, [SECOND], turn(THIRD))
    play(game, SECOND, now=now)
    return game


@pytest.mark.parametrize("is_plan_first", [True, False])
def test_a_plan_and_a_hand_together_are_one_turn(
    due: Game, alice: User, now: datetime, is_plan_first: bool
) -> None:
    turn_by_hand = any_turn(due).split()

    def by_hand() -> Any:
        return play_turn(alice.pk, due.pk, 3, turn_by_hand, now=now)

    def by_plan() -> bool:
        return fire(due.pk, "white", now=now)

    # Mostly the first to wait is the first to be served.
    outcomes = race(due, *((by_plan, by_hand) if is_plan_first else (by_hand, by_plan)))
    planned, played = outcomes if is_plan_first else outcomes[::-1]

    assert fresh(due).next_turn == 4
    if Turn.objects.get(game=due, number=3).by == "plan":
        assert (planned, played) == (True, "stale_turn")
        assert PlanEntry.objects.get().status == "fired"
    else:
        assert isinstance(played, PlayedTurn)
        assert PlanEntry.objects.get().status == "waiting"


def test_two_workers_together_play_one_turn(due: Game, now: datetime) -> None:
    outcomes = race(due, *[lambda: fire(due.pk, "white", now=now)] * 2)

    assert sorted(outcomes) == [False, True]
    assert fresh(due).next_turn == 4


@pytest.mark.long
def test_a_worker_that_is_cut_off_at_any_moment_loses_and_doubles_nothing(
    alice: User, bob: User, plan: Planner, now: datetime
) -> None:
    chess = start_formations(bob, alice, now, ruleset="standard")
    rng, cut = Random(7), 0
    there, back = (("g1f3", "g8f6"), ("f3g1", "f6g8"))
    for number in range(KILLS):
        if number % 8 == 7:
            # Before a position has stood five times.
            file = "abcdeh"[number // 8]
            played, answer = f"{file}2{file}3", f"{file}7{file}6"
        else:
            played, answer = (there, back)[(number - number // 8) % 2]
        entry = plan(chess, alice, [played], turn(answer))
        play(chess, played, now=now)

        cut += _is_cut(chess, now, rng.uniform(0, 0.03))
        fire(chess.pk, "black", now=now)  # as beat finds it

        entry.refresh_from_db()
        assert (entry.status, entry.fired_turn) == ("fired", 2 * number + 2)
    told = list(Turn.objects.filter(game=chess).order_by("number").values_list("number", "by"))
    assert told == [(n, "plan" if n % 2 == 0 else "hand") for n in range(1, 2 * KILLS + 1)]
    assert not PlanBook.objects.exists()
    played_events = GameEvent.objects.filter(game=chess, type="turn.played")
    assert played_events.count() == 2 * KILLS
    print(f"\n{cut} of {KILLS} workers were cut off before they were done")
    assert cut > 0


def _is_cut(game: Game, now: datetime, after: float) -> bool:
    """Let a worker look at the plans and cut its connection after so long; return whether that was
    before it was done."""
    told: dict[str, Any] = {}
    begun = threading.Event()

    def work() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            told["pid"] = cursor.fetchone()[0]
        begun.set()
        try:
            told["done"] = fire(game.pk, "black", now=now)
        except DatabaseError:
            told["cut"] = True
        finally:
            connection.close()

    worker = threading.Thread(target=work)
    worker.start()
    assert begun.wait(stretched(20))
    time.sleep(after)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [told["pid"]])
    worker.join(stretched(20))
    assert not worker.is_alive()
    return "cut" in told
