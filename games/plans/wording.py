"""What is told of plans to the one who made them."""

from __future__ import annotations

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


def left_undone(game: Game, side: Side, *, is_draw: bool) -> list[str]:
    """Return why nothing that was prepared is played where this side is awaited."""
    entries = PlanEntry.objects.filter(game=game, side=side)
    if entries.filter(reply__do=STOP, status=Status.FIRED, fired_turn=game.next_turn).exists():
        return [_("This is where your plan says: stop, and look.")]
    waiting = entries.filter(status=Status.WAITING).count()
    if not waiting:
        return []
    if is_draw or game.draw_offered_by not in (None, side):
        return [_("Your plan holds still until the offer is answered.")]
    return [
        ngettext("Your answer does not fit.", "None of your {n} answers fits.", waiting).format(
            n=waiting
        )
    ]
