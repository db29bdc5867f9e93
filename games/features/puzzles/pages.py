"""The pages of the puzzles, and their pictures."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from accounts.models import User
from config.http.arrival import arrived_at
from games.features.puzzles import choosing, wording
from games.features.puzzles import drawing as drawings
from games.features.puzzles.attempts import give, streak_of
from games.features.puzzles.missed import KEPT, missed_by
from games.features.puzzles.models import Missed, Puzzle
from games.features.puzzles.payloads import missed_payload, person_of, puzzle_payload
from games.models import Game
from games.refusals import NotFound
from games.rules.chess_eleven.puzzles import KINDS
from games.shown.point_of_view import PointOfView

WIDTH: Final = 800
A_DAY: Final = 86_400
SHOWN_OF_MINE: Final = 5


@require_safe
@ensure_csrf_cookie
def daily(request: HttpRequest) -> HttpResponse:
    """Show the puzzle of the day, and the ways to others."""
    now = arrived_at(request)
    puzzle = choosing.daily_puzzle(now)
    more = {"is_daily": True, "missed": _missed_lately(request.user.pk)}
    if puzzle is None:
        return render(request, "puzzles/none.html", {**more})
    return _show(request, puzzle, now, more)


@require_safe
@ensure_csrf_cookie
def one(request: HttpRequest, puzzle_id: str) -> HttpResponse:
    """Show a puzzle; to its player alone one from someone's own games."""
    try:
        puzzle = choosing.find_for(request.user.pk, puzzle_id)
    except NotFound as error:
        raise Http404 from error
    if isinstance(puzzle, Missed):
        return _show_missed(request, puzzle)
    return _show(request, puzzle, arrived_at(request), {})


@require_safe
@login_required
@never_cache
def missed(request: HttpRequest) -> HttpResponse:
    """List what the reader has missed in their own games, ``?game=`` in one of them."""
    user = request.user
    assert isinstance(user, User)
    rows = missed_by(user.pk)
    game_id = request.GET.get("game", "")[:8]
    if game_id:
        rows = rows.filter(game=game_id)
    lines = _lines_of(list(rows[:KEPT]), user.pk)
    context = {"lines": lines, "game": game_id}
    return render(request, "puzzles/missed.html", context)


@require_safe
@never_cache
def another(request: HttpRequest) -> HttpResponse:
    """Lead to a puzzle that the reader has not tried; ``?kind=`` of one kind."""
    kind = request.GET.get("kind")
    kind = kind if kind in KINDS else None
    try:
        puzzle = choosing.next_puzzle(request.user.pk, kind, after=request.GET.get("after", "")[:8])
    except NotFound:
        return HttpResponseRedirect(reverse("puzzles"))
    give(person_of(request.user), puzzle, timezone.now())
    way = f"?kind={kind}" if kind else ""
    return HttpResponseRedirect(reverse("puzzle", args=[puzzle.pk]) + way)


@require_safe
@cache_control(public=True, max_age=A_DAY)
def picture(request: HttpRequest, puzzle_id: str) -> HttpResponse:
    """Show the position of a puzzle as PNG, for where its link is shared."""
    content = drawings.to_png(_found(puzzle_id), WIDTH)
    return HttpResponse(content, content_type="image/png")


@require_safe
@cache_control(public=True, max_age=A_DAY)
def drawing(request: HttpRequest, puzzle_id: str) -> HttpResponse:
    """Show the position of a puzzle as SVG."""
    return HttpResponse(drawings.to_svg(_found(puzzle_id)), content_type="image/svg+xml")


def shape_of(puzzle: Puzzle) -> float:
    """Return how high the picture of a puzzle is for its width."""
    return drawings.height_of(puzzle, WIDTH) / WIDTH


def _found(puzzle_id: str) -> Puzzle:
    try:
        return choosing.find_one(puzzle_id)
    except NotFound as error:
        raise Http404 from error


def _show(
    request: HttpRequest, puzzle: Puzzle, now: datetime, more: dict[str, Any]
) -> HttpResponse:
    user = person_of(request.user)
    data = puzzle_payload(puzzle, "", request.user.pk)
    kind = request.GET.get("kind")
    streak = streak_of(user, now) if user else 0
    onward = f"{reverse('next_puzzle')}?after={puzzle.pk}"
    context = {
        "puzzle": puzzle,
        "say": data["say"],
        "law": data["law"],
        "kind": wording.name_of(puzzle.kind),
        "kinds": [(one, wording.name_of(one)) for one in KINDS],
        "onward": onward + (f"&kind={kind}" if kind in KINDS else ""),
        "rating": data["rating"],
        "game": data["game"],
        "mine_now": data["you"],
        "streak": wording.streak_words(streak) if streak else "",
        "is_daily": puzzle.day == now.astimezone(UTC).date(),
        "described": {"position": puzzle.position, "formation": None},
        "title": _("Puzzle: {kind}").format(kind=wording.name_of(puzzle.kind)),
        "path": reverse("puzzle", args=[puzzle.pk]),
        "picture": reverse("puzzle_picture", args=[puzzle.pk]),
        "picture_width": WIDTH,
        "picture_height": drawings.height_of(puzzle, WIDTH),
        "data": data,
        **more,
    }
    return render(request, "puzzles/puzzle.html", context)


def _show_missed(request: HttpRequest, puzzle: Missed) -> HttpResponse:
    data = missed_payload(puzzle, "")
    context = {
        "puzzle": puzzle,
        "say": data["say"],
        "law": data["law"],
        "kind": wording.name_of(puzzle.kind),
        "played": puzzle.played,
        "hint": wording.hint_of(puzzle.solutions[0]),
        "onward": reverse("missed_puzzles"),
        "game": puzzle.game_id,
        "mine_now": data["you"],
        "described": {"position": puzzle.position, "formation": None},
        "title": _("Puzzle: {kind}").format(kind=wording.name_of(puzzle.kind)),
        "data": data,
    }
    return render(request, "puzzles/puzzle.html", context)


class Line(NamedTuple):
    """One that was missed, as a list shows it."""

    puzzle: Missed
    kind: str
    opponents: str


def _missed_lately(user_id: int | None) -> list[Line]:
    """Return the newest that are still to be found."""
    if user_id is None:
        return []
    still_open = missed_by(user_id).filter(solved_at=None, shown=False)
    return _lines_of(list(still_open[:SHOWN_OF_MINE]), user_id)


def _lines_of(rows: Sequence[Missed], user_id: int) -> list[Line]:
    games = Game.objects.with_seats().in_bulk({one.game_id for one in rows})
    return [
        Line(one, wording.name_of(one.kind), PointOfView(games[one.game_id], user_id).opponents)
        for one in rows
    ]
