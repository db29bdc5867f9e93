"""Rest days: weekdays on which a person's clocks stand still, in games whose terms allow it.

An account keeps its changes, the newest last, each as a line of text. A change applies from the
Monday that follows, and to clocks that start after it: a deadline that already runs never moves.
Days begin and end at midnight in the zone of the change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import takewhile
from typing import Final, NamedTuple, Self

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.zones import zone_of
from config.http.errors.refusals import Refusal

MOST_DAYS: Final = 2
"""Rest days a week."""
MOST_CHANGES: Final = 3
"""Changes that apply from the same Monday."""
WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

_DAY: Final = timedelta(days=1)
_WEEK: Final = timedelta(days=7)
_HEARD_AFTER: Final = timedelta(minutes=1)
"""Longer than any request: one that arrives later reads the change, so all of them go by it."""
_MATTERS_FOR: Final = timedelta(days=180)
"""Longer than any clock runs: which change it goes by depends on when it started."""
_LONGEST_WEEKS: Final = 520

Rest = tuple[datetime, datetime]


class Change(NamedTuple):
    """What a person chose once."""

    heard_at: datetime
    """Clocks that start from this moment on go by it."""
    monday: date
    """The first week for which it was chosen."""
    zone: str
    days: tuple[int, ...]
    """From 0 for Monday; empty for no rest."""

    @classmethod
    def parse(cls, line: str) -> Self:
        """Return the change of a line: ``1764176400 2026-11-30 Europe/Vienna 56``."""
        heard_at, monday, zone, days = line.split(" ")
        return cls(
            datetime.fromtimestamp(int(heard_at), UTC),
            date.fromisoformat(monday),
            zone,
            tuple(int(day) for day in days),
        )

    def __str__(self) -> str:
        days = "".join(map(str, self.days))
        return f"{int(self.heard_at.timestamp())} {self.monday.isoformat()} {self.zone} {days}"


class Chosen(NamedTuple):
    """The rest days of a person, from 0 for Monday."""

    days: tuple[int, ...]
    """Those of the present week."""
    next_days: tuple[int, ...]
    """Those that apply from ``changes_on``."""
    changes_on: date | None
    """The Monday from which others apply; empty where none wait."""


def rests(lines: Sequence[str], start: datetime) -> Iterator[Rest]:
    """Yield the rest days of a clock that started at ``start``, in order, for ten years.

    Each week has those of the last change that was chosen for it or for an earlier one. So no week
    of the calendar has more than two, in any zone.
    """
    changes = [change for change in map(Change.parse, lines) if change.heard_at <= start]
    if not any(change.days for change in changes):
        return
    # A day earlier somewhere: the week before may still last there.
    monday, end = _monday_of(start.astimezone(UTC).date() - _DAY), start
    for _number in range(_LONGEST_WEEKS):
        change = _of_week(changes, monday)
        if change is changes[-1] and not change.days:
            return
        for begins, ends in _rests_of(change, monday):
            if ends > end:
                yield max(begins, end), ends
                end = ends
        monday += _WEEK


def weekdays_between(
    lines: Sequence[str], start: datetime, now: datetime, until: datetime
) -> tuple[int, ...]:
    """Return on which weekdays a clock that started at ``start`` rests between two moments."""
    ahead = takewhile(lambda rest: rest[0] < until, rests(lines, start))
    zone = zone_of(Change.parse(lines[-1]).zone)
    noons = (begin + (end - begin) / 2 for begin, end in ahead if end > now)
    return tuple(sorted({noon.astimezone(zone).weekday() for noon in noons}))


def chosen(lines: Sequence[str], now: datetime) -> Chosen:
    """Return the rest days that these changes make now and soon."""
    changes = [Change.parse(line) for line in lines]
    if not changes:
        return Chosen((), (), None)
    last = changes[-1]
    present = _of_week(changes, _monday_of(now.astimezone(zone_of(last.zone)).date()))
    if present == last:
        return Chosen(last.days, last.days, None)
    days = present.days if present is not None else ()
    return Chosen(days, last.days, last.monday if days != last.days else None)


def choose(user: User, days: Sequence[int], now: datetime) -> None:
    """Let a person rest on these weekdays from the following week on, in their own time zone.

    Raises the refusals ``no_bots`` and ``rest_days_too_soon``.
    """
    assert len(set(days)) <= MOST_DAYS, "the form and the call let no more through"
    if user.is_bot:
        raise Refusal("no_bots", _("Bots can't have rest days."))
    if not _keep(user, tuple(sorted(set(days))), now):
        raise Refusal(
            "rest_days_too_soon",
            _("You changed your rest days {n} times this week. Try again next week.").format(
                n=MOST_CHANGES
            ),
        )


def follow(user: User, now: datetime) -> None:
    """Let the rest days of someone who has changed their time zone follow, from the next week on.

    After too many changes in a week they stay in the zone of the last one.
    """
    if user.rest_days:
        _keep(user, None, now)


def _keep(user: User, days: tuple[int, ...] | None, now: datetime) -> bool:
    """Keep a change, of the zone alone without ``days``; return false after too many."""
    with transaction.atomic():
        # Locked: of two changes at the same time each sees the other.
        row = User.objects.select_for_update(no_key=True).only("time_zone", "rest_days")
        stored = row.get(pk=user.pk)
        kept = [Change.parse(line) for line in stored.rest_days or ()]
        if days is None:
            days = kept[-1].days if kept else ()
        # One that no clock goes by yet is replaced.
        changes = [change for change in kept if change.heard_at <= now]
        if not _is_as(changes, days, stored.time_zone):
            today = now.astimezone(zone_of(stored.time_zone)).date()
            monday = _monday_of(today) + _WEEK
            if sum(change.monday >= monday for change in changes) >= MOST_CHANGES:
                return False
            heard_at = now.replace(microsecond=0) + _HEARD_AFTER
            changes.append(Change(heard_at, monday, stored.time_zone, days))
        user.rest_days = [str(change) for change in _mattering(changes, now)]
        User.objects.filter(pk=user.pk).update(rest_days=user.rest_days)
    return True


def _is_as(changes: Sequence[Change], days: tuple[int, ...], zone: str) -> bool:
    """Return whether the last of these says the same already."""
    if not changes:
        return not days
    return changes[-1].days == days and (not days or changes[-1].zone == zone)


def _mattering(changes: Sequence[Change], now: datetime) -> Sequence[Change]:
    """Return the changes without those that no running clock can go by any more."""
    old = [n for n, change in enumerate(changes) if change.heard_at < now - _MATTERS_FOR]
    return changes[old[-1] :] if old else changes


def _of_week(changes: Sequence[Change], monday: date) -> Change | None:
    """Return the change that a week goes by: the last one for it or for an earlier week."""
    return next((change for change in reversed(changes) if change.monday <= monday), None)


def _rests_of(change: Change | None, monday: date) -> Iterator[Rest]:
    """Yield the rest days of the week that begins on this Monday."""
    if change is not None:
        for day in change.days:
            begins, ends = (_midnight(monday + n * _DAY, change.zone) for n in (day, day + 1))
            yield begins, ends


def _monday_of(day: date) -> date:
    return day - day.weekday() * _DAY


def _midnight(day: date, zone: str) -> datetime:
    """Return when a day begins; where the clock skips midnight, when it skips."""
    return datetime.combine(day, time(), zone_of(zone)).astimezone(UTC)
