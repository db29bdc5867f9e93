"""What a request speaks with: a session, a personal token or an app's token; and its scopes."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from django.utils.translation import gettext_lazy


class Scope(StrEnum):
    """What a token may be allowed to do. The words on the right are on the consent page."""

    GAMES_READ = "games:read"
    GAMES_PLAY = "games:play"
    CHALLENGES_WRITE = "challenges:write"
    COMPETITIONS_WRITE = "competitions:write"
    ACCOUNT_READ = "account:read"
    ACCOUNT_WRITE = "account:write"
    WEBHOOKS_WRITE = "webhooks:write"


SCOPE_WORDS: Final[dict[str, Any]] = {
    Scope.GAMES_READ: gettext_lazy("See your games, challenges and events"),
    Scope.GAMES_PLAY: gettext_lazy(
        "Play your turns, choose formations, resign, and offer and accept draws"
    ),
    Scope.CHALLENGES_WRITE: gettext_lazy("Challenge others and answer challenges"),
    Scope.COMPETITIONS_WRITE: gettext_lazy("Enter, leave and set up competitions"),
    Scope.ACCOUNT_READ: gettext_lazy("See your profile, email address, settings and notes"),
    Scope.ACCOUNT_WRITE: gettext_lazy(
        "Change your profile and settings, revoke your tokens, and read your secret calendar "
        "address"
    ),
    Scope.WEBHOOKS_WRITE: gettext_lazy("Send events from your games to its own addresses"),
}
DANGEROUS: Final[frozenset[str]] = frozenset({Scope.ACCOUNT_WRITE, Scope.WEBHOOKS_WRITE})
"""Scopes that can cost an account or reveal data: the consent page shows them louder."""

SCOPE_NAMES: Final = [scope.value for scope in Scope]
ALL_SCOPES: Final[frozenset[str]] = frozenset(Scope)
LEAST_SCOPES: Final = (Scope.GAMES_READ, Scope.GAMES_PLAY, Scope.CHALLENGES_WRITE)
"""What a token may that was made without a word about scopes: to play, and nothing else."""
TOKEN_PREFIX: Final = "c11_"


@dataclass(frozen=True, slots=True)
class Credential:
    """What the request was authenticated by; is in ``request.auth``."""

    kind: str
    """``session``, ``personal`` or ``app``."""
    id: int | None
    scopes: frozenset[str]
    app_id: int | None = None
    """Which app has it, where ``kind`` is ``app``."""

    @property
    def holder(self) -> str:
        """Who is at the other end: ``t7`` a personal token, ``a3`` an app, empty the person."""
        match self.kind:
            case "personal":
                return f"t{self.id}"
            case "app":
                return f"a{self.app_id}"
        return ""


SESSION = Credential("session", None, ALL_SCOPES)
GUEST = Credential("session", None, frozenset({*LEAST_SCOPES, Scope.ACCOUNT_READ}))
"""The session of someone without an account: to play, and to read what is shown of them."""


def new_token() -> str:
    """Return a fresh personal token: 256 random bits behind a prefix that scanners can find."""
    return TOKEN_PREFIX + secrets.token_urlsafe(32)


def digest_of(token: str) -> str:
    """Return what is stored of a token. It is random, so one round of SHA-256 is enough."""
    return hashlib.sha256(token.encode()).hexdigest()
