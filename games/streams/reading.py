"""The queries of streams.

They run in a few threads of their own and give their connection back each time: however many
streams are open, none holds a connection while it waits.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import connections

from games.models import Game, Inbox
from games.play.watching import last_event_shown
from games.shown.payloads import event_payload
from games.store import selectors
from games.store.wakeups import late_log_of_game, log_of_game, log_of_user
from games.streams.frames import Line, line_of
from games.streams.logs import LOGS

BATCH: Final = 100
"""So many events are read together, and at most so many wait in memory for a slow reader."""

_THREADS: Final = 4
_executor = ThreadPoolExecutor(_THREADS, thread_name_prefix="streams")

P = ParamSpec("P")
T = TypeVar("T")


async def in_thread(query: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what ``query`` returns; its thread's connection goes back to the pool."""
    return await in_thread_of(_executor, query, *args, **kwargs)


async def in_thread_of(
    threads: ThreadPoolExecutor, query: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Return what ``query`` returns in one of these threads, which keep no connection."""

    def run() -> T:
        try:
            return query(*args, **kwargs)
        finally:
            connections.close_all()

    return await sync_to_async(run, thread_sensitive=False, executor=threads)()


def read_lines(log: str, after: int) -> list[Line]:
    """Return the events of a log after number ``after``, in order, ``BATCH`` at most."""
    kind, _, key = log.partition(":")
    if kind == "game":
        found = selectors.game_events_after(key, after, BATCH)
    elif kind == "late":
        found = selectors.game_events_after(key, after, BATCH, until=last_event_shown(key))
    elif kind == "user":
        found = selectors.events_after(int(key), after, BATCH)
    else:
        return LOGS.named()[kind].read(key, after)
    return [line_of(event_payload(*event)) for event in found]


def newest_numbers(logs: Iterable[str]) -> dict[str, int]:
    """Return the number of the newest event of each log, in a statement for each kind of them."""
    keys: dict[str, list[Any]] = defaultdict(list)
    for log in logs:
        kind, _, key = log.partition(":")
        keys[kind].append(key)
    newest = {}
    if keys["game"]:
        games = Game.objects.filter(pk__in=keys["game"]).values_list("pk", "last_event")
        newest.update({log_of_game(key): number for key, number in games})
    for key in keys["late"]:
        newest[late_log_of_game(key)] = last_event_shown(key)
    if keys["user"]:
        inboxes = Inbox.objects.filter(pk__in=keys["user"]).values_list("pk", "last_number")
        newest.update({log_of_user(key): number for key, number in inboxes})
    for kind, added in LOGS.named().items():
        if keys[kind]:
            found = added.find_newest(keys[kind])
            newest.update({f"{kind}:{key}": number for key, number in found.items()})
    return newest
