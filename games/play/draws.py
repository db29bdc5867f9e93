"""Offering a draw and answering the offer (law 2.6). There is one offer at a time.

A draw is agreed once all have voted for it who must agree: of two the other, of more all who are
still present. A vote lasts until its player's next turn, an offer until one of them declines.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.models import Game, Player
from games.models.querysets import Seat
from games.play.apply import apply_step
from games.play.deadlines import with_locked_game
from games.play.guards import check_is_active, check_is_in, seat_of
from games.refusals import Conflict, out_of_phase
from games.rules.contract import AGREE_DRAW, ActRecord, Step
from games.rules.errors import OutOfPhase
from games.store import happened
from games.store.outbox import NewEvent
from games.store.write import write_game


def offer_draw(user_id: int, game_id: str, *, now: datetime) -> Game:
    """Offer the others a draw and return the game; offering again changes nothing.

    Of two players it stands until it is answered or withdrawn, or the opponent plays a turn.
    """

    def act(game: Game, seat: Seat) -> None:
        if seat.side in _votes(game):
            return
        if game.draw_offered_by is not None:
            raise Conflict(
                _("There's already a draw offer. Accept or decline it."),
                code="draw_already_offered",
                game=game,
            )
        _check_may_agree(game, seat)
        _agreement(game)  # No one is offered what the terms of the game do not allow yet.
        _check_has_not_spoken(game, seat)
        _note_has_spoken(game, seat)
        game.draw_offered_by, game.draw_votes = seat.side, [seat.side]
        write_game(game, [_by(seat, game, happened.DRAW_OFFERED, now)], now=now)

    return _operate(user_id, game_id, now, act)


def withdraw_draw(user_id: int, game_id: str, *, now: datetime) -> Game:
    """Take your own offer or vote back and return the game."""

    def act(game: Game, seat: Seat) -> None:
        votes = _votes(game)
        if seat.side not in votes:
            raise Conflict(_("You haven't offered a draw."), code="no_draw_offer", game=game)
        if game.draw_offered_by == seat.side:
            _clear(game)
        else:
            game.draw_votes = [vote for vote in votes if vote != seat.side]
            _note_has_spoken(game, seat)
        write_game(game, [_by(seat, game, happened.DRAW_WITHDRAWN, now)], now=now)

    return _operate(user_id, game_id, now, act)


def decline_draw(user_id: int, game_id: str, *, now: datetime) -> Game:
    """Decline the offer of another and return the game."""

    def act(game: Game, seat: Seat) -> None:
        _check_is_offered_to(game, seat)
        _check_may_agree(game, seat)
        _clear(game)
        everyone = [other.user_id for other in game.seats]
        own: happened.OwnDrawDeclined = {"side": seat.side, "by_playing": False}
        declined = happened.DRAW_DECLINED(now, everyone, own)
        write_game(game, [declined], now=now)

    return _operate(user_id, game_id, now, act)


def accept_draw(user_id: int, game_id: str, *, now: datetime) -> Game:
    """Agree to the offer of another and return the game, finished once all have agreed."""

    def act(game: Game, seat: Seat) -> None:
        _check_is_offered_to(game, seat)
        needed = _check_may_agree(game, seat)
        votes = _votes(game)
        if seat.side in votes:
            return
        votes = [*votes, seat.side]
        if needed <= set(votes):
            _agree(game, seat, now)
            return
        _check_has_not_spoken(game, seat)
        game.draw_votes = votes
        write_game(game, [_by(seat, game, happened.DRAW_VOTED, now)], now=now)

    return _operate(user_id, game_id, now, act)


def _agree(game: Game, seat: Seat, now: datetime) -> None:
    """End the game by agreement, which history shows as an act of the last one to agree."""
    step = replace(_agreement(game), act=ActRecord(seat.side, AGREE_DRAW))
    apply_step(game, game.rules, step, now=now)


def _agreement(game: Game) -> Step[Any]:
    """Return what an agreement would make of a game; raises ``Conflict`` where it is too early."""
    rules = game.rules
    try:
        return rules.agree_draw(rules.load(game.state))
    except OutOfPhase as error:
        raise out_of_phase(error, game) from error


def _operate(user_id: int, game_id: str, now: datetime, act: Callable[[Game, Seat], None]) -> Game:
    def guarded(game: Game, was_late: bool) -> Game:
        seat = seat_of(game, user_id)
        check_is_active(game)
        check_is_in(game, seat)
        act(game, seat)
        return game

    return with_locked_game(game_id, now, guarded)


def _votes(game: Game) -> list[str]:
    """Return who agrees; an offer of long ago has no vote but the one that it is."""
    return game.draw_votes or ([game.draw_offered_by] if game.draw_offered_by else [])


def _clear(game: Game) -> None:
    game.draw_offered_by, game.draw_votes = None, []


def _check_has_not_spoken(game: Game, seat: Seat) -> None:
    """Raise ``Conflict`` for a second offer, or a vote after one taken back: all hear of each."""
    player = Player.objects.get(game=game, side=seat.side)
    if player.draw_offered_turn == game.next_turn:
        raise Conflict(
            _("You already offered a draw this turn. Offer again after the next one."),
            code="draw_offered_before",
            game=game,
        )


def _note_has_spoken(game: Game, seat: Seat) -> None:
    Player.objects.filter(game=game, side=seat.side).update(draw_offered_turn=game.next_turn)


def _check_is_offered_to(game: Game, seat: Seat) -> None:
    if game.draw_offered_by in (None, seat.side):
        raise Conflict(_("Your opponent hasn't offered a draw."), code="no_draw_offer", game=game)


def _check_may_agree(game: Game, seat: Seat) -> frozenset[str]:
    """Return who must agree to a draw; raises ``Conflict`` where this side has no say in it."""
    needed = game.rules.draws_needed(game.rules.load(game.state))
    if seat.side not in needed or len(needed) < 2:
        raise Conflict(_("No one can agree to a draw with you now."), code="wrong_phase", game=game)
    return needed


def _by(seat: Seat, game: Game, kind: happened.Kind[happened.OwnSide], now: datetime) -> NewEvent:
    return kind(now, [other.user_id for other in game.seats], {"side": seat.side})
