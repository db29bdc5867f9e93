"""The page to watch on: a game, goals that play in place, the best game, what else is on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from config.http.arrival import arrived_at
from games.features.live.tv import (
    Goal,
    also_on,
    best_of_the_week,
    match_to_show,
    newest_goals,
    playing_now,
)
from games.models import Game
from games.pages.cards import game_card
from games.pages.games_here import games_here
from games.play.watching import is_late_for
from games.rules.text import score_text
from games.shown.point_of_view import PointOfView


@require_safe
def tv(request: HttpRequest) -> HttpResponse:
    """Show the game of the best-rated players, what was scored last, and what else is on."""
    reader, now = request.user.pk, arrived_at(request)
    playing = playing_now(reader)
    match, best = match_to_show(playing, reader), best_of_the_week(reader, now)
    context: dict[str, Any] = {
        "match": match,
        "goals": [_goal_row(goal) for goal in newest_goals(reader)],
        "best": best and _best(best),
        "also": [game_card(game, reader, now) for game in also_on(playing, match, reader)],
    }
    if match is None:
        context["games"] = games_here()
    else:
        where = PointOfView(match, reader).result
        if match.is_active:
            brief = match.presenter.situation(match.description, None)
            where = brief[:1].upper() + brief[1:]
        context |= {
            "shown": _shown(match),
            "about": _about(match),
            "where": where,
            "is_late": is_late_for(match, reader),
        }
    return render(request, "live/tv.html", context)


def _shown(game: Game) -> dict[str, Any]:
    """Return who plays, with ratings, and the score between two."""
    score = game.summary.score
    names = [{"name": seat.called, "rating": seat.rating} for seat in game.seats]
    if not score or len(names) != 2:
        return {"all": " – ".join(str(one["name"]) for one in names)}
    first, second = (score[seat.side] for seat in game.seats)
    return {"first": names[0], "second": names[1], "score": score_text(first, second)}


def _about(game: Game) -> str:
    """Return which game it is, whether only bots play it, and how it is played."""
    words = [str(game.rules.name)]
    if all(seat.is_bot for seat in game.seats):
        words.append(_("bots"))
    if game.is_active and not game.live:
        words.append(_("correspondence"))
    return " · ".join(words)


def _headline(game: Game, score: Mapping[str, int] | None) -> str:
    """Return who plays and how it was: ``alice 1–0 bob``."""
    names = {seat.side: seat.called for seat in game.seats}
    if not score or len(names) != 2:
        return " – ".join(names.values())
    first, second = names
    return f"{names[first]} {score_text(score[first], score[second])} {names[second]}"


def _best(game: Game) -> dict[str, Any]:
    """Return the best game as its line says it."""
    score = game.summary.score or {}
    turns = game.next_turn - 1
    words = ngettext("{n} goal", "{n} goals", sum(score.values())).format(n=sum(score.values()))
    taken = ngettext("{n} turn", "{n} turns", turns).format(n=turns)
    return {"game": game, "headline": _headline(game, score), "words": f"{words}, {taken}"}


def _goal_row(goal: Goal) -> dict[str, Any]:
    """Return a goal as the page says it."""
    names = {seat.side: seat.called for seat in goal.game.seats}
    return {
        "game": goal.game,
        "turn": goal.turn,
        "headline": _headline(goal.game, goal.score),
        "scorer": f"{names[goal.turn.side]}, {goal.scorer}",
        "chance": _("{percent}% chance").format(percent=(goal.turn.chances or {}).get("goal")),
    }
