"""The other players who are at the page of a game."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from config.http.openapi import documented
from games.api.base import GameApiView
from games.play.guards import seat_of
from games.shown.shapes.turns import Presence
from games.store import selectors
from games.streams import presence


class PresenceView(GameApiView):
    """Who is there."""

    scope = "games:read"

    @documented("get_presence", responses={200: Presence}, codes=("not_a_player",))
    def get(self, request: Request, game_id: str) -> Response:
        """Return, to a player, which of the others are at the game now.

        A stream shows it as it changes: `GET /events?at=`.
        """
        game = selectors.find_game(game_id)
        mine = seat_of(game, self.user.pk)
        there = presence.who_is_at([game_id])[game_id]
        others = [seat for seat in game.seats if seat != mine]
        return Response({"here": [seat.side for seat in others if there.get(seat.user_id)]})
