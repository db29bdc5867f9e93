"""What badges a finished game is worth to its players: the same answer whenever it is asked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from django.db.models import Exists, F, Max, OuterRef, Q

from games.features.ratings.badges import kinds
from games.models import Act, Game, HouseRobot, Player
from games.rules import registry
from games.rules.contract import TIME_OUT
from games.shown.statistics import COUNTED
from games.store import selectors
from games.store.records import PLAYED_BY_BOTH


@dataclass(slots=True)
class _Deeds:
    """What one side did in a game with shots at goal."""

    goals: int = 0
    mates: int = 0
    corner_mates: int = 0
    was_behind: bool = False
    """Whether the other side once led while this one had nothing."""


@dataclass
class _Finished:
    """A game that counts, read once for all who played it."""

    game: Game
    seats: dict[str, Player] = field(init=False)

    def __post_init__(self) -> None:
        rows = Player.objects.filter(game=self.game).select_related("user")
        self.seats = {row.side: row for row in rows}

    @property
    def is_by_score(self) -> bool:
        """Whether what was counted decided it."""
        found = self.game.presenter.reasons.get(self.game.reason)
        return found is not None and found.is_by_score

    @cached_property
    def deeds(self) -> dict[str, _Deeds]:
        """What each side did; nothing in a game without shots."""
        found = {side: _Deeds() for side in self.seats}
        shooting = registry.find(self.game.ruleset, self.game.rules_version).shooting
        if shooting is None:
            return found
        for turn in selectors.turns_of(self.game.pk):
            figures, mine = shooting.figures(turn.happenings), found[turn.side]
            mine.goals += figures.get("goals", 0)
            if mates := figures.get("mates", 0):
                mine.mates += mates
                mine.corner_mates += mates * shooting.is_corner(turn.position_before)
            score = shooting.score_after(turn.happenings)
            if score and any(score.values()):
                for side, scored in score.items():
                    found[side].was_behind |= not scored
        return found

    def strength_of_other(self, seat: Player) -> str:
        """Return the strength of the house bot on the other side of two, if one sits there."""
        others = [row.user_id for row in self.seats.values() if row != seat]
        if len(others) != 1:
            return ""
        found = HouseRobot.objects.filter(pk=others[0]).values_list("strength", flat=True)
        return found.first() or ""


def earned_in(game: Game, lacking: Callable[[int], Collection[str]]) -> Iterator[tuple[int, str]]:
    """Yield who has earned which badge with a finished game, of those that ``lacking`` names."""
    has_counted = game.status == Game.Status.FINISHED and game.next_turn >= PLAYED_BY_BOTH
    is_void = game.rating_change is not None and game.rating_change["because"] == "void"
    if not has_counted or game.begins_with is not None or is_void:
        return
    finished = _Finished(game)
    for seat in finished.seats.values():
        if seat.user.is_bot or seat.user.deleted_at is not None:
            continue
        wanted = lacking(seat.user_id)
        for key in kinds.KEYS:
            if key in wanted and _JUDGES[key](finished, seat):
                yield seat.user_id, key


def _has_won(finished: _Finished, seat: Player) -> bool:
    return finished.game.winner == seat.side


def _has_won_by_score(finished: _Finished, seat: Player) -> bool:
    return _has_won(finished, seat) and finished.is_by_score and seat.shooting is not None


def _has_mated(finished: _Finished, seat: Player) -> bool:
    if _has_won(finished, seat) and finished.game.reason == "checkmate":
        return True
    return seat.shooting is not None and finished.deeds[seat.side].mates > 0


def _conceded_nothing(finished: _Finished, seat: Player) -> bool:
    others = [row for row in finished.seats.values() if row != seat]
    return _has_won_by_score(finished, seat) and not any(row.score for row in others)


def _was_ice_cold(finished: _Finished, seat: Player) -> bool:
    if not _has_won_by_score(finished, seat) or seat.shooting is None:
        return False
    expected, _variance, goals = seat.shooting
    return goals > 0 and expected < 100 * kinds.FEW_EXPECTED


def _has_felled_a_giant(finished: _Finished, seat: Player) -> bool:
    if not (finished.game.rated and _has_won(finished, seat)) or seat.rating is None:
        return False
    others = [row.rating for row in finished.seats.values() if row != seat]
    return all(rating is not None and rating >= seat.rating + kinds.HIGHER for rating in others)


def _played_up_to(finished: _Finished, seat: Player) -> Any:
    """Return the seats of this person in the games that count, up to this one."""
    game = finished.game
    before = Q(game__finished_at__lt=game.finished_at) | Q(
        game__finished_at=game.finished_at, game__lte=game.pk
    )
    return Player.objects.filter(COUNTED, before, user=seat.user_id)


def _has_played_all(finished: _Finished, seat: Player) -> bool:
    if finished.game.ruleset not in kinds.KINDS_OF_GAMES:
        return False
    played = _played_up_to(finished, seat).values_list("game__ruleset", flat=True).distinct()
    return set(kinds.KINDS_OF_GAMES) <= set(played)


def _was_always_there(finished: _Finished, seat: Player) -> bool:
    mine = {"game__players__user": seat.user_id, "side": F("game__players__side")}
    missed = Act.objects.filter(**mine, name=TIME_OUT, at__lte=finished.game.finished_at)
    last = missed.aggregate(at=Max("at"))["at"]
    late = Act.objects.filter(game=OuterRef("game"), side=OuterRef("side"), name=TIME_OUT)
    kept = _played_up_to(finished, seat).filter(~Exists(late))
    if last is not None:
        kept = kept.filter(game__finished_at__gt=last)
    return bool(kept.count() >= kinds.STEADY_GAMES)


_JUDGES: Final[dict[str, Callable[[_Finished, Player], bool]]] = {
    "first_win": _has_won,
    "first_goal": lambda finished, seat: bool(seat.shooting and seat.shooting[2]),
    "first_mate": _has_mated,
    "corner_mate": lambda finished, seat: (
        seat.shooting is not None and finished.deeds[seat.side].corner_mates > 0
    ),
    "hat_trick": lambda finished, seat: bool(seat.shooting and seat.shooting[2] >= kinds.HAT_TRICK),
    "clean_sheet": _conceded_nothing,
    "comeback": lambda finished, seat: (
        _has_won_by_score(finished, seat) and finished.deeds[seat.side].was_behind
    ),
    "ice_cold": _was_ice_cold,
    "giant_killer": _has_felled_a_giant,
    "robot_tamer": lambda finished, seat: (
        _has_won(finished, seat) and finished.strength_of_other(seat) in kinds.STRONG
    ),
    "all_rounder": _has_played_all,
    "steady": _was_always_there,
}
