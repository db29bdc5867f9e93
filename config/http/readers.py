"""The reader for whom a request waits, known without asking the database.

A token or a session is looked up in the thread that answers; what was found is remembered under its
digest for the requests to come. Until then, and for what turns out to be invented, the address
counts: random tokens make no new readers.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import LazyObject, empty

from config.http.client_ip import address_of
from config.http.errors.handler import API_PREFIX

MOST_KNOWN: Final = 20_000
"""So many tokens and sessions are remembered, those used last."""


class Readers:
    """Who spoke by which token or session."""

    def __init__(self, most: int = MOST_KNOWN) -> None:
        self._most = most
        self._known: OrderedDict[bytes, int] = OrderedDict()
        self._lock = threading.Lock()

    def account_of(self, scope: Any) -> int | None:
        """Return whose account a request speaks for, as far as that is known."""
        digest = _digest_of(scope)
        if digest is None:
            return None
        with self._lock:
            if digest not in self._known:
                return None
            self._known.move_to_end(digest)
            return self._known[digest]

    def learn(self, scope: Any, request: HttpRequest, status: int) -> None:
        """Remember by which account a request was made, if someone asked for it."""
        digest = _digest_of(scope)
        user = getattr(request, "user", None)
        # To find out who it is only for this would cost a query.
        if digest is None or (isinstance(user, LazyObject) and user.__dict__["_wrapped"] is empty):
            return
        number = getattr(user, "pk", None) if status != 401 else None
        with self._lock:
            if number is None:
                self._known.pop(digest, None)
                return
            self._known[digest] = number
            self._known.move_to_end(digest)
            if len(self._known) > self._most:
                self._known.popitem(last=False)


def address_in(scope: Any) -> str:
    """Return the address of the client of an ASGI request, as ``client_address`` does."""
    forwarded = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    remote = (scope.get("client") or ("",))[0]
    return address_of(remote or "", b",".join(forwarded).decode("latin1"))


def _digest_of(scope: Any) -> bytes | None:
    """Return the digest of what a request speaks with: the API looks at tokens first, pages never.

    It is short: no one gains by finding another's but a place in that line.
    """
    token = session = b""
    is_api = scope["path"].startswith(API_PREFIX)
    cookie_name = settings.SESSION_COOKIE_NAME.encode()
    for name, value in scope["headers"]:
        if name == b"authorization" and is_api:
            token = value
        elif name == b"cookie":
            for part in value.split(b";"):
                key, _, text = part.strip().partition(b"=")
                if key == cookie_name:
                    session = text
    said = token or session
    return hashlib.blake2b(said, digest_size=16).digest() if said else None
