"""Where puzzles come from: public games that ended a day ago, rounds of bots, and our own few.

All of it may run twice, or beside itself: a situation is a puzzle once, and a game brings each
kind once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.features.puzzles.models import Puzzle, Searched
from games.models import Game
from games.rules import registry
from games.rules.chess_eleven.puzzles import KINDS, TWO, asked_of, find_puzzle, situation_of
from games.rules.chess_eleven.puzzles import Puzzle as Found
from games.rules.contract import Phase

RULESET: Final = registry.DEFAULT
OURS: Final = Path(__file__).parent / "ours.json"
"""A few from rounds of bots, so that the first visitor of a new service finds some."""
QUIET_FOR: Final = timedelta(hours=24)
"""So long after its end a game is still talked about; then its puzzles spoil nothing."""
OF_EACH_KIND: Final = 12
BASE_RATING: Final = 1000.0
PER_ACTION: Final = 150.0
ACTIONS_AHEAD: Final = 2
GAME_TURNS: Final = 400
"""So many turns of a game are looked at: two who shuffle for thousands, and shoot at times lest the
whistle sounds, would keep bots waiting in the same queue. Games of fifty are usual."""
ROUND_TURNS: Final = 150
"""Turns; bots that come to nothing by then start again."""
_GAMES, _ROBOTS = "games", "robots"


class Candidate(NamedTuple):
    """A puzzle that was found, and where."""

    position: str
    turn: int
    found: Found


def look_at_games(now: datetime, limit: int, may_go_on: Callable[[], bool]) -> int:
    """Look for puzzles in the next public games that ended a day ago; return how many were kept.

    What was looked at is noted game by game, so that a search that was cut off continues there.
    """
    made = 0
    # By when they ended, in the order of an index: nothing else may invite another one.
    public = Game.objects.filter(
        ruleset=RULESET, is_public=True, finished_at__lt=now - QUIET_FOR
    ).exclude(status=Game.Status.ABORTED)
    for game in next_ended(_GAMES, public, limit):
        if not may_go_on():
            break
        turns = game.turns.filter(number__lte=GAME_TURNS).order_by("number")
        found = find_all(turns.values_list("position_before", "number").iterator())
        with transaction.atomic():
            made += sum(keep(one, now, game=game) is not None for one in found)
            note_looked_at(_GAMES, game)
    return made


def next_ended(what: str, ended: QuerySet[Game], limit: int) -> list[Game]:
    """Return the next games that one search has not looked at, the earliest end first."""
    mark = Searched.objects.filter(what=what).first()
    if mark is not None:
        after = Q(finished_at__gt=mark.until) | Q(finished_at=mark.until, pk__gt=mark.game)
        ended = ended.filter(after)
    return list(ended.order_by("finished_at", "pk")[:limit])


def note_looked_at(what: str, game: Game) -> None:
    """Have one search continue after this game."""
    Searched.objects.update_or_create(
        what=what, defaults={"until": game.finished_at, "game": game.pk}
    )


def find_all(positions: Iterable[tuple[str, int]]) -> list[Candidate]:
    """Return the first puzzle of each kind among positions with the numbers of their turns."""
    first: dict[str, Candidate] = {}
    for position, turn in positions:
        found = find_puzzle(position, looks_ahead=True)
        if found is not None:
            first.setdefault(found.kind, Candidate(asked_of(position), turn, found))
    return list(first.values())


def play_rounds(count: int, now: datetime, turns: int = ROUND_TURNS) -> int:
    """Look for puzzles in the next rounds of bots; return how many were kept.

    Each round has a number and plays the same whenever it is played.
    """
    mark, _is_new = Searched.objects.get_or_create(what=_ROBOTS)
    made = 0
    for number in range(mark.rounds, mark.rounds + count):
        found = find_all(robot_round(number, turns))
        with transaction.atomic():
            made += sum(keep(one, now) is not None for one in found)
            Searched.objects.filter(what=_ROBOTS, rounds__lte=number).update(rounds=number + 1)
    return made


def robot_round(number: int, turns: int = ROUND_TURNS) -> Iterator[tuple[str, int]]:
    """Yield the positions of a round that two bots play, with the numbers of their turns."""
    hosted = registry.find(RULESET)
    robot = hosted.robot
    assert robot is not None, "this game has robots"
    chance = Random(f"puzzles:{number}")
    # The slow ones would take as long as a hundred others.
    quick = [one for one in robot.strengths if one not in robot.slow_strengths]
    rules, state = hosted.rules, hosted.rules.start({})
    sides = rules.seats({})
    strength = {side: chance.choice(quick[1:]) for side in sides}
    for side in sides:
        arrangement = robot.choose_arrangement(state, side, strength[side], chance)
        state = rules.arrange(state, side, arrangement, ready=True).state
    for turn in range(1, turns + 1):
        summary = rules.summary(rules.describe(state))
        if summary.phase is not Phase.PLAYING:
            return
        (side,) = summary.to_act
        actions = robot.choose_turn(state, strength[side], chance)
        step = rules.play(state, side, actions, roll=lambda: chance.randrange(100))
        assert step.turn is not None
        yield step.turn.position_before, turn
        state = step.state


def bring_ours() -> None:
    """Keep the puzzles that come with the program."""
    load_ours(timezone.now())


def load_ours(now: datetime) -> int:
    """Keep the puzzles that come with the program; return how many were not there yet."""
    said = {situation_of(one["position"]): one for one in ours()}
    there = Puzzle.objects.filter(situation__in=said).values_list("situation", flat=True)
    made = 0
    for situation in said.keys() - set(there):
        one = said[situation]
        # To look ahead everywhere would be felt when the program starts for the first time.
        found = find_puzzle(one["position"], looks_ahead=one.get("kind") == TWO)
        if found is not None:
            made += keep(Candidate(one["position"], one["turn"], found), now) is not None
    return made


def choose_ours(rounds: int) -> list[dict[str, Any]]:
    """Return the best of each kind from the first rounds of bots, for the file of ours."""
    by_situation = {
        situation_of(one.position): one
        for number in range(rounds)
        for one in find_all(robot_round(number))
    }
    chosen: list[Candidate] = []
    for kind in KINDS:
        some = [one for one in by_situation.values() if one.found.kind == kind]
        some.sort(key=_merit, reverse=True)
        chosen += some[:OF_EACH_KIND]
    return [{"position": one.position, "turn": one.turn, "kind": one.found.kind} for one in chosen]


def _merit(one: Candidate) -> tuple[int, int, int]:
    """Return how good a puzzle is: by its number of actions, its lead, and how late it comes."""
    best, second = one.found.best, one.found.second
    return min(len(turn) for turn in one.found.solutions), abs(best - second), one.turn


@cache
def ours() -> list[Mapping[str, Any]]:
    """Return the puzzles that come with the program."""
    return list(json.loads(OURS.read_text())) if OURS.exists() else []


def keep(one: Candidate, now: datetime, game: Game | None = None) -> Puzzle | None:
    """Return the puzzle, kept for the first time; ``None`` if there is one like it."""
    puzzle = Puzzle(
        kind=one.found.kind,
        position=one.position,
        situation=situation_of(one.position),
        side="white" if one.position.split(" ")[1] == "w" else "black",
        solutions=[list(turn) for turn in one.found.solutions],
        best=one.found.best,
        second=one.found.second,
        rules_version=registry.get(RULESET).version,
        game=game,
        turn=one.turn,
        rating=first_rating(one.found.kind, one.found.solutions),
        made_at=now,
    )
    # Anything it collides with was here first: the situation, or the kind of this game.
    Puzzle.objects.bulk_create([puzzle], ignore_conflicts=True)
    return Puzzle.objects.filter(pk=puzzle.pk).first()


def first_rating(kind: str, solutions: Iterable[Sequence[str]]) -> float:
    """Return how hard a puzzle seems before anyone has tried it: by the actions it takes."""
    actions = min(len(turn) for turn in solutions)
    # The turn after it has to be seen too.
    return BASE_RATING + PER_ACTION * (actions + (ACTIONS_AHEAD if kind == TWO else 0))
