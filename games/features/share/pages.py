"""The page of a goal: it happens before the reader's eyes, and its link shows it as a clip."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config.http.arrival import arrived_at
from games.features.share.animation import height_of
from games.features.share.frames import word_of
from games.features.share.stretch import USUAL_TURNS, goal_turns, headline_of, names_of, stretch_of
from games.models import Game, Turn
from games.play import watching
from games.refusals import NotFound
from games.rules import registry
from games.shown.head import head_of, home_side
from games.shown.payloads import turn_payload
from games.shown.point_of_view import PointOfView
from games.shown.settled import settled


@require_safe
@settled
def goal(request: HttpRequest, game_id: str, number: int) -> HttpResponse:
    """Show the n-th goal of a game, a mate among them."""
    game = watching.watch_game(game_id, arrived_at(request), request.user.pk)
    turns = goal_turns(game)
    if not 1 <= number <= len(turns):
        raise NotFound(_("This goal doesn't exist."))
    turn = turns[number - 1]
    state = game.rules.load(game.state)
    view = PointOfView(game, request.user.pk)
    scores = stretch_of(game, [turn]).scores
    headline = headline_of(game, scores[-1])
    clip = f"{max(turn.number - USUAL_TURNS + 1, 1)}-{turn.number}"
    context = {
        "game": game,
        "turn": turn,
        "number": number,
        "count": len(turns),
        "you": view.you,
        **head_of(view),
        "goals": view.score_words(scores[-1]),
        "title": f"{word_of(game, turn)} – {headline}",
        "sentence": _sentence(game, turn),
        "side": home_side(view),
        "clip": clip,
        "clip_path": f"/api/v1/games/{game.pk}/clip.gif?turns={clip}",
        "clip_height": height_of(game.presenter.layers(state)),
        "path": reverse("goal", args=[game.pk, number]),
        "data": {
            "turn": turn_payload(turn, game.presenter),
            "scores": [view.score_words(score) for score in (scores[0], scores[-1])],
        },
    }
    return render(request, "share/goal.html", context)


def _sentence(game: Game, turn: Turn) -> str:
    """Return who scored, and in which turn."""
    shooting = registry.find(game.ruleset, game.rules_version).shooting
    who = shooting.scorer(turn.position_before, turn.actions) if shooting else ""
    return f"{turn.number}\u2032 {who}, {names_of(game)[turn.side]}"
