"""Webhooks: made, changed, paused, and what is to be delivered to them."""

from __future__ import annotations

import base64
import json
import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, Protocol
from urllib.parse import parse_qs, urlsplit

from django.db import transaction
from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import mail
from accounts.limits import count_of_person
from accounts.models import User
from accounts.selectors import mail_address
from config.backends.encryption import oldest_and_newest, seal, unseal
from config.http.errors.refusals import Refusal
from config.http.times import utc
from config.languages.spoken import spoken_to
from games.models import GameEvent
from games.shown.payloads import event_payload
from games.store.outbox import EventType
from notifications.models import Delivery, Webhook
from notifications.transport.ssrf import ForbiddenAddress, check_url

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MOST: Final = 10
"""Webhooks of one person."""
OVERLAP: Final = timedelta(days=1)
"""For so long the old secret signs too after a new one was made."""
TEST: Final = "webhook.test"
KEPT_FOR: Final = timedelta(days=90)
TESTS_KEPT_FOR: Final = timedelta(days=7)
MOST_LOGGED: Final = 10_000
"""Settled deliveries that the log of one webhook keeps."""
_PREFIX: Final = "whsec_"

Status = Webhook.Status


def check_place(kind: str, url: str) -> None:
    """Raise ``ForbiddenAddress`` for an address that isn't one of this service."""
    parts = urlsplit(url)
    if kind == Webhook.Format.TELEGRAM and not (
        parts.path.endswith("/sendMessage") and "chat_id" in parse_qs(parts.query)
    ):
        raise ForbiddenAddress(_("Use https://api.telegram.org/botTOKEN/sendMessage?chat_id=CHAT."))
    if kind == Webhook.Format.NTFY and len([one for one in parts.path.split("/") if one]) != 1:
        raise ForbiddenAddress(_("Use the address of a topic, such as https://ntfy.sh/<topic>."))


class TooMany(Exception):
    """This person has as many webhooks as anyone may have."""


def make_webhook(
    user: User,
    url: str,
    events: Collection[str],
    *,
    own_events: bool = True,
    format: str = Webhook.Format.JSON,
) -> tuple[Webhook, str]:
    """Return a new webhook and its secret, which is not shown again.

    Where its name leads is seen when it is first sent to; one that leads into a private network
    is then paused. Raises ``ForbiddenAddress`` and ``TooMany``.
    """
    check_url(url)
    check_place(format, url)
    count_of_person(user.pk, "webhooks")
    secret = _new_secret()
    with transaction.atomic():
        # The person's row is the lock under which webhooks are counted.
        User.objects.select_for_update().get(pk=user.pk)
        if Webhook.objects.filter(user=user).count() >= MOST:
            raise TooMany
        webhook = Webhook.objects.create(
            user=user,
            url=url,
            events=_in_order(events),
            own_events=own_events,
            format=format,
            secret=seal(secret),
        )
    return webhook, _written(secret)


def change_webhook(
    webhook: Webhook,
    *,
    now: datetime,
    url: str | None = None,
    events: Collection[str] | None = None,
    own_events: bool | None = None,
    status: str | None = None,
) -> Webhook:
    """Return the webhook with what is given changed; activated again, it starts again.

    Raises ``ForbiddenAddress``.
    """
    if url is not None:
        check_url(url)
        check_place(webhook.format, url)
        webhook.url = url
        webhook.rests_until = None
    if events is not None:
        webhook.events = _in_order(events)
    if own_events is not None:
        webhook.own_events = own_events
    if status == Status.ACTIVE and webhook.status == Status.PAUSED:
        webhook.status, webhook.paused_because = Status.ACTIVE, ""
        webhook.failing_since = webhook.rests_until = None
    elif status == Status.PAUSED:
        pause(webhook, _("You paused it."), now)
    webhook.save()
    return webhook


def renew_secret(webhook: Webhook, now: datetime) -> str:
    """Return a new secret; the old one signs beside it for a day, so that nothing is refused."""
    secret = _new_secret()
    webhook.old_secret, webhook.old_secret_until = webhook.secret, now + OVERLAP
    webhook.secret = seal(secret)
    webhook.save(update_fields=["secret", "old_secret", "old_secret_until"])
    return _written(secret)


def secrets_of(webhook: Webhook, now: datetime) -> list[bytes]:
    """Return the secrets that sign now, the newest first."""
    sealed = [webhook.secret]
    if webhook.old_secret and webhook.old_secret_until and webhook.old_secret_until > now:
        sealed.append(webhook.old_secret)
    return [unseal(bytes(secret)) for secret in sealed]


def some_secrets() -> list[bytes]:
    """Return the sealed secrets of the oldest and of the newest webhook."""
    return oldest_and_newest(Webhook.objects.all(), "secret")


def reseal_secrets() -> int:
    """Seal the secret of every webhook with the present ``SECRET_KEY`` and return how many."""
    count = 0
    for pk in Webhook.objects.values_list("pk", flat=True):
        with transaction.atomic():
            webhook = Webhook.objects.select_for_update(no_key=True).filter(pk=pk).first()
            if webhook is None:
                continue
            webhook.secret = seal(unseal(bytes(webhook.secret)))
            if webhook.old_secret:
                webhook.old_secret = seal(unseal(bytes(webhook.old_secret)))
            webhook.save(update_fields=["secret", "old_secret"])
            count += 1
    return count


