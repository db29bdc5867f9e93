"""What moderators see: the queue, and all that helps to decide about one report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from allauth.usersessions.models import UserSession
from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games.features.moderation.models import Appeal, Decision, Report
from games.models import Game, Turn
from games.refusals import NotFound
from games.shown.pace import pace_of
from games.shown.pictures import draw_game, draw_turn
from games.shown.talk import TALK, Said

MOST: Final = 100
SHOWN_TALK: Final = 20
RELATED_WITHIN: Final = timedelta(days=90)


class Related(NamedTuple):
    """Another account that was used from the same place; the place itself is not shown."""

    username: str
    is_same_device: bool


@dataclass(frozen=True, slots=True)
class Record:
    """What is known of a player's past."""

    user: User
    games: int
    lost_on_time: int
    reported: int
    """Closed and open reports about them."""
    reporting: int
    """Reports they have made."""
    decisions: Sequence[Decision]
    related: Sequence[Related]


def open_reports() -> QuerySet[Report]:
    """Return the reports no one has decided yet, the oldest first."""
    found = Report.objects.filter(closed_at=None).select_related("about", "reporter")
    return found.order_by("created_at", "pk")


def open_appeals() -> QuerySet[Appeal]:
    """Return the appeals that wait, the oldest first."""
    return Appeal.objects.filter(answered_at=None).select_related("decision__user")


def find_report(report_id: int) -> Report:
    """Return a report; raises ``NotFound``."""
    rows = Report.objects.select_related("about", "reporter", "decision")
    report = rows.filter(pk=report_id).first()
    if report is None:
        raise NotFound(_("This report doesn't exist."))
    return report


def game_of(report: Report) -> Game | None:
    """Return the game of a report with its seats, or ``None`` without one."""
    return Game.objects.with_seats().filter(pk=report.game_id).first() if report.game_id else None


def picture_of(game: Game, turn: int | None) -> str:
    """Return the board at that turn, else as it is now, as SVG."""
    played = Turn.objects.filter(game=game, number=turn or 0).first()
    return draw_turn(game, played, None) if played is not None else draw_game(game, None)


def talk_of(game: Game) -> list[Said]:
    """Return what was said last in a game, oldest first."""
    said = [one for ask in TALK for one in ask(game, SHOWN_TALK)]
    return sorted(said, key=lambda one: one.at)[-SHOWN_TALK:]


def record_of(user: User, now: datetime) -> Record:
    """Return a player's past, as moderators see it."""
    pace = pace_of(user.pk, now)
    decisions = Decision.objects.filter(user=user).select_related("by", "appeal")
    return Record(
        user,
        pace.finished + pace.running,
        pace.lost_on_time,
        Report.objects.filter(about=user).count(),
        Report.objects.filter(reporter=user).count(),
        list(decisions[:20]),
        related_to(user, now),
    )


def related_to(user: User, now: datetime) -> list[Related]:
    """Return accounts that were used from the same address, those of the same device first."""
    since = now - RELATED_WITHIN
    mine = UserSession.objects.filter(user=user, last_seen_at__gt=since)
    places = list(mine.values_list("ip", "user_agent")[:MOST])
    if not places:
        return []
    same = Q(ip__in={ip for ip, _agent in places})
    device = Q()
    for ip, agent in places:
        device |= Q(ip=ip, user_agent=agent)
    others = UserSession.objects.filter(same, last_seen_at__gt=since).exclude(user=user)
    counted = others.values_list("user__username").annotate(n=Count("pk", filter=device))
    found = [Related(name, n > 0) for name, n in counted.order_by("user__username")[:MOST]]
    return sorted(found, key=lambda one: not one.is_same_device)
