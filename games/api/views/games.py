"""Looking at games."""

from __future__ import annotations

import hashlib
from functools import partial

from django.http.response import HttpResponseBase
from django.utils.decorators import method_decorator
from django.views.decorators.gzip import gzip_page
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from config.http.errors.refusals import invalid_parameter
from config.http.openapi import PAGE, call, query, whole
from config.http.pagination import CursorPagination
from games import selectors
from games.api import outputs
from games.api.base import GameApiView
from games.api.conditional import ASKED_AGAIN, KEPT, etag_of, is_held, not_modified
from games.models import Game
from games.rules.contract import CLAIM, RESIGN
from games.services import choices, viewing

STATUSES = tuple(Game.Status.values)
LONGEST_AFTER = 200

FILTERS = (
    query("status", "Only games of this status.", enum=STATUSES),
    query(
        "awaiting",
        "`me`: only games that wait for me, nearest deadline first; needs a token.",
        enum=("me",),
    ),
    *PAGE,
)


class GamesView(GameApiView):
    """Lists of games: anybody's, mine, those that await me."""

    scope = None

    @call(
        answers={200: outputs.GamePage},
        query=[*FILTERS, query("player", "Only games of this player.")],
        codes=["not_found", "not_authenticated"],
    )
    def get(self, request: Request) -> Response:
        """List games, newest first."""
        player = request.query_params.get("player")
        return self.list_games(
            request, player=selectors.find_player(player).pk if player is not None else None
        )

    def list_games(self, request: Request, *, player: int | None) -> Response:
        """Return the page of games that the query asks for."""
        awaiting = None
        if self.read_choice("awaiting", ("me",)):
            if not request.user.is_authenticated:
                raise NotAuthenticated
            awaiting = request.user.pk
        status = self.read_choice("status", STATUSES)
        pages = CursorPagination()
        pages.ordering = ("-created_at", "-id") if awaiting is None else ("deadline", "id")

        def read() -> list[Game]:
            if awaiting is not None and status is None and player is None:
                # What every program asks again and again.
                return pages.paginate(Game, request, partial(selectors.games_awaiting, awaiting))
            found = selectors.list_games(status=status, awaiting=awaiting, player=player)
            return pages.paginate_queryset(found, request)

        games = viewing.view_games(read, self.now)
        return pages.get_paginated_response([self.show(game) for game in games])


class PlayerGamesView(GamesView):
    """The games of one player."""

    @call(answers={200: outputs.GamePage}, query=FILTERS, codes=["not_authenticated"])
    def get(self, request: Request, username: str) -> Response:  # type: ignore[override]
        """List the games of one player, newest first."""
        return self.list_games(request, player=selectors.find_player(username).pk)


class OneGameView(GameApiView):
    """One game."""

    scope = None

    @call(answers={200: outputs.GameShape}, is_conditional=True)
    def get(self, request: Request, game_id: str) -> HttpResponseBase:
        """Show a game. Anybody may look."""
        if "HTTP_IF_NONE_MATCH" in request.META:
            etag = etag_of(viewing.view_stamp(game_id, self.now).revision)
            if is_held(request, etag):
                return not_modified(etag)
        game = viewing.view_game(game_id, self.now)
        headers = {"ETag": etag_of(game.revision), "Cache-Control": ASKED_AGAIN}
        return Response(self.show(game), headers=headers)


def _hash_of(state: str) -> str:
    return hashlib.sha256(state.encode()).hexdigest()[:16]


def _is_final(game: Game) -> bool:
    """Return whether nothing but a turn changes what is legal: every act ends the game."""
    return len(game.seats) == 2 and game.presenter.acts.keys() <= {RESIGN, CLAIM}


# A phone asks this after each tap: compressed, it is a fifth of its size.
@method_decorator(gzip_page, name="dispatch")
class OptionsView(GameApiView):
    """What may follow a started turn, for clients without rules of their own."""

    scope = None

    @call(
        answers={200: outputs.OptionsShape},
        query=[
            query("turn", "The number of the turn that is being built.", whole()),
            query(
                "after",
                "Its actions so far, with spaces between: `d2d4 @e1`.",
                {"type": "string", "maxLength": LONGEST_AFTER},
            ),
        ],
        codes=["stale_turn", "illegal_action", "game_over", "wrong_phase", "deadline_passed"],
        is_conditional=True,
    )
    def get(self, request: Request, game_id: str) -> HttpResponseBase:
        """Tell what may follow a started turn. It has no effect and may be cached."""
        turn = self.read_number("turn") if "turn" in request.query_params else None
        after = request.query_params.get("after", "")
        if len(after) > LONGEST_AFTER:
            raise invalid_parameter("after", "too_long", f"At most {LONGEST_AFTER} characters.")
        game = viewing.view_game(game_id, self.now)
        number = choices.check_turn(game, turn)
        # An act between two turns may change what is legal under the same number.
        etag = etag_of(game.pk, number, _hash_of(game.state), "+".join(after.split()))
        cache = KEPT if turn is not None and _is_final(game) else ASKED_AGAIN
        if after.isascii() and is_held(request, etag):
            return not_modified(etag, cache)
        found = choices.list_choices(game, after.split())
        headers = {"ETag": etag, "Cache-Control": cache}
        return Response({"turn": number, **found}, headers=headers)
