"""Who may see the analysis of a game, and when there is none."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from accounts.limits import count_of_person
from games.features.analysis import making
from games.features.analysis.models import Analysis
from games.models import Challenge, Game
from games.play import watching
from games.refusals import Conflict, NotFound, Unprocessable


def find_over(game_id: str, now: datetime, user_id: int | None) -> Game:
    """Return a game that is over, for someone who may see its analysis.

    Raises ``NotFound``, also for a private game of others, and ``Conflict`` while it is played or
    another game continues from its last position.
    """
    game = watching.watch_game(game_id, now, user_id)
    if not game.is_public and all(seat.user_id != user_id for seat in game.seats):
        raise NotFound(_("This game doesn't exist."))
    if game.is_active:
        raise Conflict(
            _("The game isn't over yet. There's an analysis when it is."),
            code="game_not_over",
        )
    if continues(game):
        raise Conflict(
            _("Another game continues from this one. Come back when that one is over."),
            code="game_goes_on",
        )
    return game


def continues(game: Game) -> bool:
    """Return whether a running game began where this one ended."""
    later = Challenge.objects.filter(goes_on_from=game.pk, game__status__in=Game.ACTIVE)
    return later.exists()


def check_possible(game: Game) -> None:
    """Raise the refusal of a finished game that can have no analysis."""
    why = making.why_not(game)
    if why is not None:
        raise none_of(why)


def ask(game: Game, user_id: int, now: datetime) -> Analysis:
    """Return the analysis of a finished game, on its way to better turns.

    Raises ``Refusal`` where there can be none, and for someone who has asked too often.
    """
    check_possible(game)
    row = making.analysis_of(game)
    if row is None or row.status in (Analysis.Status.WAITING, Analysis.Status.SUMMED):
        if all(seat.user_id != user_id for seat in game.seats):
            count_of_person(user_id, "analyses_of_others")
        count_of_person(user_id, "analyses")
        return making.ask(game, user_id, now)
    return row


def none_of(why: str) -> Unprocessable:
    """Return the refusal that says why there is no analysis."""
    return Unprocessable(words_of(why), code="no_analysis", why=why)


def words_of(why: str) -> str:
    """Return why a finished game has no analysis, as a sentence."""
    return {
        "aborted": _("The game was aborted, so there is nothing to analyse."),
        "ruleset": _("We can't analyse this kind of game yet."),
        "clock": _("We can't analyse live games yet."),
        "too_short": _("The game had too few turns to analyse."),
        "bots": _("Only bots played this game, so we don't analyse it."),
        "not_asked": _("This game hasn't been analysed yet."),
    }[why]
