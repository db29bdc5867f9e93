"""From the outbox to notifications: every event is checked once and leaves its rows behind.

1. Claim unrelayed events; two relays at the same time take different ones.
2. For each receiver and channel write a row, if there is something this person wants to hear; mark
   the player to move to be reminded in time, and the games that may be worth a badge.
3. Mark the events, in the same transaction: after a crash all of it happens again, and the
   unique constraint keeps what was already written single.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Count, Exists, OuterRef

from accounts.models import User
from config import spans
from config.features import Hook
from games.models import Challenge, Game, GameEvent, HouseRobot, InboxEntry, Player, Turn
from games.store.outbox import EventType
from games.streams import presence
from notifications import recipients
from notifications.digests import schedule
from notifications.models import Delivery, Notification
from notifications.preferences import NotificationPreferences, preferences_of, zone_of
from notifications.reminders import marking
from notifications.vocabulary import STARTING, Channel, Timing
from notifications.vocabulary.kind import KINDS, Kind, Occasion, kinds_for
from notifications.webhooks import deliveries_for

BATCH = 200
WHILE_PLAYING = timedelta(minutes=10)
"""So long waits what a house bot's turn has to say, for most who play one continue now, and what is
seen by anyone who is at the page of the game."""


ANSWERING: Final[Hook[Callable[[Collection[str]], Iterable[tuple[str, str]]]]] = Hook()
"""Reads the seats of these games, by game and side, whose turns may be played without them."""
GAMES_ENDED: Final[Hook[Callable[[Sequence[str]], object]]] = Hook()
"""Is called with games that have ended, in the transaction of the relay."""


def relay_events(
    now: datetime,
    limit: int = BATCH,
    *,
    on_game_over: Callable[[], object] = lambda: None,
    on_planned: Callable[[], object] = lambda: None,
) -> int:
    """Turn up to ``limit`` events of the outbox into rows to be sent; return how many events.

    ``on_game_over`` is called once a game of a competition is among those that have ended, and
    ``on_planned`` once someone has prepared answers in one of the games.
    """
    is_planned = False
    ended: list[str] = []
    with transaction.atomic():
        events = list(
            GameEvent.objects.select_for_update(of=("self",), skip_locked=True)
            .select_related("challenge__challenger", "challenge__opponent")
            .filter(relayed_at__isnull=True)
            .order_by("id")[:limit]
        )
        if events:
            book = _AddressBook.of(events, now)
            is_planned = bool(book.planning)
            rows = list(_notifications(book, now))
            Notification.objects.bulk_create(rows, ignore_conflicts=True)
            schedule.call_for((row.user_id, row.due_at) for row in rows if row.in_digest)
            deliveries = deliveries_for(book.receivers, book, now)
            Delivery.objects.bulk_create(deliveries, ignore_conflicts=True)
            marking.mark(book.to_remind(events), now)
            ids = [event.pk for event in events]
            GameEvent.objects.filter(pk__in=ids).update(relayed_at=now)
            spans.keep(row.event_id for row in rows if row.channel == Channel.MAIL)
            over = [event for event in events if event.type == EventType.GAME_FINISHED]
            ended = [event.game_id for event in over if event.game_id]
            for note_ended in GAMES_ENDED if ended else ():
                note_ended(ended)
    if is_planned:
        on_planned()
    if ended and Game.objects.filter(pk__in=ended, competition__isnull=False).exists():
        on_game_over()
    return len(events)


def _notifications(book: _AddressBook, now: datetime) -> Iterator[Notification]:
    """Yield a row for each receiver and channel that an event has something to say to."""
    for event, user_id, _ in book.receivers:
        user = book.users.get(user_id)
        if user is None:
            continue  # The account was closed in the meantime.
        wanted = kinds_for(
            Occasion(
                event.type,
                is_actor=book.is_actor(event, user_id),
                is_awaited=book.is_awaited(event, user_id),
                data=event.data,
                side=book.side_of(event, user_id),
                is_one_of_many=book.is_of_many(event),
                is_prepared=(event.game_id, event.data.get("turn")) in book.prepared,
            )
        )
        wishes = book.wishes.get(user_id, _DEFAULT)
        for channel in Channel:
            if user_id not in book.reachable[channel]:
                continue
            choice = _first_wanted(wanted, channel, wishes)
            if choice is not None:
                kind, way = choice
                if channel is Channel.MAIL:
                    way = book.way_of_mail(user_id, kind, way)
                if event.type in kind.mailed_at_once and not wishes.has_chosen(channel, kind):
                    way = Timing.AT_ONCE
                patience = book.patience(event, user_id, kind)
                due_at = _due(channel, way, wishes, user, now)
                is_daily = way is Timing.DAILY
                yield Notification(
                    event=event,
                    user_id=user_id,
                    channel=channel,
                    kind=kind.name,
                    in_digest=is_daily,
                    due_at=due_at if is_daily else max(due_at, now + patience),
                    created_at=now,
                )


WHILE_PLANS_FIRE = timedelta(seconds=15)
"""So long waits what a plan may answer before it is reported: a little longer than beat rests."""

_DEFAULT = NotificationPreferences()


def _first_wanted(
    wanted: Sequence[Kind], channel: Channel, wishes: NotificationPreferences
) -> tuple[Kind, Timing] | None:
    for kind in wanted:
        way = wishes.way(channel, kind)
        if way is not Timing.OFF:
            return kind, way
    return None


def _due(
    channel: Channel, way: Timing, wishes: NotificationPreferences, user: User, now: datetime
) -> datetime:
    if way is Timing.DAILY:
        return wishes.next_digest(now, zone_of(user))
    return wishes.after_quiet(now, zone_of(user)) if channel is Channel.PUSH else now


def _prepared(events: Sequence[GameEvent]) -> set[tuple[str, int]]:
    """Return which of the turns that were played were prepared."""
    played = {e.game_id: e.data["turn"] for e in events if e.type == EventType.TURN_PLAYED}
    if not played:
        return set()
    rows = Turn.objects.filter(
        game__in=played, number__gte=min(played.values()), by__in=(Turn.By.PLAN, Turn.By.FALLBACK)
    )
    return set(rows.values_list("game_id", "number"))


def _players(seats: Sequence[Player]) -> dict[str, set[int]]:
    """Return who plays each game."""
    players: dict[str, set[int]] = {}
    for seat in seats:
        players.setdefault(seat.game_id, set()).add(seat.user_id)
    return players


def _bounded_mails(
    events: Sequence[GameEvent], people: Collection[int], now: datetime
) -> Counter[tuple[int, str]]:
    """Return how many emails of a kind that has a bound each has had within a day."""
    types = {event.type for event in events}
    bounded = [
        kind.name
        for kind in KINDS
        if kind.most_mails_a_day is not None and not types.isdisjoint(kind.events)
    ]
    if not bounded:
        return Counter()
    rows = Notification.objects.filter(
        user__in=people,
        channel=Channel.MAIL,
        kind__in=bounded,
        in_digest=False,
        created_at__gt=now - timedelta(days=1),
    )
    counts = rows.values_list("user", "kind").annotate(count=Count("pk"))
    return Counter({(user, kind): count for user, kind, count in counts})


@dataclass(frozen=True, slots=True)
class _AddressBook:
    """What has to be known of the receivers of a batch, each fact by one query."""

    receivers: list[tuple[GameEvent, int, int]]
    """Each event with a receiver and the number it has in their inbox."""
    users: dict[int, User]
    wishes: dict[int, NotificationPreferences]
    seats: dict[tuple[str, int], Player]
    players: dict[str, set[int]]
    """Who plays each game."""
    robots: set[int]
    """The accounts that the service plays."""
    challengers: dict[str, int]
    planning: set[tuple[str, str]]
    """The seats, by game and side, for which answers wait."""
    prepared: set[tuple[str, int]]
    """The turns, by game and number, that plans have played."""
    reachable: dict[Channel, set[int]]
    there: dict[str, dict[int, bool]]
    """Who is at the pages of these games at this moment."""
    bounded_mails: Counter[tuple[int, str]]
    """How many emails of a kind that has a bound each has had within a day."""

    @classmethod
    def of(cls, events: Sequence[GameEvent], now: datetime) -> _AddressBook:
        """Return what concerns the receivers of these events."""
        by_id = {event.pk: event for event in events if not is_seen_live(event)}
        entries = InboxEntry.objects.filter(event__in=by_id).order_by("event_id", "user_id")
        receivers = [
            (by_id[event_id], user_id, number)
            for event_id, user_id, number in entries.values_list("event_id", "user_id", "number")
        ]
        people = {user_id for _, user_id, _ in receivers}
        games = {game for event in events if (game := _game_of(event))}
        started = {e.game_id for e in events if e.type == EventType.GAME_STARTED}
        is_house = Exists(HouseRobot.objects.filter(user=OuterRef("user")))
        seats = list(Player.objects.filter(game__in=games).annotate(is_house=is_house))
        users = User.objects.filter(pk__in=people, is_active=True, deleted_at__isnull=True)
        return cls(
            receivers=receivers,
            users={user.pk: user for user in users.only("pk", "username", "time_zone")},
            wishes=preferences_of(people),
            seats={(p.game_id, p.user_id): p for p in seats},
            robots={p.user_id for p in seats if p.is_house},  # type: ignore[attr-defined]
            players=_players(seats),
            prepared=_prepared(events),
            planning={seat for seats_of in ANSWERING for seat in seats_of(games)},
            challengers=dict(
                Challenge.objects.filter(game__in=started).values_list("game_id", "challenger_id")
            ),
            reachable={channel: recipients.reachable(channel, people) for channel in Channel},
            there=presence.who_is_at(games),
            bounded_mails=_bounded_mails(events, people, now),
        )

    def to_remind(self, events: Sequence[GameEvent]) -> list[int]:
        """Return the seats that wait for someone who can be reached, where a clock has moved."""
        unseen = [event for event in events if not is_seen_live(event)]
        moved = {event.game_id for event in unseen if event.type in STARTING}
        reachable = set().union(*self.reachable.values())
        return [
            seat.pk
            for seat in self.seats.values()
            if seat.game_id in moved and seat.deadline is not None and seat.user_id in reachable
        ]

    def way_of_mail(self, user_id: int, kind: Kind, way: Timing) -> Timing:
        """Return how an email goes: of a kind that has a bound, daily after so many on one day."""
        if kind.most_mails_a_day is None:
            return way
        self.bounded_mails[user_id, kind.name] += 1
        is_much = self.bounded_mails[user_id, kind.name] > kind.most_mails_a_day
        return Timing.DAILY if is_much else way

    def patience(self, event: GameEvent, user_id: int, kind: Kind) -> timedelta:
        """Return for how long a message waits: anyone who plays on meanwhile need not hear of it.

        House bots answer within seconds, on the page that is open; anyone at the page of the game
        sees what happens; and a plan may answer.
        """
        if not kind.is_seen_on_page:
            return timedelta()
        others = self.players.get(event.game_id or "", set()) - {user_id}
        is_among_robots = bool(others) and others <= self.robots
        is_there = user_id in self.there.get(event.game_id or "", ())
        if is_among_robots or is_there:
            return WHILE_PLAYING
        seat = self._seat(event, user_id)
        is_planned = seat is not None and (seat.game_id, seat.side) in self.planning
        return WHILE_PLANS_FIRE if is_planned else timedelta()

    def is_actor(self, event: GameEvent, user_id: int) -> bool:
        """Return whether the event was this person's own doing."""
        if event.type == EventType.GAME_STARTED:
            return self.challengers.get(event.game_id or "") == user_id
        if event.type == EventType.TURN_LOST:
            return False
        seat = self._seat(event, user_id)
        return seat is not None and event.data.get("side") == seat.side

    def is_awaited(self, event: GameEvent, user_id: int) -> bool:
        """Return whether the game of the event now waits for this person."""
        seat = self._seat(event, user_id)
        return seat is not None and seat.deadline is not None

    def is_of_many(self, event: GameEvent) -> bool:
        """Return whether more than two play the game of the event."""
        return len(self.players.get(event.game_id or "", ())) > 2

    def side_of(self, event: GameEvent, user_id: int) -> str | None:
        """Return the side of a receiver: their seat, or what the challenge offers them."""
        seat = None if event.competition else self._seat(event, user_id)
        if seat is not None:
            return seat.side
        return event.challenge.side_of(user_id) if event.challenge else None

    def _seat(self, event: GameEvent, user_id: int) -> Player | None:
        return self.seats.get((_game_of(event) or "", user_id))


def is_seen_live(event: GameEvent) -> bool:
    """Return whether an event is of a live game that continues: both are there and see it."""
    return event.type != EventType.GAME_FINISHED and event.data.get("live") is not None


def _game_of(event: GameEvent) -> str | None:
    """Return the game that an event is about, or that came of its challenge."""
    if event.competition is not None:
        return event.data.get("game")
    return event.game_id or (event.challenge.game_id if event.challenge else None)
