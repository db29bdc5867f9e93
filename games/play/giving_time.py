"""Giving time to an opponent whose turn it is: a courtesy, bounded for each turn."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _

from games.clock.clocks import clock_of
from games.models import Game
from games.play.deadlines import with_locked_game
from games.play.guards import check_is_active, check_is_in, seat_of
from games.refusals import Conflict
from games.store import happened
from games.store.write import write_game

MOST_HOURS: Final = 72
"""Hours that the others give at one turn, together."""


def give_time(user_id: int, game_id: str, hours: int, *, now: datetime) -> Game:
    """Give so many hours to whom the game awaits, as another player of it, and return the game.

    Given time comes before the time bank. Raises ``NotFound``, ``Forbidden`` and ``Conflict``.
    """

    def act(game: Game, was_late: bool) -> Game:
        seat = seat_of(game, user_id)
        check_is_active(game)
        check_is_in(game, seat)
        if seat.is_awaited or not may_be_given(game):
            raise _refusal(
                game,
                _("You can only give time to another player whose turn it is.")
                if seat.is_awaited
                else _("You can't give time in this game."),
            )
        lengthen(game, hours, now)
        everyone = [one.user_id for one in game.seats]
        event = happened.CLOCK_GIVEN(
            now, everyone, {"turn": game.next_turn, "side": seat.side, "hours": hours}
        )
        write_game(game, [event], now=now, awaited=game.summary.to_act)
        return game

    return with_locked_game(game_id, now, act)


def lengthen(game: Game, hours: int, now: datetime) -> None:
    """Give the player to move of a locked game so many hours; nothing is written yet.

    Raises ``Conflict`` for more than may be given at one turn.
    """
    if game.given_s + hours * 3600 > MOST_HOURS * 3600:
        left = MOST_HOURS - game.given_s // 3600
        raise _refusal(game, _("You can give {left} more hours this turn.").format(left=left))
    game.given_s += hours * 3600
    clock_of(game).move(now, now, game.seats, gift=timedelta(hours=hours))


def may_be_given(game: Game) -> bool:
    """Return whether players may give time: not where a day is a day, and in no competition."""
    return game.competition is None and bool(game.reserve_s or game.has_leave)


def _refusal(game: Game, detail: str) -> Conflict:
    return Conflict(detail, code="no_time_to_give", game=game)
