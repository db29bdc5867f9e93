"""Full time: who won, who scored, and what the shots were worth."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.models import Challenge, HouseRobot, Turn
from games.play.shooting import chances_of, expected_goals
from games.rules import registry
from games.rules.contract import RUN_OUT, Shooting
from games.shown import wording
from games.shown.head import gone_of
from games.shown.minutes import minutes_of
from games.shown.point_of_view import PointOfView
from games.store import selectors


@dataclass(frozen=True, slots=True)
class Scorer:
    """Someone who scored, and the turn in which they did."""

    turn: int
    minute: str
    """Live the minute of the match clock, else the number of the turn."""
    who: str
    is_mate: bool


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a game for both sides, the reader's first."""

    label: str
    first: float
    second: float
    digits: int = 0
    """How many are written after the point."""

    @property
    def whole(self) -> float:
        """Both together, or one where there is nothing: how long its bar is."""
        return self.first + self.second or 1

    @property
    def is_empty(self) -> bool:
        return not self.first and not self.second


@dataclass(frozen=True, slots=True)
class Goal:
    """The goal of the game: the one that was least likely."""

    turn: int
    side: str
    text: str
    """Who scored, and how likely it was."""


@dataclass(frozen=True, slots=True)
class Place:
    """One of several players, and where they ended."""

    side: str
    name: str
    place: str
    how: str
    """How they went out; empty for one who didn't."""
    rank: int
    points: str


@dataclass(slots=True)
class FullTime:
    """How a game ended, large, and its figures where its rules show any."""

    word: str
    mood: str
    winner: str | None = None
    """The side that won: its kit dresses the word."""
    scorers: list[list[Scorer]] = field(default_factory=list)
    """Those of the side that comes first, and those of the other."""
    figures: list[Figure] = field(default_factory=list)
    """None without a shot, but in a live game."""
    has_shots: bool = False
    goals: list[Turn] = field(default_factory=list)
    """The turns that scored, to be played again."""
    best: Goal | None = None
    places: list[Place] = field(default_factory=list)
    """Everyone from the first to the last, where several played."""
    is_shared: bool = False
    """Whether some of several share the first place."""

    @property
    def had_chances(self) -> bool:
        return self.has_shots or bool(self.goals)


def full_time(view: PointOfView) -> FullTime | None:
    """Return how a finished game ended; ``None`` for one that continues or has no result."""
    game = view.game
    if game.is_active or not game.ranking:
        return None
    shooting = registry.find(game.ruleset, game.rules_version).shooting
    if game.winner is None:
        end = FullTime(pgettext("full time", "Draw"), "even")
    elif view.side is None:
        end = FullTime(
            _("{name} won").format(name=view.usernames[game.winner]), "good", game.winner
        )
    elif game.winner == view.side:
        end = FullTime(pgettext("full time", "Won"), "good", game.winner)
    else:
        # Written across the pitch, a defeat would be rubbed in: the whistle says enough.
        whistle, lost = pgettext("full time", "Full time"), pgettext("full time", "Lost")
        end = FullTime(whistle if shooting else lost, "bad", game.winner)
    if len(game.seats) > 2:
        end.places = _places(view)
        if end.mood == "bad":
            end.word, end.mood = _("{place} place").format(place=view.place), "even"
        elif game.winner is None:
            end.word, end.is_shared = _shared(view), True
    if shooting is not None:
        _count(end, view, shooting)
    return end


def _places(view: PointOfView) -> list[Place]:
    """Return where everyone ended, and how and when they went out."""
    how = {one.side: one.how for one in gone_of(view, selectors.standing_turns(view.game))}
    places = view.outcome.places
    seats = sorted(view.game.seats, key=lambda seat: places.get(seat.side, len(places)))
    return [
        Place(
            seat.side,
            view.names[seat.side],
            wording.ordinal(places[seat.side]),
            how.get(seat.side, ""),
            places[seat.side],
            _points(view.outcome.points[seat.side]),
        )
        for seat in seats
        if seat.side in places
    ]


def _points(points: float) -> str:
    number = number_format(points, decimal_pos=int(points % 1 > 0))
    return ngettext("{n} point", "{n} points", 1 if points == 1 else 2).format(n=number)


