"""What a message can speak of, as it is when the message goes out; and whether it still holds."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import takewhile

from django.db.models import Exists, F, OuterRef, Q

from accounts.models import User
from games import wording
from games.events import EventType
from games.models import Act, Challenge, Game, GameEvent, Turn
from games.querysets import Seat
from notifications.models import Notification
from notifications.routing import MOVING
from notifications.vocabulary import NotificationKind

MOST_TURNS = 6
"""A mail that comes after a long silence tells the last of it."""


@dataclass(frozen=True, slots=True)
class MessageContext:
    """One notification with everything it may speak of."""

    notification: Notification
    kind: NotificationKind
    receiver: User
    event: GameEvent
    challenge: Challenge | None = None
    game: Game | None = None
    has_moved: bool = False
    """Whether the game has gone on since the event."""
    is_offered_again: bool = False
    """Whether another draw was offered since the event."""
    turns: Sequence[Turn] = field(default_factory=list)
    """What was played since the receiver's last turn, oldest first."""
    acts: Sequence[Act] = field(default_factory=list)
    """What others did outside turns since then, oldest first."""

    @property
    def seat(self) -> Seat | None:
        """The receiver's seat."""
        return next((s for s in self.seats if s.user_id == self.receiver.pk), None)

    @property
    def seats(self) -> Sequence[Seat]:
        """All seats of the game."""
        return self.game.seats if self.game is not None else ()

    @property
    def opponent(self) -> str:
        """The others in one word, as a subject line names them."""
        if self.game is None and self.challenge is not None:
            return self.challenge.challenger.username
        return wording.joined([s.username for s in self.seats if s.user_id != self.receiver.pk])

    @property
    def actor(self) -> str:
        """Who did what the message is about, where a side did it; else the others."""
        side = self.event.data.get("side")
        return next((s.username for s in self.seats if s.side == side), self.opponent)

    @property
    def is_out(self) -> bool:
        """Whether the receiver plays no more, though the game goes on."""
        game, seat = self.game, self.seat
        return game is not None and seat is not None and game.summary.is_out(seat.side)

    def is_true(self, now: datetime) -> bool:
        """Return whether the message still holds; one that does not is never sent.

        "Your turn" holds until the game goes on, the end of a game for ever.
        """
        match self.kind:
            case NotificationKind.GAME_OVER:
                # Who is out hears of the end itself once it has come.
                is_final = self.event.type != EventType.PLAYER_OUT
                return is_final or (self.is_out and self.game is not None and self.game.is_active)
            case NotificationKind.CHALLENGE_RECEIVED:
                return self._awaits_an_answer(now)
            case NotificationKind.DRAW_OFFERED:
                return self._may_agree_still()
        if self.game is None or not self.game.is_active or self.has_moved:
            return False
        is_awaited = self.seat is not None and self.seat.is_awaited
        match self.kind:
            case NotificationKind.TURN:
                return is_awaited and self.game.status == Game.Status.PLAYING
            case NotificationKind.FORMATION:
                return is_awaited and self.game.status == Game.Status.FORMATION
            case NotificationKind.REMINDER:
                return is_awaited and self.game.deadline is not None and self.game.deadline > now
        return True

    def _awaits_an_answer(self, now: datetime) -> bool:
        """Return whether the receiver can still answer the challenge, and has not yet."""
        challenge = self.challenge
        if challenge is None or challenge.status != Challenge.Status.OPEN:
            return False
        if challenge.expires_at <= now:
            return False
        mine = challenge.invitations.filter(user=self.receiver, accepted_at__isnull=False)
        return not (challenge.is_for_several and mine.exists())

    def _may_agree_still(self) -> bool:
        """Return whether this very offer stands, and the receiver has a say and has not said it.

        Of two players either plays on instead; of more the others may while it is voted on.
        """
        game, seat = self.game, self.seat
        if game is None or seat is None or not game.is_active or self.is_offered_again:
            return False
        if self.has_moved and len(game.seats) == 2:
            return False
        is_asked = seat.side not in game.summary.standing and seat.side not in game.draw_votes
        return is_asked and game.draw_offered_by == self.event.data.get("side")


