"""The page that says what decided a game, the card that leads to it, and how it is worked out."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import count_of_address
from accounts.models import User
from accounts.page_limits import costs
from accounts.pages import me
from accounts.pages.readers import reader_of
from config.http.arrival import arrived_at
from config.http.kept_pages import kept_for_strangers
from games.api.explore_inputs import LONGEST_LINE
from games.api.views.explore import FOR_AN_HOUR, TURNS_AT_ONE
from games.features.analysis import looking, making, season
from games.features.analysis.bars import bars
from games.features.analysis.figures import LEAST, PHASES, Figures, Mean, figures_of
from games.features.analysis.models import Analysis
from games.features.analysis.seen import TurningPoint, Whole, seen
from games.features.analysis.totals import marks_of_turns
from games.features.analysis.trying import worth_of
from games.features.analysis.uci import NODES
from games.features.analysis.valuers import find_valuer
from games.features.analysis.wording import (
    brief,
    chances_of_both,
    headed,
    name_of_part,
    sentence,
)
from games.models import Game
from games.play.walking import LineTurn
from games.refusals import Conflict, Unprocessable
from games.rules import registry
from games.rules.contract import POINT
from games.rules.standard.rule_set import STANDARD
from games.shown.head import head_of
from games.shown.kits import AWAY, HOME
from games.shown.point_of_view import PointOfView
from games.store import selectors


@costs(5)
@require_safe
def analysis(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show what decided a game."""
    now = arrived_at(request)
    try:
        game = looking.find_over(game_id, now, request.user.pk)
        looking.check_possible(game)
    except (Conflict, Unprocessable) as refusal:
        return render(request, "analysis/none.html", {"game_id": game_id, "why": refusal.detail})
    view = PointOfView(game, request.user.pk)
    row = making.analysis_of(game) or making.coming(game, now)
    if row is None or row.status not in Analysis.THERE:
        return _show_waiting(request, view, row)
    whole_one = Whole(row, view)
    found = whole_one.sum_up()
    sides = [seat.called for seat in view.seats]
    head = _head(view)
    # Where no score shows shirts, the colours are those of the two who have chosen none.
    kits = head["kits"] if head["goals"] else dict(zip(head["kits"], (HOME, AWAY), strict=True))
    context: dict[str, Any] = {
        **head,
        "mine": kits[view.seats[0].side],
        "theirs": kits[view.seats[1].side],
        "sentence": sentence(found),
        "headed": headed(found),
        "bars": bars(whole_one.totals, turned=whole_one.turned, has_dice=whole_one.has_dice),
        "has_dice": whole_one.has_dice,
        "result": found.result,
        "winner": view.usernames.get(game.winner or "", ""),
        "is_yours": view.you is not None and view.side == game.winner,
        "chart": whole_one.chart(),
        "top": _("You") if view.you else sides[0],
        "bottom": sides[1],
        "side": view.seats[0].side,
        "rows": whole_one.rows(),
        "shown": whole_one.largest(),
        "turning_points": whole_one.turning_points(),
        "value": row.value_version,
        "status": row.status,
    }
    return render(request, "analysis/analysis.html", context)


@costs(5)
@require_safe
def table(request: HttpRequest, game_id: str) -> HttpResponse:
    """Give the table of all turns as CSV, seen by the first side."""
    game = looking.find_over(game_id, arrived_at(request), request.user.pk)
    looking.check_possible(game)
    row = making.analysis_of(game)
    if row is None or row.status not in Analysis.THERE:
        raise looking.none_of("not_asked")
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{game.pk}-analysis.csv"'
    lines = csv.writer(response)
    lines.writerow(["turn", "round", "side", "notation", "before", "played", "after"])
    for mark, turn in zip(
        marks_of_turns(making.marks_of(row)), selectors.turns_of(game.pk), strict=True
    ):
        marks = (f"{one / POINT:.2f}" for one in (mark.before, mark.played, mark.after))
        lines.writerow([mark.number, turn.round, turn.side, turn.notation, *marks])
    return response


