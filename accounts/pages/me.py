"""Everything about the reader: their games, what is set, and the way out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import second_factor
from accounts.models import User
from accounts.pages.readers import reader_of
from config.features import Hook
from config.http.arrival import arrived_at


class Row(NamedTuple):
    """A line that leads to a page, and what is set or kept there."""

    icon: str
    name: str
    path: str
    now: str = ""


class Number(NamedTuple):
    """A figure at the top of the page."""

    value: str
    name: str


Read = Callable[[User, datetime], Row]

KEPT: Final[Hook[Callable[[User, datetime], Row | None]]] = Hook()
"""What someone has: games, friends, certificates. ``None`` is what a guest can't have."""
SET: Final[Hook[Read]] = Hook()
"""What someone may set, in the order of the page."""
FOR_PROGRAMS: Final[Hook[Read]] = Hook()
"""What concerns programs that act for someone."""
NUMBERS: Final[Hook[Callable[[User, datetime], Sequence[Number]]]] = Hook()
"""Figures about someone; none while there is nothing to count."""
_ORDER: Final = (*("notifications", "vacation", "time", "language", "board", "ratings", "account"),)
"""The groups of settings by name, in the order of the page."""
_OF_GUESTS: Final = ("language", "board")
"""The groups that need no account."""


@login_required
@never_cache
@require_safe
def me(request: HttpRequest) -> HttpResponse:
    """Show who the reader is here, what they have, and all groups of settings."""
    user, now = reader_of(request), arrived_at(request)
    groups = SET.named()
    shown = _OF_GUESTS if user.is_guest else _ORDER
    context = {
        "numbers": [number for ask in NUMBERS for number in ask(user, now)],
        "kept": [row for read in KEPT if (row := read(user, now))],
        "groups": [groups[name](user, now) for name in shown if name in groups],
        "for_programs": [read(user, now) for read in FOR_PROGRAMS],
    }
    return render(request, "accounts/me.html", context)


@login_required
@never_cache
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Show what protects the account, and what may be done with it."""
    user = reader_of(request)
    return render(request, "accounts/account.html", {"has_app": second_factor.is_on(user)})


def account_row(user: User, now: datetime) -> Row:
    """Return the line of the account: what protects it."""
    is_on = second_factor.is_on(user)
    words = _("Two-factor authentication is on") if is_on else _("Password, email, your data")
    return Row("lock", _("Account and security"), "/settings/account/", words)


def apps_row(user: User, now: datetime) -> Row:
    """Return the line of apps and tokens."""
    return Row("bot", _("Apps and tokens"), "/settings/apps/", _("Programs that can play for you"))