def pause(webhook: Webhook, because: StrOrPromise, now: datetime) -> None:
    """Deliver nothing more to a webhook until its owner, who reads why, activates it again."""
    with spoken_to(webhook.user):
        said = str(because)
    Webhook.objects.filter(pk=webhook.pk).update(status=Status.PAUSED, paused_because=said)
    webhook.status, webhook.paused_because = Status.PAUSED, said
    Delivery.objects.filter(webhook=webhook, status=Delivery.Status.PENDING).update(
        status=Delivery.Status.CANCELLED, settled_at=now
    )


def pause_for_failure(webhook: Webhook, because: StrOrPromise, now: datetime) -> None:
    """Pause a webhook that has failed for too long, and notify its owner by email, once."""
    with transaction.atomic():
        # Several deliveries may find this immediately.
        locked = Webhook.objects.select_for_update().get(pk=webhook.pk)
        if locked.status == Status.PAUSED:
            return
        pause(locked, because, now)
        if address := mail_address(locked.user):
            with spoken_to(locked.user):
                text = str(_TEXT).format(url=locked.shown_url, because=because)
                mail.write(str(_SUBJECT), text, address)


_SUBJECT: Final = gettext_lazy("Your webhook was paused")
_TEXT: Final = gettext_lazy(
    "We paused your webhook\n{url}\n\n{because}\n\nWe still record events. Get the ones you "
    "missed with GET /api/v1/events?after=. When your program works again, activate the webhook "
    'with PATCH /api/v1/webhooks/<id> {{"status": "active"}}.\n'
)


class AddressBook(Protocol):
    """What is known of receivers."""

    def is_actor(self, event: GameEvent, user_id: int) -> bool:
        """Return whether the event was this person's own doing."""

    def side_of(self, event: GameEvent, user_id: int) -> str | None:
        """Return the side that this person has in the game, or would have."""


def deliveries_for(
    receivers: Sequence[tuple[GameEvent, int, int]],
    book: AddressBook,
    now: datetime,
) -> Iterator[Delivery]:
    """Yield what is to be delivered of these events: event, receiver and the receiver's number.

    ``book`` knows whether an event is someone's own doing, and which side they have.
    """
    by_user: dict[int, list[Webhook]] = {}
    people = {user_id for _, user_id, _ in receivers}
    for webhook in Webhook.objects.filter(user__in=people, status=Status.ACTIVE):
        by_user.setdefault(webhook.user_id, []).append(webhook)
    for event, user_id, number in receivers:
        for webhook in by_user.get(user_id, ()):
            is_wanted = webhook.own_events or not book.is_actor(event, user_id)
            if event.type in webhook.events and is_wanted:
                record = event_payload(number, event, book.side_of(event, user_id))
                yield Delivery(
                    webhook=webhook,
                    event=event,
                    type=event.type,
                    body=_body(event.type, event.happened_at, record),
                    due_at=max(now, webhook.rests_until or now),
                    created_at=now,
                )


def make_test(webhook: Webhook, now: datetime) -> Delivery:
    """Return a delivery that only tries whether deliveries arrive.

    Raises ``Refusal`` for a paused webhook and for one test too many in a minute.
    """
    _check_is_active(webhook)
    count_of_person(webhook.user_id, "test", "webhook")
    return Delivery.objects.create(
        webhook=webhook,
        type=TEST,
        body=_body(TEST, now, {"message": "Deliveries arrive."}),
        due_at=now,
        created_at=now,
    )


def send_again(delivery: Delivery, now: datetime) -> Delivery:
    """Return a delivery that is due again, with the same id and body, however it went before.

    Raises ``Refusal`` for a paused webhook and for one too many in a while.
    """
    _check_is_active(delivery.webhook)
    count_of_person(delivery.webhook.user_id, "resend")
    delivery.status, delivery.due_at, delivery.attempts = Delivery.Status.PENDING, now, 0
    delivery.settled_at = None
    delivery.save(update_fields=["status", "due_at", "attempts", "settled_at"])
    Webhook.objects.filter(pk=delivery.webhook_id).update(rests_until=None)
    return delivery


def forget_old(now: datetime, most: int = MOST_LOGGED) -> int:
    """Delete the log of long ago, and of a busy webhook all but the newest; return how many."""
    settled = Delivery.objects.filter(settled_at__isnull=False)
    old = Q(settled_at__lt=now - KEPT_FOR) | Q(event=None, settled_at__lt=now - TESTS_KEPT_FOR)
    deleted = settled.filter(old).delete()[0]
    busy = settled.values("webhook").annotate(count=Count("pk")).filter(count__gt=most)
    for webhook_id in list(busy.values_list("webhook", flat=True)):
        log = settled.filter(webhook=webhook_id)
        oldest_kept = log.order_by("-pk").values_list("pk", flat=True)[most - 1]
        deleted += log.filter(pk__lt=oldest_kept).delete()[0]
    return deleted


def _check_is_active(webhook: Webhook) -> None:
    if webhook.status == Status.PAUSED:
        raise Refusal("webhook_paused", _("This webhook is paused. Activate it first."))


def _body(event_type: str, at: datetime, data: Mapping[str, Any]) -> str:
    message = {"type": event_type, "timestamp": utc(at), "data": data}
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def _in_order(events: Collection[str]) -> list[str]:
    return [kind.value for kind in EventType if kind.value in events]


def _new_secret() -> bytes:
    return secrets.token_bytes(32)


def _written(secret: bytes) -> str:
    return _PREFIX + base64.b64encode(secret).decode()
