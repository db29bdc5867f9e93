"""Supervisors by the API: naming one, the answer, and what a supervisor does."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import GENERAL, PLAY
from config.http.fields import Input, StrictBoolean, StrictInteger, StrictText
from config.http.openapi import documented
from config.http.pagination import CursorPagination
from config.http.parameters import PAGE
from config.http.shapes import page_of
from config.http.times import utc
from games.api.base import GameApiView
from games.api.inputs import LARGEST_TURN
from games.features.supervisor import acting, naming, shapes
from games.features.supervisor.models import Supervision
from games.features.supervisor.wording import ACTS, REASONS, shown_name
from games.models.faces import name_of
from games.play import watching
from games.play.giving_time import MOST_HOURS
from games.shown import examples
from games.shown.shapes.games import AnyGame


class SupervisorInput(Input):
    """Whom to ask."""

    username = StrictText(max_length=30, help_text="A player who has no seat in the game.")


class SupervisorAnswerInput(Input):
    """My answer."""

    accepted = StrictBoolean(help_text="false declines, or steps down later.")


class SupervisorActInput(Input):
    """An act of mine as the supervisor, and its reason."""

    name = serializers.ChoiceField(list(ACTS))
    turn = StrictInteger(
        min_value=1, max_value=LARGEST_TURN, help_text="The `turn` of the game that I saw."
    )
    reason = serializers.ChoiceField(list(REASONS), help_text="All players see it.")
    side = StrictText(
        max_length=20,
        required=False,
        help_text="The player, for `let_leave`, `let_return` and `hand_over`.",
    )
    hours = StrictInteger(
        min_value=1, max_value=MOST_HOURS, default=24, help_text="For `give_time`."
    )
    strength = StrictText(
        max_length=20, required=False, help_text="The house bot's, for `hand_over`."
    )


def supervisor_payload(found: Supervision, viewer: int) -> shapes.Supervisor:
    """Return a supervision as this viewer sees it."""
    challenge = found.challenge
    return {
        "challenge": challenge.pk,
        "game": challenge.game_id,
        "ruleset": challenge.ruleset,
        "named_by": name_of(challenge.challenger),
        "username": shown_name(found, viewer),
        "status": found.status,
        "named_at": utc(found.named_at),
    }


class ChallengeSupervisorView(GameApiView):
    """The supervisor of the game that a challenge becomes."""

    scope = {"GET": "games:read", "PUT": "challenges:write", "PATCH": "challenges:write",
             "DELETE": "challenges:write"}  # fmt: skip

    @documented("get_challenge_supervisor", responses={200: shapes.Supervisor})
    def get(self, request: Request, challenge_id: str) -> Response:
        """Show whom the challenger has asked to supervise the game; 404 for no one."""
        found = naming.find_supervision(challenge_id, self.user.pk)
        return Response(supervisor_payload(found, self.user.pk))

    @documented(
        "save_challenge_supervisor",
        body=SupervisorInput,
        responses={200: shapes.Supervisor},
        codes=["not_yours", "supervisor_not_allowed", "challenge_closed", "challenge_lapsed",
               "challenge_not_taken", "friends_only", "guest_account", "opponent_gone"],
        example={"username": "grandma"},
    )  # fmt: skip
    def put(self, request: Request, challenge_id: str) -> Response:
        """Ask someone without a seat to supervise my game of Fun Family Chess.

        Only before another player accepts, so that all can see it first. It takes effect when the
        supervisor accepts.
        """
        username = self.read_body(SupervisorInput)["username"]
        made = naming.name_supervisor(self.user, challenge_id, username, now=self.now)
        return Response(supervisor_payload(made, self.user.pk))

    @documented(
        "answer_challenge_supervisor",
        body=SupervisorAnswerInput,
        responses={200: shapes.Supervisor},
        codes=["supervisor_answered", "supervisor_not_allowed", "challenge_closed"],
        example={"accepted": True},
    )
    def patch(self, request: Request, challenge_id: str) -> Response:
        """Accept or decline to supervise the game, or step down."""
        accepts = self.read_body(SupervisorAnswerInput)["accepted"]
        found = naming.answer(self.user, challenge_id, accepts=accepts, now=self.now)
        return Response(supervisor_payload(found, self.user.pk))

    @documented(
        "delete_challenge_supervisor",
        responses={204: None},
        codes=["not_yours", "supervisor_not_allowed", "challenge_closed", "challenge_lapsed"],
    )
    def delete(self, request: Request, challenge_id: str) -> Response:
        """Let the game have no supervisor."""
        naming.unname(self.user, challenge_id, now=self.now)
        return Response(status=204)


class SupervisedView(GameApiView):
    """What I supervise."""

    scope = "games:read"

    @documented(
        "list_supervised", responses={200: page_of(shapes.Supervisor, "Supervisor")}, query=PAGE
    )
    def get(self, request: Request) -> Response:
        """List challenges and running games that I was asked to supervise, newest first."""
        pages = CursorPagination()
        found = naming.supervised_by(self.user.pk).order_by("-named_at", "-pk")
        rows = pages.paginate_queryset(found, request)
        return pages.get_paginated_response([supervisor_payload(one, self.user.pk) for one in rows])


class GameSupervisorView(GameApiView):
    """The supervisor of a game."""

    scope = {"GET": "games:read", "POST": "games:play"}
    limit = {"GET": GENERAL, "POST": PLAY}

    @documented("get_game_supervisor", responses={200: shapes.Supervisor})
    def get(self, request: Request, game_id: str) -> Response:
        """Show who supervises the game; 404 for no one."""
        game = watching.watch_game(game_id, self.now, self.user.pk)
        found = naming.supervision_of(game_id=game.pk)
        if found is None:
            raise naming.no_supervisor()
        return Response(supervisor_payload(found, self.user.pk))

    @documented(
        "supervise_game",
        body=SupervisorActInput,
        responses={200: AnyGame},
        codes=["not_supervisor", "supervisor_not_allowed", "game_over", "deadline_passed",
               "stale_turn", "wrong_phase", "out_of_game", "nothing_to_restore", "roll_was_seen",
               "no_time_to_give", "challenge_not_taken"],
        example={"name": "take_back", "turn": 5, "reason": "mistake"},
        examples={200: examples.FAMILY},
    )  # fmt: skip
    def post(self, request: Request, game_id: str) -> Response:
        """Act as the supervisor. The history and all players get it with the reason."""
        asked = acting.Asked(**self.read_body(SupervisorActInput))
        return Response(self.show(acting.supervise(self.user.pk, game_id, asked, now=self.now)))
