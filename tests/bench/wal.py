"""What a turn adds to the write-ahead log, right after a checkpoint and long after one.

    python -m tests.bench.wal [GAMES] [TURNS] [SETTING=VALUE ...] [--relations]

Fills a database, with an event and its entries for each game, and plays turns in games picked at
random through the service's own function, then relays their events. A page that is changed for the
first time since a checkpoint is copied whole, so a turn is dearest right after one. Between the two
looks ``TURNS`` turns are played, which stand for the time between two checkpoints. The copies are
packed as ``up`` has it; settings of PostgreSQL may be given, as ``wal_compression=off``.
``--relations`` shows what each table and index adds: records with the bytes in them, and pages
copied whole with the bytes of the copies.
"""

from __future__ import annotations

import json
import os
import random
import resource
import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from games.rules.contract import Phase, RuleSet
from tests.bench.stage import Load, fill, game_id, multiply, stage

if TYPE_CHECKING:
    from games.models import Game

LOOK = 300
"""The turns of one look."""
POSITIONS = 64
_SOON = 0.4
"""The part of the games whose deadline is nearer than the next one will be, as it mostly is."""

_RELATIONS = """
SELECT coalesce(pg_filenode_relation(0, relfilenode)::text, relfilenode::text) AS relation,
    count(*), sum(block_data_length + main_data_length)::bigint,
    count(*) FILTER (WHERE block_fpi_length > 0), sum(block_fpi_length)::bigint
FROM pg_get_wal_block_info(%s, %s) GROUP BY relation ORDER BY sum(block_fpi_length) DESC, 3 DESC
"""


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


def find_positions(game: Game) -> list[tuple[str, str]]:
    """Return positions of different matches, White to play, and their descriptions as JSON.

    Pages full of one position would be packed smaller than those of real games.
    """
    from games.store.write import as_read

    choice, rules = random.Random(11), game.rules
    found: list[tuple[str, str]] = []
    while len(found) < POSITIONS:
        state = rules.load(game.state)
        for side in ("white", "black") * choice.randint(1, 20):
            state = rules.play(state, side, _choose_turn(rules, state, choice), roll=0).state
            if rules.phase(state) is not Phase.PLAYING:
                break
        else:
            found.append((rules.dump(state), json.dumps(as_read(rules.describe(state)))))
    return found


def _choose_turn(rules: RuleSet[Any], state: Any, choice: random.Random) -> list[str]:
    """Return a turn, without a shot where there is another."""
    actions: list[str] = []
    while (found := rules.choices(state, actions))["complete"] < 0 or (
        found["complete"] == 0 and choice.random() < 0.5
    ):
        texts = [one["text"] for one in found["actions"]]
        calm = [one["text"] for one in found["actions"] if one["kind"] != "shot"]
        actions.append(choice.choice(calm or texts))
    return actions


class Players:
    """They play turns in games picked at random, through the service's own function."""

    def __init__(self, games: Iterator[str]) -> None:
        self.games = games
        self._turns: dict[str, list[list[str]]] = {}
        """Of each position, some that are legal."""

    def play(self, count: int) -> None:
        """Play a turn in each of the next games."""
        from django.utils import timezone

        from games.models import Player
        from games.play.turns import play_turn

        for _ in range(count):
            seat = Player.objects.select_related("game").get(game=next(self.games), side="white")
            turn = random.choice(self._turns_in(seat.game))
            play_turn(seat.user_id, seat.game_id, 3, turn, now=timezone.now())

    def _turns_in(self, game: Game) -> list[list[str]]:
        if game.state not in self._turns:
            rules, state = game.rules, game.rules.load(game.state)
            self._turns[game.state] = [
                _choose_turn(rules, state, random.Random(n)) for n in range(9)
            ]
        return self._turns[game.state]


class Log:
    """The write-ahead log, as PostgreSQL counts what is added to it."""

    def __init__(self) -> None:
        self.fetch("CREATE EXTENSION IF NOT EXISTS pg_walinspect", rows=False)

    def fetch(self, sql: str, *values: Any, rows: bool = True) -> list[Any]:
        """Run a statement and return its rows."""
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            return cursor.fetchall() if rows else []

    def place(self) -> str:
        """Return how far it has been written."""
        return str(self.fetch("SELECT pg_current_wal_flush_lsn()::text")[0][0])

    def figures(self) -> tuple[int, ...]:
        """Return its bytes, records and whole pages, and how many rows were updated in place."""
        self.fetch("SELECT pg_stat_force_next_flush()")
        (wal,) = self.fetch("SELECT wal_bytes::bigint, wal_records, wal_fpi FROM pg_stat_wal")
        (hot,) = self.fetch(
            "SELECT sum(n_tup_hot_upd) FILTER (WHERE relname = 'games_game'),"
            " sum(n_tup_hot_upd) FILTER (WHERE relname = 'games_player')"
            " FROM pg_stat_user_tables"
        )
        return *wal, *(int(part or 0) for part in hot)

    def show_relations(self, start: str) -> None:
        """Print what each table and index has added for each turn since then."""
        for relation, *sums in self.fetch(_RELATIONS, start, self.place()):
            records, data, pages, copied = (one / LOOK for one in sums)
            print(
                f"    {relation:44}{records:6.2f} records {data:6,.0f} B {pages:6.2f} pages"
                f" {copied:7,.0f} B"
            )


def main(games: int, turns: int, settings: Mapping[str, str]) -> None:
    """Fill, play, print."""
    with stage(settings) as here:
        fill(games, positions=find_positions)
        fill_events(games)

        from django.utils import timezone

        from games.models import Game
        from notifications.relay import relay_events

        log = Log()

        def look(name: str) -> None:
            for what, act in (
                ("turn", lambda: players.play(LOOK)),
                ("relay", lambda: relay_events(timezone.now(), 10 * LOOK)),
            ):
                start, before = log.place(), log.figures()
                began = resource.getrusage(resource.RUSAGE_SELF)
                with Load(here.postgres) as load:
                    act()
                ended = resource.getrusage(resource.RUSAGE_SELF)
                wal, records, pages, game, player = (
                    (after - first) / LOOK
                    for first, after in zip(before, log.figures(), strict=True)
                )
                python = (ended.ru_utime - began.ru_utime) / LOOK * 1e3
                print(
                    f"{name}, {what}: {wal / 1000:.1f} KB, {records:.1f} records, {pages:.1f} whole"
                    f" pages; HOT: {game:.2f} of games, {player:.2f} of seats; Python {python:.2f}"
                    f" ms, PostgreSQL {load.used / LOOK * 1e3:.2f} ms",
                    flush=True,
                )
                if "--relations" in sys.argv:
                    log.show_relations(start)

        # Their deadlines come first, and their reminders.
        numbers = random.sample(range(1, int(games * _SOON)), int(games * _SOON) - 1)
        untouched = set(Game.objects.filter(next_turn=3).values_list("pk", flat=True))
        players = Players(one for one in map(game_id, numbers) if one in untouched)
        players.play(LOOK)
        relay_events(timezone.now(), 10 * LOOK)
        log.fetch("CHECKPOINT", rows=False)
        look("right after a checkpoint")
        players.play(turns)
        while relay_events(timezone.now(), 500):
            pass
        look(f"{turns:,} turns later")
        print(f"load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:] if argument.isdigit()]
    given = dict(argument.split("=") for argument in sys.argv[1:] if "=" in argument)
    games, turns = numbers + [1_000_000, 8_000][len(numbers) :]
    main(games, turns, given)
