"""Playing: formations, turns, and the ways to end a game."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import GENERAL, PLAY
from config.pagination import CursorPagination
from games import selectors
from games.api.base import GameApiView
from games.api.bodies import DrawBody, FormationBody, TurnBody
from games.api.views.challenges import ChallengeView
from games.records import turn_record
from games.services import draws, formations, rematches, resignations, turns, viewing

ANSWERS = {
    "offer": draws.offer_draw,
    "accept": draws.accept_draw,
    "decline": draws.decline_draw,
    "withdraw": draws.withdraw_draw,
}


class TurnsView(GameApiView):
    """The history of a game, and playing a turn."""

    scope = {"GET": None, "POST": "games:play"}
    limit = {"GET": GENERAL, "POST": PLAY}

    def get(self, request: Request, game_id: str) -> Response:
        viewing.view_stamp(game_id, self.now)
        pages = CursorPagination()
        pages.ordering = ("number",)
        turns_after = selectors.turns_of(game_id, after=self.read_number("after", default=0))
        rows = pages.paginate_queryset(turns_after, request)
        return pages.get_paginated_response([turn_record(row) for row in rows])

    def post(self, request: Request, game_id: str) -> Response:
        body = TurnBody(data=request.data)
        body.is_valid(raise_exception=True)
        played = turns.play_turn(
            self.user.pk,
            game_id,
            body.validated_data["turn"],
            body.validated_data["actions"],
            now=self.now,
        )
        answer = {"turn": turn_record(played.turn), "game": self.show(played.game)}
        return Response(answer, status=201)


class FormationView(GameApiView):
    """Choosing a formation."""

    scope = "games:play"
    limit = PLAY

    def put(self, request: Request, game_id: str) -> Response:
        body = FormationBody(data=request.data)
        body.is_valid(raise_exception=True)
        game = formations.save_formation(
            self.user.pk,
            game_id,
            {"pieces": body.validated_data["pieces"]},
            ready=body.validated_data["ready"],
            now=self.now,
        )
        return Response(self.show(game))


class ResignView(GameApiView):
    """Giving up."""

    scope = "games:play"
    limit = PLAY

    def post(self, request: Request, game_id: str) -> Response:
        return Response(self.show(resignations.resign(self.user.pk, game_id, now=self.now)))


class DrawView(GameApiView):
    """Offering a draw and answering the offer."""

    scope = "games:play"
    limit = PLAY

    def post(self, request: Request, game_id: str) -> Response:
        body = DrawBody(data=request.data)
        body.is_valid(raise_exception=True)
        answer = ANSWERS[body.validated_data["action"]]
        return Response(self.show(answer(self.user.pk, game_id, now=self.now)))


class FinalWhistleView(GameApiView):
    """Demanding the end after many quiet turns."""

    scope = "games:play"
    limit = PLAY

    def post(self, request: Request, game_id: str) -> Response:
        game = resignations.claim_final_whistle(self.user.pk, game_id, now=self.now)
        return Response(self.show(game))


class RematchView(ChallengeView):
    """Playing again with sides swapped."""

    scope = "challenges:write"

    def post(self, request: Request, game_id: str) -> Response:
        rematch = rematches.offer_rematch(self.user, game_id, now=self.now)
        return Response(
            self.show_challenge(rematch.challenge), status=201 if rematch.is_new else 200
        )
