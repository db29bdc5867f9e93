"""Taking back a turn by the API: acts beside those of the laws, and what is on offer."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from config.http.openapi import documented
from games.api.base import GameApiView
from games.api.inputs import ActInput
from games.api.views.play import ACTING, ActsView
from games.features.takebacks import offers, shapes
from games.play import watching
from games.play.guards import seat_of
from games.shown import examples
from games.shown.shapes.games import AnyGame

REFUSED = (
    "takeback_not_allowed",
    "takeback_offered_before",
    "no_takeback_offer",
    "roll_was_seen",
)
"""How these acts may be refused."""


class MoreActsView(ActsView):
    """Acts of a game, with those about taking back a turn."""

    @documented(
        "act_in_game",
        body=ActInput,
        responses={200: AnyGame},
        codes=[*ACTING, *REFUSED],
        example={"name": "resign"},
        examples={200: examples.FINISHED},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Do one of the game's `acts` for my side: resign, claim, abort, leave or return.

        Besides, `offer_takeback` asks to take back my last turn until my opponent plays. They
        send `accept_takeback` or `decline_takeback`, and I may send `withdraw_takeback`.
        """
        name = self.read_body(ActInput)["name"]
        if name in offers.ACTS:
            return Response(self.show(offers.ACTS[name](self.user.pk, game_id, now=self.now)))
        return self.act(game_id, name)


class TakebackView(GameApiView):
    """What is on offer about the last turn."""

    scope = "games:read"

    @documented("get_takeback", responses={200: shapes.Takeback}, codes=["not_a_player"])
    def get(self, request: Request, game_id: str) -> Response:
        """Show, to a player, whether someone asks to take back the last turn."""
        game = watching.view_game(game_id, self.now)
        seat_of(game, self.user.pk)
        found = offers.open_offer(game)
        shown: shapes.Takeback = {
            "offered_by": found.side if found else None,
            "turn": found.turn if found else None,
        }
        return Response(shown)
