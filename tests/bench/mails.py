"""What an email costs: from events in the outbox to a mail server, beside bare Celery.

``python -m tests.bench.mails [EVENTS [ROUNDS]]`` writes as many games, each with a position, a
history and people of its own, and lets a turn have been played in each. The first round warms both
sides, as the first emails after a start do, and is reported apart. Two workers notify who is
awaited: rows, text, HTML and a picture that was never drawn before. In the same rounds bare Celery
sends one of these very mails as often, one task and one connection each: its bytes as they are,
and built of its text, HTML and picture by Python's library.

Workers and databases are on one core, the mail server on another. What is compared is the time of
processor in workers and PostgreSQL.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from statistics import median
from typing import Any, Final

from tests.bench.stage import Load, Stage, analyse, fill_people, stage, wait_for
from tests.topology import free_port, listens

MAILS: Final = 10_000
ROUNDS: Final = 5
BARE: Final = {
    "its bytes ready": "tests.bench.bare.send_ready",
    "built of its parts": "tests.bench.bare.send_built",
}
CORES: Final = sorted(os.sched_getaffinity(0))
FIRST_SHOWN, SHOWN_OF_EACH = 5, 10
"""A random game gives so many positions of its middle, each to a game of its own."""
BEAT_SECONDS: Final = 10


@dataclass
class Sink:
    """The mail server of one run, and what it has to say at the end."""

    port: int
    report: Path
    came: list[tuple[float, str]] = field(default_factory=list)
    connections: int = 0


@contextmanager
def sink(here: Stage, name: str = "mail") -> Iterator[Sink]:
    """Run a mail server that takes everything; its report is there when the context ends."""
    found = Sink(free_port(), here.folder / f"report-{name}")
    command = [sys.executable, "-m", "tests.bench.sink", "--port", str(found.port)]
    command += ["--report", str(found.report), "--keep", str(here.folder / name)]
    with here.running(command) as pid:
        os.sched_setaffinity(pid, {CORES[-1]})
        wait_for(lambda: listens(found.port))
        yield found
    first, *lines = found.report.read_text().splitlines()
    found.connections = int(first.split()[1])
    found.came = [(float(when), name) for when, name in (line.split(" ", 1) for line in lines)]


# --- events -------------------------------------------------------------------------------------


def positions(count: int) -> Iterator[tuple[Any, list[Any]]]:
    """Yield states in the middle of random games, all different, with the steps that led there."""
    from games.rules import registry

    rules, rng = registry.get("eleven"), random.Random(11)
    while count > 0:
        # No one arranged anything in time: both stand as they always do.
        state = rules.time_out(rules.start({"goals_to_win": 9})).state
        steps: list[Any] = []
        while len(steps) < FIRST_SHOWN + SHOWN_OF_EACH:
            step = rules.play(state, *_random_turn(rules, state, rng), roll=rng.randrange(100))
            if step.turn is None or step.turn.position_after is None:
                break
            state = step.state
            steps.append(step)
            # Who is awaited again, because the other was passed over, is told nothing.
            is_notified = rules.to_act(state) == frozenset(rules.sides) - {step.turn.side}
            if is_notified and len(steps) > FIRST_SHOWN and count > 0:
                count -= 1
                yield state, steps[-6:]


def _random_turn(rules: Any, state: Any, rng: random.Random) -> tuple[str, list[str]]:
    [side] = rules.to_act(state)
    actions: list[str] = []
    while True:
        choices = rules.choices(state, actions)
        if choices["complete"] == 1 or (choices["complete"] == 0 and rng.random() < 0.6):
            return side, actions
        actions.append(rng.choice(choices["actions"])["text"])


def fill_outbox(count: int) -> None:
    """Write as many running games, in each of which no one has been notified of the last turn.

    The events are marked as relayed until their round comes.
    """
    from django.utils import timezone

    from accounts.models import User
    from games.models import Game, GameEvent, Inbox, InboxEntry, Player, Turn, new_public_id
    from games.rules import registry

    fill_people(count)
    people = list(User.objects.filter(username__startswith="player").order_by("pk"))
    rules, now = registry.get("eleven"), timezone.now()
    games, players, turns, events, entries = [], [], [], [], []
    for place, (state, steps) in enumerate(positions(count)):
        game = Game(
            id=new_public_id(),
            ruleset=rules.key,
            rules_version=rules.version,
            options={"goals_to_win": 9},
            status=Game.Status.PLAYING,
            state=rules.dump(state),
            description=rules.describe(state),
            next_turn=len(steps) + 1,
            last_event=1,
        )
        game.clock_started_at = now
        game.deadline = game.main_until = now + timedelta(days=1)
        game.remind_at = now + timedelta(hours=18)
        games.append(game)
        seats = dict(zip(rules.sides, (people[place], people[place - 1]), strict=True))
        for side, user in seats.items():
            deadline = game.deadline if side in rules.to_act(state) else None
            players.append(Player(game=game, user=user, side=side, deadline=deadline))
        for number, step in enumerate(steps, 1):
            told = step.turn
            turns.append(
                Turn(
                    game=game,
                    number=number,
                    round=told.round,
                    side=told.side,
                    actions=list(told.actions),
                    notation=told.notation,
                    rolls=list(told.rolls),
                    position_before=told.position_before,
                    position_after=told.position_after,
                    happenings=[dict(happening) for happening in step.happenings],
                    played_at=now,
                )
            )
        data = {"turn": len(steps), "round": told.round, "side": told.side}
        event = GameEvent(
            game=game, number=1, type="turn.played", data=data, happened_at=now, relayed_at=now
        )
        events.append(event)
        for number, user in enumerate(seats.values(), 1):
            entries.append(InboxEntry(user=user, number=number, event=event))
    for rows in (games, players, turns, events, entries):
        type(rows[0]).objects.bulk_create(rows, batch_size=500)  # type: ignore[attr-defined]
    Inbox.objects.bulk_create(Inbox(user=user, last_number=2) for user in people)
    analyse()


# --- runs ---------------------------------------------------------------------------------------


def measure_bare(here: Stage, task: str, count: int, pids: list[int]) -> float:
    """Return the milliseconds of processor that a mail of bare Celery costs."""
    from tests.bench import bare

    with here.broker() as broker, Load(*pids) as load:
        for number in range(count):
            bare.app.send_task(task, (number,))
        wait_for(lambda: not broker.llen("bare") and not broker.zcard("unacked_index"), 300)
    return load.used * 1000 / count


def measure(here: Stage, count: int, pids: list[int]) -> float:
    """Return the milliseconds of processor that a mail costs in workers and PostgreSQL."""
    from config.celery import app
    from games.models import GameEvent
    from notifications.models import Notification

    def is_done() -> bool:
        nonlocal due
        if time.time() >= due:
            # What beat does meanwhile.
            due += BEAT_SECONDS
            for task in ("relay_events", "send_mails"):
                app.send_task(f"notifications.tasks.{task}", expires=BEAT_SECONDS)
        # Cheap questions, because PostgreSQL's answers are counted too.
        return not unrelayed.exists() and not pending.exists()

    unrelayed = GameEvent.objects.filter(relayed_at=None)
    pending = Notification.objects.filter(status="pending")
    fresh = GameEvent.objects.filter(notifications=None).order_by("pk")
    GameEvent.objects.filter(pk__in=list(fresh.values_list("pk", flat=True)[:count])).update(
        relayed_at=None
    )
    with Load(here.postgres, *pids) as load:
        due = time.time()
        wait_for(is_done, 300)
    print(f"  {count:,} events to mails in {load.seconds:.1f} s; {load}")
    return load.used * 1000 / count


def main(count: int, rounds: int) -> None:
    """Fill, measure in turns, stop everything."""
    ours: list[float] = []
    bare: dict[str, list[float]] = {name: [] for name in BARE}
    each = count // rounds
    with ExitStack() as stack:
        here = stack.enter_context(stage())
        began = time.perf_counter()
        fill_outbox(count)
        print(f"{count:,} games and events written in {time.perf_counter() - began:.0f} s")
        mail = str(here.folder / "mail")
        taken, plain = (stack.enter_context(sink(here, name)) for name in ("mail", "bare"))
        for pid in (os.getpid(), here.postgres):
            # What these start from now on inherits it.
            os.sched_setaffinity(pid, {CORES[0]})
        given = {"SINK_PORT": str(plain.port), "BARE_MAIL": mail}
        theirs = stack.enter_context(here.workers(2, "tests.bench.bare", **given))
        address = {"EMAIL_URL": f"smtp://127.0.0.1:{taken.port}"}
        workers = stack.enter_context(here.workers(2, **address))
        for _ in range(rounds):
            ours.append(measure(here, each, workers))
            for name, task in BARE.items():
                bare[name].append(measure_bare(here, task, each, theirs))
    came = Counter(name for _, name in taken.came)
    assert len(came) == rounds * each, f"{rounds * each - len(came)} mails are lost"
    assert len(plain.came) >= rounds * each * len(BARE), f"only {len(plain.came):,} bare mails"
    print(f"{sum(came.values()) - len(came)} came twice, over {taken.connections} connections")
    for title, counted in (("first round", slice(1)), ("later rounds", slice(1, None))):
        own = ours[counted]
        print(f"{title}: a mail {_spread(own)} ms of processor in workers and PostgreSQL")
        for name, times in bare.items():
            ratios = [one / mine for one, mine in zip(times[counted], own, strict=True)]
            print(f"  bare Celery, {name}: {_spread(times[counted])} ms; ratio {_spread(ratios)}")


def _spread(found: list[float]) -> str:
    return f"{median(found):.2f} ({min(found):.2f} to {max(found):.2f})"


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:]]
    main(*numbers, *[MAILS, ROUNDS][len(numbers) :])
