"""How soon someone answers by correspondence: counted when asked, from the turns of ninety days.

Only figures, for everyone to see before they agree to play; no one is judged by them here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from math import ceil
from typing import Any, Final

from django.db.models import Count, F, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.rest_days import WEEKDAYS, chosen
from config.http.times import utc
from games.models import Act, Game, Leave, Player, Turn
from games.play.reliability import COUNTED, KNOWN, lost_on_time
from games.rules.contract import TIME_OUT
from games.shown import wording
from games.shown.shapes import times

ESTABLISHED: Final = KNOWN
_NEWEST: Final = 1000
_SHARE: Final = 0.8


@dataclass(frozen=True, slots=True)
class Pace:
    """How someone has played lately."""

    turns: int
    median_s: int | None
    """Half of the turns took so long at most; empty before the first."""
    p80_s: int | None
    """Four in five took so long at most."""
    hours: tuple[int, ...]
    """How many turns were played in each hour of the day, in UTC."""
    missed: int
    """Deadlines that were missed."""
    lost_on_time: int
    """Games that were lost by that."""
    running: int
    finished: int
    away_until: datetime | None
    rest_days: tuple[int, ...] = ()
    """Weekdays without time, from 0 for Monday, in games that allow it."""

    @property
    def due(self) -> int:
        """The turns that were due: played or missed."""
        return self.turns + self.missed


def pace_of(user_id: int, now: datetime) -> Pace:
    """Return how soon this person answers."""
    since = now - COUNTED
    mine = {"game__players__user": user_id, "side": F("game__players__side")}
    turns = list(
        Turn.objects.filter(
            **mine, game__live__isnull=True, played_at__gt=since, took__isnull=False
        )
        .order_by("-played_at")
        .values_list("took", "played_at")[:_NEWEST]
    )
    took = sorted(seconds for seconds, _at in turns if seconds is not None)
    hours = [0] * 24
    for _seconds, at in turns:
        hours[at.astimezone(UTC).hour] += 1
    seats = Player.objects.filter(user=user_id)
    leaves = Leave.objects.filter(user=user_id, begins_at__lte=now, ends_at__gt=now)
    # All at the same time: each would be a round trip of its own wherever someone is shown.
    counted = User.objects.filter(pk=user_id).values_list(
        _count(Act.objects.filter(**mine, name=TIME_OUT, at__gt=since)),
        _count(lost_on_time([user_id], since)),
        _count(seats.filter(game__status__in=Game.ACTIVE)),
        _count(seats.filter(game__status=Game.Status.FINISHED)),
        Subquery(leaves.order_by("pk").values("ends_at")[:1]),
        "rest_days",
    )
    missed, lost, running, finished, away_until, rest = counted.first() or (0, 0, 0, 0, None, None)
    return Pace(
        turns=len(turns),
        median_s=_at_share(took, 0.5),
        p80_s=_at_share(took, _SHARE),
        hours=tuple(hours),
        missed=missed,
        lost_on_time=lost,
        running=running,
        finished=finished,
        away_until=away_until,
        rest_days=chosen(rest or (), now).days,
    )


def _count(rows: QuerySet[Any]) -> Coalesce:
    """Return how many rows there are, as a column of another statement."""
    counted = rows.order_by().annotate(whole=Value(1)).values("whole")
    return Coalesce(Subquery(counted.annotate(n=Count("*")).values("n")), 0)


def pace_payload(pace: Pace) -> times.Pace:
    """Return the figures as the API shows them."""
    return {
        "turns_90d": pace.turns,
        "median_s": pace.median_s,
        "p80_s": pace.p80_s,
        "hours": list(pace.hours),
        "due_90d": pace.due,
        "missed_90d": pace.missed,
        "lost_on_time_90d": pace.lost_on_time,
        "running": pace.running,
        "finished": pace.finished,
        "away_until": utc(pace.away_until),
        "rest_days": [WEEKDAYS[day] for day in pace.rest_days],
    }


def pace_lines(pace: Pace, now: datetime, zone: tzinfo) -> list[str]:
    """Return what the figures say, in phrases: ``answers in 5 hours``, ``missed 1 of 212``."""
    n = pace.turns
    if n == 0:
        lines = [_("new player")]
    elif n < ESTABLISHED or pace.median_s is None or pace.p80_s is None:
        lines = [
            ngettext("new player, {n} turn so far", "new player, {n} turns so far", n).format(n=n)
        ]
    else:
        time, most = wording.length(pace.median_s), wording.length(pace.p80_s)
        lines = [
            _("answers in {time}").format(time=time)
            if time == most
            else _("answers in {time}, mostly within {most}").format(time=time, most=most),
            _("usually from {begin} to {end}, your time").format(**_usual(pace, now, zone)),
        ]
    # Of a few turns, one that was missed would say more than it means.
    if pace.due >= ESTABLISHED:
        lines.append(_("missed {n} of {due}").format(n=pace.missed, due=pace.due))
    if n := pace.lost_on_time:
        lines.append(ngettext("lost {n} game on time", "lost {n} games on time", n).format(n=n))
    if n := pace.running:
        lines.append(ngettext("{n} game running", "{n} games running", n).format(n=n))
    if pace.away_until is not None:
        lines.append(_("away until {day}").format(day=wording.day(pace.away_until, now, zone)))
    if pace.rest_days:
        lines.append(_("rests on {days}").format(days=wording.weekdays(pace.rest_days)))
    return lines


def _at_share(ordered: Sequence[int], share: float) -> int | None:
    """Return the value that this share of the ordered ones does not pass."""
    return ordered[ceil(len(ordered) * share) - 1] if ordered else None


def _usual(pace: Pace, now: datetime, zone: tzinfo) -> dict[str, str]:
    """Return the fewest hours in a row in which four in five turns were played."""
    enough = _SHARE * pace.turns
    for width in range(1, 25):
        for first in range(24):
            if sum(pace.hours[(first + n) % 24] for n in range(width)) >= enough:
                day = now.astimezone(UTC).replace(hour=first, minute=0)
                ends = day + timedelta(hours=width)
                return {
                    "begin": f"{day.astimezone(zone):%H:%M}",
                    "end": f"{ends.astimezone(zone):%H:%M}",
                }
    raise AssertionError("a day holds all turns")
