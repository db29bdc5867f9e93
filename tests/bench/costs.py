"""What one game costs: its rows, their bytes, the statements and the mails it takes.

``python -m tests.bench.costs [GAMES]`` lets people of their own play whole matches, first to two,
through the services: challenge, formations, every turn, and all mails as they become due, into
files. The easy robot thinks for both sides. Bytes are those of the packed tables with their
indexes.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.bench.stage import fill_people, stage

GAMES = 100


class Meter:
    """How often each thing was done, and by how many statements."""

    def __init__(self) -> None:
        self.times: Counter[str] = Counter()
        self.statements: Counter[str] = Counter()

    @contextmanager
    def reading(self, name: str) -> Iterator[None]:
        """Count what is done meanwhile under this name."""
        from django.db import connection

        def counted(execute: Callable[..., Any], *arguments: Any) -> Any:
            self.statements[name] += 1
            return execute(*arguments)

        self.times[name] += 1
        with connection.execute_wrapper(counted):
            yield


def play_match(number: int, meter: Meter, rng: random.Random) -> int:
    """Play a whole match of two people and send its mails; return how many turns it took."""
    from django.utils import timezone

    from accounts.models import User
    from games.models import Game
    from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
    from games.play.formations import save_formation
    from games.play.turns import play_turn
    from games.rules import registry
    from games.rules.contract import Phase

    rules, robot = registry.get("eleven"), registry.robot("eleven")
    assert robot is not None
    white, black = (User.objects.get(username=f"player{2 * number + seat}") for seat in (1, 2))
    with meter.reading("challenge"):
        made = make_challenge(white, black.username, Terms(side="white"), now=timezone.now())
    tell(meter)
    with meter.reading("acceptance"):
        game_id = accept_challenge(black, made.pk, now=timezone.now()).pk
    tell(meter)
    while (game := Game.objects.get(pk=game_id)).is_active:
        state = rules.load(game.state)
        side = min(rules.to_act(state))
        user_id = (white if side == "white" else black).pk
        if rules.phase(state) is Phase.FORMATION:
            content = robot.choose_arrangement(state, side, "easy", rng)
            with meter.reading("formation"):
                save_formation(user_id, game_id, content, ready=True, now=timezone.now())
        else:
            actions = robot.choose_turn(state, "easy", rng)
            with meter.reading("turn"):
                play_turn(user_id, game_id, game.next_turn, actions, now=timezone.now())
        tell(meter)
    return game.next_turn - 1


def tell(meter: Meter) -> None:
    """Make notifications of what happened and send those that are due."""
    from django.utils import timezone

    from notifications.channels.email_sender import send_due as send_due_mails
    from notifications.relay import relay_events

    with meter.reading("relay"):
        relay_events(timezone.now())
    with meter.reading("mails"):
        meter.times["mail"] += send_due_mails()


def weigh() -> dict[str, tuple[int, int]]:
    """Return rows and bytes, indexes included, of every table that has any."""
    from django.db import connection

    weights = {}
    with connection.cursor() as cursor:
        cursor.execute("VACUUM FULL ANALYZE")
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT count(*), pg_total_relation_size(\'"{table}"\') FROM "{table}"')
            weights[table] = cursor.fetchone()
    return weights


def main() -> None:
    """Play, weigh and print."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    with tempfile.TemporaryDirectory(prefix="c11-mails-") as folder:
        with stage(EMAIL_URL=Path(folder).as_uri()):
            fill_people(2 * games)
            before, meter, rng = weigh(), Meter(), random.Random(11)
            turns = [play_match(number, meter, rng) for number in range(games)]
            after = weigh()
        mails = [path.stat().st_size for path in Path(folder).rglob("*") if path.is_file()]

    print(f"{games} matches, {sum(turns) / games:.0f} turns each ({min(turns)} to {max(turns)})")
    print(f"{'table':34}{'rows a game':>12}{'bytes a game':>14}{'bytes a row':>13}")
    total = 0
    for table, (rows, size) in sorted(after.items(), key=lambda item: -item[1][1]):
        rows, size = rows - before[table][0], size - before[table][1]
        if rows > 0 and size > 0:
            total += size
            print(f"{table:34}{rows / games:12.1f}{size / games:14,.0f}{size / rows:13,.0f}")
    print(f"{'in all':34}{'':12}{total / games:14,.0f}{total / sum(turns):13,.0f} a turn")
    for name, times in meter.times.items():
        if count := meter.statements[name]:
            print(f"{name}: {times / games:.1f} a game, {count / times:.1f} statements each")
    sent = meter.times["mail"]
    print(
        f"mails: {sent / games:.1f} a game, {sum(mails) / len(mails):,.0f} bytes each;"
        f" {meter.statements['mails'] / sent:.1f} statements each"
    )


if __name__ == "__main__":
    main()
