"""What a daily email shows: the games that wait, by urgency, and then what there was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from games.clock.times import away_until
from games.models import Game, GameEvent
from games.play.leaves import days_left
from games.shown.digest_lines import LINES
from games.shown.point_of_view import PointOfView
from notifications import leave_link
from notifications.digests.letter import letter, link
from notifications.digests.results import result_lines
from notifications.digests.schedule import DAILY, has_news, lists_waiting_games
from notifications.kinds.play import FORMATION, TURN
from notifications.message.content import MessageContent
from notifications.message.context import MessageContext, load_contexts, played_for, remarks_about
from notifications.message.email import link_to
from notifications.message.written import PicturedMail
from notifications.models import Digest, Notification
from notifications.preferences import NotificationPreferences, read_preferences
from notifications.vocabulary.clock_mail import ClockMail
from notifications.vocabulary.kind import kinds

MOST_WAITING: Final = 30
"""Games that a daily email lists; beyond them it says how many more wait."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A game that waits for the reader."""

    words: MessageContent
    text: str
    """Which game it is, and how it is: of several against the same person as well."""
    leave: str
    """The address at which a day of vacation is taken; empty where there is none to take."""


@dataclass(slots=True)
class Daily:
    """What a daily email says."""

    waiting: list[Waiting] = field(default_factory=list)
    more: int = 0
    """How many games wait beyond those that are listed."""
    news: list[MessageContent] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    """What else there was, a sentence each; no reason for an email alone."""

    @property
    def is_empty(self) -> bool:
        """Whether there is no reason for an email."""
        return not self.waiting and not self.news


def gather(digest: Digest, rows: Sequence[Notification], now: datetime) -> Daily:
    """Return what there is to show as things are now, of ``rows`` what is still true."""
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
    text = [context for context in load_contexts(rows, at=now) if context.is_true(now)]
    news = [context for context in newest(text) if _subject(context) not in listed]
    daily.news = [context.compose() for context in news]
    if not daily.is_empty:
        since = _reported_until(digest)
        over = {context.game.pk for context in news if context.game is not None}
        for kind in kinds().values():
            daily.lines += kind.daily_lines([one for one in text if one.kind is kind], news)
        daily.lines += result_lines(user, since, now, but=over)
        for add_lines in LINES:
            daily.lines += add_lines(user, since, now)
    return daily


class DailyMail(ClockMail):
    """Lists the games that wait, and shows what was kept for the day."""

    name = DAILY
    label = gettext_lazy("Daily email")
    template = "digest"

    def is_wanted(self, user_id: int, wishes: NotificationPreferences) -> bool:
        return lists_waiting_games(wishes) or has_news(user_id)

    def news_of(self, digest: Digest) -> list[Notification]:
        pending = Notification.objects.filter(
            user=digest.user_id, in_digest=True, status=Notification.Status.PENDING
        )
        return list(pending.order_by("pk"))

    def write(
        self, digest: Digest, rows: Sequence[Notification], address: str, now: datetime
    ) -> PicturedMail | None:
        daily = gather(digest, rows, now)
        return None if daily.is_empty else self.write_day(digest, daily, address)

    def write_day(self, digest: Digest, daily: Daily, address: str) -> PicturedMail:
        """Return the email that says this."""
        n = len(daily.waiting) + daily.more
        title = ngettext("{n} game waits for you", "{n} games wait for you", n).format(n=n)
        if not n:
            n = len(daily.news)
            title = ngettext("{n} game: what happened", "{n} games: what happened", n).format(n=n)
        more = ""
        if daily.more:
            more = ngettext(
                "{n} more game waits.", "{n} more games wait.", daily.more
            ).format(n=daily.more)  # fmt: skip
        shown = {
            "waiting": [(one, link_to(one.words)) for one in daily.waiting],
            "more": more,
            "games_link": link("/games/"),
            "items": [(words, link_to(words)) for words in daily.news],
            "lines": daily.lines,
        }
        return letter(self, title, shown, digest, address)


MAIL: Final = DailyMail()


def newest(contexts: Sequence[MessageContext]) -> list[MessageContext]:
    """Return the last context of each game or challenge, the most urgent game first."""
    last = {_subject(context): context for context in contexts}
    return sorted(last.values(), key=_urgency)


def _waiting(
    games: Sequence[Game], user: User, since: datetime, now: datetime
) -> Iterator[Waiting]:
    can_leave = any(game.has_leave for game in games) and days_left(user, now) > 0
    ids = [game.pk for game in games]
    remarks, belonging = remarks_about(ids), played_for(games)
    for game in games:
        view = PointOfView(game, user.pk)
        kind = FORMATION if view.is_formation else TURN
        words = MessageContext(
            notification=Notification(kind=kind.name, user=user),
            kind=kind,
            receiver=user,
            event=GameEvent(game=game, data={}),
            view=view,
            at=now,
            remarks=remarks,
            played_for=belonging,
        ).compose()
        mine = next(seat for seat in game.seats if seat.user_id == user.pk)
        is_away = away_until(game, mine, now) is not None
        may_leave = can_leave and game.has_leave and not is_away
        text = " · ".join(part for part in (words.game, view.score) if part)
        leave = leave_link.address_for(user.pk, since) if may_leave else ""
        yield Waiting(words, text, leave)


def _reported_until(digest: Digest) -> datetime:
    """Return since when there may be something that no daily email has reported yet."""
    before = Digest.objects.filter(
        user=digest.user_id,
        period=DAILY,
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
