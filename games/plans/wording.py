"""What is told of plans to the one who made them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Count, F, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game, Turn
from games.plans.models import PlanEntry, Status
from games.plans.replies import STOP
from games.rules.contract import Side


def told(game: Game, number: int) -> list[str]:
    """Return the turn that a plan has played, and the one that it answered, in sentences."""
    names = {seat.side: seat.called for seat in game.seats}
    turns = Turn.objects.filter(game=game, number__in=(number - 1, number)).order_by("number")
    words = []
    for turn in turns:
        sentence = " ".join(game.presenter.narrate(turn.happenings, names))
        words.append(
            _("Your plan answered: {turn}").format(turn=sentence)
            if turn.number == number
            else sentence
        )
    return words


class Prospect(NamedTuple):
    """What a side has prepared for the turn that is awaited in a game."""

    waiting: int = 0
    """How many answers wait."""
    stops: int = 0
    """Whether one that says "stop" has been reached at this very turn: then it is 1."""


def prospects(games: Iterable[str]) -> dict[tuple[str, Side], Prospect]:
    """Return, by game and side, what is prepared in these games; one query."""
    is_waiting = Q(status=Status.WAITING)
    is_stop = Q(reply__do=STOP, status=Status.FIRED, fired_turn=F("game__next_turn"))
    rows = (
        PlanEntry.objects.filter(is_waiting | is_stop, game__in=games)
        .values("game_id", "side")
        .annotate(waiting=Count("pk", filter=is_waiting), stops=Count("pk", filter=is_stop))
        .values_list("game_id", "side", "waiting", "stops")
    )
    return {(game, side): Prospect(waiting, stops) for game, side, waiting, stops in rows}


def left_undone(game: Game, side: Side, prospect: Prospect, *, is_draw: bool) -> list[str]:
    """Return why nothing that was prepared is played where this side is awaited."""
    if prospect.stops:
        return [_("This is where your plan says: stop, and look.")]
    waiting = prospect.waiting
    if not waiting:
        return []
    if is_draw or game.draw_offered_by not in (None, side):
        return [_("Your plan holds still until the offer is answered.")]
    return [
        ngettext("Your answer does not fit.", "None of your {n} answers fits.", waiting).format(
            n=waiting
        )
    ]
