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
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone

from games.models import Player
from notifications import due
from notifications.message.content import find_words
from notifications.message.context import Scene, set_scenes
from notifications.models import Notification, PushSubscription
from notifications.outlets import describe
from notifications.transport import vapid
from notifications.transport.http_client import Answer, post
from notifications.transport.ssrf import ForbiddenAddress
from notifications.vocabulary import URGENT, Channel

logger = logging.getLogger(__name__)

BATCH: Final = 50
SECONDS: Final = 20
AT_ONCE: Final = 8
"""Requests under way at the same time: push services are far away."""
LONGEST_LIFE: Final = timedelta(days=2)
"""How long a push service keeps what tells of something that is over."""
STALE_FOR: Final = timedelta(days=3)
_DECLARATIVE: Final = 8030
_GONE: Final = (404, 410)
_TOO_MANY: Final = 429

Status = Notification.Status
Payload = dict[str, Any]


def send_due_pushes(seconds: float = SECONDS) -> int:
    """Send what is due until nothing is or the time is over; return how many rows were sent."""
    until = time.monotonic() + seconds
    sent = 0
    with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="push") as threads:
        while time.monotonic() < until:
            rows = [row for [row] in due.claim(Channel.PUSH, timezone.now(), BATCH)]
            if not rows:
                break
            vapid.public_key()  # Read here, so that the threads need no database.
            sent += _Round(rows, threads, until).send()
    return sent


def send_test(subscription: PushSubscription) -> None:
    """Show on one device that notifications arrive there."""
    message = _message(
        title="Notifications work here",
        body="This is how you will hear that it is your turn.",
        path="/settings/",
        tag="test",
        badge=waiting_for([subscription.user_id])[subscription.user_id],
    )
    _deliver(subscription, _Letter(message, ttl=60, urgency="high", topic="test"))


def waiting_for(users: Sequence[int]) -> dict[int, int]:
    """Return how many games wait for each of these people: the number on the app's icon."""
    counts = dict.fromkeys(users, 0)
    for user_id in Player.objects.filter(user__in=users, deadline__isnull=False).values_list(
        "user_id", flat=True
    ):
        counts[user_id] += 1
    return counts


@dataclass(frozen=True, slots=True)
class _Letter:
    """What goes to each device of one receiver."""

    message: Payload
    ttl: int
    """Seconds for which the push service keeps it while the device is off."""
    urgency: str
    topic: str


class _Round:
    """One batch of claimed rows on their way."""

    def __init__(
        self, rows: Sequence[Notification], threads: ThreadPoolExecutor, until: float
    ) -> None:
        self.rows = {row.pk: row for row in rows}
        self.threads = threads
        self.until = until
        self.dead_hosts: set[str] = set()
        """Push services that did not answer: not asked again in this batch."""

    def send(self) -> int:
        """Return how many were sent. Every row is settled, postponed or given back."""
        sent = 0
        try:
            scenes = set_scenes(list(self.rows.values()))
            people = sorted({scene.receiver.pk for scene in scenes})
            devices = _devices_of(people)
            badges, stale = waiting_for(people), _stale_tags(people)
            for scene in scenes:
                if time.monotonic() > self.until:
                    break
                row = self.rows.pop(scene.notification.pk)
                user_id = scene.receiver.pk
                targets = devices.get(user_id, [])
                sent += self._send_one(row, scene, targets, badges[user_id], stale[user_id])
        finally:
            due.release(list(self.rows.values()), timezone.now())
        return sent

    def _send_one(
        self,
        row: Notification,
        scene: Scene,
        devices: Sequence[PushSubscription],
        badge: int,
        stale: set[str],
    ) -> bool:
        """Settle or postpone one row; return whether it was sent."""
        now = timezone.now()
        if not devices or not scene.is_true(now):
            due.settle(row, Status.WITHDRAWN, now)
            return False
        try:
            letter = write_letter(scene, badge, stale, now)
        except Exception as error:
            logger.exception("notification %s could not be written", row.pk)
            due.postpone(row, describe(error), now)
            return False
        errors = self._tell(row, letter, [d for d in devices if d.pk not in row.devices_told])
        if errors:
            due.postpone(row, "; ".join(errors), timezone.now())
            return False
        due.settle(row, Status.SENT, timezone.now())
        return True

    def _tell(
        self, row: Notification, letter: _Letter, devices: Sequence[PushSubscription]
    ) -> list[str]:
        """Send to these devices at the same time; return what went wrong and may go right later."""
        tried = [d for d in devices if _host(d) not in self.dead_hosts]
        errors = [f"{_host(d)} does not answer" for d in devices if d not in tried]
        told: list[int] = []
        for device, result in zip(
            tried, self.threads.map(lambda d: _attempt(d, letter), tried), strict=True
        ):
            match result:
                case Answer() if result.is_success:
                    told.append(device.pk)
                case Answer(status=status) if status in _GONE:
                    device.delete()
                case Answer(status=status) if status != _TOO_MANY and status < 500:
                    # It will say the same tomorrow; the others still want to hear.
                    logger.warning("device %s refused a push: %s", device.pk, result)
                case Answer(status=status):
                    errors.append(f"{_host(device)} answered {status}")
                case ForbiddenAddress():
                    device.delete()
                case error:
                    self.dead_hosts.add(_host(device))
                    errors.append(describe(error))
        if told:
            row.devices_told = [*row.devices_told, *told]
            row.save(update_fields=["devices_told"])
            PushSubscription.objects.filter(pk__in=told).update(last_told_at=timezone.now())
        return errors


