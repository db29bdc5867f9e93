"""Going on by correspondence with a live game."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import PLAY
from config.http.openapi import documented
from games.api.base import GameApiView
from games.features.live.leaving import ask_for_post
from games.shown.shapes.games import AnyGame


class ByPostView(GameApiView):
    """Breaking a live game off, which then continues by correspondence."""

    scope = "games:play"
    limit = PLAY

    @documented(
        "switch_to_correspondence", responses={200: AnyGame}, codes=("not_a_player", "game_over")
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Ask to switch to correspondence. It happens once the other asks within a minute.

        The score stays. You then have a day per turn, and two days of time bank.
        """
        return Response(self.show(ask_for_post(self.user.pk, game_id, now=self.now)))
