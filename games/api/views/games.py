"""Looking at games."""

from __future__ import annotations

import hashlib
from functools import partial

from django.http.response import HttpResponseBase
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.vary import vary_on_headers
from rest_framework.request import Request
from rest_framework.response import Response

from config.http.client_ip import client_address
from config.http.compression import compressed
from config.http.conditional import ASKED_AGAIN, is_held, not_modified
from config.http.errors.refusals import invalid_parameter
from config.http.openapi import documented
from config.http.pagination import CursorPagination, read_limit
from config.http.parameters import PAGE, query, whole
from config.http.shapes import page_of
from config.http.times import utc
from games.api.base import GameApiView
from games.api.conditional import KEPT, etag_of
from games.api.filters import FILTERS, PLAYER, read_filters
from games.clock.clocks import clock_of
from games.models import Game
from games.play import turns, watching
from games.rules.contract import ABORT, CLAIM, RESIGN
from games.shown import examples, scenes
from games.shown.shapes.games import AnyGame
from games.shown.shapes.options import AnyOptions, OtherOptions
from games.shown.shapes.scenes import AskedScene
from games.store import selectors
from games.store.game_lists import NEWEST_FIRST, Wanted, find_games, read_games
from games.store.wakeups import log_of_user
from games.streams.bulk import MOST_GAMES, MOST_RECORDS, Order, write_lines
from games.streams.negotiation import wants_lines

LONGEST_AFTER = 200

SCENE = query(
    "scene",
    (
        "Add `scene`, the board as data with this side at the bottom: a game on "
        "squares can be drawn without knowing its rules."
    ),
)

LISTED = (
    *FILTERS,
    query(
        "turns",
        "In lines: the whole record of each game, as its export.",
        enum=("true",),
    ),
    *PAGE,
)
FORMS = {(200, "application/json"): page_of(AnyGame, "Game"), (200, "application/x-ndjson"): str}
EXAMPLES = {(200, "application/x-ndjson"): examples.GAME_LINES}
REFUSALS = ("not_found", "not_authenticated", "stream_unavailable")


@method_decorator(vary_on_headers("Accept"), name="dispatch")
class GamesView(GameApiView):
    """Lists of games: anyone's, mine, those that await me."""

    scope = None

    @compressed
    @documented(
        "list_games", responses=FORMS, query=[*LISTED, PLAYER], codes=REFUSALS, examples=EXAMPLES
    )
    def get(self, request: Request) -> HttpResponseBase:
        """List games, newest first; with `Accept: application/x-ndjson` many of them as lines."""
        return self.list_games(request, request.query_params.get("player"))

    def list_games(self, request: Request, player: str | None) -> HttpResponseBase:
        """Return the page of games that the query asks for, or writes many games as lines."""
        wanted = read_filters(request, player)
        with_turns = self.read_choice("turns", ("true",)) is not None
        if wants_lines(request._request):
            return self._write(request, wanted, with_turns=with_turns)
        if with_turns:
            words = _("Turns come only as lines. Send Accept: application/x-ndjson.")
            raise invalid_parameter("turns", "incomplete", words)
        pages = CursorPagination()
        pages.ordering = NEWEST_FIRST if wanted.awaiting is None else ("deadline", "id")

        def read() -> list[Game]:
            plain = Wanted(awaiting=wanted.awaiting, rulesets=wanted.rulesets, viewer=wanted.viewer)
            if wanted.awaiting is not None and wanted == plain:
                # What every program asks again and again.
                find = partial(selectors.games_awaiting, wanted.awaiting, rulesets=wanted.rulesets)
                return pages.paginate(Game, request, find)
            if wanted.awaiting is not None:
                return pages.paginate_queryset(find_games(wanted), request)
            return pages.paginate(Game, request, partial(read_games, wanted))

        games = watching.watch_games(read, self.now, request.user.pk)
        return pages.get_paginated_response([self.show(game) for game in games])

    def _write(self, request: Request, wanted: Wanted, *, with_turns: bool) -> HttpResponseBase:
        """Return the answer that writes many games as lines."""
        for name in {"awaiting", "cursor"} & set(request.query_params):
            raise invalid_parameter(name, "not_allowed", _("Only pages accept this, not lines."))
        most = MOST_RECORDS if with_turns else MOST_GAMES
        user, address = request.user, client_address(request._request)
        order = Order(
            wanted=wanted,
            with_turns=with_turns,
            limit=read_limit(request) if "limit" in request.query_params else most,
            owner=log_of_user(user.pk) if user.is_authenticated else address,
            base_url=self.base_url,
        )
        return write_lines(request._request, order)


