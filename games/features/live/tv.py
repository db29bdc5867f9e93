"""What anyone may watch: the running game of the best-rated players, goals, the best game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, Q

from games.models import Game, LivePlayer, Player, Turn
from games.models.querysets import GameQuerySet
from games.play.watching import TURNS_LATE, as_seen_by, is_late_for
from games.rules import registry
from games.store.game_lists import Wanted, find_games

_LOOKED_AT: Final = 100
"""Among so many games the best is looked for: all live ones, but for a very busy evening."""
GOALS_SHOWN: Final = 6
ALSO_ON: Final = 4
A_WEEK: Final = timedelta(days=7)
_TURNS_LOOKED_AT: Final = 5000


@dataclass(frozen=True, slots=True)
class Goal:
    """A turn that scored, and the game as onlookers may see it."""

    game: Game
    turn: Turn
    scorer: str
    score: dict[str, int]


def playing_now(viewer: int | None) -> GameQuerySet:
    """Return the running games that may be listed to everyone, newest first."""
    return _listed(Game.Status.PLAYING, viewer)


def _listed(status: str, viewer: int | None, *rulesets: str) -> GameQuerySet:
    """Return the games of this status, without private ones of the viewer: others watch, too."""
    return find_games(Wanted(statuses=(status,), rulesets=rulesets, viewer=viewer)).filter(
        is_public=True
    )


def best_match(playing: GameQuerySet, viewer: int | None) -> Game | None:
    """Return the running game whose players are rated highest, as this person may see it.

    One with turns to see comes before a start position, then a live one before those by
    correspondence, and among equals the newest; ``None`` where none may be listed.
    """

    def worth(game: Game) -> tuple[bool, bool, int]:
        return has_turns(game), bool(game.live), _rating_of(game)

    def has_turns(game: Game) -> bool:
        return game.next_turn - (TURNS_LATE if is_late_for(game, viewer) else 0) > 1

    found = list(playing.filter(pk__in=LivePlayer.objects.values("game"))[:_LOOKED_AT])
    if not any(map(has_turns, found)):
        found += playing[:_LOOKED_AT]
    best = max(found, key=worth, default=None)
    return None if best is None else as_seen_by(best, viewer)


def match_to_show(playing: GameQuerySet, viewer: int | None) -> Game | None:
    """Return the running match to watch, else the last that ended; ``None`` before the first.

    The viewer's own games come after those of others, which they have not seen.
    """
    over = _listed(Game.Status.FINISHED, viewer)
    return (
        best_match(_of_others(playing, viewer), viewer)
        or _of_others(over, viewer).first()
        or best_match(playing, viewer)
        or over.first()
    )


def also_on(playing: GameQuerySet, besides: Game | None, viewer: int | None) -> list[Game]:
    """Return other games that others play now, newest first."""
    if besides is None or not besides.is_active:
        return []
    return list(_of_others(playing, viewer).exclude(pk=besides.pk)[:ALSO_ON])


def _of_others(games: GameQuerySet, viewer: int | None) -> GameQuerySet:
    """Return the games in which the viewer does not play."""
    if viewer is None:
        return games
    return games.exclude(Exists(Player.objects.filter(game=OuterRef("pk"), user=viewer)))


def best_of_the_week(viewer: int | None, now: datetime) -> Game | None:
    """Return the game of the last seven days in which both sides scored most; ``None`` without.

    A game without a shot is none to watch, even with a high score.
    """
    shots = Turn.objects.filter(game=OuterRef("pk"), chances__isnull=False)
    over = _listed(Game.Status.FINISHED, viewer, registry.DEFAULT)
    found = over.filter(Exists(shots), finished_at__gte=now - A_WEEK)[:_LOOKED_AT]
    best = max(found, key=_goals_of, default=None)
    return best if best is not None and any(_goals_of(best)) else None


def _goals_of(game: Game) -> tuple[int, int]:
    """Return the goals of the side that scored less, and those of both."""
    goals = list((game.summary.score or {}).values()) or [0]
    return min(goals), sum(goals)


def newest_goals(viewer: int | None) -> list[Goal]:
    """Return the newest goals of games that may be listed, each as soon as it may be seen."""
    goals: list[Goal] = []
    for turn in _round_ends():
        goal = _goal_of(turn, viewer)
        if goal is not None:
            goals.append(goal)
        if len(goals) == GOALS_SHOWN:
            break
    return goals


def _rating_of(game: Game) -> int:
    return sum(seat.rating or 0 for seat in game.seats)


def _round_ends() -> Iterator[Turn]:
    """Yield the turns that ended a round, newest first, of games that may be listed."""
    newest = Turn.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    guests = Player.objects.filter(game=OuterRef("game"), user__guest_since__isnull=False)
    ends = Turn.objects.filter(
        ~Exists(guests),
        Q(position_after=None),
        pk__gt=newest - _TURNS_LOOKED_AT,
        game__is_public=True,
        chances__isnull=False,
    )
    yield from ends.select_related("game").order_by("-pk")[:_LOOKED_AT]


def _goal_of(turn: Turn, viewer: int | None) -> Goal | None:
    """Return the goal of a turn; ``None`` for a turn without one or not to be seen yet."""
    game = turn.game
    shooting = registry.find(game.ruleset, game.rules_version).shooting
    if shooting is None or "goals" not in shooting.figures(turn.happenings):
        return None
    if turn.number >= as_seen_by(game, viewer).next_turn:
        return None
    scores = [happening["score"] for happening in turn.happenings if "score" in happening]
    scorer = shooting.scorer(turn.position_before, turn.actions)
    return Goal(game, turn, scorer, scores[-1] if scores else {})
