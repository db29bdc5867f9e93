"""Which finished games count, and how."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final, NamedTuple

from games.features.ratings.models import RatingChange
from games.features.ratings.pools import ROBOTS
from games.models import Game, HouseRobot, Player
from games.models.querysets import Seat
from games.rules.glicko import LEAST_DEVIATION, Strength
from games.store.records import PLAYED_BY_BOTH

SHORTEST_DRAW: Final = 10
"""A draw agreed on before so many turns were played shows nothing."""
EARLY_TURNS: Final = 6
"""Who resigns before this turn of their own may want to lose."""
VANISHED_WITHIN: Final = timedelta(hours=72)
"""Most of the games lost on time within this span of the first say only that someone went."""
_TIMEOUT: Final = "timeout"
_RESIGNATION: Final = "resignation"
_AGREED: Final = "agreement"


class Verdict(NamedTuple):
    """Whether a game counts and the word for why it does, or why not."""

    counts: bool
    because: str


def judge(game: Game) -> Verdict:
    """Return whether a finished rated game counts."""
    if game.status != Game.Status.FINISHED:
        return Verdict(False, "aborted")
    if game.next_turn < PLAYED_BY_BOTH:
        return Verdict(False, "not_played")
    if game.winner is None:
        if game.reason == _AGREED and game.next_turn <= SHORTEST_DRAW:
            return Verdict(False, "short_draw")
        return Verdict(True, RatingChange.Because.RESULT)
    if game.reason == _TIMEOUT:
        return _judge_timeout(game)
    if game.reason == _RESIGNATION and _turns_of_loser(game) < EARLY_TURNS - 1:
        return Verdict(True, RatingChange.Because.EARLY_RESIGNATION)
    return Verdict(True, RatingChange.Because.RESULT)


def _judge_timeout(game: Game) -> Verdict:
    """Count the first game that someone lost on time; of the next days only what was lost anyway.

    Who falls ill loses every game that runs; no one got weaker by it.
    """
    loser = next(seat for seat in game.seats if seat.side != game.winner)
    assert game.finished_at is not None, "a finished game has an end"
    earlier = RatingChange.objects.filter(
        user=loser.user_id,
        because=RatingChange.Because.TIMEOUT,
        score=0,
        at__gt=game.finished_at - VANISHED_WITHIN,
        at__lte=game.finished_at,
    ).exclude(game=game)
    if earlier.exists() and not _was_ahead(game):
        return Verdict(False, "vanished")
    return Verdict(True, RatingChange.Because.TIMEOUT)


def _was_ahead(game: Game) -> bool:
    """Return whether the winner led by a goal or more."""
    scores = {
        seat.side: seat.score or 0
        for seat in Player.objects.filter(game=game).only("side", "score")
    }
    return all(
        scores[game.winner or ""] > score for side, score in scores.items() if side != game.winner
    )


def _turns_of_loser(game: Game) -> int:
    return game.turns.exclude(side=game.winner).count()


def fixed_strengths(ruleset: str, seats: Mapping[str, Seat]) -> dict[str, Strength | None]:
    """Return of the bots among the seats how strong they are; ``None`` for one not measured."""
    bots = [seat.user_id for seat in seats.values() if seat.is_bot]
    if not bots:
        return {}
    strengths: dict[Any, str] = dict(
        HouseRobot.objects.filter(pk__in=bots).values_list("pk", "strength")
    )
    measured = ROBOTS.get(ruleset, {})
    return {
        side: Strength(measured[strength], LEAST_DEVIATION)
        if (strength := strengths.get(seat.user_id, "")) in measured
        else None
        for side, seat in seats.items()
        if seat.is_bot
    }
