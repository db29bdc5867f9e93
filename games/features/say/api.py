"""Playing by words, and the board in plain text."""

from __future__ import annotations

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import PLAY
from accounts.permissions import check_scope
from accounts.zones import zone_of
from config.http.conditional import ASKED_AGAIN, is_held, not_modified
from config.http.fields import Input, StrictInteger, StrictText
from config.http.openapi import documented
from config.http.parameters import query
from games.api.base import GameApiView
from games.api.conditional import etag_of
from games.api.inputs import LARGEST_TURN
from games.api.views.leaves import TAKING
from games.api.views.play import TURN_CODES
from games.features.say import boards, examples, shapes
from games.features.say.saying import say
from games.play import watching
from games.rules import registry
from games.shown.payloads import turn_payload
from games.shown.point_of_view import PointOfView

LONGEST_TEXT = 2000
CODES = (
    *TURN_CODES,
    *TAKING,
    "not_understood",
    "insufficient_scope",
    "draw_already_offered",
    "draw_offered_before",
    "no_draw_offer",
    "formation_locked",
    "illegal_formation",
    "illegal_act",
    "plans_not_allowed",
    "outcome_needed",
    "not_my_turn_there",
    "plan_exists",
    "plan_limit",
)


class SayInput(Input):
    """What a player would type."""

    text = StrictText(
        max_length=LONGEST_TEXT,
        help_text="A turn, `draw`, `accept`, `decline`, `resign`, `ready`, `leave 2 days`,"
        " `status` or `help`.",
    )
    turn = StrictInteger(
        min_value=1,
        max_value=LARGEST_TURN,
        required=False,
        help_text="The turn it answers: the game's `turn`. With it you can send it again.",
    )


class SayView(GameApiView):
    """Playing by words."""

    scope = "games:play"
    limit = PLAY

    @documented(
        "say_in_game",
        body=SayInput,
        responses={200: shapes.Said},
        codes=CODES,
        example={"text": "d2d4 @f3"},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Play a turn, or do something else in the game, in words.

        Case, spaces, commas and dashes don't matter, and pieces may be letters or words. A text
        that could be several turns plays none. `leave 2 days` needs the scope `account:write`.
        """
        body = self.read_body(SayInput)
        said = say(
            self.user,
            game_id,
            body["text"],
            number=body.get("turn"),
            now=self.now,
            before_leave=lambda: check_scope(request, "account:write"),
        )
        view = PointOfView(said.game, self.user.pk)
        presenter = said.game.presenter
        answer: shapes.Said = {
            "did": said.did,
            "text": said.words,
            "ask": said.ask,
            "board": boards.game_text(view, self.now, zone=zone_of(self.user.time_zone)),
            "turn": turn_payload(said.turn, presenter, shows_how=True) if said.turn else None,
            "game": self.show(said.game),
        }
        return Response(answer)


class BoardTextView(GameApiView):
    """The board in plain text."""

    scope = None

    @documented(
        "get_board_text",
        responses={(200, "text/plain"): str},
        query=[query("side", "Which of its sides is at the bottom.", enum=registry.all_sides())],
        examples={(200, "text/plain"): examples.BOARD},
        is_conditional=True,
    )
    def get(self, request: Request, game_id: str) -> HttpResponse:
        """Show the game in lines of plain text, twelve where a board has eight ranks."""
        game = watching.watch_game(game_id, self.now, request.user.pk)
        side = self.read_choice("side", game.rules.seats(game.options))
        etag = etag_of(game.revision, "text", side or "-", self.now.date().isoformat())
        if is_held(request, etag):
            return not_modified(etag)
        text = boards.game_text(PointOfView(game, None), self.now, side=side)
        headers = {"ETag": etag, "Cache-Control": ASKED_AGAIN}
        return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)
