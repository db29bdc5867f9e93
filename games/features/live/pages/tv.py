"""The page to watch on: the best Game that is played, and the newest goals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.features.live.tv import Goal, best_match, newest_goals
from games.models import Game
from games.play.watching import is_late_for


@require_safe
def tv(request: HttpRequest) -> HttpResponse:
    """Show the game of the best-rated players, and what was scored last."""
    reader = request.user.pk
    match = best_match(reader)
    context: dict[str, Any] = {
        "match": match,
        "goals": [_told(goal) for goal in newest_goals(reader)],
    }
    if match is not None:
        brief = match.presenter.situation(match.description, None)
        context |= {
            "headline": _headline(match, match.summary.score),
            "where": brief[:1].upper() + brief[1:],
            "is_late": is_late_for(match, reader),
        }
    return render(request, "live/tv.html", context)


def _headline(game: Game, score: Mapping[str, int] | None) -> str:
    """Return who plays and how it was: ``alice 1–0 bob``."""
    names = {seat.side: seat.called for seat in game.seats}
    if not score or len(names) != 2:
        return " – ".join(names.values())
    first, second = names
    return f"{names[first]} {score[first]}–{score[second]} {names[second]}"


def _told(goal: Goal) -> dict[str, Any]:
    """Return a goal as the page says it."""
    names = {seat.side: seat.called for seat in goal.game.seats}
    return {
        "game": goal.game,
        "turn": goal.turn,
        "headline": _headline(goal.game, goal.score),
        "scorer": f"{goal.turn.number}\u2032 {goal.scorer}, {names[goal.turn.side]}",
        "chance": _("Chance {percent} %").format(percent=(goal.turn.chances or {}).get("goal")),
    }
