"""Offering a draw and answering the offer (law 9.4). One offer stands at a time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from games.clock.deadlines import with_locked_game
from games.events import EventType, NewEvent
from games.models import Game, Player
from games.querysets import Seat
from games.refusals import Conflict
from games.services.apply import take_step
from games.services.guards import check_is_active, seat_of
from games.store.write import write_game


def offer_draw(user_id: int, game_id: str, *, now: datetime) -> Game:
    """Offer the opponent a draw and return the game; offering again changes nothing.

    It stands until it is answered or withdrawn, or the opponent plays a turn.
    """

    def act(game: Game, seat: Seat) -> None:
        if game.draw_offered_by == seat.side:
            return
        if game.draw_offered_by is not None:
            raise Conflict(
                "Your opponent has offered a draw: accept or decline it.",
                code="draw_already_offered",
                game=game,
            )
        player = Player.objects.get(game=game, side=seat.side)
        if player.draw_offered_turn == game.next_turn:
            raise Conflict(
                "You have offered a draw at this turn: offer again after the next one.",
                code="draw_offered_before",
                game=game,
            )
        player.draw_offered_turn = game.next_turn
        player.save(update_fields=["draw_offered_turn"])
        game.draw_offered_by = seat.side
        write_game(game, [_told(game, EventType.DRAW_OFFERED, seat, now)], now=now)

    return _operate(user_id, game_id, now, act)


def withdraw_draw(user_id: int, game_id: str, *, now: datetime) -> Game:
    """Take one's own offer back and return the game."""

    def act(game: Game, seat: Seat) -> None:
        if game.draw_offered_by != seat.side:
            raise Conflict("You have no draw on offer.", code="no_draw_offer", game=game)
        game.draw_offered_by = None
        write_game(game, [_told(game, EventType.DRAW_WITHDRAWN, seat, now)], now=now)

    return _operate(user_id, game_id, now, act)


def decline_draw(user_id: int, game_id: str, *, now: datetime) -> Game:
    """Decline the opponent's offer and return the game."""

    def act(game: Game, seat: Seat) -> None:
        _check_is_offered_to(game, seat)
        game.draw_offered_by = None
        declined = _told(game, EventType.DRAW_DECLINED, seat, now, by_playing=False)
        write_game(game, [declined], now=now)

    return _operate(user_id, game_id, now, act)


def accept_draw(user_id: int, game_id: str, *, now: datetime) -> Game:
    """Accept the opponent's offer and return the finished game."""

    def act(game: Game, seat: Seat) -> None:
        _check_is_offered_to(game, seat)
        rules = game.rules
        take_step(game, rules, rules.agree_draw(rules.load(game.state)), now=now)

    return _operate(user_id, game_id, now, act)


def _operate(user_id: int, game_id: str, now: datetime, act: Callable[[Game, Seat], None]) -> Game:
    def guarded(game: Game) -> Game:
        seat = seat_of(game, user_id)
        check_is_active(game)
        act(game, seat)
        return game

    return with_locked_game(game_id, now, guarded)


def _check_is_offered_to(game: Game, seat: Seat) -> None:
    if game.draw_offered_by in (None, seat.side):
        raise Conflict("Your opponent has no draw on offer.", code="no_draw_offer", game=game)


def _told(game: Game, event: EventType, seat: Seat, now: datetime, **more: bool) -> NewEvent:
    receivers = [other.user_id for other in game.seats]
    return NewEvent(event, now, receivers, {"side": seat.side, **more})
