"""What a player of a live game sends besides turns: what is staged, and what has been seen."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from config.http.openapi import documented
from config.http.parameters import query
from config.http.times import utc_ms
from games.api.base import GameApiView
from games.api.inputs import read_turn
from games.api.stage_inputs import SeenInput, StageInput
from games.api.views.games import LONGEST_AFTER, SCENE
from games.clock.lag import note_lag, sent_ms
from games.clock.live import shared_now
from games.models import Game, Player, StagedTurn
from games.play import stage, watching
from games.play.guards import seat_of
from games.shown import scenes
from games.shown.shapes.options import AnyOptions
from games.shown.shapes.turns import STAGE_EXAMPLE, Stage
from games.store import selectors
from games.store.locking import is_public_id

OWN = {"Cache-Control": "private, no-store"}


def _payload(staged: StagedTurn | None) -> Stage:
    return {
        "turn": staged.turn if staged else None,
        "actions": list(staged.actions) if staged else [],
    }


class StageView(GameApiView):
    """My draft in a live game."""

    scope = "games:play"

    def _game(self, game_id: str) -> Game:
        return watching.view_game(game_id, self.now)

    @documented("get_stage", responses={200: Stage}, codes=["not_a_player", "not_live"])
    def get(self, request: Request, game_id: str) -> Response:
        """Return my draft for my next turn. No one else sees it."""
        staged = stage.find_stage(self._game(game_id), self.user.pk)
        return Response(_payload(staged), headers=OWN)

    @documented(
        "stage_turn",
        body=StageInput,
        responses={200: Stage},
        codes=[
            "not_a_player",
            "not_live",
            "game_over",
            "out_of_game",
            "wrong_phase",
            "stale_turn",
        ],
        example=STAGE_EXAMPLE,
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Keep what I am putting together.

        On my turn it is played when my time runs out, if it is a legal turn by then. On the
        other's it is a premove: `turn` is the one after theirs, and it is played at no time as
        soon as I am to act, or dropped if it is not legal then.
        """
        number, actions = read_turn(request.data)
        game = self._game(game_id)
        kept = stage.keep_stage(game, self.user.pk, number, actions, now=self.now)
        return Response(_payload(kept), headers=OWN)

    @documented("unstage_turn", responses={204: None}, codes=["not_a_player", "not_live"])
    def delete(self, request: Request, game_id: str) -> Response:
        """Forget what I have staged."""
        stage.forget_stage(self._game(game_id), self.user.pk)
        return Response(status=204)


class StageOptionsView(GameApiView):
    """What I could play if it were my turn."""

    scope = "games:play"

    @documented(
        "list_options_ahead",
        responses={200: AnyOptions},
        query=[
            query(
                "after",
                "Its actions so far, with spaces between: `d2d4 @e1`.",
                {"type": "string", "maxLength": LONGEST_AFTER},
            ),
            SCENE,
        ],
        codes=["not_a_player", "not_live", "game_over", "wrong_phase", "illegal_action"],
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Return the actions that may follow a drafted premove, on the board as it is now.

        As `GET /games/{id}/options`, but for me and while the other side is to play.
        """
        after = request.query_params.get("after", "")[:LONGEST_AFTER].split()
        game = watching.view_game(game_id, self.now)
        side = self.read_choice("scene", game.rules.seats(game.options))
        found = stage.choices_ahead(game, self.user.pk, after)
        scene = {"scene": scenes.scene_of_choices(game, side, found)} if side else {}
        answer = {"turn": game.next_turn + 1, **found, **scene}
        return Response(answer, headers=OWN)


class SeenView(GameApiView):
    """An answer to a record of a live stream."""

    scope = "games:play"
    has_effect = False

    @documented(
        "note_seen",
        body=SeenInput,
        responses={204: None},
        codes=["not_a_player"],
        example={"n": 3_676_853_459_456_671},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Confirm a record immediately. How long it took isn't counted as my time.

        It has no other effect. The header `Server-Time` of the answer is the server's clock, for
        counting down.
        """
        n = self.read_body(SeenInput)["n"]
        if not (is_public_id(game_id) and Player.objects.filter(game=game_id, user=self.user)):
            seat_of(selectors.find_game(game_id), self.user.pk)
        sent = sent_ms(game_id, n)
        if sent is not None:
            note_lag(game_id, self.user.pk, sent, self.now.timestamp() * 1000 - sent)
        return Response(status=204, headers={"Server-Time": utc_ms(shared_now()), **OWN})
