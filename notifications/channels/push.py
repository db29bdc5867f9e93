"""Sending the push notifications that are due, to every device of their receivers.

A notification names its game as ``tag`` and ``Topic``: a newer one takes the place of an older
on the phone, and at the push service while the phone is off. What it says is declarative web
push JSON, which some phones show without the help of a script.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from config.backends.circuit import describe, note_failure, note_success
from config.languages import spoken
from config.languages.spoken import spoken_to
from games.models import Player
from notifications import queue
from notifications.message.content import LINE
from notifications.message.context import MessageContext, load_contexts
from notifications.models import Notification, PushSubscription
from notifications.transport import vapid
from notifications.transport.fair_pool import FairPool, NotTried, Outcome
from notifications.transport.http_client import Answer, post
from notifications.transport.ssrf import ForbiddenAddress
from notifications.vocabulary import Channel
from notifications.vocabulary.kind import kinds

logger = logging.getLogger(__name__)

BATCH: Final = 50
SECONDS: Final = 20
AT_ONCE: Final = 8
"""Requests under way at the same time: push services are far away."""
AT_ONCE_TO_ONE: Final = 4
"""Of those, to the devices of one person: slow ones must not keep the others waiting."""
LONGEST_LIFE: Final = timedelta(days=2)
"""How long a push service keeps what describes something that is over."""
STALE_FOR: Final = timedelta(days=3)
_DECLARATIVE: Final = 8030
_GONE: Final = (404, 410)
_TOO_MANY: Final = 429

Status = Notification.Status
Payload = dict[str, Any]


def is_waiting(now: datetime) -> bool:
    """Return whether a push is due."""
    return queue.is_waiting(Channel.PUSH, now)


def send_due(seconds: float = SECONDS) -> int:
    """Send what is due until nothing is or the time is over; return how many rows were sent."""
    until = time.monotonic() + seconds
    batch = _Batch()
    with FairPool(AT_ONCE, AT_ONCE_TO_ONE, "push") as pool:
        while time.monotonic() < until:
            if pool.has_room:
                rows = queue.claim(
                    Channel.PUSH, timezone.now(), BATCH, of_one=AT_ONCE_TO_ONE,
                    without=pool.served(),
                )  # fmt: skip
                batch.begin(rows, pool)
            if pool.is_idle:
                break
            pool.go_on()
    return batch.sent


def send_test(subscription: PushSubscription) -> None:
    """Show on one device that notifications arrive there; the device shows if they do not."""
    with spoken_to(subscription.user):
        message = _message(
            title=_("Notifications work here"),
            body=_("You'll get a message like this when it's your turn."),
            path="/settings/",
            tag="test",
            badge=waiting_for([subscription.user_id])[subscription.user_id],
        )
    push = _PushMessage(message, ttl=60, urgency="high", topic="test")
    vapid.public_key()

    def note(outcome: Outcome) -> None:
        _note_device(subscription, outcome, timezone.now())

    with FairPool(1, 1, "push") as pool:
        pool.add(subscription.user_id, lambda: _deliver(subscription, push), note)
        pool.go_on()


def waiting_for(users: Sequence[int]) -> dict[int, int]:
    """Return how many games wait for each of these people: the number on the app's icon."""
    counts = dict.fromkeys(users, 0)
    for user_id in Player.objects.filter(user__in=users, deadline__isnull=False).values_list(
        "user_id", flat=True
    ):
        counts[user_id] += 1
    return counts


@dataclass(frozen=True, slots=True)
class _PushMessage:
    """What goes to each device of one receiver."""

    message: Payload
    ttl: int
    """Seconds for which the push service keeps it while the device is off."""
    urgency: str
    topic: str


