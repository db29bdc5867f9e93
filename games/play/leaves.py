"""Vacation: days on which a person's clocks are paused, in games that were agreed on so.

It is bounded, and seen by everyone before they agree to play. Each seat keeps a copy of its
player's leaves, so a turn costs nothing more; what changes a vacation moves the clocks of the games
that wait for that person at this moment, all in one transaction.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import pairwise
from typing import Final

from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _

from accounts.limits import count_of_person
from accounts.models import User
from accounts.zones import zone_of
from games.clock.clocks import clock_of
from games.clock.times import away_until
from games.models import Game, Leave, Player, Turn
from games.play.apply import pause_event
from games.refusals import Conflict, Forbidden, Invalid, NotFound, Unprocessable
from games.store import happened
from games.store.locking import hold_person
from games.store.outbox import EventType, NewEvent, record_events_of_games
from games.store.read import read_seats
from games.store.selectors import leaves_of
from games.store.write_many import move_awaited, update_games

DAY: Final = timedelta(days=1)
SHORTEST_DAYS: Final = 1
LONGEST_DAYS: Final = 14
MOST_DAYS_A_YEAR: Final = 21
"""Days of vacation in a calendar year; a day without a waiting game does not count."""
STARTS_WITHIN: Final = timedelta(days=14)
MOST_STARTS: Final = 2
LARGEST_LEAD: Final = timedelta(days=365)
"""How long before it begins a vacation can be announced."""
_MOVED: Final = ("deadline", "main_until", "remind_at", "revision", "last_event", "updated_at")

Wait = tuple[datetime, datetime]


def take_leave(user: User, begins_at: datetime | None, ends_at: datetime, now: datetime) -> Leave:
    """Return a new leave of this person; without a beginning it begins now.

    Days are those of the person's own clock, so that a week is a week when clocks change. Raises
    ``Forbidden``, ``Invalid``, ``Unprocessable`` and ``Conflict``.
    """
    if user.is_bot:
        raise Forbidden(_("Bots can't take vacation."), code="leave_not_for_bots")
    begins_at = max(begins_at or now, now).replace(microsecond=0)
    ends_at = ends_at.replace(microsecond=0)
    zone = zone_of(user.time_zone)
    _check_length(begins_at, ends_at, zone, now)
    count_of_person(user.pk, "leaves")
    with transaction.atomic():
        hold_person(user.pk)
        leave = Leave(user=user, begins_at=begins_at, ends_at=ends_at, created_at=now)
        others = list(Leave.objects.filter(user=user))
        _check_starts(leave, others)
        _check_budget(leave, others, zone, now)
        leave.save()
        _announce(leave, now)
    return leave


def end_leave(user: User, leave_id: int, now: datetime) -> None:
    """End a running vacation, or take back one that has not begun; one that is over stays so.

    Raises ``NotFound`` and the 429 refusal: each time all games of the person are locked.
    """
    count_of_person(user.pk, "leaves")
    with transaction.atomic():
        hold_person(user.pk)
        leave = Leave.objects.select_for_update().filter(user=user, pk=leave_id).first()
        if leave is None:
            raise NotFound(_("This vacation doesn't exist."))
        if leave.ends_at <= now:
            return
        if leave.begins_at < now.replace(microsecond=0):
            leave.ends_at = now.replace(microsecond=0)
            leave.save(update_fields=["ends_at"])
            _announce(leave, now)
        else:
            leave.delete()
            # One that has not begun has paused no clock.
            has_begun = leave.told == Leave.Told.BEGAN
            _move_clocks(leave, now, EventType.CLOCK_RESUMED if has_begun else None)


def find_leave(user: User, leave_id: int) -> Leave:
    """Return a vacation of this person; raises ``NotFound``."""
    leave = Leave.objects.filter(user=user, pk=leave_id).first()
    if leave is None:
        raise NotFound(_("This vacation doesn't exist."))
    return leave


def announce_due(now: datetime, limit: int = 100) -> int:
    """Notify others of vacations that have begun or ended by now; return of how many."""
    begun = Leave.objects.filter(told=Leave.Told.NOTHING, begins_at__lte=now)
    ended = Leave.objects.filter(told=Leave.Told.BEGAN, begins_at__lte=now, ends_at__lte=now)
    count = 0
    for user_id, leave_id in [
        *begun.values_list("user", "pk")[:limit],
        *ended.values_list("user", "pk")[:limit],
    ]:
        with transaction.atomic():
            hold_person(user_id)
            leave = Leave.objects.select_for_update().filter(pk=leave_id).first()
            if leave is not None and leave.told < Leave.Told.ENDED:
                count += _announce(leave, now)
    return count


def days_left(user: User, now: datetime) -> int:
    """Return how many days of leave this person may still take in the present year."""
    zone = zone_of(user.time_zone)
    leaves = list(Leave.objects.filter(user=user))
    year = now.astimezone(zone).year
    return max(MOST_DAYS_A_YEAR - _days_taken(user, leaves, zone, now)[year], 0)


def _check_length(begins_at: datetime, ends_at: datetime, zone: tzinfo, now: datetime) -> None:
    length = ends_at - begins_at
    if timedelta() < length < 2 * LONGEST_DAYS * DAY:
        # Days as the clock on the wall counts them, which cannot show the ends of the calendar.
        length = _wall(ends_at, zone) - _wall(begins_at, zone)
    if length < SHORTEST_DAYS * DAY:
        raise Invalid(_("Take at least one day."), field="until", code="too_small")
    if length > LONGEST_DAYS * DAY:
        raise Unprocessable(
            _("Take at most {days} days in one go.").format(days=LONGEST_DAYS),
            code="leave_too_long",
        )
    if begins_at > now + LARGEST_LEAD:
        raise Invalid(
            _("You can book vacation up to a year ahead."), field="from", code="too_large"
        )


def _wall(moment: datetime, zone: tzinfo) -> datetime:
    """Return a moment as the clock on the wall shows it, without its zone: days are as long."""
    return moment.astimezone(zone).replace(tzinfo=None)


def _check_starts(leave: Leave, others: Sequence[Leave]) -> None:
    for other in others:
        if other.begins_at < leave.ends_at and leave.begins_at < other.ends_at:
            raise Conflict(
                _("This overlaps another vacation. End that one first."),
                code="leave_overlaps",
            )
    starts = sorted(one.begins_at for one in (*others, leave))
    for first, third in zip(starts, starts[MOST_STARTS:], strict=False):
        if first <= leave.begins_at <= third and third - first < STARTS_WITHIN:
            raise Conflict(
                _("You can start vacation at most twice in {days} days.").format(
                    days=STARTS_WITHIN.days
                ),
                code="leave_too_soon",
            )


def _check_budget(leave: Leave, others: Sequence[Leave], zone: tzinfo, now: datetime) -> None:
    new = Counter(day.astimezone(zone).year for day, _end in _days_of(leave, zone))
    taken = _days_taken(leave.user, others, zone, now)
    for year, days in new.items():
        left = max(MOST_DAYS_A_YEAR - taken[year], 0)
        if days > left:
            raise Conflict(
                _("You have {left} vacation days left in {year}.").format(left=left, year=year),
                code="leave_budget",
            )


def _days_of(leave: Leave, zone: tzinfo) -> Iterator[Wait]:
    """Yield each day of a vacation, from its hour to the same hour on the next."""
    begin = leave.begins_at.astimezone(zone)
    number = 0
    while (day := (begin + number * DAY).astimezone(UTC)) < leave.ends_at:
        number += 1
        yield day, min((begin + number * DAY).astimezone(UTC), leave.ends_at)


def _days_taken(user: User, leaves: Iterable[Leave], zone: tzinfo, now: datetime) -> Counter[int]:
    """Return how many days of vacation count in each year: all to come, and those that helped."""
    days = [day for leave in leaves for day in _days_of(leave, zone)]
    past = [begin for begin, end in days if end <= now]
    waits = _waits_of(user, min(past), now) if past else []
    return Counter(
        begin.astimezone(zone).year
        for begin, end in days
        if end > now or any(since < end and begin < until for since, until in waits)
    )


def _waits_of(user: User, since: datetime, now: datetime) -> list[Wait]:
    """Return when games with leave waited for this person since then, as their turns show."""
    is_recent = Q(game__finished_at__isnull=True) | Q(game__finished_at__gt=since)
    seats = Player.objects.filter(is_recent, user=user, game__has_leave=True)
    found = list(
        seats.select_related("game").only(
            "side", "deadline", "game__created_at", "game__clock_started_at"
        )
    )
    played: dict[str, list[tuple[str, datetime]]] = defaultdict(list)
    # One query for all games: this is asked while the person is locked.
    for game_id, side, at in (
        Turn.objects.filter(
            game__in=[seat.game_id for seat in found], played_at__gt=since - LONGEST_DAYS * DAY
        )
        .order_by("number")
        .values_list("game", "side", "played_at")
    ):
        played[game_id].append((side, at))
    waits: list[Wait] = []
    for seat in found:
        turns = [("", seat.game.created_at), *played[seat.game_id]]
        waits += [
            (before, at) for (_side, before), (side, at) in pairwise(turns) if side == seat.side
        ]
        if seat.deadline is not None:
            waits.append((seat.game.clock_started_at, now))
    return waits


def _announce(leave: Leave, now: datetime) -> bool:
    """Bring the seats up to date and report what has begun or ended; return whether it had."""
    event, state = None, leave.told
    if leave.ends_at <= now:
        event, state = EventType.CLOCK_RESUMED, Leave.Told.ENDED
    elif leave.begins_at <= now:
        event, state = EventType.CLOCK_PAUSED, Leave.Told.BEGAN
    is_news = state != leave.told
    _move_clocks(leave, now, event if is_news else None)
    leave.told = state
    leave.save(update_fields=["told"])
    return is_news


def _move_clocks(leave: Leave, now: datetime, kind: EventType | None) -> None:
    """Copy a person's vacations to their seats, and move the clocks that wait for them.

    All their games are locked, because each keeps a copy. Only those are read whose deadline this
    vacation can move, or that hear of it. A deadline that has passed stays: a vacation announced a
    second before it is in time, under the lock of the game, and a second later it isn't.
    """
    user_id = leave.user_id
    away = leaves_of([user_id], now).get(user_id)
    locked = list(
        Game.objects.filter(players__user=user_id, status__in=Game.ACTIVE, has_leave=True)
        .order_by("pk")
        .select_for_update(of=("self",), no_key=True)
        .only("pk")
    )
    ids = [game.pk for game in locked]
    waiting = Player.objects.filter(user=user_id, game__in=ids, deadline__isnull=False)
    if kind is None:
        waiting = waiting.filter(deadline__gt=leave.begins_at)
    games = list(Game.objects.filter(pk__in=waiting.values("game")).order_by("pk"))
    read_seats(games)
    moved, log = [], []
    for game in games:
        mine = next(seat for seat in game.seats if seat.user_id == user_id)
        seats = [seat._replace(away=away) if seat == mine else seat for seat in game.seats]
        if game.is_overdue(now):
            continue
        before = (game.deadline, game.main_until)
        clock_of(game).move(now, now, seats)
        events = list(_events(game, mine.side, kind, now))
        if events or (game.deadline, game.main_until) != before:
            game.revision += 1
            game.updated_at = now
            moved.append(game)
            log.append((game, events))
    stale = Player.objects.filter(user=user_id, game__in=ids).exclude(away=away)
    # Also where no clock moves: a turn that was begun with the old copy must not be written.
    unmoved = set(stale.values_list("game", flat=True)) - {game.pk for game in moved}
    Game.objects.filter(pk__in=unmoved).update(revision=F("revision") + 1)
    stale.update(away=away)
    record_events_of_games(log)
    update_games(moved, _MOVED)
    move_awaited(moved)


def _events(game: Game, side: str, kind: EventType | None, now: datetime) -> Iterator[NewEvent]:
    mine = next(seat for seat in game.seats if seat.side == side)
    until = away_until(game, mine, now)
    if kind is EventType.CLOCK_PAUSED and until is not None:
        yield pause_event(game, side, until, now)
    elif kind is EventType.CLOCK_RESUMED and until is None:
        everyone = [seat.user_id for seat in game.seats]
        yield happened.CLOCK_RESUMED(now, everyone, {"side": side, "why": "leave"})
