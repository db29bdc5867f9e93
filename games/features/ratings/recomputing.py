"""The ratings of a pool computed again from the games: they must come out as they are stored."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime, timedelta
from typing import NamedTuple

from games.features.ratings.counting import fixed_strengths
from games.features.ratings.models import RatingChange
from games.features.ratings.rating_games import AGAINST_ROBOTS
from games.models import Player
from games.models.querysets import Seat
from games.rules.glicko import LEAST_RATING, Strength, rate


class Running(NamedTuple):
    """How someone is in a pool, as a ``Rating`` stores it."""

    strength: Strength = Strength()
    games: int = 0
    peak: float = Strength().rating
    last_at: datetime | None = None


def recompute(pool: str) -> dict[int, Running]:
    """Return how each person stands by the recorded results, in the order they counted."""
    running: dict[int, Running] = defaultdict(Running)
    rows = list(RatingChange.objects.filter(pool=pool).order_by("pk").select_related("game"))
    moved: dict[tuple[str, int], float] = {}
    place = 0
    while place < len(rows):
        game, because = rows[place].game, rows[place].because
        group = [
            row
            for row in rows[place : place + 2]
            if (row.game_id, row.because) == (game.pk, because)
        ]
        place += len(group)
        if because in RatingChange.NO_RESULTS:
            for row in group:
                stood = running[row.user_id]
                strength, key = stood.strength, (row.game_id, row.user_id)
                rating = max(strength.rating - moved[key], LEAST_RATING)
                moved[key] = rating - strength.rating
                undone = Strength(rating, strength.deviation, strength.volatility)
                running[row.user_id] = stood._replace(strength=undone)
            continue
        before = {row.user_id: running[row.user_id] for row in group}
        for row in group:
            mine = before[row.user_id]
            others = [
                _after(stood, row.at) for user, stood in before.items() if user != row.user_id
            ]
            theirs = others[0] if others else _robot(row)
            after = rate(
                mine.strength,
                theirs,
                row.score,
                weight=row.weight,
                trust=row.trust,
                pause=_pause(mine, row.at),
                share=1.0 if others else AGAINST_ROBOTS,
            )
            moved[row.game_id, row.user_id] = after.rating - mine.strength.rating
            running[row.user_id] = Running(
                after,
                mine.games + 1,
                max(mine.peak, after.rating),
                max(mine.last_at or row.at, row.at),
            )
    return dict(running)


def _pause(running: Running, at: datetime) -> timedelta:
    return max(at - running.last_at, timedelta()) if running.last_at else timedelta()


def _after(running: Running, at: datetime) -> Strength:
    return running.strength.after(_pause(running, at))


def _robot(row: RatingChange) -> Strength:
    """Return the fixed strength of the bot that a game was played against."""
    seats = {
        seat.side: Seat(seat.side, seat.user_id, seat.user.username, False, seat.user.is_bot)
        for seat in Player.objects.filter(game=row.game_id).select_related("user")
    }
    (strength,) = fixed_strengths(row.game.ruleset, seats).values()
    assert strength is not None, "a game with a bot that is not measured does not count"
    return strength
