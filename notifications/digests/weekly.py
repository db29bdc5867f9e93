"""What a weekly email shows: results, expected goals, ratings, and the best goal as a picture."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo
from typing import Final, NamedTuple

from django.db.models import F, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from games.models import Game, Player, Turn
from games.shown import pictures, wording
from games.shown.digest_lines import LINES
from games.shown.point_of_view import PointOfView
from notifications.digests.letter import letter, link
from notifications.digests.results import ended_games, result_line
from notifications.message.picture import WIDTH
from notifications.message.written import PicturedMail
from notifications.models import Digest, Notification
from notifications.preferences import NotificationPreferences, zone_of
from notifications.vocabulary.clock_mail import ClockMail

logger = logging.getLogger(__name__)

_WEEK: Final = timedelta(days=7)


class Result(NamedTuple):
    """A game that ended, and where it is to be seen."""

    text: str
    path: str


@dataclass(slots=True)
class Weekly:
    """What a weekly email says."""

    results: list[Result] = field(default_factory=list)
    goals: str = ""
    """The goals of the week and what was to be expected."""
    lines: list[str] = field(default_factory=list)
    best: str = ""
    """The goal that was least to be expected."""
    best_path: str = ""
    picture: bytes | None = None

    @property
    def is_empty(self) -> bool:
        """Whether there is no reason for an email."""
        return not self.results and not self.best


def gather(digest: Digest, now: datetime) -> Weekly:
    """Return what there was in the week before a weekly email is due."""
    user, since = digest.user, digest.for_at - _WEEK
    games = ended_games(user, since, digest.for_at)
    weekly = Weekly()
    for game in games:
        view = PointOfView(game, user.pk)
        weekly.results.append(Result(result_line(view), f"/games/{game.pk}/"))
    weekly.goals = _goal_lines(user, games)
    goal = _best_goal(user, since, digest.for_at)
    if goal is not None:
        _add_goal(weekly, goal, user, now)
    if not weekly.is_empty:
        for add_lines in LINES:
            weekly.lines += add_lines(user, since, digest.for_at)
    return weekly


class WeeklyMail(ClockMail):
    """Describes the week, on Mondays."""

    name = template = wish = "weekly"
    label = gettext_lazy("Weekly email")

    def next_at(self, wishes: NotificationPreferences, zone: tzinfo, now: datetime) -> datetime:
        return wishes.next_week(now, zone)

    def write(
        self, digest: Digest, rows: Sequence[Notification], address: str, now: datetime
    ) -> PicturedMail | None:
        weekly = gather(digest, now)
        if weekly.is_empty:
            return None
        shown = {
            "weekly": weekly,
            "results": [(one.text, link(one.path)) for one in weekly.results],
            "best_link": link(weekly.best_path),
        }
        title = _("Your week at Chess Eleven by post")
        return letter(self, title, shown, digest, address, weekly.picture)


MAIL: Final = WeeklyMail()


def _goal_lines(user: User, games: list[Game]) -> str:
    """Return the goals of these games beside those to be expected; empty where none are counted."""
    shooting = [
        seat.shooting
        for game in games
        for seat in game.seats
        if seat.user_id == user.pk and seat.shooting is not None
    ]
    if not shooting:
        return ""
    goals = sum(one[2] for one in shooting)
    expected = f"{sum(one[0] for one in shooting) / 100:.2f}"
    return ngettext(
        "{n} goal from shots worth {expected} in these games.",
        "{n} goals from shots worth {expected} in these games.",
        goals,
    ).format(n=goals, expected=expected)


def _best_goal(user: User, since: datetime, until: datetime) -> Turn | None:
    """Return the turn with the goal of this time that was least to be expected."""
    is_recent = Q(game__finished_at__isnull=True) | Q(game__finished_at__gt=since)
    games = Player.objects.filter(is_recent, user=user).values("game")
    mine = {"game__players__user": user, "side": F("game__players__side")}
    # A shot that scores ends the round, and with it the board.
    goals = Turn.objects.filter(
        **mine,
        game__in=games,
        played_at__gt=since,
        played_at__lte=until,
        chances__isnull=False,
        position_after__isnull=True,
    )
    return min(
        goals.select_related("game").order_by("pk"),
        key=lambda turn: (turn.chances or {}).get("goal", 100),
        default=None,
    )


def _add_goal(weekly: Weekly, turn: Turn, user: User, now: datetime) -> None:
    """Report a goal and draw it; a picture that cannot be drawn is left out."""
    view = PointOfView(turn.game, user.pk)
    weekly.best = _("Your best goal: a {percent}% chance, {when}, against {name}.").format(
        percent=(turn.chances or {}).get("goal", 100),
        when=wording.day(turn.played_at, now, zone_of(user)),
        name=view.opponents,
    )
    weekly.best_path = f"/games/{turn.game_id}/"
    try:
        weekly.picture = pictures.compose_turn(turn.game, turn, view.side, WIDTH)
    except Exception:
        logger.exception("turn %s of game %s could not be drawn", turn.number, turn.game_id)
