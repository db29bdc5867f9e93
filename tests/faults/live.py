"""Live matches whose clocks run out while the referee, or what it works with, is broken.

No one plays in them: the formation's time runs out and the round begins, then half a minute later
the kick-off's, and the match is called off. Each clock must be acted on once, by what is left,
and none before its moment.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any, Final

from tests.faults.scene import Scene, empty

MATCHES: Final = 3
"""So many clocks run out in each round."""
SOON: Final = 1.5
"""Seconds until they do: a referee that has just come back may have to read the table."""
STOPPED: Final = 3.0
NET: Final = 60.0
"""Seconds in which someone acts on a clock: the sweep of every ten is the last net, and a database
that was away for longer than fifteen gives its time back, and ten more."""
KICK_OFF: Final = 45.0

_SOON = """
UPDATE games_game SET deadline = clock_timestamp() + make_interval(secs => %s),
    live = jsonb_set(live, '{until}', to_jsonb(
        (extract(epoch FROM clock_timestamp() + make_interval(secs => %s)) * 1000)::bigint - 250))
WHERE id = ANY(%s) RETURNING deadline
"""
_STATE = """
SELECT count(*) FILTER (WHERE status <> 'formation'), clock_timestamp() FROM games_game
WHERE id = ANY(%s)
"""


def make_live_matches(count: int) -> list[str]:
    """Return live matches that have just begun, whose clocks run out tomorrow."""
    from datetime import timedelta

    from django.utils import timezone

    from accounts.models import User
    from games.models import Game
    from games.models.running_clock import ms_of
    from games.play.challenge.live import pair
    from tests.load.crowd import make_people

    people = [User.objects.get(username=name) for name in make_people(2 * count, "live")]
    ids = []
    for white, black in zip(people[::2], people[1::2], strict=True):
        game = pair(white, black, ruleset="eleven", now=timezone.now())
        tomorrow = timezone.now() + timedelta(days=1)
        live = {**(game.live or {}), "until": ms_of(tomorrow)}
        Game.objects.filter(pk=game.pk).update(deadline=tomorrow, live=live)
        ids.append(game.pk)
    return ids


async def attack_referee(scene: Scene, number: int) -> None:
    """Let clocks run out while something is broken, and wait until all were acted on."""
    matches = [scene.live.pop() for _ in range(MATCHES)]
    scene.planted += matches
    rows = await scene.run_sql(_SOON, [SOON, SOON, matches])
    due = max(row[0] for row in rows)
    fault = FAULTS[number % len(FAULTS)]
    breaking: asyncio.Task[None] = asyncio.create_task(fault(scene))
    give_up_at = time.monotonic() + NET
    is_early = False
    while True:
        ((acted, now),) = await scene.run_sql(_STATE, [matches])
        is_early = is_early or (acted > 0 and now < due)
        if acted == MATCHES or time.monotonic() > give_up_at:
            break
        await asyncio.sleep(0.02)
    await breaking
    assert not is_early, f"{fault.__name__}: a clock was acted on before its time"
    assert acted == MATCHES, f"{fault.__name__}: {MATCHES - acted} clocks were not acted on"
    scene.late.append((now - due).total_seconds())
    print(f"{fault.__name__}: {scene.late[-1]:.2f} s late", file=sys.stderr, flush=True)


async def kill(scene: Scene) -> None:
    """The referee, with SIGKILL."""
    scene.part("referee").send(signal.SIGKILL)


async def stop(scene: Scene) -> None:
    """The referee, which neither dies nor works for a while."""
    scene.part("referee").send(signal.SIGSTOP)
    await asyncio.sleep(STOPPED)
    scene.part("referee").send(signal.SIGCONT)


async def kill_redis(scene: Scene) -> None:
    """Redis, and all it kept."""
    part = scene.part("redis")
    part.before = lambda: empty(scene.topology.servers.valkey)
    part.send(signal.SIGKILL)


async def kill_postgres(scene: Scene) -> None:
    """PostgreSQL, at the moment at which the clocks run out."""
    await asyncio.sleep(SOON)
    scene.part("database").send(signal.SIGKILL)


async def release(scene: Scene) -> None:
    """The referee told to stop, as a new release does."""
    scene.part("referee").send(signal.SIGTERM)


FAULTS: Final[Sequence[Callable[[Scene], Coroutine[Any, Any, None]]]] = (
    kill, stop, kill_redis, kill_postgres, release,
)  # fmt: skip


def wrong_matches(scene: Scene) -> Iterator[str]:
    """Yield the matches whose clocks were not each acted on once; the last ones run out first."""
    from games.models import Act, Game, LivePlayer

    ids = [game_id for game_id in scene.planted if game_id in scene.live_ids]
    until = time.monotonic() + KICK_OFF
    while Game.objects.filter(pk__in=ids, deadline__isnull=False).exists():
        if time.monotonic() > until:
            break
        time.sleep(0.5)
    for game in Game.objects.filter(pk__in=ids):
        acts = list(Act.objects.filter(game=game).values_list("name", flat=True))
        if (game.status, acts) != ("aborted", ["run_out"]):
            yield f"live match {game.pk} is {game.status} after {acts}"
    for row in LivePlayer.objects.filter(game__in=ids):
        yield f"{row.user_id} still sits in live match {row.game_id}"
