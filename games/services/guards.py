"""Who may act: the guards that every operation on a game begins with."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.models import Game
from games.querysets import Seat
from games.refusals import Conflict, Forbidden


def seat_of(game: Game, user_id: int) -> Seat:
    """Return this person's seat; raises ``Forbidden`` for everybody else."""
    for seat in game.seats:
        if seat.user_id == user_id:
            return seat
    raise Forbidden(_("You do not play in this game."))


def check_is_active(game: Game) -> None:
    """Raise ``Conflict`` once the game is over."""
    if not game.is_active:
        raise Conflict(_("The game is over."), code="game_over", game=game)


def check_is_in(game: Game, seat: Seat) -> None:
    """Raise ``Conflict`` for a player who is out of a game that the others play on."""
    if game.summary.is_out(seat.side):
        raise Conflict(_("You are out of this game."), code="out_of_game", game=game)


def check_is_played(game: Game) -> None:
    """Raise ``Conflict`` while the sides choose their formations."""
    if game.status != Game.Status.PLAYING:
        raise Conflict(
            _("No turn is played now: the sides are choosing their formations."),
            code="wrong_phase",
            game=game,
        )