class _Batch:
    """The rows of one call on their way."""

    def __init__(self) -> None:
        self.sent = 0
        self.dead_hosts: set[str] = set()
        """Push services that did not answer: not asked again in this call."""

    def begin(self, rows: Sequence[Notification], pool: FairPool) -> None:
        """Have claimed rows sent. Each is settled, postponed or given back."""
        untouched = {row.pk: row for row in rows}
        try:
            contexts = load_contexts(rows)
            people = sorted({context.receiver.pk for context in contexts})
            devices = _devices_of(people)
            badges, stale = waiting_for(people), _stale_tags(people)
            if contexts:
                vapid.public_key()  # Read here, so that the threads need no database.
            for context in contexts:
                row = untouched.pop(context.notification.pk)
                user_id = context.receiver.pk
                if push := self._write(row, context, devices, badges[user_id], stale[user_id]):
                    _Sending(self, row, push).begin(devices[user_id], pool)
        finally:
            queue.release(list(untouched.values()), timezone.now())

    def _write(
        self,
        row: Notification,
        context: MessageContext,
        devices: Mapping[int, Sequence[PushSubscription]],
        badge: int,
        stale: set[str],
    ) -> _PushMessage | None:
        """Return the message, or ``None`` where the row is closed or postponed instead."""
        now = timezone.now()
        if not devices.get(context.receiver.pk) or not context.is_true(now):
            queue.settle(row, Status.WITHDRAWN, now)
            return None
        try:
            with spoken_to(context.receiver):
                return build_push(context, badge, stale, now)
        except Exception as error:
            logger.exception("notification %s could not be written", row.pk)
            queue.postpone(row, describe(error), now)
            return None


class _Sending:
    """One row on its way to every device of its receiver."""

    def __init__(self, batch: _Batch, row: Notification, push: _PushMessage) -> None:
        self.batch, self.row, self.push = batch, row, push
        self.errors: list[str] = []
        self.reached: list[int] = []
        self.is_tried = True
        self.left = 0

    def begin(self, devices: Sequence[PushSubscription], pool: FairPool) -> None:
        """Send to the devices that were not notified yet, but those that rest."""
        now = timezone.now()
        untold = [device for device in devices if device.pk not in self.row.devices_told]
        tried = [d for d in untold if d.rests_until is None or d.rests_until <= now]
        self.errors = [f"{_host(d)} does not answer in time" for d in untold if d not in tried]
        self.left = len(tried)
        for device in tried:
            pool.add(device.user_id, partial(self._send, device), partial(self._note, device))
        if not tried:
            self._end()

    def _send(self, device: PushSubscription) -> Answer:
        if _host(device) in self.batch.dead_hosts:
            raise HostIsDead(f"{_host(device)} does not answer")
        return _deliver(device, self.push)

    def _note(self, device: PushSubscription, outcome: Outcome) -> None:
        match outcome.result:
            case NotTried():
                self.is_tried = False
            case HostIsDead() as error:
                self.errors.append(str(error))
            case result:
                if not isinstance(result, Answer | ForbiddenAddress):
                    self.batch.dead_hosts.add(_host(device))
                if _note_device(device, outcome, timezone.now()):
                    self.reached.append(device.pk)
                elif may_go_right_later(result):
                    self.errors.append(_error_of(device, result))
        self.left -= 1
        if not self.left:
            self._end()

    def _end(self) -> None:
        now = timezone.now()
        if self.reached:
            self.row.devices_told = [*self.row.devices_told, *self.reached]
            self.row.save(update_fields=["devices_told"])
        if self.errors:
            queue.postpone(self.row, "; ".join(self.errors), now)
        elif not self.is_tried:
            queue.release([self.row], now)
        else:
            queue.settle(self.row, Status.SENT, now)
            self.batch.sent += 1


class HostIsDead(OSError):
    """The push service did not answer a moment ago."""


def may_go_right_later(result: Answer | Exception) -> bool:
    """Return whether another try could succeed where this one did not."""
    if isinstance(result, Answer):
        # What it refuses for another reason it will refuse tomorrow.
        return result.status == _TOO_MANY or result.status >= 500
    return not isinstance(result, ForbiddenAddress)


def _note_device(device: PushSubscription, outcome: Outcome, now: datetime) -> bool:
    """Write down how a device does, and forget one that is gone; return whether it was notified."""
    result = outcome.result
    if isinstance(result, ForbiddenAddress) or (
        isinstance(result, Answer) and result.status in _GONE
    ):
        device.delete()
        return False
    known = PushSubscription.objects.filter(pk=device.pk)
    held = timedelta(seconds=outcome.seconds)
    if isinstance(result, Answer) and result.is_success:
        known.update(last_told_at=now)
        note_success(known, now, held)
        return True
    error = _error_of(device, result)
    logger.warning("device %s was not told: %s", device.pk, error)
    note_failure(known, error, now, held=held, is_away=not isinstance(result, Answer))
    return False