@costs(5)
@require_safe
def worth(request: HttpRequest, game_id: str) -> HttpResponse:
    """Return what a line is worth that is tried on the analysis board, as data for its script.

    It begins before the turn ``?turn=``. Each ``line`` is a turn as it would be sent, and behind
    its ``=`` how a shot of it ends.
    """
    turn, said = request.GET.get("turn", ""), request.GET.getlist("line")
    if not (turn.isdecimal() and len(turn) < 9 and len(said) <= LONGEST_LINE):
        raise Http404
    game = looking.find_over(game_id, arrived_at(request), request.user.pk)
    looking.check_possible(game)
    count_of_address(request, "explore", times=1 + min(int(turn), game.next_turn) // TURNS_AT_ONE)
    parts = [one.partition("=") for one in said]
    line = [LineTurn(actions.split(), outcome or None) for actions, _equals, outcome in parts]
    found = worth_of(game, int(turn), line)
    view = PointOfView(game, request.user.pk)
    chance = seen(view, found.mark)
    you = _("You") if view.you else view.seats[0].called
    praise = ""
    if found.is_as_good:
        praise = _("That's just as good. {chances}.").format(
            chances=chances_of_both(you, view.seats[1].called, seen(view, found.played))
        )
    answer = {
        "chance": chance,
        "chances": chances_of_both(you, view.seats[1].called, chance),
        "praise": praise,
    }
    return JsonResponse(answer, headers={"Cache-Control": FOR_AN_HOUR})


@require_POST
def ask(request: HttpRequest, game_id: str) -> HttpResponse:
    """Ask for better turns, or for the analysis of an older game, and show its page."""
    now = arrived_at(request)
    game = looking.find_over(game_id, now, request.user.pk)
    if isinstance(request.user, User):
        looking.ask(game, request.user.pk, now)
    return redirect(reverse("analysis", args=[game.pk]))


@require_safe
@kept_for_strangers
def meaning(request: HttpRequest) -> HttpResponse:
    """Show how the chances are worked out, how well they hold, and what they do not know."""
    valuer = registry.find(registry.DEFAULT).valuer
    assert valuer is not None
    found = valuer.report
    rows = [
        {
            "from": 10 * place,
            "to": 10 * (place + 1),
            "turns": one["turns"],
            "off": one["off"],
            "error": one["error"],
        }
        for place, one in enumerate(found["bins"])
        if one["turns"]
    ]
    context = {
        "report": found,
        "bins": rows,
        "value": valuer.version,
        "season": season.figures(),
        "games": sum(season.figures()["games"].values()),
        "day": date.fromisoformat(season.figures()["day"]),
        "dice": season.dice(),
        "turns": season.turns(),
        "leads": season.leads(),
        "has_chess": find_valuer(STANDARD.key) is not None,
        "nodes": NODES,
    }
    return render(request, "analysis/meaning.html", context)


@login_required
@never_cache
@costs(5)
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """Show what the reader's analysed games have in common."""
    reader = reader_of(request).pk
    found = {ruleset: figures_of(reader, ruleset) for ruleset in PHASES}
    games = [
        (registry.get(ruleset).name, figures, _parts_of(figures))
        for ruleset, figures in found.items()
        if figures.games or ruleset == registry.DEFAULT
    ]
    return render(request, "analysis/mine.html", {"games": games, "least": LEAST})


def _parts_of(figures: Figures) -> list[tuple[str, list[tuple[str, Mean]]]]:
    """Return the tables of figures of a kind, each with its title."""
    parts = [
        (_("Your turns, by how they began"), figures.phases),
        (_("Your turns in rated games, by opponent"), figures.opponents),
    ]
    return [
        (title, [(name_of_part(part), mean) for part, mean in found.items()])
        for title, found in parts
        if found
    ]


def row_of_me(user: User, now: datetime) -> me.Row:
    """Return the line that leads there."""
    return me.Row("chart", _("Skill and luck"), "/me/analysis/", _("Over your last games"))


def better_turn(game: Game, number: int, reader: int | None) -> TurningPoint | None:
    """Return what was better than a turn of a finished game, if that was a turning point."""
    if game.is_active or making.why_not(game) is not None:
        return None
    row = making.analysis_of(game)
    if row is None or row.status not in Analysis.THERE:
        return None
    return Whole(row, PointOfView(game, reader)).better_turn(number)


def card(view: PointOfView) -> Mapping[str, Any]:
    """Return what the page of a finished game shows: what decided it, in a line."""
    game = view.game
    if game.is_active or making.why_not(game) is not None or looking.continues(game):
        return {}
    if not game.is_public and view.you is None:
        return {}
    row = making.analysis_of(game)
    if row is None or row.status not in Analysis.THERE:
        waiting = _("Turns, luck and formations") if game.rules.has_chance else _("Turn by turn")
        return {"decided": {"brief": waiting, "chart": None}}
    whole_one = Whole(row, view)
    return {"decided": {"brief": brief(whole_one.sum_up()), "chart": whole_one.chart()}}


def _head(view: PointOfView) -> dict[str, Any]:
    return {"game": view.game, "you": view.you, **head_of(view)}


def _show_waiting(request: HttpRequest, view: PointOfView, row: Analysis | None) -> HttpResponse:
    context = {
        **_head(view),
        "is_asked": row is not None,
        "has_failed": row is not None and row.status == Analysis.Status.FAILED,
    }
    return render(request, "analysis/waiting.html", context)
