"""How many mails a second leave: from events in the outbox to a mail server, by two workers.

``python -m tests.bench.mails [EVENTS]`` writes as many games, each with a position, a history and
people of its own, lets a turn have been played in each, and has two workers tell who is awaited:
rows, text, HTML and a picture that was never drawn before. Beside it, in the same minutes, bare
Celery sends small fixed mails, one task and one connection each.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from tests.bench.stage import Load, Stage, analyse, fill_people, stage, wait_for
from tests.topology import free_port, listens

BARE: Final = 1500
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
def sink(here: Stage) -> Iterator[Sink]:
    """Run a mail server that takes everything; its report is there when the context ends."""
    found = Sink(free_port(), here.folder / "report")
    command = [sys.executable, "-m", "tests.bench.sink", "--port", str(found.port)]
    with here.running([*command, "--report", str(found.report)]):
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
    """Write as many running games, in each of which a turn was played that no one was told of."""
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
        event = GameEvent(game=game, number=1, type="turn.played", data=data, happened_at=now)
        events.append(event)
        for number, user in enumerate(seats.values(), 1):
            entries.append(InboxEntry(user=user, number=number, event=event))
    for rows in (games, players, turns, events, entries):
        type(rows[0]).objects.bulk_create(rows, batch_size=500)  # type: ignore[attr-defined]
    Inbox.objects.bulk_create(Inbox(user=user, last_number=2) for user in people)
    analyse()


# --- runs ---------------------------------------------------------------------------------------


def measure_bare(here: Stage) -> float:
    """Return how many plain mails a second bare Celery sends, and print it."""
    from tests.bench import bare

    with sink(here) as taken:
        for number in range(BARE):
            bare.send.apply_async((number,))
        given = {"SINK_PORT": str(taken.port)}
        with (
            here.workers(2, "tests.bench.bare", **given) as pids,
            here.broker() as broker,
            Load(*pids) as load,
        ):
            wait_for(lambda: not broker.llen("bare") and not broker.zcard("unacked_index"), 300)
    times = sorted(when for when, _ in taken.came)
    # From a tenth on: starting is not sending.
    rate = len(times) * 0.9 / (times[-1] - times[len(times) // 10])
    print(f"bare Celery: {len(times):,} plain mails, {rate:.0f} a second; {load}")
    print(f"  {load.used / BARE * 1e3:.1f} ms of processor a mail in workers")
    return rate


def measure(here: Stage, count: int) -> float:
    """Return how many mails a second leave from events to the server, and print what they cost."""
    from config.celery import app
    from notifications.models import Notification

    def is_done() -> bool:
        nonlocal due
        if time.time() >= due:
            # What beat does meanwhile.
            due += BEAT_SECONDS
            for task in ("relay_events", "send_mails"):
                app.send_task(f"notifications.tasks.{task}", expires=BEAT_SECONDS)
        settled = Notification.objects.exclude(status="pending").count()
        return settled >= count

    with ExitStack() as stack:
        taken = stack.enter_context(sink(here))
        address = f"smtp://127.0.0.1:{taken.port}"
        pids = stack.enter_context(here.workers(2, EMAIL_URL=address))
        with Load(here.postgres, *pids) as load:
            began = due = time.time()
            wait_for(is_done, 300)
    times = [when for when, _ in taken.came]
    rate = len(times) / (max(times) - began)
    each = Counter(name for _, name in taken.came)
    assert len(each) == count, f"{count - len(each)} mails are lost"
    print(f"{count:,} events to mails: {rate:.0f} a second over {taken.connections} connections")
    print(f"  {sum(each.values()) - len(each)} came twice; {load}")
    print(f"  {load.used / count * 1e3:.1f} ms of processor a mail in workers and database")
    return rate


def main(count: int) -> None:
    """Fill, measure, stop everything."""
    with stage() as here:
        began = time.perf_counter()
        fill_outbox(count)
        print(f"{count:,} games and events written in {time.perf_counter() - began:.0f} s")
        before = measure_bare(here)
        ours = measure(here, count)
        after = measure_bare(here)
        print(f"ratio to bare Celery before and after: {ours * 2 / (before + after):.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