def _error_of(device: PushSubscription, result: Answer | Exception) -> str:
    if isinstance(result, Answer):
        return f"{_host(device)} answered {result.status}"
    return describe(result)


def build_push(context: MessageContext, badge: int, stale: set[str], now: datetime) -> _PushMessage:
    """Return what the devices of a receiver are sent."""
    words = context.compose()
    tag = tag_of(context)
    life = LONGEST_LIFE
    if context.game is not None and context.game.deadline is not None:
        # When the time is over it would only be wrong.
        life = min(max(context.game.deadline - now, timedelta(minutes=1)), timedelta(days=14))
    return _PushMessage(
        message=_message(
            title=words.title,
            body=Truncator(words.summary).chars(LINE),
            path=words.path,
            tag=tag,
            badge=badge,
            stale=sorted(stale - {tag}),
        ),
        ttl=int(life.total_seconds()),
        urgency="high" if context.kind.is_urgent else "normal",
        topic=tag,
    )


def tag_of(context: MessageContext) -> str:
    """Return what a newer notification must share with an older one to take its place."""
    if context.game is not None:
        return f"game-{context.game.pk}"
    if context.event.competition is not None:
        return f"competition-{context.event.competition}"
    assert context.challenge is not None, "a notification is about a game or a challenge"
    return f"challenge-{context.challenge.pk}"


def _message(
    *, title: str, body: str, path: str, tag: str, badge: int, stale: Sequence[str] = ()
) -> Payload:
    """Return declarative web push JSON, which the service worker reads too."""
    return {
        "web_push": _DECLARATIVE,
        "app_badge": badge,
        "notification": {
            "title": title,
            "body": body,
            "lang": spoken.current(),
            "dir": "ltr",
            "navigate": f"{settings.SITE_URL}{path}?from=push",
            "tag": tag,
            "app_badge": str(badge),
            "data": {"stale": list(stale)},
        },
    }


def _deliver(device: PushSubscription, push: _PushMessage) -> Answer:
    # Imported when needed: it brings much along that a web process has no use for.
    from pywebpush import WebPusher

    info: Mapping[str, Any] = {
        "endpoint": device.endpoint,
        "keys": {"p256dh": device.p256dh, "auth": device.auth},
    }
    body = WebPusher(info).encode(json.dumps(push.message, ensure_ascii=False).encode())["body"]
    return post(
        device.endpoint,
        body,
        {
            "Authorization": vapid.authorization(device.endpoint),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(push.ttl),
            "Urgency": push.urgency,
            "Topic": push.topic,
        },
    )


def _devices_of(users: Sequence[int]) -> dict[int, list[PushSubscription]]:
    found: dict[int, list[PushSubscription]] = {}
    for device in PushSubscription.objects.filter(user__in=users).order_by("pk"):
        found.setdefault(device.user_id, []).append(device)
    return found


def _stale_tags(users: Sequence[int]) -> dict[int, set[str]]:
    """Return the tags of what these people may still see on their devices but is true no more."""
    now = timezone.now()
    shown = (
        Notification.objects.filter(
            user__in=users,
            channel=Channel.PUSH,
            status=Status.SENT,
            settled_at__gt=now - STALE_FOR,
        )
        .exclude(kind__in=[kind.name for kind in kinds().values() if kind.stays])
        .order_by("-pk")[:200]
    )
    tags: dict[int, set[str]] = {user_id: set() for user_id in users}
    newest: set[tuple[int, str]] = set()
    for context in load_contexts(list(shown)):
        key = (context.receiver.pk, tag_of(context))
        if key not in newest and not context.is_true(now):
            tags[context.receiver.pk].add(tag_of(context))
        newest.add(key)
    return tags


def _host(device: PushSubscription) -> str:
    return urlsplit(device.endpoint).netloc
