"""How late the referee is, with many live matches at once, and when it is killed again and again.

``python -m tests.bench.referee [MATCHES ...] [--kills N]``, by default 1, 200 and 500 matches. In
each match every clock runs out: two turns are played and five run out, the third in a row of one
side ends it. Measured is from the deadline, which lies a grace after the time that is shown, to the
message that tells of the next one, sent after the commit.

What turns by post lose beside them ``beside_live`` measures. ``--kills`` kills the referee with
SIGKILL so many times during the matches, starts it again each time as supervisors do, and
looks at every row afterwards.
"""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import sys
import threading
import time
from argparse import ArgumentParser
from collections.abc import Sequence

from tests.bench.stage import Stage, stage, wait_for

RUN_OUTS = 5
SECONDS_AT_WORK = 3.0


class Ears(threading.Thread):
    """Hears when each match is due next, and how late that was told."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.due: dict[str, int] = {}
        self.late: list[float] = []
        self.is_over = threading.Event()

    def run(self) -> None:
        from redis import Redis

        from games.play.seating import CHANNEL, read_notice

        with Redis.from_url(os.environ["REDIS_URL"]).pubsub(ignore_subscribe_messages=True) as ears:
            ears.subscribe(CHANNEL)
            while not self.is_over.is_set():
                message = ears.get_message(timeout=0.5)
                told = read_notice(message["data"]) if message else None
                if told is None:
                    continue
                now, (game_id, at) = time.time() * 1000, told
                if (before := self.due.get(game_id)) is not None and now >= before:
                    self.late.append(now - before)
                self.due[game_id] = at

    def end(self) -> None:
        """Hear no more."""
        self.is_over.set()
        self.join(5)


def begin(matches: int, turn: int, *, spread: float) -> list[str]:
    """Begin so many live matches, each side having played a turn; return their ids."""
    from django.utils import timezone

    from accounts.models import User
    from games.play.challenge.challenges import Terms
    from games.play.challenge.live import live_terms
    from games.play.start import start_game
    from tests.games.matches import any_turn, play, start_round

    ids = []
    # So short a turn is agreed by no one, and makes one match tell much in a minute.
    live = {**live_terms("eleven"), "turn": turn}
    for number in range(matches):
        tag = f"{time.time_ns():x}"
        white, black = (User.objects.create_user(f"{side}{tag}{number}") for side in "wb")
        now = timezone.now()
        terms = Terms(options={}, live=live, turn_s=turn)
        game = start_game(terms, {"white": white, "black": black}, now=now)
        start_round(game, now)
        for _ in range(2):
            play(game, any_turn(game), now=timezone.now())
        ids.append(game.pk)
        time.sleep(spread / matches)
    return ids


def referee(here: Stage) -> subprocess.Popen[bytes]:
    """Start the referee and return its process, once it is at work."""
    pulse = here.folder / "referee-pulse"
    pulse.unlink(missing_ok=True)
    command = [sys.executable, "manage.py", "referee"]
    environment = {**os.environ, "PULSE_FILE": str(pulse)}
    with here.log.open("ab") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
    wait_for(pulse.exists, 240)
    return process


def wait_till_over(ids: Sequence[str], seconds: float) -> None:
    from games.models import Game

    running = Game.objects.filter(pk__in=ids, deadline__isnull=False)
    until = time.monotonic() + seconds
    while running.exists():
        if time.monotonic() > until:
            sys.exit(f"{running.count()} matches did not end")
        time.sleep(0.5)


def check(ids: Sequence[str]) -> None:
    """Look at every row: each clock was acted on once, and each match can be played again."""
    from games.models import Act, Game
    from games.play.replay import differences_of

    for game in Game.objects.filter(pk__in=ids):
        acts = list(Act.objects.filter(game=game).values_list("name", flat=True))
        wrong = differences_of(game)
        if acts != ["run_out"] * RUN_OUTS or game.reason != "left" or wrong:
            sys.exit(f"{game.pk}: {acts}, {game.reason}, {wrong}")


def measure(here: Stage, matches: int) -> None:
    turn = 1 if matches < 10 else 20
    rounds = 10 if matches < 10 else 1
    ears = Ears()
    ears.start()
    process = referee(here)
    try:
        for _ in range(rounds):
            ids = begin(matches, turn, spread=0.0 if turn == 1 else turn / 2)
            wait_till_over(ids, 60 + 20 * turn)
            check(ids)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)
        ears.end()
    tell(f"{matches} matches, turns of {turn} s", ears.late)


def tell(what: str, late: Sequence[float]) -> None:
    cuts = statistics.quantiles(late, n=100)
    print(f"{what}: {len(late)} clocks; late by p50 {cuts[49]:.0f} ms, p95 {cuts[94]:.0f} ms,"
          f" p99 {cuts[98]:.0f} ms, worst {max(late):.0f} ms", flush=True)  # fmt: skip


def kill(here: Stage, times: int, matches: int = 30) -> None:
    """Kill the referee again and again while matches continue; nothing is lost or done twice."""
    ears = Ears()
    ears.start()
    ids = begin(matches, 20, spread=10.0)
    from games.clock.live import note_clock
    from games.store.uptime import read_uptime

    note_clock(read_uptime().clock)
    process = referee(here)
    for _ in range(times):
        time.sleep(SECONDS_AT_WORK)
        process.send_signal(signal.SIGKILL)
        process.wait(10)
        process = referee(here)
    try:
        wait_till_over(ids, 300)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)
        ears.end()
    check(ids)
    tell(f"killed {times} times, {matches} matches, nothing lost or done twice", ears.late)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("matches", nargs="*", type=int)
    parser.add_argument("--kills", type=int, default=0)
    asked = parser.parse_args()
    with stage() as here:
        for matches in asked.matches or ([] if asked.kills else [1, 200, 500]):
            measure(here, matches)
        if asked.kills:
            kill(here, asked.kills)


if __name__ == "__main__":
    main()
