"""How reliably someone plays: in time, and to the end.

Who loses many games on time may begin fewer meanwhile. Only the person reads why; others see the
figures of the pace card, as they do of all players.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Count, F, Max, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Act, Game, Player, Turn
from games.play.start import Terms
from games.refusals import Conflict
from games.rules.contract import TIME_OUT

COUNTED: Final = timedelta(days=90)
FIRST_GAMES: Final = 3
"""A person's first games, in which a loss on time counts for nothing here."""
TURNS_FOR_A_STEP: Final = 10
"""Turns in time, in a row, that lift one step."""


@dataclass(frozen=True, slots=True)
class Step:
    """What holds for someone who has lost so many games on time."""

    lost: int
    games: int
    """Games at the same time."""
    unrated_for: timedelta
    """Since the last of them."""


STEPS: Final = (
    Step(3, 5, timedelta()),
    Step(5, 2, timedelta(days=7)),
    Step(8, 2, timedelta(days=14)),
)


@dataclass(frozen=True, slots=True)
class Standing:
    """How someone stands who has lost many games on time."""

    lost: int
    step: Step
    turns_to_go: int
    """Turns in time until the next step is lifted."""
    unrated_until: datetime


def lost_on_time(user_ids: Collection[int], since: datetime) -> QuerySet[Act]:
    """Return the missed deadlines by which these people have lost games."""
    return Act.objects.filter(
        name=TIME_OUT,
        side=F("game__players__side"),
        game__players__user__in=user_ids,
        game__players__place__gt=1,
        game__status=Game.Status.FINISHED,
        game__reason="timeout",
        at__gt=since,
    )


def standing_of(user_id: int, now: datetime) -> Standing | None:
    """Return a person's record, or ``None`` if they vanished from few games."""
    first = Player.objects.filter(user=user_id).order_by("pk").values_list("game", flat=True)
    counted = lost_on_time([user_id], now - COUNTED).exclude(game__in=list(first[:FIRST_GAMES]))
    found = counted.aggregate(lost=Count("game", distinct=True), last=Max("at"))
    lost, last = found["lost"], found["last"]
    reached = sum(lost >= step.lost for step in STEPS)
    if not reached:
        return None
    mine = {"game__players__user": user_id, "side": F("game__players__side")}
    # Live turns show nothing of how someone answers by correspondence.
    turns = Turn.objects.filter(**mine, game__live__isnull=True, played_at__gt=last).count()
    left = reached - turns // TURNS_FOR_A_STEP
    if left <= 0:
        return None
    step = STEPS[left - 1]
    to_go = TURNS_FOR_A_STEP - turns % TURNS_FOR_A_STEP
    return Standing(lost, step, to_go, last + step.unrated_for)


def check_reliable(terms: Terms, people: Collection[User], now: datetime) -> None:
    """Raise ``Conflict`` where one of these people may begin no more games, or none rated."""
    humans = {person.pk: person for person in people if not person.is_bot}
    lost = lost_on_time(humans, now - COUNTED).values_list("game__players__user")
    for user_id, count in lost.annotate(Count("game", distinct=True)):
        standing = standing_of(user_id, now) if count >= STEPS[0].lost else None
        if standing is None:
            continue
        running = Player.objects.filter(user=user_id, game__status__in=Game.ACTIVE).count()
        name = humans[user_id].username
        if running >= standing.step.games:
            raise Conflict(
                _("{username} can't start more games right now.").format(username=name),
                code="too_many_games",
            )
        if terms.rated and now < standing.unrated_until:
            raise Conflict(
                _("{username} plays unrated right now.").format(username=name),
                code="not_rated",
            )


KNOWN: Final = 20
"""Turns from which on someone is known."""


class Punctuality(NamedTuple):
    """What was expected of someone in the days counted."""

    played: int
    missed: int

    @property
    def kept(self) -> int | None:
        """Per cent of what was expected that was played; nothing is known before the first."""
        due = self.played + self.missed
        return 100 * self.played // due if due else None


def punctuality_of(user_id: int, now: datetime) -> Punctuality:
    """Return how often someone has played in time."""
    since = now - COUNTED
    mine = {"game__players__user": user_id, "side": F("game__players__side")}
    turns = Turn.objects.filter(**mine, game__live__isnull=True, took__isnull=False)
    return Punctuality(
        played=turns.filter(played_at__gt=since).count(),
        missed=Act.objects.filter(**mine, name=TIME_OUT, at__gt=since).count(),
    )
