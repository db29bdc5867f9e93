"""How push services know us: a key pair made once, and a signed word for each (RFC 8292)."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import serialization
from django.conf import settings
from py_vapid import Vapid02
from py_vapid.utils import b64urlencode

from config.backends.encryption import oldest_and_newest, seal, unseal
from notifications.models import ServiceSecret

_NAME: Final = "vapid"
_GOOD_FOR: Final = 12 * 3600
"""Seconds; push services refuse more than a day."""
_RENEWED_AFTER: Final = 3600


def public_key() -> str:
    """Return the key that a browser needs to subscribe, as base64url."""
    point = _key().public_key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return b64urlencode(point)


def authorization(endpoint: str) -> str:
    """Return the ``Authorization`` header for a push service."""
    parts = urlsplit(endpoint)
    # The same word for an hour: signing costs more than sending.
    return _signed(f"{parts.scheme}://{parts.netloc}", int(time.time()) // _RENEWED_AFTER)


@lru_cache(maxsize=256)
def _signed(audience: str, hour: int) -> str:
    expires = (hour + 1) * _RENEWED_AFTER + _GOOD_FOR
    claims = {"aud": audience, "exp": expires, "sub": settings.VAPID_SUBJECT}
    return str(_key().sign(claims)["Authorization"])


@lru_cache(maxsize=1)
def _key() -> Vapid02:
    if settings.VAPID_PRIVATE_KEY:
        return Vapid02.from_string(settings.VAPID_PRIVATE_KEY)
    stored = ServiceSecret.objects.filter(name=_NAME).first()
    if stored is None:
        fresh = Vapid02()
        fresh.generate_keys()
        # Of two processes that start at the same time, one is the first; both use its key.
        sealed = seal(fresh.private_pem())
        ServiceSecret.objects.bulk_create(
            [ServiceSecret(name=_NAME, sealed=sealed)], ignore_conflicts=True
        )
        stored = ServiceSecret.objects.get(name=_NAME)
    return Vapid02.from_pem(unseal(bytes(stored.sealed)))


def reseal_key() -> int:
    """Seal the key that we keep with the present ``SECRET_KEY``; return how many there were."""
    stored_keys = ServiceSecret.objects.all()
    for stored in stored_keys:
        stored.sealed = seal(unseal(bytes(stored.sealed)))
        stored.save(update_fields=["sealed"])
    return len(stored_keys)


def some_keys() -> list[bytes]:
    """Return the sealed keys that we keep."""
    return oldest_and_newest(ServiceSecret.objects.all(), "sealed")


def forget_key() -> None:
    """Read the key again when it is next needed."""
    _key.cache_clear()
    _signed.cache_clear()
