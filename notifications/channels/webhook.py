"""Delivering what is due to webhooks, signed as Standard Webhooks asks (standardwebhooks.com)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import logging
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from notifications.models import Delivery, Webhook
from notifications.outlets import describe
from notifications.transport.http_client import Answer, post
from notifications.transport.ssrf import ForbiddenAddress
from notifications.webhooks import pause_for_failure, secrets_of

logger = logging.getLogger(__name__)

BATCH: Final = 40
SECONDS: Final = 20
AT_ONCE: Final = 8
"""Requests under way at the same time."""
AT_ONCE_TO_ONE: Final = 4
"""Of those, to one webhook: a slow one must not keep the others waiting."""
LEASE: Final = timedelta(seconds=90)

GAPS: Final = tuple(
    timedelta(seconds=seconds)
    for seconds in (5, 30, 120, 600, 1800, 3600, 7200, 10_800, 18_000, 21_600, 25_200)
)
"""How long to wait after each failure: over a day in all."""
PATIENCE: Final = timedelta(days=1)
"""A webhook that failed for so long without one success is paused."""
FIRST_REST, LONGEST_REST = timedelta(seconds=5), timedelta(minutes=10)
_GONE: Final = 410

Status = Delivery.Status


def send_due_deliveries(seconds: float = SECONDS) -> int:
    """Send what is due until nothing is or the time is over; return how many were taken."""
    until = time.monotonic() + seconds
    taken = 0
    with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="webhook") as threads:
        while time.monotonic() < until and (rows := _claim(timezone.now())):
            taken += _send(rows, threads)
    return taken


def sign(message_id: str, at: int, body: str, keys: Sequence[bytes]) -> str:
    """Return the ``webhook-signature`` header: a signature by each key, for keys may change."""
    content = f"{message_id}.{at}.{body}".encode()
    signed = (base64.b64encode(hmac.digest(key, content, hashlib.sha256)) for key in keys)
    return " ".join(f"v1,{signature.decode()}" for signature in signed)


def _claim(now: datetime) -> list[Delivery]:
    """Return due deliveries, the oldest first and few to each webhook; a lease as for mails."""
    due = Delivery.objects.filter(
        Q(webhook__rests_until__isnull=True) | Q(webhook__rests_until__lte=now),
        status=Status.PENDING,
        due_at__lte=now,
    )
    with transaction.atomic():
        rows = list(
            due.select_for_update(of=("self",), skip_locked=True)
            .select_related("webhook")
            .order_by("due_at", "pk")[: BATCH * 2]
        )
        counts: dict[int, int] = {}
        chosen: list[Delivery] = []
        for row in rows:
            counts[row.webhook_id] = counts.get(row.webhook_id, 0) + 1
            if counts[row.webhook_id] <= AT_ONCE_TO_ONE and len(chosen) < BATCH:
                chosen.append(row)
        Delivery.objects.filter(pk__in=[row.pk for row in chosen]).update(due_at=now + LEASE)
    for row in chosen:
        row.due_at = now + LEASE
    return chosen


def _send(rows: Sequence[Delivery], threads: ThreadPoolExecutor) -> int:
    now = timezone.now()
    keys: dict[int, list[bytes] | Exception] = {}
    for row in rows:
        if row.webhook_id not in keys:
            keys[row.webhook_id] = _keys_of(row.webhook, now)

    def attempt(row: Delivery) -> Answer | Exception:
        known = keys[row.webhook_id]
        if isinstance(known, Exception):
            return known
        try:
            return _deliver(row, known)
        except Exception as error:
            return error

    taken = 0
    for row, result in zip(rows, threads.map(attempt, rows), strict=True):
        taken += _note(row, result, timezone.now())
    return taken


def _keys_of(webhook: Webhook, now: datetime) -> list[bytes] | Exception:
    try:
        return secrets_of(webhook, now)
    except Exception as error:
        logger.exception("the secret of webhook %s cannot be read", webhook.pk)
        return error


def _deliver(row: Delivery, keys: Sequence[bytes]) -> Answer:
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


def _note(row: Delivery, result: Answer | Exception, now: datetime) -> bool:
    """Write down how an attempt went; return whether it was taken."""
    ours = _still_ours(row)
    webhook = Webhook.objects.filter(pk=row.webhook_id)
    if isinstance(result, Answer) and result.is_success:
        ours.update(
            status=Status.DELIVERED,
            attempts=F("attempts") + 1,
            answer_status=result.status,
            error="",
            settled_at=now,
        )
        webhook.exclude(failing_since=None, rests_until=None).update(
            failing_since=None, rests_until=None
        )
        return True
    status = result.status if isinstance(result, Answer) else None
    error = _told(result)
    waits = _wait(row, result)
    changes = {"attempts": row.attempts + 1, "answer_status": status, "error": error}
    if waits is None:
        ours.update(**changes, status=Status.FAILED, settled_at=now)
    else:
        ours.update(**changes, due_at=now + waits)
    _note_failure(row.webhook, result, error, now)
    return False


def _note_failure(webhook: Webhook, result: Answer | Exception, error: str, now: datetime) -> None:
    known = Webhook.objects.filter(pk=webhook.pk)
    known.filter(failing_since=None).update(failing_since=now)
    fresh = known.first()
    if fresh is None or fresh.failing_since is None:
        return
    if isinstance(result, Answer) and result.status == _GONE:
        pause_for_failure(fresh, "It answered 410 Gone.", now)
    elif now - fresh.failing_since >= PATIENCE:
        pause_for_failure(fresh, f"It has failed for a day. The last time: {error}", now)
    elif not isinstance(result, Answer):
        # It did not answer at all: let it rest, for each try keeps a thread waiting.
        rest = max((now - fresh.failing_since) / 2, FIRST_REST)
        known.update(rests_until=now + min(rest, LONGEST_REST))


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