def _shared(view: PointOfView) -> str:
    """Return how many share the first place, in words."""
    sharing = len(view.outcome.ranking[0])
    if sharing < len(view.game.seats):
        words = {2: _("Two share first place"), 3: _("Three share first place")}
        return words[sharing]
    words = {3: _("All three share first place"), 4: _("All four share first place")}
    return words[sharing]


def _count(end: FullTime, view: PointOfView, shooting: Shooting) -> None:
    """Read the figures out of all turns."""
    sides = [seat.side for seat in view.seats]
    counted: dict[str, Counter[str]] = {side: Counter() for side in sides}
    scorers: dict[str, list[Scorer]] = {side: [] for side in sides}
    minutes = minutes_of(view.game)
    for turn in selectors.standing_turns(view.game):
        added = shooting.figures(turn.happenings)
        counted[turn.side].update(added)
        if "goals" in added or "mates" in added:
            who = shooting.scorer(turn.position_before, turn.actions)
            minute = minutes.get(turn.number, str(turn.number))
            scorers[turn.side].append(Scorer(turn.number, minute, who, "mates" in added))
            end.goals.append(turn)
    end.scorers = [scorers[side] for side in sides]
    end.best = _best_goal(view, end.goals, shooting)
    first, second = (counted[side] for side in sides)
    end.has_shots = bool(first["shots"] or second["shots"])
    if end.has_shots or view.is_live:
        end.figures = [Figure(_("Shots"), first["shots"], second["shots"])]
    if end.has_shots:
        end.figures += [
            # A save is the king's of the other side.
            Figure(_("Saves"), second["saved"], first["saved"]),
            Figure(_("Corners"), first["corners"], second["corners"]),
        ]
    if view.is_live:
        end.figures += _live_figures(view, sides, first["captures"], second["captures"])
    if end.has_shots and (expected := expected_goals(view.game)):
        label = pgettext("goals", "Expected goals")
        own, theirs = (expected[side] for side in sides)
        end.figures.append(Figure(label, own, theirs, digits=2))


def _live_figures(view: PointOfView, sides: list[str], *captures: int) -> list[Figure]:
    """Return what a game against the clock shows too: captures, missed turns and time."""
    missed = Counter(act.side for act in selectors.acts_shown(view.game) if act.name == RUN_OUT)
    took: dict[str, list[int]] = {side: [] for side in sides}
    for turn in selectors.standing_turns(view.game):
        took[turn.side].append(turn.took or 0)
    first, second = (sum(took[side]) / max(1, len(took[side])) for side in sides)
    return [
        Figure(_("Captures"), *captures),
        Figure(_("Missed turns"), *(missed[side] for side in sides)),
        Figure(_("Sec. per turn"), first, second),
    ]


def _best_goal(view: PointOfView, goals: list[Turn], shooting: Shooting) -> Goal | None:
    """Return the goal that was least likely, of equal ones the last; else the last mate."""
    if not goals:
        return None
    chances = {turn.number: chances_of(view.game, turn) for turn in goals}

    def percent(turn: Turn) -> int:
        found = chances[turn.number]
        return 101 if found is None else found["goal"]

    best = min(goals, key=lambda turn: (percent(turn), -turn.number))
    who = shooting.scorer(best.position_before, best.actions)
    is_mate = chances[best.number] is None
    text = _("{who}, checkmate") if is_mate else _("{who}, a {n}% chance")
    return Goal(best.number, best.side, text.format(who=who, n=percent(best)))


def rematch_of(view: PointOfView) -> Challenge | None:
    """Return the rematch that was offered or agreed on, for its page to continue with."""
    if view.you is None or view.game.is_active:
        return None
    pending = (Challenge.Status.OPEN, Challenge.Status.ACCEPTED)
    return Challenge.objects.filter(rematch_of=view.game.pk, status__in=pending).first()


def stronger_robot(view: PointOfView) -> HouseRobot | None:
    """Return the next house bot to try for who beat one, if there's a stronger one."""
    others = [seat for seat in view.game.seats if seat != view.you]
    if view.you is None or view.game.winner != view.side or len(others) != 1:
        return None
    robots = selectors.house_robots(view.game.ruleset)
    beaten = [robot.user_id == others[0].user_id for robot in robots]
    if True not in beaten[:-1]:
        return None
    return robots[beaten.index(True) + 1]
