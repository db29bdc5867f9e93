"""How long the slowest bot takes while others' analyses wait in its queue.

``python -m tests.bench.behind [REQUESTS] [TURNS]`` plays turns against ``master`` with a worker of
the queue ``engine`` and the clock's beat, in turns without and with so many requests of another
player for better turns, and prints the seconds until the bot's answer.
"""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack, suppress
from statistics import median
from typing import Any

from tests.bench.stage import Stage, stage, wait_for

REQUESTS, TURNS = 500, 10
_CELERY = [sys.executable, "-m", "celery", "-A", "config"]


def main(requests: int, turns: int) -> None:
    """Measure and print."""
    with stage() as here, ExitStack() as stack:
        from django.conf import settings

        settings.OUTBOX_TASK = ""
        from games.features.analysis.models import Analysis
        from tests.bench.season.playing import play_some

        (over,) = play_some(1)
        asked = over.seats[0].user_id
        Analysis.objects.bulk_create(
            Analysis(game=over, value_version=f"v{number}", rules_version=over.rules_version)
            for number in range(requests)
        )
        row = Analysis.objects.earliest("pk")
        from games.features.analysis.making import _continue

        assert _continue(row.pk, lambda: True, _now())
        row.refresh_from_db()
        kept = {"marks": row.marks, "totals": row.totals, "start": row.start}
        rows = Analysis.objects.all()
        rows.update(**kept, between=row.between, done_to=row.done_to, status="summed")
        _start(here, stack)
        game, bot = _game()
        took: dict[str, list[float]] = {"alone": [], "behind them": []}
        for number in range(2 * turns):
            is_behind = number % 2
            status, who = ("searching", asked) if is_behind else ("summed", None)
            rows.exclude(status="done").update(status=status, asked_by=who)
            game, seconds = _answered(game, bot)
            if seconds is None:
                game, bot = _game()
                continue
            took["behind them" if is_behind else "alone"].append(seconds)
        for name, found in took.items():
            print(
                f"{name}: {len(found)} turns, median {median(found):.2f} s, most {max(found):.2f}"
            )
        searched = sum(len(one.best) for one in rows.only("best"))
        print(f"meanwhile {searched} turns were searched")


def _start(here: Stage, stack: ExitStack) -> None:
    pulse = here.folder / "pulse"
    worker = [*_CELERY, "worker", "-c", "1", "-Q", "engine", "--without-gossip"]
    stack.enter_context(here.running([*worker, "--without-mingle"], PULSE_FILE=str(pulse)))
    wait_for(pulse.exists, 300)
    beat = [*_CELERY, "beat", "-s", str(here.folder / "beat")]
    stack.enter_context(here.running(beat))


def _game() -> tuple[Any, Any]:
    """Return a new game against ``master`` in which its opponent begins."""
    from accounts.models import User
    from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
    from games.play.formations import save_formation
    from games.play.robots import open_house
    from games.refusals import Conflict
    from tests.games.matches import BLACK_FORMATION, WHITE_FORMATION

    bot = next(one.user for one in open_house() if one.strength == "master")
    # No one may play more than ten games with bots at a time.
    player = User.objects.create_user(f"player-{User.objects.count()}")
    challenge = make_challenge(player, bot, Terms(side="white"), now=_now())
    game = accept_challenge(bot, challenge.pk, now=_now())
    with suppress(Conflict):  # The bot itself may be ready already.
        save_formation(bot.pk, game.pk, BLACK_FORMATION, ready=True, now=_now())
    save_formation(player.pk, game.pk, WHITE_FORMATION, ready=True, now=_now())
    game.refresh_from_db()
    return game, bot


def _answered(game: Any, bot: Any) -> tuple[Any, float | None]:
    """Play a turn; return the game once the bot has answered, and after how long.

    Without a number where the turn didn't lead to one of the bot's.
    """
    from games.models import Game
    from games.rules.contract import Phase
    from tests.games.matches import any_turn, play

    game = Game.objects.get(pk=game.pk)
    if not game.is_active or game.summary.phase is not Phase.PLAYING:
        return game, None
    time.sleep(0.7)
    game = play(game, any_turn(game), now=_now()).game
    began, number = time.monotonic(), game.next_turn
    while True:
        game = Game.objects.get(pk=game.pk)
        if not game.is_active or game.summary.phase is not Phase.PLAYING:
            return game, None
        # Seats are read a moment after the game: the turn may have changed between.
        mover = next((seat for seat in game.seats if seat.is_awaited), None)
        if mover is not None and mover.user_id != bot.pk:
            return game, time.monotonic() - began if game.next_turn > number else None
        if time.monotonic() > began + 120:
            raise TimeoutError
        time.sleep(0.02)


def _now() -> Any:
    from django.utils import timezone

    return timezone.now()


if __name__ == "__main__":
    given = [int(one) for one in sys.argv[1:]]
    main(given[0] if given else REQUESTS, given[1] if len(given) > 1 else TURNS)
