"""Breaking a live game off by consent: both continue with it by correspondence."""

from __future__ import annotations

from datetime import datetime

from config.http.times import utc
from games.clock.clocks import clock_of
from games.features.live import happened
from games.features.live.models import PlayingOn
from games.features.live.playing_on import ASKED_FOR
from games.models import Game
from games.play.deadlines import with_locked_game
from games.play.guards import check_is_active, seat_of
from games.play.live_flow import become_post
from games.store.outbox import record_for_players


def ask_for_post(user_id: int, game_id: str, *, now: datetime) -> Game:
    """Say that one would like to continue by correspondence, and return the game.

    Once all have said so within a minute the game continues by correspondence. Saying it again
    changes nothing. Raises ``NotFound``, ``Forbidden`` and ``Conflict``.
    """

    def act(game: Game, was_late: bool) -> Game:
        seat = seat_of(game, user_id)
        if not clock_of(game).is_live:
            return game  # It continues by correspondence already.
        check_is_active(game)
        row, _is_new = PlayingOn.objects.select_for_update().get_or_create(game=game)
        until = now + ASKED_FOR
        agreed = {side: at for side, at in row.agreed.items() if at > now.timestamp()}
        if seat.side in agreed:
            return game
        agreed[seat.side] = until.timestamp()
        if agreed.keys() >= {one.side for one in game.seats}:
            row.delete()
            become_post(game, now)
            return game
        row.agreed = agreed
        row.save(update_fields=["agreed"])
        everyone = [one.user_id for one in game.seats]
        asked = happened.POST_ASKED(now, everyone, {"side": seat.side, "until": utc(until)})
        record_for_players(game, asked)
        return game

    return with_locked_game(game_id, now, act)
