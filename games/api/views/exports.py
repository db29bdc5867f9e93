"""A game to take away: its record and its picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from zlib import crc32

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.permissions import check_scope
from config.http.compression import compressed
from config.http.conditional import ASKED_AGAIN, is_held, not_modified
from config.http.errors.refusals import invalid_parameter
from config.http.openapi import documented
from config.http.parameters import query, whole
from games.api.base import GameApiView
from games.api.conditional import KEPT, etag_of
from games.models import Game
from games.play import watching
from games.rules import registry
from games.shown import examples, export, pictures
from games.shown.settled import settled
from games.shown.shapes.exports import AnyExport
from games.store import selectors

FORMATS = ("json", "text", "pgn")
PGN = "application/x-chess-pgn"
PNG_WIDTH = 800
PICTURE = (
    query("turn", "Show the position after this turn; 0 is now.", whole()),
    query("side", "Which of its sides is at the bottom.", enum=registry.all_sides()),
)
EXPORT: dict[tuple[int, str], Any] = {
    (200, "application/json"): AnyExport,
    (200, "text/plain"): str,
    (200, PGN): str,
}
EXPORT_QUERY = (
    query(
        "format",
        "JSON, text like a score sheet, or PGN, which chess alone has.",
        enum=FORMATS,
    ),
    query(
        "mine",
        (
            "With `1` and a token with the scope `games:play`: also my private data, "
            "which no one else sees. Only JSON has it."
        ),
        enum=("1",),
    ),
)


class ExportView(GameApiView):
    """The whole record of a game."""

    scope = None

    @compressed
    @documented(
        "get_game_export",
        responses=EXPORT,
        query=EXPORT_QUERY,
        codes=["not_authenticated", "insufficient_scope"],
        examples={(200, "text/plain"): examples.EXPORT_TEXT, (200, PGN): examples.EXPORT_PGN},
    )
    @settled
    def get(self, request: Request, game_id: str) -> HttpResponse | Response:
        """Give the whole record of a game, enough to replay and to check it."""
        wanted = self.read_choice("format", FORMATS) or "json"
        game = watching.watch_game(game_id, self.now, request.user.pk)
        write_pgn = registry.find(game.ruleset, game.rules_version).write_pgn
        if wanted == "pgn" and write_pgn is None:
            raise invalid_parameter(
                "format", "not_allowed", _("PGN works only for chess. Ask for json or text.")
            )
        mine = self._own_part(wanted, game) if self.read_choice("mine", ("1",)) else {}
        comments = self.comments(game) if wanted == "pgn" else {}
        etag = etag_of(
            game.revision, "export", wanted, *([crc32(repr(comments).encode())] if comments else [])
        )
        if is_held(request, etag) and not mine:
            return not_modified(etag)
        headers = {"ETag": etag, "Cache-Control": ASKED_AGAIN}
        turns = list(selectors.turns_shown(game))
        if wanted == "pgn" and write_pgn is not None:
            text = export.export_pgn(game, turns, write_pgn, self.base_url, comments)
            headers["Content-Disposition"] = f'attachment; filename="{game.pk}.pgn"'
            return HttpResponse(text, content_type=f"{PGN}; charset=utf-8", headers=headers)
        acts = list(selectors.acts_shown(game))
        arrangements = list(selectors.arrangements_shown(game))
        if wanted == "text":
            text = export.export_text(game, turns, acts, arrangements, self.base_url)
            return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)
        record = export.export_json(game, turns, acts, arrangements, self.base_url)
        if mine:
            return Response(record | mine, headers={"Cache-Control": "private, no-store"})
        return Response(record, headers=headers)

    def comments(self, game: Game) -> Mapping[int, str]:
        """Return what PGN says beside moves, by turn: nothing, if no feature adds it."""
        return {}

    def _own_part(self, wanted: str, game: Game) -> dict[str, Any]:
        check_scope(self.request, "games:play")
        if wanted != "json":
            raise invalid_parameter(
                "mine", "not_allowed", _("Only JSON includes your private data.")
            )
        return {"mine": export.own_part(self.user.pk, game)}


class BoardView(GameApiView):
    """The picture of a game, now or after one of its turns."""

    scope = None
    media_type = "image/svg+xml"

    @compressed
    @documented(
        "get_board_svg",
        responses={(200, "image/svg+xml"): str},
        query=PICTURE,
        examples={(200, "image/svg+xml"): examples.PICTURE},
        is_conditional=True,
    )
    def get(self, request: Request, game_id: str) -> HttpResponse:
        """Draw the game as SVG, now or after one of its turns."""
        return self.answer(request, game_id=game_id)

    @settled
    def answer(self, request: Request, game_id: str) -> HttpResponse:
        """Return the picture, or that the caller has it already."""
        number = self.read_number("turn", default=0)
        game = watching.watch_game(game_id, self.now, request.user.pk)
        side = self.read_choice("side", game.rules.seats(game.options))
        # What a turn led to never changes; how the game is does.
        state: tuple[str | int, ...] = ("turn", number) if number else ("now", game.revision)
        etag = etag_of(game.pk, "board", *state, side or "-")
        cache = KEPT if number else ASKED_AGAIN
        if is_held(request, etag):
            return not_modified(etag, cache)
        picture = self.draw(self._draw_svg(game, number, side))
        headers = {"ETag": etag, "Cache-Control": cache}
        return HttpResponse(picture, content_type=self.media_type, headers=headers)

    def _draw_svg(self, game: Game, number: int, side: str | None) -> str:
        if number:
            return pictures.draw_turn(game, selectors.find_turn(game, number), side)
        return pictures.draw_game(game, side, selectors.standing_turns(game).last())

    def draw(self, svg: str) -> bytes:
        """Return the picture in the form of this view."""
        return svg.encode()


class BoardPngView(BoardView):
    """The same as PNG, for emails and link previews."""

    media_type = "image/png"
    cost = 5

    @documented(
        "get_board_png",
        responses={(200, "image/png"): OpenApiTypes.BINARY},
        query=PICTURE,
        is_conditional=True,
    )
    def get(self, request: Request, game_id: str) -> HttpResponse:
        """Draw the game as PNG, now or after one of its turns."""
        return self.answer(request, game_id=game_id)

    def draw(self, svg: str) -> bytes:
        return pictures.to_png(svg, PNG_WIDTH)