def write_letter(scene: Scene, badge: int, stale: set[str], now: datetime) -> _Letter:
    """Return what the devices of a receiver are sent."""
    words = find_words(scene)
    tag = tag_of(scene)
    life = LONGEST_LIFE
    if scene.game is not None and scene.game.deadline is not None:
        # When the time is over it would only be wrong.
        life = min(max(scene.game.deadline - now, timedelta(minutes=1)), timedelta(days=14))
    return _Letter(
        message=_message(
            title=words.title,
            body=words.summary,
            path=words.path,
            tag=tag,
            badge=badge,
            stale=sorted(stale - {tag}),
        ),
        ttl=int(life.total_seconds()),
        urgency="high" if scene.kind in URGENT else "normal",
        topic=tag,
    )


def tag_of(scene: Scene) -> str:
    """Return what a newer notification must share with an older one to take its place."""
    if scene.game is not None:
        return f"game-{scene.game.pk}"
    assert scene.challenge is not None, "a notification is about a game or a challenge"
    return f"challenge-{scene.challenge.pk}"


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
            "lang": "en",
            "dir": "ltr",
            "navigate": f"{settings.SITE_URL}{path}?from=push",
            "tag": tag,
            "app_badge": str(badge),
            "data": {"stale": list(stale)},
        },
    }


def _attempt(device: PushSubscription, letter: _Letter) -> Answer | Exception:
    try:
        return _deliver(device, letter)
    except Exception as error:
        return error


def _deliver(device: PushSubscription, letter: _Letter) -> Answer:
    # Imported when needed: it brings much along that a web process has no use for.
    from pywebpush import WebPusher

    info: Mapping[str, Any] = {
        "endpoint": device.endpoint,
        "keys": {"p256dh": device.p256dh, "auth": device.auth},
    }
    body = WebPusher(info).encode(json.dumps(letter.message, ensure_ascii=False).encode())["body"]
    return post(
        device.endpoint,
        body,
        {
            "Authorization": vapid.authorization(device.endpoint),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(letter.ttl),
            "Urgency": letter.urgency,
            "Topic": letter.topic,
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
        .exclude(kind="game_over")
        .order_by("-pk")[:200]
    )
    tags: dict[int, set[str]] = {user_id: set() for user_id in users}
    newest: set[tuple[int, str]] = set()
    for scene in set_scenes(list(shown)):
        key = (scene.receiver.pk, tag_of(scene))
        if key not in newest and not scene.is_true(now):
            tags[scene.receiver.pk].add(tag_of(scene))
        newest.add(key)
    return tags


def _host(device: PushSubscription) -> str:
    return urlsplit(device.endpoint).netloc
