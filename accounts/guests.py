"""What a guest may not do, and the way out: an account.

A guest is a row of ``User`` like any other, known by a session alone: no password, no address, no
token. Calls of the API are bounded by the scopes of that session, pages by the list below.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from accounts.models import User
from config.http.errors.handler import API_PREFIX
from config.http.errors.refusals import Refusal
from config.http.middleware import Middleware

KEEP: Final = "/keep/"
_CLOSED: Final = ("/settings/", "/accounts/", "/developers/apps/", "/oauth/", "/device/")
"""Pages about an account, which a guest has not."""
_OPEN: Final = (
    "/accounts/logout/", "/accounts/confirm-email/", "/settings/language/", "/settings/playing/",
)  # fmt: skip
_MAY_SEND: Final = (
    "/guest/", "/learn/", KEEP, "/challenges/", "/new/", "/c/", "/competitions/",
    "/accounts/logout/", "/settings/save/language/", "/settings/save/pages/",
)  # fmt: skip
"""Where a guest's forms may go: everything else waits for an account."""


def not_for_guests() -> Refusal:
    """Return the refusal of what needs an account, with the way to one."""
    return Refusal(
        "guest_account",
        _(
            "You need an account for this. Save your game with a name, an email address and a "
            "password."
        ),
        keep=settings.SITE_URL + KEEP,
    )


class GuestMiddleware(Middleware):
    """Leads guests from the pages of an account to the one that makes an account of them."""

    def process_view(self, request: HttpRequest, *args: object) -> HttpResponseBase | None:
        """Return the way to an account, or ``None`` where the page is open to a guest."""
        path = request.path
        if path.startswith(API_PREFIX) or not is_closed(path, request.method or "GET"):
            return None
        user = request.user
        if not isinstance(user, User) or not user.is_guest:
            return None
        return HttpResponseRedirect(f"{KEEP}?next={quote(path)}")


def is_closed(path: str, method: str = "GET") -> bool:
    """Return whether a page or a form needs an account."""
    if method not in ("GET", "HEAD", "OPTIONS"):
        return not path.startswith(_MAY_SEND)
    return path.startswith(_CLOSED) and not path.startswith(_OPEN)
