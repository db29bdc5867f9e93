"""How the service keeps its own promises, for anyone to see: the clock, and lost time."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.features import Hook
from config.observe.liveness import Sign, state_of_sign
from games.models import Outage, Sweep
from games.play.lateness import ClockStatus, SweepStats, clock_status, recent_outages, sweep_stats
from games.shown import wording

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

PERIODS = (
    (gettext_lazy("Hour"), timedelta(hours=1)),
    (gettext_lazy("Day"), timedelta(days=1)),
    (gettext_lazy("Week"), timedelta(days=7)),
)

PUNCTUAL = timedelta(minutes=1)
"""A game is closed within this after its deadline."""


WAITS: Final[Hook[Callable[[datetime], Callable[[], str]]]] = Hook()
"""Looks up how long something waits; returns what says so in the reader's language."""


class Table(NamedTuple):
    """How late one kind of sweep was, by the time that one looks back."""

    title: str
    rows: list[tuple[StrOrPromise, SweepStats]]


@never_cache
@require_safe
def status(request: HttpRequest) -> HttpResponse:
    """Show whether turns can be played, how late the sweeps were, and what was given back."""
    return render(request, "games/status.html", _context())


_kept: tuple[float, dict[str, Any]] = (0.0, {})


def _context() -> dict[str, Any]:
    """Return what the page shows, in the reader's language."""
    found = _found()
    clock, outages = found["clock"], found["outages"]
    return found | {
        "line": in_a_line(clock, outages),
        "is_well": clock.is_up and not clock.lost_since and clock.oldest_overdue <= PUNCTUAL,
        "tables": [
            Table(_("Games ended after a missed deadline"), found["deadlines"]),
            Table(_("Reminders"), found["reminders"]),
        ],
        "waits": [say() for say in found["waits"]],
        "outages": [(outage, wording.cause(outage.reason)) for outage in outages],
    }


def _found() -> dict[str, Any]:
    """Return the figures; looked up once in a while, however many ask."""
    global _kept
    moment = time.monotonic()
    if not _kept[1] or moment - _kept[0] >= settings.STATUS_KEPT_SECONDS:
        _kept = (moment, _look())
    return _kept[1]


def _look() -> dict[str, Any]:
    now = timezone.now()
    return {
        "now": now,
        "clock": clock_status(now),
        "has_referee": state_of_sign(Sign.REFEREE) == "ok",
        "outages": recent_outages(),
        "waits": [look(now) for look in WAITS],
        "deadlines": _rows(Sweep.Kind.DEADLINES, now),
        "reminders": _rows(Sweep.Kind.REMINDERS, now),
    }


def in_a_line(clock: ClockStatus, outages: list[Outage]) -> str:
    """Return in one sentence how the service is; ``outages`` begin with the newest."""
    if any(outage.ended_at is None for outage in outages):
        return _("The clocks are paused for maintenance. We'll add the time back.")
    if clock.lost_since is not None:
        return _("We're adding lost time back. Until that's done, no deadline counts.")
    if not clock.is_up:
        return _("No one could play for a while. We'll add that time back.")
    if clock.oldest_overdue > PUNCTUAL:
        return _("You can play. Games that ran out of time end a little late.")
    return _("You can play, and the clocks run.")


def _rows(kind: Sweep.Kind, now: datetime) -> list[tuple[StrOrPromise, SweepStats]]:
    return [(period, sweep_stats(kind, now - length)) for period, length in PERIODS]
