"""Looking for a live game."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from rest_framework.request import Request
from rest_framework.response import Response

from config.http.fields import Input, StrictBoolean, StrictInteger, StrictList, StrictText
from config.http.openapi import documented
from config.http.times import utc
from games.api.base import GameApiView
from games.api.inputs import LiveInput
from games.features.live import seeks
from games.features.live.api.shapes import Seek
from games.features.live.seeks import Looking
from games.rules import registry

LARGEST_RATING: Final = 4000


class SeekInput(Input):
    """The game that a player looks for."""

    ruleset = StrictText(max_length=20, default=registry.DEFAULT, help_text="Which game to play.")
    live = LiveInput(
        required=False, allow_null=True, help_text="The clock; left out, as it is usual."
    )
    rated = StrictBoolean(default=False, help_text="Whether the result changes both ratings.")
    rating = StrictList(
        child=StrictInteger(min_value=0, max_value=LARGEST_RATING),
        min_length=2,
        max_length=2,
        required=False,
        help_text="The least and the most that the other may be rated.",
    )


class SeeksView(GameApiView):
    """My search for a live game: one at a time."""

    scope = {"GET": "challenges:write", "POST": "challenges:write", "DELETE": "challenges:write"}

    @documented("get_seek", responses={200: Seek})
    def get(self, request: Request) -> Response:
        """Return the state of my search, which continues for as long as I ask.

        Once I am paired `game` names the game. `game.started` shows it too.
        """
        return Response(self._shown(seeks.look(self.user, self.now)))

    @documented(
        "create_seek",
        body=SeekInput,
        responses={201: Seek},
        codes=("live_match_running", "live_cooldown", "guest_account", "not_rated"),
        example={"ruleset": "eleven"},
    )
    def post(self, request: Request) -> Response:
        """Look for a live game with the player nearest in rating, sides at random.

        At first within 100 points, and within 50 more after each five seconds. Bots are paired with
        bots, people with people. After half a minute `offers` has something else.
        """
        said = self.read_body(SeekInput)
        least, most = sorted(said.get("rating") or ()) or (None, None)
        found = seeks.begin(
            self.user,
            said["ruleset"],
            said.get("live"),
            rated=said["rated"],
            least=least,
            most=most,
            now=self.now,
        )
        return self.created(self._shown(found), "live/seeks")

    @documented("delete_seek", responses={204: None})
    def delete(self, request: Request) -> Response:
        """Look no more."""
        seeks.stop(self.user)
        return Response(status=204)

    def _shown(self, found: Looking) -> Seek:
        seek = found.seek
        return {
            "state": found.state,
            "game": found.game_id,
            "ruleset": seek.ruleset if seek else None,
            "rating": seek.rating if seek else None,
            "window": seeks.window_of(seek, self.now) if seek else None,
            "since": utc(seek.made_at) if seek else None,
            "is_bot": self.user.is_bot,
            "offers": seeks.offers_to(seek, self.now) if seek else [],
            "ask_again_s": int(seeks.GONE_AFTER / timedelta(seconds=3)),
            "server_time": utc(self.now),
        }
