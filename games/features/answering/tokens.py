"""The addresses that take answers, such as ``turn+mfzw…@in.example.org``.

A token names the account, the game and the turn, and is signed. It has only letters and digits of
base 32, because servers on the way may change the case of an address.
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import b32decode, b32encode
from typing import Final, NamedTuple

from django.conf import settings

_SIGNED: Final = 12
"""Bytes of the signature."""
TURN: Final = "turn+"
BOUNCE: Final = "bounce+"


class Answered(NamedTuple):
    """What an answer is about."""

    user_id: int
    game_id: str
    turn: int


def turn_address(user_id: int, game_id: str, turn: int) -> str:
    """Return the address for an answer to this turn; empty where no emails are received."""
    if not settings.INBOUND_DOMAIN:
        return ""
    payload = user_id.to_bytes(5, "big") + turn.to_bytes(3, "big") + game_id.encode("ascii")
    return f"{TURN}{_sign(payload, TURN)}@{settings.INBOUND_DOMAIN}"


def bounce_address(user_id: int) -> str:
    """Return the address to which emails to this account come back; empty where none can."""
    if not settings.INBOUND_DOMAIN:
        return ""
    return f"{BOUNCE}{_sign(user_id.to_bytes(5, 'big'), BOUNCE)}@{settings.INBOUND_DOMAIN}"


def read_turn_address(address: str) -> Answered | None:
    """Return what an address is for; ``None`` for one that we never gave out."""
    payload = _payload(address, TURN)
    if payload is None or len(payload) < 9:
        return None
    user_id, turn = int.from_bytes(payload[:5], "big"), int.from_bytes(payload[5:8], "big")
    return Answered(user_id, payload[8:].decode("ascii"), turn)


def read_bounce_address(address: str) -> int | None:
    """Return the account whose email came back; ``None`` for an address that isn't ours."""
    payload = _payload(address, BOUNCE)
    return int.from_bytes(payload, "big") if payload is not None and len(payload) == 5 else None


def _sign(payload: bytes, purpose: str) -> str:
    signature = _signature(payload, purpose, settings.SECRET_KEY)
    return b32encode(payload + signature).decode().rstrip("=").lower()


def _signature(payload: bytes, purpose: str, key: str) -> bytes:
    message = b"games.answering\n" + purpose.encode() + payload
    return hmac.digest(key.encode(), message, hashlib.sha256)[:_SIGNED]


def _payload(address: str, purpose: str) -> bytes | None:
    local, _at, domain = address.strip().strip("<>").rpartition("@")
    is_ours = domain.lower() == settings.INBOUND_DOMAIN.lower() and len(local) <= 64
    if not is_ours or not local.lower().startswith(purpose):
        return None
    token = local[len(purpose) :].upper()
    try:
        signed = b32decode(token + "=" * (-len(token) % 8))
        signed[:-_SIGNED].decode("latin-1")
    except ValueError:
        return None
    payload, signature = signed[:-_SIGNED], signed[-_SIGNED:]
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    good = any(hmac.compare_digest(_signature(payload, purpose, key), signature) for key in keys)
    return payload if good else None
