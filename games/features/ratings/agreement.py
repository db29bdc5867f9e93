"""Who may agree on a rated game with whom."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from accounts.models import User
from games.features.ratings.models import RatingChange
from games.features.ratings.pools import ROBOTS, rated_rulesets
from games.features.ratings.trust import counted_changes
from games.models import Game, HouseRobot
from games.play.start import Terms
from games.refusals import Conflict, Invalid

MOST_GOALS: Final = 5
"""A longer match says too much at a time."""
MOST_RUNNING, MOST_FINISHED, LATELY = 3, 6, timedelta(days=30)
"""Rated games of the same two people at the same time, and finished in so long."""
MOST_WITH_ROBOT: Final = 2
"""Rated games of a person with one bot at the same time."""
LAST_GAMES, EARLY_OF_THEM = 7, 3
"""So many early resignations among the last games look like losing on purpose."""
NOTICED_FOR: Final = timedelta(days=30)
BARRED_FOR: Final = timedelta(days=7)


def check_rated(terms: Terms, people: Collection[User], now: datetime) -> None:
    """Raise ``Invalid`` for terms that cannot be rated and ``Conflict`` for people who may not."""
    if not terms.rated:
        return
    if terms.ruleset not in rated_rulesets() or terms.options.get("goals_to_win", 1) > MOST_GOALS:
        raise Invalid(
            _("Only two-player games can be rated, with at most {most} goals.").format(
                most=MOST_GOALS
            ),
            field="rated",
            code="not_allowed",
        )
    _check_bots(terms.ruleset, [person for person in people if person.is_bot])
    for person in people:
        until = barred_until(person.pk, now)
        if until is not None:
            raise _refused(
                _(
                    "{username} resigned many rated games early and plays unrated for a week."
                ).format(username=person.username)
            )
    if len(people) == 2:
        _check_is_not_too_often(list(people), now)


def _check_bots(ruleset: str, bots: Sequence[User]) -> None:
    """Raise ``Conflict`` for a bot other than a house bot whose strength is measured."""
    strengths = HouseRobot.objects.filter(pk__in=[bot.pk for bot in bots])
    measured = [robot for robot in strengths if robot.strength in ROBOTS.get(ruleset, {})]
    if len(measured) < len(bots):
        raise _refused(_("Games with this bot are unrated."))


def _check_is_not_too_often(people: Sequence[User], now: datetime) -> None:
    """Raise ``Conflict`` where the same two would only move points between them."""
    first, second = people
    both = Game.objects.filter(rated=True, players__user=first).filter(players__user=second)
    counts = both.aggregate(
        running=Count("pk", filter=Q(status__in=Game.ACTIVE)),
        finished=Count("pk", filter=Q(finished_at__gt=now - LATELY)),
    )
    with_bot = first.is_bot or second.is_bot
    most = MOST_WITH_ROBOT if with_bot else MOST_RUNNING
    if counts["running"] >= most:
        raise _refused(
            _(
                "You two already have {most} rated games running. Finish one first, or play "
                "unrated."
            ).format(most=most)
        )
    if counts["finished"] >= MOST_FINISHED and not with_bot:
        raise _refused(
            _("You two have finished {most} rated games in 30 days. Play unrated.").format(
                most=MOST_FINISHED
            )
        )


def _refused(detail: str) -> Conflict:
    return Conflict(detail, code="not_rated")


def notices(user_id: int, now: datetime) -> list[datetime]:
    """Return when a person was noticed losing early, newest first; the second in a month bars.

    Both players of a game have a row with its reason: only the loser resigned. A game that an
    operator voided counts for neither, which lifts a bar.
    """
    last = counted_changes(user_id).filter(at__gt=now - NOTICED_FOR - BARRED_FOR)
    rows = last.order_by("-at", "-pk").values_list("because", "score", "at")[: LAST_GAMES * 4]
    early = [
        because == RatingChange.Because.EARLY_RESIGNATION and score == 0
        for because, score, _at in rows
    ]
    return [
        at
        for place, (_because, _score, at) in enumerate(rows)
        if early[place] and sum(early[place : place + LAST_GAMES]) >= EARLY_OF_THEM
    ]


def barred_until(user_id: int, now: datetime) -> datetime | None:
    """Return until when a person plays unrated, or ``None``."""
    noticed = notices(user_id, now)
    for newer, older in pairwise(noticed):
        if newer - older <= NOTICED_FOR and newer + BARRED_FOR > now:
            return newer + BARRED_FOR
    return None
