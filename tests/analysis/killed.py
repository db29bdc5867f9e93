"""``python -m tests.analysis.killed [KILLS] [GAMES]``: analyses killed at random moments.

Plays games, has them analysed with better turns in one go, and again by processes that get SIGKILL,
one after the other. What is stored must be the same to the byte. Starts its own servers.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

from tests.bench.stage import stage

KILLS, GAMES = 20, 4


def main(kills: int, games: int) -> None:
    """Compare and print."""
    with stage(DATABASE_POOL="0"):
        from django.conf import settings

        settings.OUTBOX_TASK = ""
        from tests.bench.season import playing

        ended = list(playing.play_some(games))
        whole = _analysed(ended, _work)
        done = 0

        def work_and_be_killed() -> None:
            nonlocal done
            while done < kills and _is_queued():
                done += _killed()
            _work()

        again = _analysed(ended, work_and_be_killed)
        print(f"{len(ended)} games, {sum(len(one['marks']) for one in whole) // 2} turns")
        print(f"killed {done} times, the same to the byte: {again == whole}")
        if again != whole or done < kills:
            sys.exit(1)


def _analysed(games: list[Any], work: Callable[[], None]) -> list[dict[str, Any]]:
    """Have the games analysed from the beginning; return all that must not hang on how."""
    from django.forms import model_to_dict
    from django.utils import timezone

    from games.features.analysis.making import ask
    from games.features.analysis.models import Analysis

    Analysis.objects.all().delete()
    for game in games:
        ask(game, game.seats[0].user_id, timezone.now())
    work()
    left_out = ["id", "asked_at", "made_at", "cpu_ms", "failed_at", "place"]
    rows = Analysis.objects.order_by("game_id")
    assert {row.status for row in rows} == {Analysis.Status.DONE}
    return [model_to_dict(row, exclude=left_out) for row in rows]


def _is_queued() -> bool:
    from games.features.analysis.models import Analysis

    return Analysis.objects.filter(status__in=Analysis.QUEUED).exists()


def _work() -> None:
    """Analyse as a worker does, a little at each call, until nothing waits."""
    from django.utils import timezone

    from games.features.analysis.making import analyse

    while _is_queued():
        analyse(timezone.now(), 0.1)


def _killed() -> bool:
    """Let another process analyse, and kill it after a moment; return whether it was at work."""
    from django.db import connections

    connections.close_all()
    child = os.fork()
    if not child:
        try:
            _work()
        finally:
            os._exit(0)
    time.sleep(random.uniform(0.05, 1.5))
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


if __name__ == "__main__":
    given = [int(one) for one in sys.argv[1:]]
    main(given[0] if given else KILLS, given[1] if len(given) > 1 else GAMES)
