"""Who may act: the guards that every operation on a game begins with."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _

from config.features import Hook
from games.laws import cited
from games.models import Game
from games.models.querysets import Seat
from games.refusals import Conflict, Forbidden
from games.rules.errors import RulesError

SPEAKING: Final[Hook[Callable[[int, datetime], None]]] = Hook()
"""Raises a refusal where a person may not send messages now."""


def check_may_speak(user_id: int, now: datetime) -> None:
    """Raise the refusal of what keeps a person from sending messages."""
    for check in SPEAKING:
        check(user_id, now)


def seat_of(game: Game, user_id: int) -> Seat:
    """Return this person's seat; raises ``Forbidden`` for everyone else."""
    for seat in game.seats:
        if seat.user_id == user_id:
            return seat
    raise Forbidden(_("You aren't a player in this game."))


def check_is_active(game: Game) -> None:
    """Raise ``Conflict`` once the game is over."""
    if not game.is_active:
        raise Conflict(_("The game is over."), code="game_over", game=game)


def check_is_in(game: Game, seat: Seat) -> None:
    """Raise ``Conflict`` for a player who is out of a game that the others play on."""
    if game.summary.is_out(seat.side):
        raise Conflict(
            _("You're out of this game."),
            code="out_of_game",
            game=game,
            **cites_against_playing(game, seat),
        )


def cites_against_playing(game: Game, seat: Seat) -> dict[str, Any]:
    """Return what a refusal cites against a turn of someone whose turn it is not."""
    rules = game.rules
    try:
        rules.play(rules.load(game.state), seat.side, (), roll=0)
    except RulesError as error:
        return cited(game.ruleset, error.law, game.rules_version)
    return {}


def check_in_play(game: Game) -> None:
    """Raise ``Conflict`` while the sides choose their formations."""
    if game.status != Game.Status.PLAYING:
        raise Conflict(
            _("You can't play now. Both sides are choosing formations."),
            code="wrong_phase",
            game=game,
        )
