"""What a player does outside a turn: resigning (law 2.6), claiming (9.3), leaving, returning."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from games.laws import cited
from games.models import Act, Game
from games.play.apply import apply_step
from games.play.deadlines import with_locked_game
from games.play.guards import check_is_active, check_is_in, seat_of
from games.refusals import Conflict, Unprocessable, out_of_phase
from games.rules.contract import CLAIM, FINAL_WHISTLE, RESIGN, Adjudicable
from games.rules.errors import IllegalAct, OutOfPhase

MOST_ACTS_A_TURN: Final = 10
"""Acts of one player at one turn, such as leaving and returning: all hear of each, and history
keeps it."""


def do_act(user_id: int, game_id: str, name: str, *, now: datetime) -> Game:
    """Do an act as this person and return the game; what already holds changes nothing.

    Raises ``NotFound``, ``Forbidden``, ``Conflict`` and ``Unprocessable``.
    """

    def act(game: Game, was_late: bool) -> Game:
        seat = seat_of(game, user_id)
        if name == RESIGN and _has_resigned(game, seat.side):
            return game
        check_is_active(game)
        check_is_in(game, seat)
        _check_is_not_wavering(game, seat.side, name)
        rules = game.rules
        try:
            step = rules.act(rules.load(game.state), seat.side, name)
        except IllegalAct as error:
            raise Unprocessable(
                str(error),
                code="illegal_act",
                legal=list(error.legal),
                **cited(game.ruleset, error.law, game.rules_version),
            ) from error
        except OutOfPhase as error:
            legal = list(game.summary.acts.get(seat.side, ()))
            raise out_of_phase(error, game, legal=legal) from error
        if step.act is not None:
            apply_step(game, rules, step, now=now)
        return game

    return with_locked_game(game_id, now, act)


def resign(user_id: int, game_id: str, *, now: datetime) -> Game:
    """Resign as this person and return the game; resigning again changes nothing."""
    return do_act(user_id, game_id, RESIGN, now=now)


def claim(user_id: int, game_id: str, *, now: datetime) -> Game:
    """Claim what the laws allow this player to demand, and return the game."""
    return do_act(user_id, game_id, CLAIM, now=now)


def _check_is_not_wavering(game: Game, side: str, name: str) -> None:
    """Raise ``Conflict`` for one act too many between two turns; the game can always be ended."""
    if name in (RESIGN, CLAIM, FINAL_WHISTLE):
        return
    done = Act.objects.filter(game=game, side=side, turn=game.next_turn).count()
    if done >= MOST_ACTS_A_TURN:
        raise Conflict(
            _("You've changed your mind too often this turn. Wait for the next one."),
            code="wrong_phase",
            game=game,
        )


def _has_resigned(game: Game, side: str) -> bool:
    """Return whether this side has resigned before; games of long ago show it by their end."""
    if game.is_active and not game.summary.is_out(side):
        return False
    if Act.objects.filter(game=game, side=side, name=RESIGN).exists():
        return True
    return game.reason == "resignation" and len(game.seats) == 2 and game.winner != side


def adjudicate(game: Game, winner: str | None, *, now: datetime) -> None:
    """End a locked game that continues, for this side or as a draw.

    The caller has decided it by the laws of the competition.
    """
    rules = game.rules
    assert isinstance(rules, Adjudicable), "only such games are played in competitions"
    apply_step(game, rules, rules.adjudicate(rules.load(game.state), winner), now=now)


def call_off(game: Game, *, now: datetime) -> None:
    """End a locked game that continues without a result: it does not count."""
    rules = game.rules
    assert isinstance(rules, Adjudicable), "only such games are played in competitions"
    apply_step(game, rules, rules.call_off(rules.load(game.state)), now=now)
