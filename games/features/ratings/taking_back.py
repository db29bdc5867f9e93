"""Taking a change of ratings back: by the winner of a timeout, or by the operator."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.features.ratings.models import RatingChange
from games.features.ratings.rating_games import forget_nameless, lock_ratings, record_change
from games.models import Game
from games.play.guards import seat_of
from games.refusals import Conflict, Forbidden
from games.rules.glicko import LEAST_RATING
from games.shown.shapes.games import RatingChangeOfSide
from games.store.locking import lock_game

GIVEN_BACK_WITHIN: Final = timedelta(days=14)
_TAKEN_BACK: Final = RatingChange.TAKEN_BACK
_NO_RESULTS: Final = RatingChange.NO_RESULTS


def give_back(user_id: int, game_id: str, *, now: datetime) -> Game:
    """Undo what a game won on time did to the ratings, as its winner, and return the game.

    Asked again, nothing changes. Raises ``NotFound``, ``Forbidden`` and ``Conflict``.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        seat = seat_of(game, user_id)
        if seat.side != game.winner:
            raise Forbidden(_("Only the winner can return the rating."), code="not_yours")
        if _is_taken_back(game):
            return game
        if _was_restored(game):
            raise Conflict(_("A moderator decided about this result."), code="not_rated", game=game)
        timeouts = game.rating_changes.filter(because=RatingChange.Because.TIMEOUT)
        if not timeouts.exists():
            raise Conflict(
                _("You can return only the rating of a game won on time."),
                code="not_rated",
                game=game,
            )
        if game.finished_at is not None and now > game.finished_at + GIVEN_BACK_WITHIN:
            raise Conflict(
                _("You can return a rating for {days} days after the game.").format(
                    days=GIVEN_BACK_WITHIN.days
                ),
                code="not_rated",
                game=game,
            )
        _take_back(game, RatingChange.Because.GIVEN_BACK, now)
    return game


def is_to_give_back(game: Game, now: datetime) -> bool:
    """Return whether the winner of a game may still give the rating back."""
    if not game.rated or game.finished_at is None or now > game.finished_at + GIVEN_BACK_WITHIN:
        return False
    change = game.rating_change
    return change is not None and change["because"] == RatingChange.Because.TIMEOUT


def void(game_id: str, *, now: datetime) -> bool:
    """Undo what a game did to the ratings, as the operator; return whether there was anything."""
    with transaction.atomic():
        game = lock_game(game_id)
        if not game.rated or game.is_active or _is_taken_back(game) or _was_restored(game):
            return False
        _take_back(game, RatingChange.Because.VOID, now)
    return True


def restore(game_id: str, *, now: datetime) -> bool:
    """Let a game that was voided count again, once; return whether there was anything.

    Each rating moves back by what the voiding took; what was played since stays as it was counted.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        voided = list(game.rating_changes.filter(because=RatingChange.Because.VOID))
        if not voided or _was_restored(game):
            return False
        _write_opposites(game, voided, RatingChange.Because.RESTORED, now)
        made = {one.user_id: one for one in game.rating_changes.exclude(because__in=_NO_RESULTS)}
        sides: dict[str, RatingChangeOfSide] = {
            seat.side: {
                "before": round(made[seat.user_id].before, 1),
                "after": round(made[seat.user_id].after, 1),
                "deviation": round(made[seat.user_id].deviation, 1),
            }
            for seat in game.seats
            if seat.user_id in made
        }
        record_change(game, made[voided[0].user_id].because, sides, now=now)
    return True


def _was_restored(game: Game) -> bool:
    return game.rating_changes.filter(because=RatingChange.Because.RESTORED).exists()


def _is_taken_back(game: Game) -> bool:
    return game.rating_change is not None and game.rating_change["because"] in _TAKEN_BACK


def _take_back(game: Game, because: RatingChange.Because, now: datetime) -> None:
    made = list(game.rating_changes.exclude(because__in=_NO_RESULTS))
    _write_opposites(game, made, because, now)
    record_change(game, because.value, {}, now=now)


def _write_opposites(
    game: Game, made: Sequence[RatingChange], because: RatingChange.Because, now: datetime
) -> None:
    """Write the opposite of changes of a locked game: history is added to, never rewritten."""
    for pool in {change.pool for change in made}:
        rows = lock_ratings(pool, [change.user_id for change in made if change.pool == pool])
        for change in (change for change in made if change.pool == pool):
            row = rows[change.user_id]
            after = max(row.rating - (change.after - change.before), LEAST_RATING)
            RatingChange.objects.create(
                game=game,
                user_id=row.user_id,
                pool=pool,
                because=because,
                score=change.score,
                weight=change.weight,
                trust=change.trust,
                before=row.rating,
                after=after,
                deviation=row.deviation,
                volatility=row.volatility,
                at=now,
            )
            row.rating = after
            row.save(update_fields=["rating"])
        forget_nameless(rows)
