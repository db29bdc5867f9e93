"""The devices that a person is notified on."""

from __future__ import annotations

import base64
import binascii
import hashlib
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from notifications.models import PushSubscription
from notifications.transport.ssrf import check_url

MOST: Final = 20
"""Devices of one person; the oldest gives way."""


class BadKeys(ValueError):
    """Keys that nothing could be encrypted for."""


def subscribe(
    user: User, endpoint: str, p256dh: str, auth: str, device: str = ""
) -> PushSubscription:
    """Return the subscription of a device, new or renewed; it belongs to this person now.

    Raises ``ForbiddenAddress`` and ``BadKeys``.
    """
    check_url(endpoint)
    _check_keys(p256dh, auth)
    with transaction.atomic():
        subscription, _made = PushSubscription.objects.update_or_create(
            endpoint_digest=_digest(endpoint),
            defaults={
                "user": user,
                "endpoint": endpoint,
                "p256dh": p256dh,
                "auth": auth,
                "device": device[:100],
            },
        )
        kept = (
            PushSubscription.objects.filter(user=user)
            .order_by("-pk")
            .values_list("pk", flat=True)[:MOST]
        )
        PushSubscription.objects.filter(user=user).exclude(pk__in=list(kept)).delete()
    return subscription


def unsubscribe(user_id: int, subscription_id: int) -> bool:
    """End a subscription; return whether this person had it."""
    found = PushSubscription.objects.filter(user=user_id, pk=subscription_id)
    return bool(found.delete()[0])


def _digest(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()


def _check_keys(p256dh: str, auth: str) -> None:
    try:
        point, secret = _decode(p256dh), _decode(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (ValueError, binascii.Error) as error:
        raise BadKeys(_("keys.p256dh isn't a public key of the curve P-256.")) from error
    if len(secret) != 16:
        raise BadKeys(_("keys.auth must be 16 bytes."))


def _decode(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
