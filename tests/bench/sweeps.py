"""The clock with a million games running: what an idle sweep costs, and how fast a pile is cleared.

``python -m tests.bench.sweeps [GAMES] [OVERDUE]`` fills a database, measures the sweeps that find
nothing, then lets many deadlines pass at once and has two workers close the games, beside the
bare update of as many rows through the ORM, in batches and alone. Everyone has a mail address:
the workers tell them as well, to a mail server that takes everything.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.bench.stage import Load, Stage, fill, stage, wait_for
from tests.topology import free_port, listens

IDLE_ROUNDS = 300


def measure_idle() -> None:
    """Print what the sweeps cost the database while nothing is due."""
    from django.db import connection

    from games.play import sweeps

    spent: list[float] = []

    def timed(execute: Callable[..., Any], *arguments: Any) -> Any:
        began = time.perf_counter()
        try:
            return execute(*arguments)
        finally:
            spent[-1] += time.perf_counter() - began

    for sweep in (sweeps.close_overdue, sweeps.send_reminders, sweeps.lapse_old_challenges):
        spent.clear()
        with connection.execute_wrapper(timed):
            for _ in range(IDLE_ROUNDS):
                spent.append(0.0)
                assert sweep() == 0
        middle, slowest = statistics.median(spent) * 1e3, sorted(spent)[-IDLE_ROUNDS // 20] * 1e3
        print(f"idle {sweep.__name__:<22} {middle:.2f} ms in statements (p95 {slowest:.2f})")


def pass_deadlines(count: int) -> list[str]:
    """Let the deadlines of this many running games have passed a minute ago."""
    from django.db import connection

    from games.models import Game, Heartbeat

    ids = list(Game.objects.filter(deadline__isnull=False).values_list("pk", flat=True)[:count])
    with connection.cursor() as cursor:
        for table, key in (("games_game", "id"), ("games_player", "game_id")):
            cursor.execute(
                f"UPDATE {table} SET deadline = now() - interval '1 minute'"
                f" WHERE {key} = ANY(%s) AND deadline IS NOT NULL",
                [ids],
            )
        cursor.execute("VACUUM ANALYZE games_game, games_player")
        cursor.execute("CHECKPOINT")
    beat(Heartbeat)
    return ids


def beat(heartbeat: Any) -> None:
    """Let the service be up at this moment, as a web process would say."""
    from django.utils import timezone

    heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": timezone.now()})


def close_bare(ids: list[str]) -> float:
    """Return the seconds that the bare update takes: lock, status, winner and one event a game."""
    from django.db import transaction
    from django.utils import timezone

    from games.models import Game, GameEvent

    class Undone(Exception):
        """Nothing of the yardstick stays."""

    began, now = time.perf_counter(), timezone.now()
    try:
        with transaction.atomic():
            for start in range(0, len(ids), 200):
                batch = Game.objects.select_for_update().filter(pk__in=ids[start : start + 200])
                games = list(batch.order_by("pk"))
                for game in games:
                    game.status, game.reason, game.winner = "finished", "timeout", "black"
                    game.deadline = game.remind_at = None
                    game.finished_at = now
                Game.objects.bulk_update(
                    games,
                    ["status", "reason", "winner", "deadline", "remind_at", "finished_at"],
                )
                GameEvent.objects.bulk_create(
                    GameEvent(game=game, number=999, type="game.finished", happened_at=now)
                    for game in games
                )
            raise Undone
    except Undone:
        return time.perf_counter() - began


def measure_pile(here: Stage, count: int) -> None:
    """Print how long two workers take to close this many games."""
    from config.celery import app
    from games.models import Game, GameEvent, InboxEntry, Player

    ids = pass_deadlines(count)
    bare = close_bare(ids)
    sink = free_port()
    mails = [sys.executable, "-m", "tests.bench.sink", "--port", str(sink)]
    with here.running(mails):
        wait_for(lambda: listens(sink))
        with here.workers(2, EMAIL_URL=f"smtp://127.0.0.1:{sink}") as pids:
            with Load(here.postgres, *pids) as load:
                app.send_task("games.tasks.close_overdue_games")
                wait_for(lambda: not Game.objects.filter(pk__in=ids, deadline__isnull=False), 300)
            closed = load.seconds
            began = time.perf_counter()
            events = GameEvent.objects.filter(game__in=ids, type="game.finished")
            wait_for(lambda: not events.filter(relayed_at__isnull=True).exists(), 300)
            told = closed + time.perf_counter() - began
    assert Game.objects.filter(pk__in=ids, status="finished", reason="timeout").count() == count
    assert events.count() == count
    assert InboxEntry.objects.filter(event__in=events).count() == 2 * count
    assert not Player.objects.filter(game__in=ids, deadline__isnull=False).exists()
    print(
        f"{count:,} games closed in {closed:.1f} s ({count / closed:.0f} a second) by two workers"
    )
    print(f"  of it {load.used:.1f} s of processor in workers and database; {load}")
    print(f"  all events relayed to notifications after {told:.1f} s")
    print(f"  the bare update through the ORM, one process in batches: {bare:.1f} s")


def main(games: int, overdue: int) -> None:
    """Fill, measure, stop everything."""
    with stage() as here:
        from games.models import Heartbeat

        began = time.perf_counter()
        fill(games)
        print(f"{games:,} games filled in {time.perf_counter() - began:.0f} s")
        beat(Heartbeat)
        measure_idle()
        measure_pile(here, overdue)
        failures = [line for line in Path(here.log).read_text().splitlines() if "Traceback" in line]
        print(f"{len(failures)} errors in the logs")


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:]]
    main(*(numbers + [1_000_000, 10_000][len(numbers) :]))
