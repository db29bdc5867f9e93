"""What is told of plans to the one who made them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.db.models import Count, F, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.features.plans.models import Because, PlanEntry, Prepared, Status
from games.features.plans.replies import Do
from games.models import Game, Turn
from games.rules.contract import CLAIM, Side

REPLIES: Final[dict[str, str]] = {
    Do.FORMATION: gettext_noop("You set up the formation that you chose."),
    Do.RESIGN: gettext_noop("You resign."),
    Do.FINAL_WHISTLE: gettext_noop("You ask for the final whistle."),
    Do.STOP: gettext_noop("Nothing is played, and you are told."),
}
DROPPED: Final[dict[str, str]] = {
    Because.REMOVED: gettext_noop("You took it back."),
    Because.REPLACED: gettext_noop("You put another answer in its place."),
    Because.ROUND_OVER: gettext_noop("It did not come to this before the round ended."),
    Because.GAME_OVER: gettext_noop("It did not come to this before the game ended."),
    Because.ALARM: gettext_noop("What you had excepted happened before it."),
    Because.ILLEGAL: gettext_noop("It was not legal when its time came."),
    Because.TOO_LATE: gettext_noop("Its turn was played otherwise."),
}


def turn_told(game: Game, happenings: Sequence[Mapping[str, Any]]) -> str:
    """Return a turn in sentences."""
    names = {seat.side: seat.called for seat in game.seats}
    return " ".join(game.presenter.narrate(happenings, names))


def reply_told(game: Game, reply: Mapping[str, Any]) -> str:
    """Return what a reply does, in sentences."""
    if reply["do"] == Do.CLAIM:
        return _(game.presenter.acts[CLAIM].label)
    if (words := REPLIES.get(reply["do"])) is not None:
        return _(words)
    played = turn_told(game, reply.get("happenings", ())) or str(reply["notation"])
    offered = _("You offer a draw.") if reply.get("offer_draw") else ""
    return f"{played} {offered}".rstrip()


def became(one: Prepared) -> str:
    """Return what became of something prepared; empty while it waits."""
    if one.status == Status.FIRED:
        return _("Played as turn {n}.").format(n=one.fired_turn)
    if one.status == Status.DROPPED:
        words = DROPPED.get(one.because)
        return _(words) if words else _("It could not be played.")
    return ""


def told(game: Game, number: int) -> list[str]:
    """Return the turn that a plan has played, and the one that it answered, in sentences."""
    turns = Turn.objects.filter(game=game, number__in=(number - 1, number)).order_by("number")
    words = []
    for turn in turns:
        sentence = turn_told(game, turn.happenings)
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
    has_stopped: bool = False
    """Whether one that says "stop" has come true at this very turn."""


def prospects(games: Iterable[str]) -> dict[tuple[str, Side], Prospect]:
    """Return, by game and side, what is prepared in these games; one query."""
    is_waiting = Q(status=Status.WAITING)
    is_stop = Q(reply__do=Do.STOP, status=Status.FIRED, fired_turn=F("game__next_turn"))
    rows = (
        PlanEntry.objects.filter(is_waiting | is_stop, game__in=games)
        .filter(game__status__in=Game.ACTIVE)
        .values("game_id", "side")
        .annotate(waiting=Count("pk", filter=is_waiting), stops=Count("pk", filter=is_stop))
        .values_list("game_id", "side", "waiting", "stops")
    )
    return {
        (game, side): Prospect(waiting, has_stopped=stops > 0)
        for game, side, waiting, stops in rows
    }


def left_undone(game: Game, side: Side, prospect: Prospect, *, is_draw: bool) -> list[str]:
    """Return why nothing that was prepared is played where this side is awaited."""
    if prospect.has_stopped:
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
