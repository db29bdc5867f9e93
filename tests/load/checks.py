"""Whether the service kept what it promised; each check returns what is wrong, in words.

They read the rows themselves, not the API: what a page would hide is found too.
"""

from __future__ import annotations

import re
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from email.parser import BytesHeaderParser
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from django.db.models import Count, Q
from django.utils import timezone

from accounts.models import MailServer, OutgoingMail
from games.models import Game, GameEvent, Inbox, InboxEntry, Turn
from games.play.replay import differences_of
from games.play.turns import sent_actions
from games.store.outbox import EventType
from notifications.models import Digest, Notification
from notifications.queue import QUEUE
from notifications.vocabulary import Channel
from notifications.vocabulary.kind import Occasion, kinds_for
from tests.load.players import Promises, Sent


class Counted(NamedTuple):
    """How much was looked at, and what is wrong with it."""

    what: str
    number: int
    wrong: list[str]


def check_all(promises: Promises, mails: Path, expected_endings: Collection[str]) -> list[Counted]:
    """Return every check; ``expected_endings`` are games that were meant to end by the clock."""
    checks = [
        ("turns", len(promises.accepted), lost_or_doubled_turns(promises)),
        ("games", Game.objects.count(), differing_games()),
        ("endings", Game.objects.filter(deadline=None).count(), wrong_endings(expected_endings)),
        ("events", GameEvent.objects.count(), untold_events()),
        ("streams", len(promises.heard), gaps_in_streams(promises)),
        ("mails", Notification.objects.filter(channel=Channel.MAIL).count(), lost_mails(mails)),
    ]
    return [Counted(what, number, list(wrong)) for what, number, wrong in checks]


def lost_or_doubled_turns(promises: Promises) -> Iterator[str]:
    """Yield accepted turns that are not in the history once, and turns that no one sent."""
    yield from promises.unanswered
    stored: Counter[Sent] = Counter()
    numbers: defaultdict[str, list[int]] = defaultdict(list)
    rows = Turn.objects.order_by("game_id", "number").values_list("game_id", "number", "actions")
    for game_id, number, actions in rows:
        stored[game_id, number, tuple(sent_actions(actions))] += 1
        numbers[game_id].append(number)
    for sent in promises.accepted:
        if stored[sent] != 1:
            yield f"turn {sent} was accepted and is in the history {stored[sent]} times"
    for sent, times in stored.items():
        if sent not in promises.sent or times != 1:
            yield f"turn {sent} is in the history {times} times and was not sent so"
    for game_id, found in numbers.items():
        if found != list(range(1, len(found) + 1)):
            yield f"game {game_id} has turns {found}"
    for sent, times in Counter(promises.accepted).items():
        if times != 1:
            yield f"turn {sent} was accepted {times} times"


def differing_games() -> Iterator[str]:
    """Yield games that do not replay to what is stored, or that were set aside."""
    for game in Game.objects.order_by("pk").iterator(chunk_size=100):
        for difference in differences_of(game):
            yield f"game {game.pk}: {difference}"
        if game.set_aside_at is not None:
            yield f"game {game.pk} was set aside: {game.set_aside_reason}"


def wrong_endings(expected: Collection[str]) -> Iterator[str]:
    """Yield games that the clock decided though no one's time was over, and endings told twice."""
    by_clock = Game.objects.filter(reason__in=["timeout", "aborted"]).exclude(pk__in=expected)
    for game in by_clock:
        yield f"game {game.pk} was decided by the clock: {game.reason}"
    finished = GameEvent.objects.filter(type=EventType.GAME_FINISHED)
    told = dict(finished.values_list("game_id").annotate(times=Count("pk")))
    for game_id in Game.objects.filter(status="finished").values_list("pk", flat=True):
        if told.get(game_id) != 1:
            yield f"the end of game {game_id} was told {told.get(game_id, 0)} times"


def untold_events() -> Iterator[str]:
    """Yield events that wait in the outbox, and receivers without the notification due to them."""
    for number in GameEvent.objects.filter(relayed_at=None).values_list("pk", flat=True):
        yield f"event {number} was never relayed"
    told = set(Notification.objects.filter(channel=Channel.MAIL).values_list("event_id", "user_id"))
    entries = InboxEntry.objects.select_related("event__game").prefetch_related(
        "event__game__players"
    )
    for entry in entries.iterator(chunk_size=500):
        event = entry.event
        if _is_due(event, entry.user_id) and (event.pk, entry.user_id) not in told:
            yield f"event {event.pk} ({event.type}) was not told to {entry.user_id}"


