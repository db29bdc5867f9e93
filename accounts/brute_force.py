"""Guessing passwords is slow, and no one can be locked out by strangers who guess.

Failures count by address and by account. An address from which the account was entered before, or a
browser that has the cookie set then, has a bucket of its own: strangers may fill the account's, the
owner still gets in.
"""

from __future__ import annotations

import hashlib
from typing import Final

from allauth.account.internal.userkit import filter_users_by_email
from django.core import signing
from django.core.cache import cache
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from accounts.models import User
from config.http.client_ip import client_address
from config.http.limits import Bucket, Verdict, consume, policy
from config.observe import counts

DEVICE_COOKIE: Final = "device"
_REMEMBERED_FOR: Final = 180 * 24 * 3600
LOG_INS: Final = counts.Count(
    "log_ins",
    "Passwords that were tried.",
    "outcome",
    known=["blocked", "failed", "succeeded"],
)
_SALT: Final = "accounts.brute_force.device"


class Attempt:
    """One try to log in."""

    def __init__(self, request: HttpRequest, login: str) -> None:
        self.address = client_address(request)
        self.account = _account_of(login)
        known = self._is_known_address() or self._is_known_device(request)
        self.buckets = [
            Bucket(policy("login_address"), self.address),
            Bucket(policy("login_known"), f"{self.account}:{self.address}")
            if known
            else Bucket(policy("login_account"), self.account),
        ]

    def begin(self) -> Verdict:
        """Return whether the password may be looked at; it counts as a failure until then."""
        verdict = consume(self.buckets)
        if not verdict.allowed:
            self._count("blocked")
        return verdict

    def failed(self) -> None:
        """Count a wrong password."""
        self._count("failed")

    def succeeded(self) -> None:
        """Give back what the attempt cost, and know the address next time."""
        consume(self.buckets, cost=-1)
        self._count("succeeded")
        cache.set(self._address_key, True, _REMEMBERED_FOR)

    def mark_device(self, response: HttpResponseBase, secure: bool) -> None:
        """Set the cookie by which this browser is known as one the owner has used."""
        response.set_cookie(
            DEVICE_COOKIE,
            signing.dumps(self.account, salt=_SALT),
            max_age=_REMEMBERED_FOR,
            path="/accounts/",
            secure=secure,
            httponly=True,
            samesite="Lax",
        )

    def _count(self, outcome: str) -> None:
        LOG_INS.add(outcome)
        counts.flush()

    @property
    def _address_key(self) -> str:
        return f"login-from:{self.account}:{self.address}"

    def _is_known_address(self) -> bool:
        return bool(cache.get(self._address_key))

    def _is_known_device(self, request: HttpRequest) -> bool:
        try:
            cookie = request.COOKIES.get(DEVICE_COOKIE, "")
            return signing.loads(cookie, salt=_SALT, max_age=_REMEMBERED_FOR) == self.account
        except signing.BadSignature:
            return False


def _account_of(login: str) -> str:
    """Return one key for a person, by whichever of name and email address they log in."""
    user = User.objects.filter(username__iexact=login).only("id").first()
    if user is None and "@" in login:
        owners = filter_users_by_email(login, prefer_verified=True, for_login=True)
        user = owners[0] if len(owners) == 1 else None
    if user is not None:
        return f"user:{user.pk}"
    return hashlib.sha256(login.lower().encode()).hexdigest()
