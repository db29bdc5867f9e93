"""Everything a message may mention, read when it is sent, and whether it is still true."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import takewhile
from typing import Final, NamedTuple, Protocol

from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from accounts.models import User
from config.features import Hook
from games.models import Act, Challenge, Game, GameEvent, Turn
from games.shown.point_of_view import PointOfView
from games.store.outbox import EventType
from games.store.read import read_games
from games.streams import presence
from notifications.message.content import MessageContent
from notifications.models import Notification
from notifications.vocabulary import MOVING
from notifications.vocabulary.kind import Kind, find_kind

MOST_TURNS = 6
"""An email that comes after a long silence shows the last of it."""


class Remark(Protocol):
    """Returns what a message adds about a game that waits for a side."""

    def __call__(self, game: Game, side: str, *, is_draw: bool) -> list[str]: ...


PLAYED_FOR: Final[Hook[Callable[[Collection[str]], Callable[[Game], str]]]] = Hook()
"""Reads for what these games are played; what it returns names it: ``alice's cup: Final``."""

MEANT: Final[Hook[Callable[[PointOfView], str]]] = Hook()
"""Returns what the end of a game means for its reader where it is played for something else;
empty where it means nothing: ``You reached the final!``"""

REMARKS: Final[Hook[Callable[[Collection[str]], Remark]]] = Hook()
"""Reads what features add to messages about these games."""


@dataclass(frozen=True, slots=True)
class MessageContext:
    """One notification with everything it may speak of."""

    notification: Notification
    kind: Kind
    receiver: User
    event: GameEvent
    challenge: Challenge | None = None
    view: PointOfView | None = None
    """The game as the receiver sees it."""
    has_moved: bool = False
    """Whether the game has gone on since the event."""
    at: datetime = field(default_factory=timezone.now)
    """The moment at which it is reported."""
    is_there: bool = False
    """Whether the receiver is at the page of the game at this moment."""
    is_offered_again: bool = False
    """Whether another draw was offered since the event."""
    turns: Sequence[Turn] = field(default_factory=list)
    """What was played since the receiver's last turn, oldest first."""
    acts: Sequence[Act] = field(default_factory=list)
    """What others did outside turns since then, oldest first."""
    remarks: Sequence[Remark] = ()
    """What features add where the receiver has to act."""

    played_for: Sequence[Callable[[Game], str]] = ()
    """What features name for which the game is played."""

    @property
    def game(self) -> Game | None:
        """The game that the message is about, or that came of its challenge."""
        return self.view.game if self.view else None

    @property
    def opponent(self) -> str:
        """The others in one word, as a subject line names them."""
        if self.view is not None:
            return self.view.opponents
        return self.challenge.challenger.username if self.challenge else ""

    @property
    def actor(self) -> str:
        """Who did what the message is about, where a side did it; else the others."""
        names = self.view.usernames if self.view else {}
        return names.get(self.event.data.get("side", ""), self.opponent)

    def is_true(self, now: datetime) -> bool:
        """Return whether the message still holds; one that does not is never sent."""
        return self.kind.is_true(self, now)

    def compose(self) -> MessageContent:
        """Return what the message says, as things are now."""
        return self.kind.compose(self)


def load_contexts(
    notifications: Sequence[Notification], *, at: datetime | None = None
) -> list[MessageContext]:
    """Return a context for each notification, read as things are now, to be reported ``at``."""
    now = at or timezone.now()
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
    there = presence.who_is_at(games)
    played, acts = _newest_turns(games), _newest_acts(games)
    contexts = [_context(row, games, played, acts, now, there) for row in rows]
    shown = [_turns_since(played, context.view) for context in contexts]
    turns = Turn.objects.in_bulk({turn.pk for since in shown for turn in since})
    remarks, belonging = remarks_about(games), played_for(games.values())
    return [
        replace(
            context,
            turns=[turns[turn.pk] for turn in since if turn.pk in turns],
            remarks=remarks,
            played_for=belonging,
        )
        for context, since in zip(contexts, shown, strict=True)
    ]


def remarks_about(games: Collection[str]) -> list[Remark]:
    """Return what features add to messages about these games."""
    return [remarks(games) for remarks in REMARKS]


def played_for(games: Iterable[Game]) -> list[Callable[[Game], str]]:
    """Return what features name for which these games are played."""
    ids = [game.pk for game in games if game.competition is not None]
    return [named(ids) for named in PLAYED_FOR]


_AWAITS_ANOTHER = Q(type=EventType.ACT_DONE, data__newly_awaited__0__isnull=False)


def _games_of(rows: Sequence[Notification]) -> dict[str, Game]:
    ids = {game_id for row in rows if (game_id := _game_id(row.event))}
    return read_games(ids)


class _Played(NamedTuple):
    """A turn that was played, of which the rest is read only if it is shown."""

    pk: int
    game_id: str
    number: int
    side: str


def _newest_turns(games: Mapping[str, Game]) -> dict[str, list[_Played]]:
    """Return the last turns of these games as they were read, newest first.

    A turn played since is not among them: a message would name it as what was done before.
    """
    found: dict[str, list[_Played]] = {game_id: [] for game_id in games}
    rows = Turn.objects.filter(
        game__in=games, number__gte=F("game__next_turn") - MOST_TURNS, taken_back=False
    ).order_by("-number")
    for turn in map(_Played._make, rows.values_list(*_Played._fields)):
        if turn.number < games[turn.game_id].next_turn:
            found[turn.game_id].append(turn)
    return found


def _newest_acts(games: Mapping[str, Game]) -> dict[str, list[Act]]:
    """Return the last acts of the games that can continue after one, oldest first.

    Of two players an act ends the game, nearly always, which is reported automatically.
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
    played: Mapping[str, list[_Played]],
    acts: Mapping[str, list[Act]],
    now: datetime,
    there: Mapping[str, Collection[int]],
) -> MessageContext:
    event = row.event
    game = games.get(_game_id(event) or "")
    has_moved = row.has_moved  # type: ignore[attr-defined]  # annotated by the query
    if event.game_id is None and game is not None:
        # An acceptance is not counted in the game's log: it holds until the first round begins.
        has_moved = game.next_turn > 1 or (
            game.rules.has_arrangements and game.status != Game.Status.FORMATION
        )
    view = PointOfView(game, row.user_id) if game is not None else None
    context = MessageContext(
        notification=row,
        kind=find_kind(row.kind),
        receiver=row.user,
        event=event,
        challenge=event.challenge,
        view=view,
        at=now,
        has_moved=has_moved,
        is_there=game is not None and row.user_id in there[game.pk],
        is_offered_again=row.is_offered_again,  # type: ignore[attr-defined]  # likewise
    )
    if view is None:
        return context
    if not acts[view.game.pk]:
        return context
    since = _acts_since(acts[view.game.pk], played[view.game.pk], view.side)
    return replace(context, acts=since)


def _turns_since(
    played: Mapping[str, list[_Played]], view: PointOfView | None
) -> Sequence[_Played]:
    """Return what was played since the reader's last turn, or the last turn if nothing was."""
    if view is None:
        return []
    newest = played[view.game.pk]
    since = list(takewhile(lambda turn: turn.side != view.side, newest))
    return since[::-1] or newest[:1]


def _acts_since(acts: Sequence[Act], newest: Sequence[_Played], side: str | None) -> Sequence[Act]:
    """Return what others did outside turns since a side's last turn."""
    own = next((turn.number for turn in newest if turn.side == side), 0)
    return [act for act in acts if act.turn > own and act.side != side][-MOST_TURNS:]
