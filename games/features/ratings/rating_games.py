"""Rating the games that have ended: each once, however often and by however many it is tried."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Max, OuterRef, Subquery

from games.features.ratings.counting import Verdict, fixed_strengths, judge
from games.features.ratings.happened import RATING_CHANGED, OwnRating
from games.features.ratings.models import Rating, RatingChange
from games.features.ratings.pools import pool_of, weight_of
from games.features.ratings.selectors import who_hides
from games.features.ratings.trust import trust_in
from games.models import Game, GameEvent
from games.rules.glicko import Strength, rate
from games.shown.shapes.games import RatingChangeOfSide
from games.store.locking import lock_game
from games.store.outbox import EventType
from games.store.write import write_game

logger = logging.getLogger(__name__)

BATCH: Final = 200
AGAINST_ROBOTS: Final = 0.5
"""The part of a change that counts against a house bot: it can be tried for ever."""


def rate_due_games(now: datetime, limit: int = BATCH) -> int:
    """Rate up to ``limit`` rated games that have ended, the oldest first; return how many.

    One that fails does not hold the others up; it is logged and tried again.
    """
    due = Game.objects.filter(rated=True, finished_at__isnull=False, rating_change__isnull=True)
    # Of two that ended in the same second the one that was reported first.
    ends = GameEvent.objects.filter(game=OuterRef("pk"), type=EventType.GAME_FINISHED)
    in_order = due.annotate(ended=Subquery(ends.order_by("pk").values("pk")[:1]))
    ordered = in_order.order_by("finished_at", "ended", "pk")
    ids = list(ordered.values_list("pk", flat=True)[:limit])
    rated = 0
    for game_id in ids:
        try:
            rated += rate_game(game_id, now=now)
        except Exception:
            logger.exception("game %s could not be rated", game_id)
    return rated


def rate_game(game_id: str, *, now: datetime) -> bool:
    """Change the ratings by a finished rated game, and notify; return whether there was one to
    rate.

    The lock on the game lets one of several through, and what was written shows the others.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        if not game.rated or game.is_active or game.rating_change is not None:
            return False
        seats = {seat.side: seat for seat in game.seats}
        fixed = fixed_strengths(game.ruleset, seats)
        verdict = judge(game)
        if None in fixed.values() or len(fixed) == len(seats):
            verdict = Verdict(False, "bots")
        sides = _change(game, verdict, fixed) if verdict.counts else {}
        record_change(game, verdict.because, sides, now=now)
    return True


def _change(
    game: Game, verdict: Verdict, fixed: dict[str, Strength | None]
) -> dict[str, RatingChangeOfSide]:
    """Write the changes of a locked game that counts and return them by side."""
    assert game.finished_at is not None, "a finished game has an end"
    pool = str(pool_of(game))
    ratings = lock_ratings(pool, [seat.user_id for seat in game.seats if seat.side not in fixed])
    of_side = {seat.side: ratings[seat.user_id] for seat in game.seats if seat.side not in fixed}
    # Both as they were before: what one gains does not weigh in what the other loses.
    stood = {side: _standing(row, game.finished_at) for side, row in of_side.items()}
    stood |= {side: strength for side, strength in fixed.items() if strength is not None}
    weight = weight_of(game.options)
    people = {row.user_id for row in of_side.values()}
    # Asked before the first row of this game is written. House bots are known.
    trusts = {one: trust_in(other, one) for one in people for other in people if other != one}
    change: dict[str, RatingChangeOfSide] = {}
    for side, row in of_side.items():
        (other,) = (strength for name, strength in stood.items() if name != side)
        score = 0.5 if game.winner is None else float(game.winner == side)
        trust = trusts.get(row.user_id, 1.0)
        after = rate(
            row.strength,
            other,
            score,
            weight=weight,
            trust=trust,
            pause=_pause(row, game.finished_at),
            share=AGAINST_ROBOTS if fixed else 1.0,
        )
        RatingChange.objects.create(
            game=game,
            user_id=row.user_id,
            pool=pool,
            because=verdict.because,
            score=score,
            weight=weight,
            trust=trust,
            before=row.rating,
            after=after.rating,
            deviation=after.deviation,
            volatility=after.volatility,
            at=game.finished_at,
        )
        change[side] = {
            "before": round(row.rating, 1),
            "after": round(after.rating, 1),
            "deviation": round(after.deviation, 1),
        }
        move(row, after, game.finished_at)
    forget_nameless(row.user_id for row in of_side.values())
    return change


def record_change(
    game: Game, because: str, sides: Mapping[str, RatingChangeOfSide], *, now: datetime
) -> None:
    """Write at a locked game what it did to the ratings, and notify its players.

    Anyone may read it there: anyone who hides ratings is left out.
    """
    hidden = who_hides(seat.user_id for seat in game.seats) if sides else frozenset()
    hides = {seat.side for seat in game.seats if seat.user_id in hidden}
    shown = {side: change for side, change in sides.items() if side not in hides}
    game.rating_change = {"because": because, "sides": shown}
    Game.objects.filter(pk=game.pk).update(rating_change=game.rating_change)
    everyone = [seat.user_id for seat in game.seats]
    own: OwnRating = {"rating_change": {"because": because, "sides": shown}}
    changed = RATING_CHANGED(now, everyone, own)
    write_game(game, [changed], now=now)


def lock_ratings(pool: str, user_ids: list[int]) -> dict[int, Rating]:
    """Return these people's ratings, made where there are none, locked in the order of the ids."""
    rows = Rating.objects.filter(pool=pool, user__in=user_ids).order_by("user_id")
    there = set(rows.values_list("user_id", flat=True))
    for user_id in sorted(set(user_ids) - there):
        Rating.objects.get_or_create(
            user_id=user_id, pool=pool, defaults=_as_last_seen(user_id, pool)
        )
    return {row.user_id: row for row in rows.select_for_update()}


def _as_last_seen(user_id: int, pool: str) -> dict[str, object]:
    """Return how someone without a rating stood when they had one.

    Anyone who deletes the account resigns what is running: the others win against who they played.
    """
    last = RatingChange.objects.filter(user=user_id, pool=pool).order_by("-pk").first()
    if last is None:
        return {}
    played = RatingChange.objects.filter(user=user_id, pool=pool).exclude(
        because__in=RatingChange.NO_RESULTS
    )
    return {
        "rating": last.after,
        "deviation": last.deviation,
        "volatility": last.volatility,
        "last_at": played.aggregate(at=Max("at"))["at"],
    }


def forget_nameless(user_ids: Iterable[int]) -> None:
    """Delete the ratings of those whose account is gone; their changes stay."""
    Rating.objects.filter(user__in=user_ids, user__deleted_at__isnull=False).delete()


def move(row: Rating, after: Strength, at: datetime) -> None:
    """Set a locked rating to what it is after a game that ended ``at``."""
    row.rating, row.deviation, row.volatility = after.rating, after.deviation, after.volatility
    row.games += 1
    row.peak = max(row.peak, row.rating)
    row.last_at = max(row.last_at or at, at)
    row.save()


def _pause(row: Rating, at: datetime) -> timedelta:
    return max(at - row.last_at, timedelta()) if row.last_at else timedelta()


def _standing(row: Rating, at: datetime) -> Strength:
    return row.strength.after(_pause(row, at))
