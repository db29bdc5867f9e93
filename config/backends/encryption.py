"""Secrets that have to be read again, kept so that a copy of the database does not give them away.

The key follows from ``SECRET_KEY``; older ones in ``SECRET_KEY_FALLBACKS`` still open.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Final

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db.models import QuerySet

from config.features import Hook

_PURPOSE = b"notifications.vault"
"""What the key is derived for. Secrets are stored under this name: it cannot change."""

RESEALED: Final[Hook[Callable[[], int]]] = Hook()
"""Seals what an app keeps with the present key, and counts it; the name says what it is."""
SEALED: Final[Hook[Callable[[], Iterable[bytes]]]] = Hook()
"""Returns samples of the secrets that an app keeps sealed; the name says what they are."""


class Unreadable(Exception):
    """A secret that none of our keys opens: SECRET_KEY was changed without keeping the old one."""


def seal(secret: bytes) -> bytes:
    """Return a secret in the form in which it is stored."""
    return _keys().encrypt(secret)


def unseal(sealed: bytes) -> bytes:
    """Return the secret; raises ``Unreadable``."""
    try:
        return _keys().decrypt(sealed)
    except InvalidToken as error:
        raise Unreadable(
            "SECRET_KEY was changed; put the old one into SECRET_KEY_FALLBACKS."
        ) from error


def oldest_and_newest(rows: QuerySet[Any], column: str) -> list[Any]:
    """Return a column of the oldest and of the newest row, as samples for ``SEALED``."""
    found = [rows.order_by(order).values_list(column, flat=True).first() for order in ("pk", "-pk")]
    return [value for value in found if value is not None]


def closed_secrets() -> list[str]:
    """Return the kinds of secrets of which a sample does not open with our keys, in words."""
    return [words for words, samples in SEALED.named().items() if not all(map(_opens, samples()))]


def _opens(sealed: bytes) -> bool:
    try:
        unseal(bytes(sealed))
    except Unreadable:
        return False
    return True


def _keys() -> MultiFernet:
    return _derived(settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)


@lru_cache(maxsize=4)
def _derived(*keys: str) -> MultiFernet:
    return MultiFernet([Fernet(_derive(key)) for key in keys])


def _derive(key: str) -> bytes:
    return base64.urlsafe_b64encode(hmac.new(key.encode(), _PURPOSE, hashlib.sha256).digest())
