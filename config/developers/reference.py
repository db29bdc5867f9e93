"""What the developers' pages show that the code decides; a test keeps the two together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from django.conf import settings

from config.features import Hook, registered
from config.http import fair_queue
from config.http.errors.codes import CODES
from config.http.errors.field_codes import FIELD_CODES
from config.http.limits import buckets_for

REFERENCE: Final[Hook[Callable[[], Mapping[str, Any]]]] = Hook()
"""Returns what an app adds to the context of the pages; mappings of one name are joined."""

LIMITS: Final[dict[str, str]] = {
    "play": "Actions in your games: turns, formations, resigning, draws. Per player.",
    "token": "Everything else with a token. Each token.",
    "user": "All tokens of one person together.",
    "session": "Pages, and the calls that they make, once you're logged in. Each person.",
    "address": "Pages and calls without a login or token. Each address; an IPv6 network of 64 bits"
    " is one.",
    "register": "New accounts. Each address.",
    "guest": "Guests, and games that they begin. Each address.",
    "login": "Tokens made with a password. Each address.",
    "webhooks": "New webhooks. Each person.",
    "leaves": "Vacations announced, ended or taken back. Each person.",
    "rules": "Options and turns of positions without a game. Each address.",
    "search": "Searches for players. Each person.",
    "talk": "Messages to other players. Each person.",
    "explore": "Lines of turns that are walked, and those kept with games. Each address.",
    "oauth": "The OAuth addresses. Each address.",
    "device_code": "Codes typed from a device. Each person.",
    "reset": "Emails for a new password. Per email address.",
    "test": "Tries of webhooks and of devices, of each kind. Each person.",
    "resend": "Deliveries to webhooks sent again. Each person.",
    "login_address": "Wrong passwords. Each address.",
    "login_account": "Wrong passwords for one account, from where its owner never was.",
    "login_known": "Wrong passwords for one account, from where its owner was.",
    "export": "Copies of your own data. Per player.",
    "second_factor": "Wrong two-factor codes. Per player.",
}


class LimitRow(NamedTuple):
    """A line of the table of limits."""

    name: str
    words: str
    quota: int
    window: int


def context() -> dict[str, Any]:
    """Return what the templates show of all this."""
    shown: dict[str, Any] = {
        "site": settings.SITE_URL,
        "codes": list(CODES.items()),
        "field_codes": list(FIELD_CODES.items()),
        "cors": {"allowed": settings.CORS_ALLOW_HEADERS, "exposed": settings.CORS_EXPOSE_HEADERS},
        "short_clocks": settings.SHORT_CLOCKS,
        "limits": [row for name, words in limits().items() for row in _limit(name, words)],
        "waiting": fair_queue.MOST_OF_ONE,
    }
    for reference in REFERENCE:
        for name, value in reference().items():
            joins = isinstance(value, Mapping) and name in shown
            shown[name] = {**shown[name], **value} if joins else value
    return shown


def limits() -> dict[str, str]:
    """Return what each limit counts: the core's, then those of features."""
    return LIMITS | {name: words for one in registered() for name, words in one.limits.items()}


def _limit(name: str, words: str) -> Iterator[LimitRow]:
    """Yield the row of a limit, and of its second for a shorter time."""
    for bucket in buckets_for(name, ""):
        rate = bucket.policy
        said = words if rate.name == name else "The same in a shorter time; both apply."
        yield LimitRow(rate.name, said, rate.quota, rate.window)
