"""What a daily mail tells: the games that wait, by urgency, and then what there was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.translation import ngettext

from accounts.models import User
from games.clock.times import paused_until
from games.features.plans.wording import Prospect, prospects
from games.models import Game, GameEvent
from games.play.leaves import days_left
from games.shown.point_of_view import PointOfView
from notifications import leave_link
from notifications.digests.results import results_told
from notifications.digests.schedule import lists_waiting_games
from notifications.message.content import MessageContent, compose
from notifications.message.context import MessageContext, load_contexts
from notifications.models import Digest, Notification
from notifications.preferences import read_preferences
from notifications.vocabulary import NotificationKind, Period

MOST_WAITING: Final = 30
"""Games that a daily mail lists; beyond them it says how many more wait."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A game that waits for the reader."""

    words: MessageContent
    told: str
    """Which game it is, and how it stands: of several against the same person as well."""
    leave: str
    """The address at which a day of leave is taken; empty where there is none to take."""


@dataclass(slots=True)
class Daily:
    """What a daily mail says."""

    waiting: list[Waiting] = field(default_factory=list)
    more: int = 0
    """How many games wait beyond those that are listed."""
    news: list[MessageContent] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    """What else there was, a sentence each; no reason for a mail by itself."""

    @property
    def is_empty(self) -> bool:
        """Whether there is no reason for a mail."""
        return not self.waiting and not self.news


def gather(digest: Digest, rows: Sequence[Notification], now: datetime) -> Daily:
    """Return what there is to tell as things are now, of ``rows`` what is still true."""
    user, wishes = digest.user, read_preferences(digest.user)
    daily = Daily()
    listed: set[str] = set()
    if lists_waiting_games(wishes):
        games = list(Game.objects.with_seats().awaiting(user.pk)[: MOST_WAITING + 1])
        if len(games) > MOST_WAITING:
            games = games[:MOST_WAITING]
            daily.more = Game.objects.awaiting(user.pk).count() - len(games)
        daily.waiting = list(_waiting(games, user, min(digest.for_at, now), now))
        listed = {game.pk for game in games}
    told = [context for context in load_contexts(rows, at=now) if context.is_true(now)]
    news = [context for context in newest(told) if _subject(context) not in listed]
    daily.news = [compose(context) for context in news]
    if not daily.is_empty:
        since = _told_until(digest)
        over = {context.game.pk for context in news if context.game is not None}
        daily.lines = [*_plans_told(told, news), *results_told(user, since, now, but=over)]
        for path in settings.DIGEST_LINES:
            daily.lines += import_string(path)(user, since, now)
    return daily


def news_of(digest: Digest) -> list[Notification]:
    """Return what waits to be told to somebody once a day."""
    pending = Notification.objects.filter(
        user=digest.user_id, in_digest=True, status=Notification.Status.PENDING
    )
    return list(pending.order_by("pk"))


def newest(contexts: Sequence[MessageContext]) -> list[MessageContext]:
    """Return the last context of each game or challenge, the most urgent game first."""
    last = {_subject(context): context for context in contexts}
    return sorted(last.values(), key=_urgency)


def _waiting(
    games: Sequence[Game], user: User, since: datetime, now: datetime
) -> Iterator[Waiting]:
    can_leave = any(game.has_leave for game in games) and days_left(user, now) > 0
    prepared = prospects(game.pk for game in games)
    for game in games:
        view = PointOfView(game, user.pk)
        kind = NotificationKind.FORMATION if view.is_formation else NotificationKind.TURN
        words = compose(
            MessageContext(
                notification=Notification(kind=kind, user=user),
                kind=kind,
                receiver=user,
                event=GameEvent(game=game, data={}),
                view=view,
                at=now,
                prospect=prepared.get((game.pk, view.side or ""), Prospect()),
            )
        )
        mine = next(seat for seat in game.seats if seat.user_id == user.pk)
        is_away = paused_until(game, mine, now) is not None
        may_leave = can_leave and game.has_leave and not is_away
        told = " · ".join(part for part in (words.game, view.score) if part)
        leave = leave_link.address_for(user.pk, since) if may_leave else ""
        yield Waiting(words, told, leave)


def _plans_told(told: Sequence[MessageContext], news: Sequence[MessageContext]) -> Iterator[str]:
    """Yield how many turns plans have played, of each game where it is not told as news."""
    fired = [
        context
        for context in told
        # A formation is no turn.
        if context.kind is NotificationKind.PLAN_FIRED and "turn" in context.event.data
    ]
    views = {context.view.game.pk: context.view for context in fired if context.view is not None}
    counted = Counter(context.game.pk for context in fired if context.game is not None)
    by_itself = {
        one.game.pk
        for one in news
        if one.game is not None and one.kind is NotificationKind.PLAN_FIRED
    }
    for game_id, n in counted.items():
        if n > 1 or game_id not in by_itself:
            yield ngettext(
                "Your plans have played {n} turn against {name}.",
                "Your plans have played {n} turns against {name}.",
                n,
            ).format(n=n, name=views[game_id].opponents)


def _told_until(digest: Digest) -> datetime:
    """Return since when there may be something that no daily mail has told yet."""
    before = Digest.objects.filter(
        user=digest.user_id,
        period=Period.DAILY,
        status=Digest.Status.SENT,
        for_at__lt=digest.for_at,
    )
    last = before.order_by("-for_at").values_list("settled_at", flat=True).first()
    return max(last or digest.for_at - _LOOKS_BACK, digest.for_at - _LOOKS_BACK)


_LOOKS_BACK: Final = timedelta(days=1)


def _subject(context: MessageContext) -> str:
    """Return what a message is about: later news of it takes the place of older."""
    event = context.event
    if context.game is not None:
        return context.game.pk
    if event.competition is not None:
        return f"{event.competition} {event.data['section']} {event.data.get('match', '')}"
    return event.challenge_id or ""


def _urgency(context: MessageContext) -> tuple[bool, datetime]:
    deadline = context.game.deadline if context.game else None
    return deadline is None, deadline or context.event.happened_at