class PlayerGamesView(GamesView):
    """The games of one player."""

    @compressed
    @documented(
        "list_games_of_player", responses=FORMS, query=LISTED, codes=REFUSALS, examples=EXAMPLES
    )
    def get(self, request: Request, username: str) -> HttpResponseBase:  # type: ignore[override]
        """List the games of one player, newest first; or many of them as lines."""
        return self.list_games(request, username)


class OneGameView(GameApiView):
    """One game."""

    scope = None

    @documented(
        "get_game",
        responses={200: AnyGame},
        query=[SCENE],
        others={"family": examples.FAMILY},
    )
    def get(self, request: Request, game_id: str) -> HttpResponseBase:
        """Return a game. Anyone may read it."""
        # The tag of a board names the side: each has its own. What is no side is refused below.
        asked = request.query_params.get("scene", "")
        views = (asked,) if asked.isalpha() and asked.isascii() else ()
        if "HTTP_IF_NONE_MATCH" in request.META and bool(asked) is bool(views):
            etag = etag_of(
                watching.watch_stamp(game_id, self.now, request.user.pk).revision, *views
            )
            if is_held(request, etag):
                return not_modified(etag)
        game = watching.watch_game(game_id, self.now, request.user.pk)
        answer = self.show(game)
        answer["server_time"] = utc(self.now)
        if (side := self.read_choice("scene", game.rules.seats(game.options))) is not None:
            answer["scene"] = scenes.scene_now(game, side)
        headers = {"ETag": etag_of(game.revision, *views), "Cache-Control": ASKED_AGAIN}
        return Response(answer, headers=headers)


def _hash_of(state: str) -> str:
    return hashlib.sha256(state.encode()).hexdigest()[:16]


def _is_final(game: Game) -> bool:
    """Return whether nothing but a turn changes what is legal: every act ends the game.

    The clock of a live game passes turns over, under the same number.
    """
    if clock_of(game).passes_turns:
        return False
    return len(game.seats) == 2 and game.presenter.acts.keys() <= {RESIGN, CLAIM, ABORT}


class OptionsView(GameApiView):
    """What may follow a started turn, for clients without rules of their own."""

    scope = None

    # A phone asks this after each tap: compressed, it is a fifth of its size.
    @compressed
    @documented(
        "list_options",
        responses={200: AnyOptions},
        query=[
            query("turn", "The number of the turn that is being built.", whole()),
            query(
                "after",
                "Its actions so far, with spaces between: `d2d4 @e1`.",
                {"type": "string", "maxLength": LONGEST_AFTER},
            ),
            SCENE,
        ],
        codes=["stale_turn", "illegal_action", "game_over", "wrong_phase", "deadline_passed"],
    )
    def get(self, request: Request, game_id: str) -> HttpResponseBase:
        """Return the actions that may follow a started turn. It has no effect and may be cached."""
        turn = self.read_number("turn") if "turn" in request.query_params else None
        after = request.query_params.get("after", "")
        if len(after) > LONGEST_AFTER:
            raise invalid_parameter(
                "after",
                "too_long",
                _("Use at most {longest_after} characters.").format(longest_after=LONGEST_AFTER),
            )
        game = watching.watch_game(game_id, self.now, request.user.pk)
        side = self.read_choice("scene", game.rules.seats(game.options))
        number = turns.check_turn(game, turn)
        # An act between two turns may change what is legal under the same number.
        etag = etag_of(
            game.pk,
            number,
            _hash_of(game.state),
            "+".join(after.split()),
            *([side] if side else []),
        )
        cache = KEPT if turn is not None and _is_final(game) else ASKED_AGAIN
        if after.isascii() and is_held(request, etag):
            return not_modified(etag, cache)
        found = turns.list_choices(game, after.split())
        scene: AskedScene = {}
        if side:
            scene["scene"] = scenes.scene_of_choices(game, side, found)
        answer: OtherOptions = {"turn": number, **found, **scene}
        return Response(answer, headers={"ETag": etag, "Cache-Control": cache})
