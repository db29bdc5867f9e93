"""Looking for a live game."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.http.fields import Input, StrictBoolean, StrictInteger, StrictList, StrictText
from config.http.openapi import documented
from config.http.schema_fields import Output
from config.http.times import utc
from games.api.base import GameApiView
from games.api.inputs import LiveInput
from games.features.live import seeks
from games.features.live.seeks import Looking
from games.rules import registry
from games.shown.payloads import Payload

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


class OfferOutput(Output):
    """An alternative to waiting."""

    kind = serializers.CharField(
        help_text="`robot`: a house bot now; `post`: the same as a correspondence game."
    )
    challenge = serializers.DictField(help_text="The body to send to `POST /challenges`.")


class SeekOutput(Output):
    """The state of my search."""

    example: Final[dict[str, Any]] = {
        "state": "seeking",
        "game": None,
        "ruleset": "eleven",
        "rating": 1512,
        "window": 150,
        "since": "2026-11-21T04:30:00Z",
        "is_bot": False,
        "offers": [],
        "ask_again_s": 5,
        "server_time": "2026-11-21T04:30:07Z",
    }

    state = serializers.ChoiceField(["off", "seeking", "playing"])
    game = serializers.CharField(allow_null=True, help_text="My live game.")
    ruleset = serializers.CharField(allow_null=True)
    rating = serializers.IntegerField(allow_null=True, help_text="By which I am paired.")
    window = serializers.IntegerField(
        allow_null=True, help_text="How far the rating of the other may lie away by now."
    )
    since = serializers.DateTimeField(allow_null=True)
    is_bot = serializers.BooleanField(help_text="Whether I look among programs, not people.")
    offers = OfferOutput(many=True)
    ask_again_s = serializers.IntegerField(
        min_value=1, help_text="Ask again by then, or the search ends."
    )
    server_time = serializers.DateTimeField()


class SeeksView(GameApiView):
    """My search for a live game: one at a time."""

    scope = {"GET": "challenges:write", "POST": "challenges:write", "DELETE": "challenges:write"}

    @documented(responses={200: SeekOutput})
    def get(self, request: Request) -> Response:
        """Return the state of my search, which continues for as long as I ask.

        Once I am paired `game` names the game. `game.started` shows it too.
        """
        return Response(self._shown(seeks.look(self.user, self.now)))

    @documented(
        body=SeekInput,
        responses={200: SeekOutput},
        codes=("live_match_running", "live_rest", "guest_account", "not_rated"),
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
        return Response(self._shown(found))

    @documented(responses={204: None})
    def delete(self, request: Request) -> Response:
        """Look no more."""
        seeks.stop(self.user)
        return Response(status=204)

    def _shown(self, found: Looking) -> Payload:
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