def _is_due(event: GameEvent, user_id: int) -> bool:
    """Return whether a receiver must have been told by mail, whatever happened meanwhile."""
    if event.type == EventType.GAME_STARTED:
        return False  # One of the two hears by the acceptance; which one is the relay's concern.
    seats = event.game.players.all() if event.game else ()
    side = next((seat.side for seat in seats if seat.user_id == user_id), None)
    is_actor = side is not None and event.data.get("side") == side
    # Whether someone is awaited may have changed since: only what does not depend on it is due.
    return bool(kinds_for(Occasion(event.type, is_actor=is_actor)))


def gaps_in_streams(promises: Promises) -> Iterator[str]:
    """Yield streams that did not tell each event once and in order up to the last."""
    last = dict(Inbox.objects.values_list("user__username", "last_number"))
    for name, heard in promises.heard.items():
        if heard != list(range(heard[0], heard[0] + len(heard))):
            breaks = [(one, other) for one, other in pairwise(heard) if other != one + 1]
            yield f"the stream of {name} told {breaks} one after the other"
        elif heard[-1] < last.get(name, 0) - _late_analyses(name, after=heard[-1]):
            yield f"the stream of {name} ended at {heard[-1]} of {last[name]}"


def _late_analyses(username: str, after: int) -> int:
    """Return how many analyses came after a number: they come when a worker has time."""
    late = InboxEntry.objects.filter(user__username=username, number__gt=after)
    return late.filter(event__type="analysis.ready").count()


def lost_mails(folder: Path) -> Iterator[str]:
    """Yield mails that are marked as sent and did not arrive, given up, or wait unheeded.

    Kept for the mail of the day is right if that mail will be sent.
    """
    arrived = messages(folder)
    rows = Notification.objects.filter(channel=Channel.MAIL)
    # What stands in the mail of the day has no mail of its own.
    for number in rows.filter(status="sent", in_digest=False).values_list("pk", flat=True):
        if not arrived[number]:
            yield f"notification {number} is marked as sent and did not arrive"
    called_for = Digest.objects.filter(status="pending", period="daily").values("user")
    is_kept = Q(status="pending", in_digest=True, user__in=called_for)
    left = rows.exclude(status__in=["sent", "withdrawn"]).exclude(is_kept)
    for number, kind, status, due_at in left.values_list("pk", "kind", "status", "due_at"):
        yield f"notification {number} ({kind}) is {status} at the end, due at {due_at:%H:%M:%S}"


def messages(folder: Path) -> Counter[int]:
    """Return how often the mail of each notification arrived, by the number in its Message-ID."""
    found: Counter[int] = Counter()
    for path in folder.glob("*.eml"):
        with path.open("rb") as file:
            message_id = BytesHeaderParser().parse(file)["Message-ID"] or ""
        if match := re.match(r"\s*<notification-(\d+)@", message_id):
            found[int(match[1])] += 1
    return found


def wait_for_event(seconds: float, *, hurry: bool = False) -> bool:
    """Return whether nothing waits to be relayed or sent within so many seconds.

    What is kept for the mail of the day does not count. ``hurry`` lets the time pass that a row
    waits after a failure before it is tried again.
    """
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pending = Notification.objects.filter(
            channel=Channel.MAIL, status="pending", in_digest=False
        )
        is_relayed = not GameEvent.objects.filter(relayed_at=None).exists()
        if is_relayed and not pending.exists() and not OutgoingMail.objects.exists():
            return True
        if hurry:
            now = timezone.now()
            # Not those that a worker has in hand at this moment, which are leased a little ahead;
            # but those that were written while the clock was ahead by hours.
            failed = Q(attempts__gt=0, due_at__gt=now) & ~Q(last_error="")
            ahead = Q(due_at__gt=now + 2 * QUEUE.lease)
            pending.filter(failed | ahead).update(due_at=now)
            MailServer.objects.filter(rests_until__gt=now).update(rests_until=now)
            OutgoingMail.objects.filter(due_at__gt=now).update(due_at=now)
        time.sleep(1.0)
    return False
