"""What a person wants to hear: the defaults and what they chose instead."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import reduce
from operator import or_
from typing import NamedTuple

from django.db.models import Q

from accounts import zones
from accounts.models import User
from notifications.models import Preferences
from notifications.vocabulary import (
    RUNGS,
    USUAL_RUNGS,
    Channel,
    Timing,
)
from notifications.vocabulary.kind import Kind

Chosen = Mapping[str, Mapping[str, str]]


class Quiet(NamedTuple):
    """One night, or whenever someone wants to be left in peace."""

    begins_at: datetime
    ends_at: datetime


def zone_of(user: User) -> tzinfo:
    """Return the person's time zone, UTC where the stored name is not one."""
    return zones.zone_of(user.time_zone)


@dataclass(frozen=True, slots=True)
class NotificationPreferences:
    """What one person wants to hear, complete."""

    chosen: Chosen = field(default_factory=dict)
    digest_hour: int = 8
    quiet: tuple[time, time] | None = None
    rungs: Mapping[str, Sequence[str]] = field(default_factory=dict)
    wake_me: bool = False
    weekly: bool = False
    daily_puzzle: bool = False

    def way(self, channel: Channel, kind: Kind) -> Timing:
        """Return how soon this person wants to hear of this; most immediately by default."""
        value = self.chosen.get(channel, {}).get(kind.name)
        return next((way for way in kind.timings(channel) if way == value), kind.usual(channel))

    def has_chosen(self, channel: Channel, kind: Kind) -> bool:
        """Return whether this person has said how soon they want to hear of this."""
        return kind.name in self.chosen.get(channel, {})

    def next_digest(self, now: datetime, zone: tzinfo) -> datetime:
        """Return when the next daily email goes out."""
        local = now.astimezone(zone)
        today = local.replace(hour=self.digest_hour, minute=0, second=0, microsecond=0)
        # Wall time plus a day, not 24 hours: it comes at the same hour when clocks change.
        due = today if today > local else today + timedelta(days=1)
        return due.astimezone(UTC)

    def next_week(self, now: datetime, zone: tzinfo) -> datetime:
        """Return when the next weekly email goes out: on Monday, at the hour of the daily one."""
        local = now.astimezone(zone)
        hour = local.replace(hour=self.digest_hour, minute=0, second=0, microsecond=0)
        monday = hour + timedelta(days=-local.weekday() % 7)
        due = monday if monday > local else monday + timedelta(days=7)
        return due.astimezone(UTC)

    def after_quiet(self, now: datetime, zone: tzinfo) -> datetime:
        """Return ``now``, or the end of the quiet hours that it falls in."""
        quiet = self.quiet_around(now, zone)
        return quiet.ends_at if quiet else now

    def quiet_around(self, now: datetime, zone: tzinfo) -> Quiet | None:
        """Return the quiet hours that ``now`` falls in, or ``None``."""
        if self.quiet is None or self.quiet[0] == self.quiet[1]:
            return None
        begin, end = self.quiet
        today = now.astimezone(zone).date()
        for evening in (today - timedelta(days=1), today):
            morning = evening if begin < end else evening + timedelta(days=1)
            night = Quiet(min(_moments(evening, begin, zone)), max(_moments(morning, end, zone)))
            if night.begins_at <= now < night.ends_at:
                return night
        return None

    def rungs_of(self, channel: Channel) -> tuple[str, ...]:
        """Return how long before the end of their time this person is reminded, longest first."""
        chosen = self.rungs.get(channel, USUAL_RUNGS[channel])
        return tuple(name for name in RUNGS if name in chosen)


def _moments(day: date, clock: time, zone: tzinfo) -> list[datetime]:
    """Return when a clock on the wall shows this time: twice, in UTC, which are mostly the same.

    They differ in the hour that comes twice when clocks are put back, and in the one that is left
    out when they are put forward.
    """
    shown = datetime.combine(day, clock, tzinfo=zone)
    return [shown.replace(fold=fold).astimezone(UTC) for fold in (0, 1)]


def preferences_of(users: Collection[int]) -> dict[int, NotificationPreferences]:
    """Return what these people want to hear; someone who never chose is not in it."""
    rows = Preferences.objects.filter(user__in=users)
    return {row.user_id: read_row(row) for row in rows}


def who_asked(name: str, users: Collection[int] | None = None) -> set[int]:
    """Return who hears of a kind that players ask for, of these accounts or of all."""
    ways = [Timing.AT_ONCE.value, Timing.DAILY.value]
    by_channel = (Q(**{f"chosen__{channel}__{name}__in": ways}) for channel in Channel)
    rows = Preferences.objects.filter(reduce(or_, by_channel))
    if users is not None:
        rows = rows.filter(user__in=users)
    return set(rows.values_list("user_id", flat=True))


def read_preferences(user: User) -> NotificationPreferences:
    """Return what this person wants to hear."""
    return preferences_of([user.pk]).get(user.pk, NotificationPreferences())


def read_row(row: Preferences) -> NotificationPreferences:
    """Return what a stored row says."""
    quiet = None
    if row.quiet_from is not None and row.quiet_until is not None:
        quiet = (row.quiet_from, row.quiet_until)
    return NotificationPreferences(
        row.chosen, row.digest_hour, quiet, row.rungs, row.wake_me, row.weekly, row.daily_puzzle
    )
