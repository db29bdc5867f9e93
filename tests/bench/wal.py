"""What a turn adds to the write-ahead log, right after a checkpoint and long after one.

    python -m tests.bench.wal [GAMES] [TURNS] [SETTING=VALUE ...]

Fills a database, with an event and its entries for each game, and plays turns in games picked at
random through the service's own function, then relays their events. A page that is changed for the
first time since a checkpoint is copied whole, so a turn is dearest right after one. Between the two
looks ``TURNS`` turns are played, which stand for the time between two checkpoints. Settings of
PostgreSQL may be given, as ``wal_compression=pglz``.
"""

from __future__ import annotations

import os
import random
import resource
import sys
from collections.abc import Iterator

from tests.bench.stage import Load, fill, game_id, multiply, stage
from tests.bench.turns import legal_turns

LOOK = 300
"""The turns of one look."""
_SOON = 0.4
"""The part of the games whose deadline is nearer than the next one will be, as it mostly is."""


def fill_events(games: int) -> None:
    """Write the event of the last turn of each game, and what each player heard of it."""
    from django.db import connection
    from django.utils import timezone

    from games.models import Game, GameEvent, Inbox, InboxEntry, Player

    if GameEvent.objects.count() > games / 2:
        return
    game = Game.objects.get(pk=game_id(1))
    seat = Player.objects.filter(game=game).earliest("pk")
    score_and_round = {
        "ruleset": game.ruleset,
        "status": game.status,
        "round": 1,
        "score": {"white": 0, "black": 0},
        "position": game.state,
        "next_turn": 3,
        "awaiting": ["white"],
        "deadline": "2026-11-28T12:00:00Z",
    }
    turn = {"turn": 2, "side": "black", "actions": ["d7d5"], "notation": "d7d5", "rolls": []}
    event = GameEvent.objects.create(
        game=game,
        number=900,
        type="turn.played",
        data={**score_and_round, **turn},
        happened_at=timezone.now(),
        relayed_at=timezone.now(),
    )
    identity = "lpad(to_hex(n * 2654435761 % 4294967296), 8, '0')"
    multiply(event, games, game_id=identity, number="1")
    Game.objects.update(last_event=1)
    newest = GameEvent.objects.latest("id").pk - games
    entry = InboxEntry.objects.create(event=event, user_id=seat.user_id, number=10**9)
    with connection.cursor() as cursor:
        cursor.execute("SELECT min(user_id), max(user_id) - min(user_id) + 1 FROM games_player")
        first, people = cursor.fetchone()
    for shift in (0, 1):
        person = f"{first} + (n + {shift}) % {people}"
        number = f"2 * (n / {people}) + {shift + 1}"
        multiply(entry, games, user_id=person, number=number, event_id=f"{newest} + n")
    InboxEntry.objects.filter(number=10**9).delete()
    GameEvent.objects.filter(number=900).delete()
    Inbox.objects.bulk_create(
        Inbox(user_id=first + n, last_number=2 * (games // people) + 2) for n in range(people)
    )
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def play(games: Iterator[str], turns: list[list[str]], count: int) -> None:
    """Play a turn in each of the next games, as the service does."""
    from django.utils import timezone

    from games.models import Player
    from games.play.turns import play_turn

    for _ in range(count):
        game = next(games)
        mover = Player.objects.get(game=game, side="white").user_id
        play_turn(mover, game, 3, random.choice(turns), now=timezone.now())


def main(games: int, turns: int, *settings: str) -> None:
    """Fill, play, print."""
    with stage() as here:
        fill(games)
        fill_events(games)

        from django.db import connection
        from django.utils import timezone

        from games.models import Game
        from notifications.relay import relay_events

        def ask(sql: str) -> tuple[int, ...]:
            with connection.cursor() as cursor:
                cursor.execute(sql)
                return tuple(cursor.fetchone())

        def run(sql: str) -> None:
            with connection.cursor() as cursor:
                cursor.execute(sql)

        for setting in settings:
            name, value = setting.split("=")
            run(f"ALTER SYSTEM SET {name} = '{value}'")
        run("SELECT pg_reload_conf()")

        def figures() -> tuple[int, ...]:
            run("SELECT pg_stat_force_next_flush()")
            run("SELECT 1")
            wal = ask("SELECT wal_bytes::bigint, wal_records, wal_fpi FROM pg_stat_wal")
            hot = ask(
                "SELECT sum(n_tup_hot_upd) FILTER (WHERE relname = 'games_game'),"
                " sum(n_tup_hot_upd) FILTER (WHERE relname = 'games_player')"
                " FROM pg_stat_user_tables"
            )
            return *wal, *(int(part or 0) for part in hot)

        def look(name: str) -> None:
            for what, act in (
                ("turn", lambda: play(chosen, legal, LOOK)),
                ("relay", lambda: relay_events(timezone.now(), 10 * LOOK)),
            ):
                before, began = figures(), resource.getrusage(resource.RUSAGE_SELF)
                with Load(here.postgres) as load:
                    act()
                ended = resource.getrusage(resource.RUSAGE_SELF)
                wal, records, pages, game, player = (
                    (after - first) / LOOK for first, after in zip(before, figures(), strict=True)
                )
                python = (ended.ru_utime - began.ru_utime) / LOOK * 1e3
                print(
                    f"{name}, {what}: {wal / 1000:.1f} KB, {records:.1f} records, {pages:.1f} whole"
                    f" pages; HOT: {game:.2f} of games, {player:.2f} of seats; Python {python:.2f}"
                    f" ms, PostgreSQL {load.used / LOOK * 1e3:.2f} ms",
                    flush=True,
                )

        # Their deadlines come first, and their reminders.
        numbers = random.sample(range(1, int(games * _SOON)), int(games * _SOON) - 1)
        untouched = set(Game.objects.filter(next_turn=3).values_list("pk", flat=True))
        chosen = iter([one for one in map(game_id, numbers) if one in untouched])
        legal = legal_turns(next(chosen), 40)
        play(chosen, legal, LOOK)
        relay_events(timezone.now(), 10 * LOOK)
        run("CHECKPOINT")
        look("right after a checkpoint")
        play(chosen, legal, turns)
        while relay_events(timezone.now(), 500):
            pass
        look(f"{turns:,} turns later")
        print(f"load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:] if "=" not in argument]
    given = [argument for argument in sys.argv[1:] if "=" in argument]
    games, turns = numbers + [1_000_000, 8_000][len(numbers) :]
    main(games, turns, *given)
