"""Planning: a page on which answers are prepared, and none is played by hand."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from accounts.pages.readers import reader_of
from config.http.arrival import arrived_at
from games.features.plans.models import TAKEN_BACK, PlanEntry
from games.features.plans.payloads import entry_payload
from games.features.plans.services import all_entries, may_plan
from games.features.plans.wording import became
from games.models import Game
from games.pages.game import zone_of
from games.play import watching
from games.rules.contract import BALL_WON, CAPTURE, CHECK, CLAIM, SHOT
from games.shown import scenes
from games.shown.head import head_of, template_of
from games.shown.payloads import game_payload, preset_payload, turn_payload
from games.shown.point_of_view import PointOfView
from games.store import selectors


@login_required
@never_cache
@require_safe
@ensure_csrf_cookie
def plan(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show a player what they have prepared, and a board to prepare more while turns are played."""
    shown = watching.view_game(game_id, arrived_at(request))
    view = PointOfView(shown, reader_of(request).pk)
    if view.you is None:
        raise Http404
    head = head_of(view, zone_of(request))
    context: dict[str, Any] = {"game": shown, "you": view.you, **head, "side": view.side}
    if shown.status != Game.Status.PLAYING or not may_plan(shown, view.you):
        context["replies"] = _played_replies(view)
        return render(request, "plans/plans.html", context)
    context |= {
        "script": "plans/planning.js",
        "board": template_of(shown, "thinking"),
        "kinds": template_of(shown, "kinds"),
        "alarms": alarms_of(shown).items(),
        "described": {**shown.description, "position": shown.summary.position},
        "data": _data(request, view),
    }
    return render(request, "plans/planning.html", context)


def alarms_of(game: Game) -> dict[str, str]:
    """Return what an answer to anything else can exclude, with its words."""
    words = {CAPTURE: _("a capture"), CHECK: _("check")}
    if game.summary.score is None:
        return words
    # Where goals are counted there is a ball.
    return words | {SHOT: _("a shot"), BALL_WON: _("the ball lost")}


class PlayedReply(NamedTuple):
    """An answer in words."""

    line: list[str]
    reply: str
    became: str


def _played_replies(view: PointOfView) -> list[PlayedReply]:
    """Return all that was prepared and not taken back, oldest first."""
    assert view.side is not None, "asked for a player"
    entries = all_entries(view.game.pk, view.side)
    return [_in_words(view.game, one) for one in entries if one.because not in TAKEN_BACK]


def _in_words(game: Game, entry: PlanEntry) -> PlayedReply:
    shown = entry_payload(game, entry)
    return PlayedReply(
        [turn["text"] for turn in shown["line"]], shown["reply"]["text"], became(entry)
    )


def _data(request: HttpRequest, view: PointOfView) -> dict[str, Any]:
    """Return what the script starts from."""
    game, side = view.game, view.side
    last = selectors.standing_turns(game).last()
    scene = scenes.scene_of_game(game, side, last)
    presets = selectors.presets_of(reader_of(request).pk, game.ruleset)
    claim = game.presenter.acts.get(CLAIM)
    return {
        "game": game_payload(game, f"{request.scheme}://{request.get_host()}"),
        "side": side,
        "names": view.usernames,
        "turn": game.next_turn,
        "last": turn_payload(last, game.presenter) if last and last.position_after else None,
        "presets": [preset_payload(one) for one in presets],
        "alarms": list(alarms_of(game)),
        "claim": _(claim.label) if claim else "",
        "moved": _moved(view),
        "settings": {},
    } | ({} if scene is None else {"scene": scene, "seen_from": side})


def _moved(view: PointOfView) -> str:
    """Return what is said once the game continues."""
    awaited = view.awaited_others
    if len(awaited) == 1 and not view.is_awaited:
        return _("{name} has played.").format(name=awaited[0])
    return _("The game has a new turn.")
