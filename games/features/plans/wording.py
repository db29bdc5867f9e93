"""What the player who made plans sees of them."""

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
from games.shown.wording import report

REPLIES: Final[dict[str, str]] = {
    Do.FORMATION: gettext_noop("You choose the formation you prepared."),
    Do.RESIGN: gettext_noop("You resign."),
    Do.FINAL_WHISTLE: gettext_noop("You claim the final whistle."),
    Do.STOP: gettext_noop("We play nothing and notify you."),
}
DROPPED: Final[dict[str, str]] = {
    Because.REMOVED: gettext_noop("You removed it."),
    Because.REPLACED: gettext_noop("You replaced it with another reply."),
    Because.TAKEN_BACK: gettext_noop("A turn was taken back."),
    Because.ROUND_OVER: gettext_noop("The round ended before this happened."),
    Because.GAME_OVER: gettext_noop("The game ended before this happened."),
    Because.ALARM: gettext_noop("A turn you had excluded came first."),
    Because.ILLEGAL: gettext_noop("It was no longer legal."),
    Because.TOO_LATE: gettext_noop("Another turn was played instead."),
}


def turn_words(game: Game, happenings: Sequence[Mapping[str, Any]]) -> str:
    """Return a turn in sentences."""
    names = {seat.side: seat.called for seat in game.seats}
    return " ".join(game.presenter.narrate(happenings, names))


def reply_words(game: Game, reply: Mapping[str, Any]) -> str:
    """Return what a reply does, in sentences."""
    if reply["do"] == Do.CLAIM:
        return _(game.presenter.acts[CLAIM].label)
    if (words := REPLIES.get(reply["do"])) is not None:
        return _(words)
    played = turn_words(game, reply.get("happenings", ())) or str(reply["notation"])
    offered = _("You offer a draw.") if reply.get("offer_draw") else ""
    return f"{played} {offered}".rstrip()


def became(one: Prepared) -> str:
    """Return what became of something prepared; empty while it waits."""
    if one.status == Status.FIRED:
        return _("Played as turn {n}.").format(n=one.fired_turn)
    if one.status == Status.DROPPED:
        words = DROPPED.get(one.because)
        return _(words) if words else _("We couldn't play it.")
    return ""


def sentences(game: Game, number: int) -> list[str]:
    """Return the turn that a plan has played, and the one that it answered, in sentences."""
    turns = Turn.objects.filter(game=game, number__in=(number - 1, number)).order_by("number")
    words = []
    for turn in turns:
        sentence = " ".join(report(game, turn, {one.side: one.called for one in game.seats}))
        words.append(
            _("Your reply was played: {turn}").format(turn=sentence)
            if turn.number == number
            else sentence
        )
    return words


class Prospect(NamedTuple):
    """What a side has prepared for the current turn in a game."""

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
    """Return why nothing that was prepared is played where this side has to act."""
    if prospect.has_stopped:
        return [_("You chose to stop here and look.")]
    waiting = prospect.waiting
    if not waiting:
        return []
    if is_draw or game.draw_offered_by not in (None, side):
        return [_("Your replies wait until the offer is answered.")]
    return [
        ngettext("Your reply doesn't fit.", "None of your {n} replies fits.", waiting).format(
            n=waiting
        )
    ]
