"""The page of one game: playing, arranging, looking on, and how it ended.

The page is complete without a script but for the playing itself; with one it goes on from the
same data that the API gives, which lies embedded so that the first tap asks for nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import Template
from django.template.loader import select_template
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from config.http.arrival import arrived_at
from games import selectors, wording
from games.models import Game, Turn
from games.payloads import game_record, preset_record, turn_record
from games.querysets import Seat
from games.rules import registry
from games.services import choices, viewing

TURNS_EMBEDDED = 4
"""The newest turns, for the trail of the last one and for what was played since."""


@dataclass(frozen=True, slots=True)
class Line:
    """A turn as one line of a list."""

    number: int
    name: str
    text: str
    played_at: datetime


@require_safe
@ensure_csrf_cookie
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show a game to whoever asks; a player may play on from here."""
    now = arrived_at(request)
    shown = viewing.view_game(game_id, now)
    user_id = request.user.pk
    you, others = wording.names_for(shown, user_id)
    side = seen_from(request, shown, you)
    first, second = order_of(shown, you)
    turns = list(selectors.turns_of(shown.pk).filter(round=round_of(shown)))
    last = turns[-1] if turns else selectors.turns_of(shown.pk).last()
    newest = (turns or ([last] if last else []))[-TURNS_EMBEDDED:]
    context: dict[str, Any] = {
        "game": shown,
        "you": you,
        "opponent": others[0],
        "first": first,
        "second": second,
        "goals": goals_of(shown, first, second),
        "side": side,
        "other_side": next(one for one in registry.get(shown.ruleset).sides if one != side),
        "chapter": registry.get(shown.ruleset).chapter(shown.description),
        "round_turn": turns[0].number if turns else None,
        "title": wording.page_title(shown, user_id),
        "prompt": _prompt(shown, you, user_id, now),
        "is_awaited": you is not None and you.is_awaited and shown.is_active,
        "whole_seconds": _whole_seconds(shown),
        "time_left": wording.short_time_left(shown.deadline, now) if shown.deadline else "",
        "is_short": wording.is_time_short(shown, now),
        "last": lines_of(shown, [last], you)[0] if last else None,
        "last_turn": last,
        "lines": lines_of(shown, turns, you),
        "data": _data(request, shown, you, newest),
    }
    if shown.status == Game.Status.FORMATION:
        context["board"] = template_of(shown, "formation")
        context["data"]["kept"] = _kept(shown, you)
        return render(request, "games/formation.html", context)
    if shown.is_active and not context["is_awaited"]:
        context["holders"], context["until"] = wording.their_time(
            shown, user_id, now, wording.zone_of(getattr(request.user, "time_zone", "UTC"))
        )
    context |= {"board": template_of(shown, "board"), "kinds": template_of(shown, "kinds")}
    return render(request, "games/game.html", context)


def order_of(game: Game, you: Seat | None) -> tuple[Seat, Seat]:
    """Return the two seats as the score names them: the reader first."""
    first = you or game.seats[0]
    return first, next(seat for seat in game.seats if seat != first)


def goals_of(game: Game, *seats: Seat) -> list[int]:
    """Return the goals of these seats, in their order."""
    return [game.description["score"][seat.side] for seat in seats]


def home_side(game: Game, you: Seat | None) -> str:
    """Return the side that lies at the bottom unless the reader turns the board."""
    return you.side if you else registry.get(game.ruleset).sides[0]


def seen_from(request: HttpRequest, game: Game, you: Seat | None) -> str:
    """Return the side that lies at the bottom: ``?side=`` or the reader's own."""
    asked = request.GET.get("side")
    return asked if asked in registry.get(game.ruleset).sides else home_side(game, you)


def template_of(game: Game, part: str) -> Template:
    """Return the rule set's own template of this part of the page, or the plain one."""
    return select_template([f"games/{game.ruleset}/{part}.html", f"games/plain/{part}.html"])


def round_of(game: Game) -> int:
    """Return the number of the round being played."""
    return int(game.description["round"])


def lines_of(game: Game, turns: list[Turn], you: Seat | None) -> list[Line]:
    """Return turns as lines of a list, the reader called *You*."""
    rules = registry.get(game.ruleset, game.rules_version)
    names = {seat.side: seat.username for seat in game.seats}
    if you is not None:
        names[you.side] = "You"
    return [
        Line(turn.number, names[turn.side], rules.phrase(turn.happenings), turn.played_at)
        for turn in turns
    ]


def _prompt(game: Game, you: Seat | None, user_id: int | None, now: datetime) -> str:
    """Return the line under the board as it is before any script has run."""
    if not game.is_active:
        return f"{wording.result(game, user_id)}."
    if you is not None and you.is_awaited:
        if game.status == Game.Status.FORMATION:
            return "Arrange your pieces."
        return choices.list_choices(game, ())["prompt"]
    return f"{wording.their_turn(game, user_id, now)}."


def _whole_seconds(game: Game) -> int:
    """Return how long the running clock was at its start."""
    if game.deadline is None:
        return 0
    return int((game.deadline - game.clock_started_at).total_seconds())


def _kept(game: Game, you: Seat | None) -> dict[str, Any]:
    """Return the arrangements that the reader may want to use again."""
    if you is None:
        return {}
    last = selectors.last_arrangement(you.user_id, game.ruleset)
    return {
        "last": last and {"side": last.side, **last.content},
        "presets": [preset_record(one) for one in selectors.presets_of(you.user_id, game.ruleset)],
    }


def _titles(game: Game, you: Seat | None) -> dict[str, str] | None:
    """Return what the reader's tab is called while they are awaited and while not."""
    if you is None or not game.is_active:
        return None
    yours, theirs = wording.titles(game, wording.names_for(game, you.user_id).other)
    return {"yours": yours, "theirs": theirs}


def _data(request: HttpRequest, game: Game, you: Seat | None, turns: list[Turn]) -> dict[str, Any]:
    """Return what the script starts from: answers of the API, and the reader's settings."""
    options = None
    if game.status == Game.Status.PLAYING and you is not None and you.is_awaited:
        options = {"turn": game.next_turn, **choices.list_choices(game, ())}
    settings = request.user.page if request.user.is_authenticated else None
    return {
        "game": game_record(game, f"{request.scheme}://{request.get_host()}"),
        "side": you.side if you else None,
        "options": options,
        "turns": [turn_record(turn) for turn in turns],
        "titles": _titles(game, you),
        "settings": {
            "confirm": settings is None or settings.confirm,
            "next": settings is not None and settings.next_game,
            "vibrate": settings is not None and settings.vibrate,
        },
    }
