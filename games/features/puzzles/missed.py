"""Puzzles out of your own games: positions with one right turn in which another was played.

They are for anyone who played there alone, so private games have them as well, and immediately
after the end. Nothing is weighed: what a kind of puzzle asks was there to be had, for certain or by
a chance far ahead of all others. Only the kind ``again`` goes by the chances of an analysis, and
gives way to all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, QuerySet

from accounts.models import User
from games.features.puzzles import finding
from games.features.puzzles.finding import RULESET, next_ended, note_looked_at
from games.features.puzzles.models import AGAIN, ALL_KINDS, Missed
from games.models import Game, Turn
from games.play.practice import Chance
from games.rules import registry
from games.rules.chess_eleven.puzzles import asked_of, find_puzzle

OF_A_GAME: Final = 3
"""So many of one game, the rarest kinds first: more would be no pleasure."""
KEPT: Final = 100
"""So many of one person, the newest."""
SETTLED_FOR: Final = timedelta(seconds=30)
"""Ends are written in another order than they have: so old ones are all there."""
LOOKS_BACK: Final = timedelta(days=30)
"""From so long ago on, where there was no search before."""
_MISSED: Final = "missed"
_OWN: Final = (Turn.By.HAND, Turn.By.PREMOVE, Turn.By.PLAN)
"""How turns come about that someone has thought of."""


def look_at_own(now: datetime, limit: int, may_go_on: Callable[[], bool]) -> int:
    """Look for what was missed in the next games that ended; return how many were kept.

    May run twice, or beside itself: of one turn there is one.
    """
    made = 0
    ended = Game.objects.filter(
        ruleset=RULESET, finished_at__gt=now - LOOKS_BACK, finished_at__lt=now - SETTLED_FOR
    ).exclude(status=Game.Status.ABORTED)
    for game in next_ended(_MISSED, ended, limit):
        if not may_go_on():
            break
        found = [one for user in _people_of(game) for one in _missed_by(user, game, now)]
        with transaction.atomic():
            made += _keep(found)
            note_looked_at(_MISSED, game)
    return made


def keep_again(game: Game, chances: Sequence[Chance], now: datetime) -> None:
    """Keep what an analysis found to be much better than a turn that someone thought of."""
    found = [
        Missed(
            user_id=one.user_id,
            game=game,
            turn=one.turn.number,
            played=one.turn.notation,
            kind=AGAIN,
            position=asked_of(one.turn.position_before),
            side=one.turn.side,
            solutions=[list(turn) for turn in one.right],
            best=one.best,
            second=one.played,
            rules_version=game.rules_version,
            made_at=now,
        )
        for one in chances
        if one.turn.by in _OWN
    ]
    with transaction.atomic():
        _keep(found)


def missed_by(user_id: int) -> QuerySet[Missed]:
    """Return what someone has missed, the newest first."""
    return Missed.objects.filter(user=user_id).order_by("-made_at", "-pk")


def note_try(missed: Missed, now: datetime, *, solved: bool, shown: bool) -> None:
    """Keep that it was tried; what was shown is not solved any more. Rates no one."""
    mine = Missed.objects.filter(pk=missed.pk)
    mine.filter(first=None).update(first=solved)
    still_open = mine.filter(solved_at=None, shown=False)
    if solved:
        still_open.update(solved_at=now)
    elif shown:
        still_open.update(shown=True)
    missed.refresh_from_db()


def _people_of(game: Game) -> QuerySet[User]:
    people = User.objects.filter(seats__game=game, is_bot=False, deleted_at=None)
    return people.annotate(side=F("seats__side")).order_by("pk")


def _missed_by(user: User, game: Game, now: datetime) -> list[Missed]:
    """Return what one of the players has missed, not kept yet."""
    found = list(_all_missed_by(user, game, now))
    return sorted(found, key=lambda one: (ALL_KINDS.index(one.kind), one.turn))[:OF_A_GAME]


def _all_missed_by(user: User, game: Game, now: datetime) -> Iterator[Missed]:
    side: str = user.side  # type: ignore[attr-defined]  # annotated
    own = game.turns.filter(side=side, by__in=_OWN, number__lte=finding.GAME_TURNS)
    for turn in own.order_by("number").iterator():
        position = turn.position_before
        found = find_puzzle(position)
        sent = tuple(action.partition("=")[0] for action in turn.actions)
        if found is None or sent in found.solutions:
            continue
        yield Missed(
            user=user,
            game=game,
            turn=turn.number,
            played=turn.notation,
            kind=found.kind,
            position=asked_of(position),
            side=side,
            solutions=[list(one) for one in found.solutions],
            best=found.best,
            second=found.second,
            rules_version=registry.get(RULESET).version,
            made_at=now,
        )


def _keep(found: list[Missed]) -> int:
    """Store what was missed, and forget the oldest beyond what is kept; return how many."""
    # Anyone who deletes the account meanwhile holds the row: then they are gone, or we come first.
    asked = {one.user_id for one in found}
    people = User.objects.select_for_update(no_key=True).filter(pk__in=asked, deleted_at=None)
    there = set(people.order_by("pk").values_list("pk", flat=True))
    kept = [one for one in found if one.user_id in there]
    for one in kept:
        if one.kind != AGAIN:
            untried = Missed.objects.filter(kind=AGAIN, first=None)
            untried.filter(game=one.game_id, turn=one.turn).delete()
    Missed.objects.bulk_create(kept, ignore_conflicts=True)
    for user_id, game_id in {(one.user_id, one.game_id) for one in kept}:
        _trim(user_id, game_id)
    for user_id in there:
        old = missed_by(user_id).values_list("pk", flat=True)[KEPT:]
        Missed.objects.filter(pk__in=list(old)).delete()
    return len(kept)


def _trim(user_id: int, game_id: str) -> None:
    """Forget what was missed by least, of that which gives way, beyond what is kept of a game."""
    mine = Missed.objects.filter(user=user_id, game=game_id)
    least = mine.filter(kind=AGAIN).order_by(F("best") - F("second"), "-turn")
    too_many = max(mine.count() - OF_A_GAME, 0)
    Missed.objects.filter(pk__in=list(least.values_list("pk", flat=True)[:too_many])).delete()
