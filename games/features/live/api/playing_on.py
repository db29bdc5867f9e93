"""Playing on: asking for it, how it is, and stopping."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import GENERAL, PLAY
from config.http.openapi import documented
from config.http.times import utc
from games.api.base import GameApiView
from games.features.live import playing_on
from games.features.live.api.shapes import PlayingOn
from games.features.live.playing_on import Standing


class PlayingOnView(GameApiView):
    """The players are all at the page and play on now; deadlines stay as they are."""

    scope = {"GET": "games:read", "PUT": "games:play", "DELETE": "games:play"}
    limit = {"GET": GENERAL, "PUT": PLAY, "DELETE": PLAY}

    @documented("get_playing_on", responses={200: PlayingOn}, codes=("not_a_player",))
    def get(self, request: Request, game_id: str) -> Response:
        """Return, to a player, the state of playing on."""
        return Response(self._shown(playing_on.look(self.user.pk, game_id, now=self.now)))

    @documented(
        "agree_to_play_on",
        responses={200: PlayingOn},
        codes=("not_a_player", "game_over", "out_of_game", "wrong_phase", "opponent_away"),
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Ask to play on now; it begins once all have asked.

        Deadlines and time banks stay. It ends when a player stops, and automatically after three
        minutes without a turn.
        """
        return Response(self._shown(playing_on.agree(self.user.pk, game_id, now=self.now)))

    @documented("stop_playing_on", responses={204: None}, codes=("not_a_player",))
    def delete(self, request: Request, game_id: str) -> Response:
        """Stop playing on, or take back or decline the question whether to."""
        playing_on.stop(self.user.pk, game_id, now=self.now)
        return Response(status=204)

    def _shown(self, standing: Standing) -> PlayingOn:
        return {
            "state": standing.state,
            "agreed": list(standing.agreed),
            "began_at": utc(standing.began_at),
            "until": utc(standing.until),
            "server_time": utc(self.now),
        }
