"""Delivering what is due to webhooks, signed as Standard Webhooks asks (standardwebhooks.com)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import logging
import time
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from notifications.models import Delivery, Webhook
from notifications.outlets import describe
from notifications.transport.fair_pool import FairPool, NotTried, Outcome
from notifications.transport.http_client import Answer, post
from notifications.transport.rests import rest_after
from notifications.transport.ssrf import ForbiddenAddress
from notifications.webhooks import pause_for_failure, secrets_of

logger = logging.getLogger(__name__)

BATCH: Final = 40
SECONDS: Final = 20
AT_ONCE: Final = 8
"""Requests under way at the same time."""
AT_ONCE_TO_ONE: Final = 4
"""Of those, to the webhooks of one person: slow ones must not keep the others waiting."""
LEASE: Final = timedelta(seconds=90)

GAPS: Final = tuple(
    timedelta(seconds=seconds)
    for seconds in (5, 30, 120, 600, 1800, 3600, 7200, 10_800, 18_000, 21_600, 25_200)
)
"""How long to wait after each failure: over a day in all."""
PATIENCE: Final = timedelta(days=1)
"""A webhook that failed for so long without one success is paused."""
_GONE: Final = 410

Status = Delivery.Status


def send_due_deliveries(seconds: float = SECONDS) -> int:
    """Send what is due until nothing is or the time is over; return how many were taken."""
    until = time.monotonic() + seconds
    batch = _Batch()
    with FairPool(AT_ONCE, AT_ONCE_TO_ONE, "webhook") as pool:
        while time.monotonic() < until:
            if pool.has_room:
                for row in _claim(timezone.now(), pool.served()):
                    batch.begin(row, pool)
            if pool.is_idle:
                break
            pool.go_on()
    return batch.taken


def sign(message_id: str, at: int, body: str, keys: Sequence[bytes]) -> str:
    """Return the ``webhook-signature`` header: a signature by each key, for keys may change."""
    content = f"{message_id}.{at}.{body}".encode()
    signed = (base64.b64encode(hmac.digest(key, content, hashlib.sha256)) for key in keys)
    return " ".join(f"v1,{signature.decode()}" for signature in signed)


def _claim(now: datetime, served: Collection[int]) -> list[Delivery]:
    """Return due deliveries, the oldest first and few of each person; a lease as for mails.

    Whoever has thousands waiting has no more in a batch than others. A webhook that kept us
    waiting the last time gets one delivery at a time.
    """
    due = Delivery.objects.filter(
        Q(webhook__rests_until__isnull=True) | Q(webhook__rests_until__lte=now),
        status=Status.PENDING,
        due_at__lte=now,
    )
    place = Window(RowNumber(), partition_by="webhook__user_id", order_by=["due_at", "pk"])
    first = (
        due.exclude(webhook__user__in=served)
        .annotate(place=place)
        .filter(place__lte=AT_ONCE_TO_ONE)
        .order_by("due_at", "pk")
        .values_list("pk", flat=True)[: BATCH * 2]
    )
    with transaction.atomic():
        rows = list(
            # Asked again under the lock: another worker may have taken some of them meanwhile.
            due.filter(pk__in=list(first))
            .select_for_update(of=("self",), skip_locked=True)
            .select_related("webhook")
            .order_by("due_at", "pk")[:BATCH]
        )
        trying: set[int] = set()
        chosen: list[Delivery] = []
        for row in rows:
            if row.webhook.rests_until is not None and row.webhook_id in trying:
                continue
            trying.add(row.webhook_id)
            chosen.append(row)
        Delivery.objects.filter(pk__in=[row.pk for row in chosen]).update(due_at=now + LEASE)
    for row in chosen:
        row.due_at = now + LEASE
    return chosen


class _Batch:
    """The deliveries of one call on their way."""

    def __init__(self) -> None:
        self.taken = 0
        self._keys: dict[int, list[bytes] | Exception] = {}

    def begin(self, row: Delivery, pool: FairPool) -> None:
        """Have a claimed delivery sent; it is settled, postponed or given back afterwards."""
        if row.webhook_id not in self._keys:
            self._keys[row.webhook_id] = _keys_of(row.webhook, timezone.now())
        keys = self._keys[row.webhook_id]
        pool.add(row.webhook.user_id, lambda: _deliver(row, keys), lambda end: self._note(row, end))

    def _note(self, row: Delivery, outcome: Outcome) -> None:
        if isinstance(outcome.result, NotTried):
            _still_ours(row).update(due_at=timezone.now())
        else:
            self.taken += _note(row, outcome, timezone.now())


def _keys_of(webhook: Webhook, now: datetime) -> list[bytes] | Exception:
    try:
        return secrets_of(webhook, now)
    except Exception as error:
        logger.exception("the secret of webhook %s cannot be read", webhook.pk)
        return error


def _deliver(row: Delivery, keys: Sequence[bytes] | Exception) -> Answer:
    if isinstance(keys, Exception):
        raise keys
    at = int(time.time())
    message_id = f"msg_{row.pk}"
    return post(
        row.webhook.url,
        row.body.encode(),
        {
            "Content-Type": "application/json",
            "User-Agent": "Chess-Eleven-Webhooks/1",
            # The same at each attempt, so that a repeat can be told.
            "webhook-id": message_id,
            "webhook-timestamp": str(at),
            "webhook-signature": sign(message_id, at, row.body, keys),
        },
    )


def _note(row: Delivery, outcome: Outcome, now: datetime) -> bool:
    """Write down how an attempt went; return whether it was taken."""
    ours, result = _still_ours(row), outcome.result
    if isinstance(result, Answer) and result.is_success:
        ours.update(
            status=Status.DELIVERED,
            attempts=F("attempts") + 1,
            answer_status=result.status,
            error="",
            settled_at=now,
        )
        rest = rest_after(outcome, None, now)
        known = Webhook.objects.filter(pk=row.webhook_id)
        if rest is None:
            known = known.exclude(failing_since=None, rests_until=None)
        known.update(failing_since=None, rests_until=now + rest if rest else None)
        return True
    status = result.status if isinstance(result, Answer) else None
    error = _told(result)
    waits = _wait(row, result)
    changes = {"attempts": row.attempts + 1, "answer_status": status, "error": error}
    if waits is None:
        ours.update(**changes, status=Status.FAILED, settled_at=now)
    else:
        ours.update(**changes, due_at=now + waits)
    _note_failure(row.webhook, outcome, error, now)
    return False


def _note_failure(webhook: Webhook, outcome: Outcome, error: str, now: datetime) -> None:
    result = outcome.result
    known = Webhook.objects.filter(pk=webhook.pk)
    known.filter(failing_since=None).update(failing_since=now)
    fresh = known.first()
    if fresh is None or fresh.failing_since is None:
        return
    if isinstance(result, Answer) and result.status == _GONE:
        pause_for_failure(fresh, "It answered 410 Gone.", now)
    elif isinstance(result, ForbiddenAddress):
        pause_for_failure(fresh, str(result), now)
    elif now - fresh.failing_since >= PATIENCE:
        pause_for_failure(fresh, f"It has failed for a day. The last time: {error}", now)
    elif rest := rest_after(outcome, fresh.failing_since, now):
        known.update(rests_until=now + rest)


def _wait(row: Delivery, result: Answer | Exception) -> timedelta | None:
    """Return when to try again, or None if it was tried often enough."""
    if row.attempts >= len(GAPS):
        return None
    gap = GAPS[row.attempts]
    if isinstance(result, Answer) and result.retry_after is not None:
        return max(gap, timedelta(seconds=min(result.retry_after, 86_400)))
    return gap


def _told(result: Answer | Exception) -> str:
    if isinstance(result, Answer):
        return f"It answered {result.status}."
    if isinstance(result, ForbiddenAddress):
        return str(result)
    return describe(result)


def _still_ours(row: Delivery) -> QuerySet[Delivery]:
    # Had our lease run out, another worker would have moved due_at.
    return Delivery.objects.filter(pk=row.pk, status=Status.PENDING, due_at=row.due_at)
