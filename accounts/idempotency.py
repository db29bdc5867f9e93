"""Doing a writing request once, however often it arrives.

The key's row, the work and the stored answer share one transaction:

1. The row is inserted. Where another request with the same key is at work, PostgreSQL makes
   this one wait at the unique index until that one has committed or given up.
2. Inserted: the view runs, its answer is stored in the row, all is committed together. A crash
   in between leaves nothing behind, so the client may try again and nothing is done twice.
3. Not inserted: the first answer is sent again, byte for byte; another body is refused.

Services below may open transactions of their own; inside this one they become savepoints.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import re
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.db import OperationalError, transaction
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import IdempotentRequest
from accounts.store.idempotent_requests import claim_row, forget_surplus
from config.http.errors.refusals import Refusal

KEPT_FOR = timedelta(hours=24)
MOST_KEPT = 2000
SURPLUS_KEPT_FOR = timedelta(hours=1)
WAIT_FOR_THE_FIRST = "10s"
_KEY = re.compile(r"[!-~](?:[ -~]{0,253}[!-~])?")
_KEPT_HEADERS = ("Content-Type", "Location", "ETag", "WWW-Authenticate", "Allow")


class Claim(NamedTuple):
    """One use of a key: whose it is, which it is, and what was asked with it."""

    owner: str
    key_digest: str
    fingerprint: str
    cipher_keys: tuple[bytes, ...]
    """The first seals an answer; the others open one sealed before ``SECRET_KEY`` was changed."""


def read_claim(request: Request, address: str) -> Claim | None:
    """Return the claim that a request makes, or None if it has no key."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not _KEY.fullmatch(key):
        raise Refusal("invalid_idempotency_key", _("Use 1 to 255 printable ASCII characters."))
    path = request.get_full_path()
    if request.user.is_authenticated:
        owner = f"user:{request.user.pk}"
    else:
        owner = hashlib.sha256(f"{address}\n{path}".encode()).hexdigest()
    body = request._request.body
    asked = b"\n".join([(request.method or "").encode(), path.encode(), body])
    purpose = b"idempotency\n" + key.encode() + b"\n" + asked
    secrets_of_ours = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    cipher_keys = tuple(hmac.digest(ours.encode(), purpose, "sha256") for ours in secrets_of_ours)
    return Claim(
        owner,
        hashlib.sha256(key.encode()).hexdigest(),
        hashlib.sha256(asked).hexdigest(),
        cipher_keys,
    )


def answer_once(claim: Claim, work: Callable[[], Response]) -> HttpResponseBase:
    """Return the answer of ``work``, or the stored one if the claim was made before.

    ``work`` returns a rendered answer. One that says nothing lasting (5xx, 429) is not kept, and
    everything that was written on the way to it is undone.
    """
    try:
        with transaction.atomic():
            row_id = _insert(claim, timezone.now())
            if row_id is None:
                return _first_answer(claim)
            response = work()
            if response.status_code >= 500 or response.status_code == 429:
                transaction.set_rollback(True)
                return response
            _keep(row_id, claim, response)
            return response
    except _StillRunning as exc:
        raise Refusal(
            "idempotency_key_in_use",
            _("Your first request with this key is still running. It won't run twice."),
            headers={"Retry-After": "1"},
        ) from exc


def forget_old(now: datetime, most: int = MOST_KEPT) -> int:
    """Delete the answers that no repeat can ask for any more; return how many.

    Of someone with thousands of them only the newest are kept for longer than an hour, lest one
    account fill the disk: a repeat follows its request within minutes.
    """
    deleted, _rest = IdempotentRequest.objects.filter(created_at__lt=now - KEPT_FOR).delete()
    return deleted + forget_surplus(most, now - SURPLUS_KEPT_FOR)


class _StillRunning(Exception):
    """The first request held its row for longer than this one could wait."""


def _insert(claim: Claim, now: datetime) -> int | None:
    """Return the id of the claimed row, or None if the claim was made before."""
    try:
        return claim_row(
            claim.owner,
            claim.key_digest,
            claim.fingerprint,
            now=now,
            forgotten_before=now - KEPT_FOR,
            wait=WAIT_FOR_THE_FIRST,
        )
    except OperationalError as exc:
        if getattr(exc.__cause__, "sqlstate", None) == "55P03":
            raise _StillRunning from exc
        raise


def _first_answer(claim: Claim) -> HttpResponse:
    row = IdempotentRequest.objects.get(owner=claim.owner, key_digest=claim.key_digest)
    if row.fingerprint != claim.fingerprint:
        raise Refusal(
            "idempotency_key_reused",
            _("You used this Idempotency-Key for another request. Use a new one."),
        )
    response = HttpResponse(_open(claim, bytes(row.answer)), status=row.status)
    del response["Content-Type"]
    for name, value in row.headers.items():
        response[name] = value
    response["Idempotency-Replayed"] = "true"
    return response


def _open(claim: Claim, sealed: bytes) -> bytes:
    for cipher_key in claim.cipher_keys:
        with contextlib.suppress(InvalidTag):
            return AESGCM(cipher_key).decrypt(sealed[:12], sealed[12:], None)
    raise Refusal(
        "idempotent_answer_lost",
        _(
            "This request already ran once, but we can't read its answer any more. Check what "
            "changed. It didn't run again."
        ),
    )


def _keep(row_id: int, claim: Claim, response: Response) -> None:
    nonce = secrets.token_bytes(12)
    IdempotentRequest.objects.filter(id=row_id).update(
        status=response.status_code,
        headers={name: response[name] for name in _KEPT_HEADERS if response.has_header(name)},
        answer=nonce + AESGCM(claim.cipher_keys[0]).encrypt(nonce, response.content, None),
    )
