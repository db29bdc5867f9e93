"""Delivering what is due to webhooks, signed as Standard Webhooks asks (standardwebhooks.com)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import logging
import time
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from config.backends.circuit import describe, may_try, note_failure, note_success
from config.backends.lease_queue import LeaseQueue
from notifications import cards
from notifications.models import Delivery, Webhook
from notifications.transport.fair_pool import FairPool, NotTried, Outcome
from notifications.transport.http_client import Answer, post
from notifications.transport.ssrf import ForbiddenAddress
from notifications.webhooks import pause_for_failure, secrets_of

logger = logging.getLogger(__name__)

BATCH: Final = 40
SECONDS: Final = 20
AT_ONCE: Final = 8
"""Requests under way at the same time."""
AT_ONCE_TO_ONE: Final = 4
"""Of those, to the webhooks of one person: slow ones must not keep the others waiting."""

GAPS: Final = tuple(
    timedelta(seconds=seconds)
    for seconds in (5, 30, 120, 600, 1800, 3600, 7200, 10_800, 18_000, 21_600, 25_200)
)
"""How long to wait after each failure: over a day in all."""
PATIENCE: Final = timedelta(days=1)
"""A webhook that failed for so long without one success is paused."""
_GONE: Final = 410

Status = Delivery.Status
QUEUE: Final = LeaseQueue(lambda: Delivery.objects.filter(status=Status.PENDING), GAPS)


def is_waiting(now: datetime) -> bool:
    """Return whether a delivery is due."""
    return QUEUE.due(now).exists()


def send_due(seconds: float = SECONDS) -> int:
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
    """Return due deliveries, the oldest first and few of each person.

    A webhook that kept us waiting the last time gets one delivery at a time.
    """
    due = QUEUE.due(now).filter(may_try(now, "webhook__"))
    few = QUEUE.few_of_each(due, "webhook__user", AT_ONCE_TO_ONE, limit=BATCH, without=served)
    return QUEUE.claim(
        few.select_related("webhook__user", "event__challenge"), now, BATCH, _one_of_each_slow
    )


def _one_of_each_slow(rows: list[Delivery]) -> list[Delivery]:
    trying: set[int] = set()
    chosen: list[Delivery] = []
    for row in rows:
        # Two cards of a game together would be two messages.
        is_card = row.webhook.format in cards.EDITED
        is_slow = row.webhook.rests_until is not None
        if not (is_slow or is_card) or row.webhook_id not in trying:
            trying.add(row.webhook_id)
            chosen.append(row)
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
        card = _card_of(row)
        pool.add(
            row.webhook.user_id,
            lambda: _deliver(row, keys, card),
            lambda end: self._note(row, card, end),
        )

    def _note(self, row: Delivery, card: Card, outcome: Outcome) -> None:
        if isinstance(outcome.result, NotTried):
            QUEUE.release([row], timezone.now())
        else:
            self.taken += _note(row, card, outcome, timezone.now())


def _keys_of(webhook: Webhook, now: datetime) -> list[bytes] | Exception:
    try:
        return secrets_of(webhook, now)
    except Exception as error:
        logger.exception("the secret of webhook %s cannot be read", webhook.pk)
        return error


Card = cards.Request | Exception | None


def _card_of(row: Delivery) -> Card:
    """Return what is sent to a chat, or why it can't be written; ``None`` for JSON."""
    if row.webhook.format == Webhook.Format.JSON:
        return None
    try:
        return cards.request_for(row, timezone.now())
    except Exception as error:
        logger.exception("the card of delivery %s could not be written", row.pk)
        return error


def _deliver(row: Delivery, keys: Sequence[bytes] | Exception, card: Card) -> Answer:
    for error in (keys, card):
        if isinstance(error, Exception):
            raise error
    if isinstance(card, cards.Request):
        headers = {"Content-Type": "application/json", "User-Agent": "Chess-Eleven-Webhooks/1"}
        most = cards.LARGEST_ANSWER
        return post(card.url, card.body, headers, method=card.method, most_read=most)
    assert not isinstance(keys, Exception), "raised above"
    at = int(time.time())
    return post(
        row.webhook.url,
        row.body.encode(),
        {
            "Content-Type": "application/json",
            "User-Agent": "Chess-Eleven-Webhooks/1",
            # The same at each attempt, so that a repeat can be recognised.
            "webhook-id": row.message_id,
            "webhook-timestamp": str(at),
            "webhook-signature": sign(row.message_id, at, row.body, keys),
        },
    )


def _note(row: Delivery, card: Card, outcome: Outcome, now: datetime) -> bool:
    """Write down how an attempt went; return whether it was taken."""
    result, held = outcome.result, timedelta(seconds=outcome.seconds)
    webhook = Webhook.objects.filter(pk=row.webhook_id)
    if isinstance(result, Answer) and (
        cards.is_taken(row, card, result) if isinstance(card, cards.Request) else result.is_success
    ):
        if isinstance(card, cards.Request):
            cards.note_taken(row, card, result)
        note_success(webhook, now, held)
        QUEUE.settle(
            row, status=Status.DELIVERED, answer_status=result.status, error="", settled_at=now
        )
        return True
    answer_status = result.status if isinstance(result, Answer) else None
    failed: dict[str, Any] = {"answer_status": answer_status, "error": _error_of(result)}
    if isinstance(result, Answer) and isinstance(card, cards.Request):
        cards.note_refused(row, card, result)
    if not QUEUE.postpone(row, now, at_least=_asked_to_wait(result), **failed):
        QUEUE.settle(row, status=Status.FAILED, settled_at=now, **failed)
    is_away = not isinstance(result, Answer)
    since = note_failure(webhook, failed["error"], now, held=held, is_away=is_away)
    if answer_status == _GONE:
        pause_for_failure(row.webhook, gettext_lazy("Your server answered 410 Gone."), now)
    elif isinstance(result, ForbiddenAddress):
        pause_for_failure(row.webhook, str(result), now)
    elif now - since >= PATIENCE:
        because = format_lazy(_FAILED, error=failed["error"])
        pause_for_failure(row.webhook, because, now)
    return False


_FAILED: Final = gettext_lazy("It failed for a day. Last error: {error}")


def _asked_to_wait(result: Answer | Exception) -> timedelta:
    seconds = cards.asked_to_wait(result) if isinstance(result, Answer) else 0
    return timedelta(seconds=min(seconds, 86_400))


def _error_of(result: Answer | Exception) -> str:
    if isinstance(result, Answer):
        return f"It answered {result.status}."
    if isinstance(result, ForbiddenAddress):
        return str(result)
    return describe(result)
