"""The place to learn: the games that are played here, and a page for each.

A page has three tabs: *Play it* (this module), *The rules* (``guide``) and *The laws* (``laws``).
Features add lessons, the task of the day and ways to practise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from accounts.pages.me import Row
from config.features import Hook
from games.models import Game, Player
from games.pages.courses import COURSES, Course
from games.pages.forms import NewGameForm
from games.pages.game_tabs import tabs_of
from games.pages.games_here import GameHere, address_of_rules, games_here
from games.pages.guide import picture_of
from games.rules import registry
from games.store import selectors


class Day(NamedTuple):
    """A day of the week, and whether its task was solved."""

    letter: str
    name: str
    is_done: bool


class Today(NamedTuple):
    """The task of the day, as the first card shows it."""

    name: str
    words: str
    picture: str
    path: str
    act: str
    week: tuple[Day, ...] = ()
    streak: str = ""


class Learnt(NamedTuple):
    """A game, and how far the reader has come with it."""

    game: GameHere
    course: Course | None
    words: str


TODAY: Final[Hook[Callable[[HttpRequest], Today | None]]] = Hook()
"""The task of the day for a reader; ``None`` while there is none."""

PRACTICE: Final[Hook[Callable[[HttpRequest], Row]]] = Hook()
"""More to practise, a line each."""


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """Show the task of the day, the games with the reader's progress, and what to practise."""
    today = next((found for ask in TODAY if (found := ask(request))), None)
    courses, played = COURSES.named(), _games_played(request.user.pk)
    learnt = []
    for game in games_here():
        course = courses[game.key](request.user.pk) if game.key in courses else None
        words = progress_of(course) if course else _played(played.get(game.key, 0))
        if not course and game.key not in played:
            words = _players(game.key) or words
        learnt.append(Learnt(game, course, words))
    context = {
        "today": today,
        "learnt": learnt,
        "practice": [ask(request) for ask in PRACTICE],
        "scripts": {one.course.script for one in learnt if one.course},
    }
    return render(request, "games/learn.html", context)


@require_safe
def play_it(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Show the lessons of a game, or the bots that play it."""
    if ruleset not in registry.all_keys() or not address_of_rules(ruleset):
        raise Http404
    ask = COURSES.named().get(ruleset)
    course = ask(request.user.pk) if ask else None
    robots = [] if course else [house.user for house in selectors.house_robots(ruleset)]
    start = NewGameForm(ruleset, only_bots=True) if robots else None
    if start and start.more:
        robots = robots[: len(start.more) + 1]
    context = {
        **tabs_of(ruleset, "play"),
        "picture": picture_of(ruleset),
        "course": course,
        "progress": progress_of(course) if course else "",
        "robots": robots,
        "start": start,
    }
    return render(request, "games/learn_game.html", context)


def progress_of(course: Course) -> str:
    """Return how far the reader has come: ``7 of 42 steps``."""
    return _("{n} of {all} steps").format(n=course.done, all=course.steps)


def _played(n: int) -> str:
    if not n:
        return _("Not played yet")
    return ngettext("{n} game played", "{n} games played", n).format(n=n)


def _players(ruleset: str) -> str:
    """Return how many play, as ``2–4 players``; empty for a game of two."""
    fields = registry.get(ruleset).option_fields()
    field = next((field for field in fields if field.name == "seats" and field.choices), None)
    if field is None:
        return ""
    numbers = [value for value, _label in field.choices]
    return _(field.words).format(f"{min(numbers)}–{max(numbers)}")


def _games_played(user_id: int | None) -> dict[str, int]:
    """Return how many games someone has finished, by rule set."""
    if user_id is None:
        return {}
    seats = Player.objects.filter(user=user_id, game__status=Game.Status.FINISHED)
    return dict(seats.values_list("game__ruleset").annotate(n=Count("pk")))
