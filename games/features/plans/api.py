"""Plans by the API: for the player who makes them, and for no one else."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import PLAY, count_of_person
from config.http.openapi import documented
from games.api.base import GameApiView
from games.api.views.play import TURN_CODES, TURN_EXAMPLE, TurnsView
from games.features.plans import examples, payloads, services, shapes
from games.features.plans.inputs import (
    FallbackInput,
    PlanInput,
    PlannedTurnInput,
    read_planned_turn,
)
from games.models import Game
from games.play import watching
from games.play.guards import seat_of
from games.shown.shapes.turns import PlayedTurn

REFUSED = ("not_a_player", "game_over", "out_of_game", "stale_turn", "plans_not_allowed")
HEADERS = {"Cache-Control": "private, no-store"}


PLANNING = (
    "plans_not_allowed",
    "outcome_needed",
    "not_my_turn_there",
    "illegal_formation",
    "plan_exists",
    "plan_limit",
)
"""How the plans that come with a turn may be refused, and the turn with them."""


class PlannedTurnsView(TurnsView):
    """Turns of a game; with one that is played plans may come."""

    @documented(
        "play_turn",
        body=PlannedTurnInput,
        responses={201: PlayedTurn},
        codes=[*TURN_CODES, *PLANNING],
        example=TURN_EXAMPLE,
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Play a turn. The whole turn is done or nothing of it."""
        planned = read_planned_turn(request.data)
        return self.played(services.play_planned(self.user.pk, game_id, planned, now=self.now))


class PlanView(GameApiView):
    """What a player has prepared."""

    scope = "games:play"
    limit = PLAY

    def own(self, game_id: str) -> Game:
        """Return the game; raises ``Forbidden`` for anyone who has no seat in it."""
        game = watching.view_game(game_id, self.now)
        seat_of(game, self.user.pk)
        return game


class PlansView(PlanView):
    """All that I have prepared in a game."""

    @documented("list_plans", responses={200: shapes.Plans}, codes=["not_a_player"])
    def get(self, request: Request, game_id: str) -> Response:
        """List the replies I prepared in this game, waiting or not. No one else sees them."""
        game = self.own(game_id)
        side = seat_of(game, self.user.pk).side
        return Response(payloads.plans_payload(game, side), headers=HEADERS)

    @documented(
        "create_plan",
        body=PlanInput,
        responses={201: shapes.PlanEntry},
        codes=[
            *REFUSED,
            "illegal_act",
            "illegal_action",
            "illegal_formation",
            "outcome_needed",
            "not_my_turn_there",
            "plan_exists",
            "plan_limit",
        ],
        example=examples.PLAN,
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Prepare an answer: whenever I am to act in the situation at the end of the line."""
        count_of_person(self.user.pk, "plans")
        said = self.read_body(PlanInput)
        game = watching.view_game(game_id, self.now)
        number = said["turn"]
        entry = services.add_entry(game, self.user.pk, number, said, now=self.now)
        return self.created(payloads.entry_payload(game, entry), f"games/{game_id}/plans")

    @documented("delete_plans", responses={204: None}, codes=["not_a_player"])
    def delete(self, request: Request, game_id: str) -> Response:
        """Take back everything that waits."""
        services.remove_all(self.own(game_id), self.user.pk, now=self.now)
        return Response(status=204)


class OnePlanView(PlanView):
    """One answer."""

    @documented("delete_plan", responses={204: None}, codes=["not_a_player"])
    def delete(self, request: Request, game_id: str, entry_id: int) -> Response:
        """Take an answer back; one that was carried out stays as it is."""
        services.remove_entry(self.own(game_id), self.user.pk, entry_id, now=self.now)
        return Response(status=204)


class FallbackView(PlanView):
    """What to try at one turn where no answer fits."""

    @documented(
        "save_fallback",
        body=FallbackInput,
        responses={200: shapes.PlanFallback},
        codes=REFUSED,
        example=examples.FALLBACK_BODY,
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Say what to try at one turn of mine, in the place of what I said before."""
        count_of_person(self.user.pk, "plans")
        said = self.read_body(FallbackInput)
        game = watching.view_game(game_id, self.now)
        kept = services.put_fallback(game, self.user.pk, said, now=self.now)
        return Response(payloads.fallback_payload(game, kept))

    @documented("delete_fallback", responses={204: None}, codes=["not_a_player"])
    def delete(self, request: Request, game_id: str) -> Response:
        """Try nothing."""
        services.remove_fallback(self.own(game_id), self.user.pk)
        return Response(status=204)