def load_contexts(notifications: Sequence[Notification]) -> list[MessageContext]:
    """Return a context for each notification, read as things are now."""
    later = GameEvent.objects.filter(
        game=OuterRef("event__game"), number__gt=OuterRef("event__number")
    )
    fresh = {
        row.pk: row
        for row in Notification.objects.filter(pk__in=[n.pk for n in notifications])
        .select_related("user", "event", "event__challenge__challenger")
        .annotate(
            has_moved=Exists(later.filter(Q(type__in=MOVING) | _AWAITS_ANOTHER)),
            is_offered_again=Exists(later.filter(type=EventType.DRAW_OFFERED)),
        )
    }
    rows = [fresh[n.pk] for n in notifications if n.pk in fresh]
    games = _games_of(rows)
    turns, acts = _newest_turns(games), _newest_acts(games)
    return [_context(row, games, turns, acts) for row in rows]


_AWAITS_ANOTHER = Q(type=EventType.ACT_DONE, data__newly_awaited__0__isnull=False)


def _games_of(rows: Sequence[Notification]) -> dict[str, Game]:
    ids = {game_id for row in rows if (game_id := _game_id(row.event))}
    return Game.objects.with_seats().in_bulk(ids)


def _newest_turns(games: Collection[str]) -> dict[str, list[Turn]]:
    """Return the last turns of these games, newest first."""
    found: dict[str, list[Turn]] = {game_id: [] for game_id in games}
    for turn in Turn.objects.filter(
        game__in=games, number__gte=F("game__next_turn") - MOST_TURNS
    ).order_by("-number"):
        found[turn.game_id].append(turn)
    return found


def _newest_acts(games: Mapping[str, Game]) -> dict[str, list[Act]]:
    """Return the last acts of the games that can go on after one, oldest first.

    Of two players an act ends the game, nearly always, which is told by itself.
    """
    several = {game_id for game_id, game in games.items() if len(game.seats) > 2}
    found: dict[str, list[Act]] = {game_id: [] for game_id in games}
    if several:
        recent = Act.objects.filter(game__in=several, turn__gt=F("game__next_turn") - MOST_TURNS)
        for act in recent.order_by("turn", "index"):
            found[act.game_id].append(act)
    return found


def _game_id(event: GameEvent) -> str | None:
    if event.challenge is not None:
        return event.challenge.game_id
    return event.game_id


def _context(
    row: Notification,
    games: Mapping[str, Game],
    turns: Mapping[str, list[Turn]],
    acts: Mapping[str, list[Act]],
) -> MessageContext:
    event = row.event
    game = games.get(_game_id(event) or "")
    has_moved = row.has_moved  # type: ignore[attr-defined]  # annotated by the query
    if event.game_id is None and game is not None:
        # An acceptance is not counted in the game's log: it holds until the first round begins.
        has_moved = game.next_turn > 1 or (
            game.rules.has_arrangements and game.status != Game.Status.FORMATION
        )
    return MessageContext(
        notification=row,
        kind=NotificationKind(row.kind),
        receiver=row.user,
        event=event,
        challenge=event.challenge,
        game=game,
        has_moved=has_moved,
        is_offered_again=row.is_offered_again,  # type: ignore[attr-defined]  # likewise
        turns=_turns_since(turns[game.pk], _side_of(row, game)) if game is not None else [],
        acts=_acts_since(acts[game.pk], turns[game.pk], _side_of(row, game)) if game else [],
    )


def _side_of(row: Notification, game: Game) -> str | None:
    return next((seat.side for seat in game.seats if seat.user_id == row.user_id), None)


def _turns_since(newest: Sequence[Turn], side: str | None) -> Sequence[Turn]:
    """Return what was played since a side's last turn, or the last turn if nothing was."""
    since = list(takewhile(lambda turn: turn.side != side, newest))
    return since[::-1] or newest[:1]


def _acts_since(acts: Sequence[Act], newest: Sequence[Turn], side: str | None) -> Sequence[Act]:
    """Return what others did outside turns since a side's last turn."""
    own = next((turn.number for turn in newest if turn.side == side), 0)
    return [act for act in acts if act.turn > own and act.side != side][-MOST_TURNS:]
