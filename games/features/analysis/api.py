"""The analysis by the API."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import GENERAL, PLAY
from config.http.conditional import ASKED_AGAIN
from config.http.errors.refusals import Refusal, invalid_parameter
from config.http.openapi import documented
from config.http.parameters import query
from games.api.base import GameApiView
from games.api.views.exports import EXPORT, EXPORT_QUERY, FORMATS, PGN, ExportView
from games.features.analysis import looking, making, shapes
from games.features.analysis.figures import PHASES, figures_of
from games.features.analysis.models import Analysis
from games.features.analysis.payloads import analysis_payload, figures_payload, waiting_payload
from games.models import Game
from games.rules import registry
from games.shown import examples as shown_examples

_ADDED = query(
    "analysis",
    "With `1`, JSON also has the analysis of the game, or null where there is none to see. PGN has "
    "the chess program's `[%eval]` after each move.",
    enum=("1",),
)
RETRY_AFTER = {"Retry-After": "5"}
_CODES = ("game_not_over", "game_goes_on", "no_analysis")


class AnalysisView(GameApiView):
    """What decided a game."""

    scope = {"GET": None, "POST": "games:play"}
    limit = {"GET": GENERAL, "POST": PLAY}

    @documented(
        "get_analysis",
        responses={200: shapes.Analysis, 202: shapes.AnalysisWaiting},
        query=[query("fields", "With `totals`: without the turns.", enum=("totals",))],
        codes=_CODES,
    )
    def get(self, request: Request, game_id: str) -> HttpResponse | Response:
        """Return what the turns, the dice and the formations of a finished game decided.

        202 while it waits. Games of people are analysed within seconds of their end; for an older
        one, and for better turns, ask with POST. Private games show theirs to their players alone.
        """
        wanted = self.read_choice("fields", ("totals",)) or "all"
        game = looking.find_over(game_id, self.now, request.user.pk)
        looking.check_possible(game)
        row = making.analysis_of(game) or making.coming(game, self.now)
        if row is None:
            raise looking.none_of("not_asked")
        if row.status not in Analysis.THERE:
            return _waiting(row)
        return Response(analysis_payload(row, game, with_turns=wanted == "all"))

    @documented(
        "ask_for_analysis",
        responses={200: shapes.Analysis, 202: shapes.AnalysisWaiting},
        codes=(*_CODES, "busy"),
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Ask for better turns, and for the analysis of an older game; 200 if all is there.

        Once they are there, they are for everyone who may see the game. You can ask 40 times a day,
        200 times a week, and for games of others 10 times a day.
        """
        game = looking.find_over(game_id, self.now, self.user.pk)
        row = looking.ask(game, self.user.pk, self.now)
        if row.status == Analysis.Status.DONE:
            return Response(analysis_payload(row, game))
        return _waiting(row)


class FiguresView(GameApiView):
    """What someone's games have in common."""

    scope = "games:read"

    @documented(
        "get_my_analysis",
        responses={200: shapes.AnalysisFigures},
        query=[query("ruleset", "Of which game; Chess Eleven if left out.", enum=tuple(PHASES))],
    )
    def get(self, request: Request) -> Response:
        """Return what the dice and the turns changed in my last 50 analysed games against people.

        The figures begin at 20 games. Within two errors of zero they are chance.
        """
        ruleset = self.read_choice("ruleset", tuple(PHASES)) or registry.DEFAULT
        return Response(figures_payload(figures_of(self.user.pk, ruleset)))


class ExportWithAnalysisView(ExportView):
    """The whole record of a game, with its analysis for anyone who asks for that."""

    @documented(
        "get_game_export",
        responses=EXPORT,
        query=[*EXPORT_QUERY, _ADDED],
        codes=["not_authenticated", "insufficient_scope"],
        examples={
            (200, "text/plain"): shown_examples.EXPORT_TEXT,
            (200, PGN): shown_examples.EXPORT_PGN,
        },
    )
    def get(self, request: Request, game_id: str) -> HttpResponse | Response:
        """Give the whole record of a game, enough to replay and to check it."""
        is_asked = self.read_choice("analysis", ("1",)) is not None
        if is_asked and self.read_choice("format", FORMATS) == "text":
            raise invalid_parameter(
                "analysis", "not_allowed", _("Only JSON and PGN include the analysis.")
            )
        answer = super().get(request, game_id=game_id)
        if is_asked and isinstance(answer, Response):
            found = _find(game_id, self.now, request.user.pk)
            answer.data["analysis"] = analysis_payload(*found) if found else None
            # Its own comes from all that it says.
            if answer.headers.pop("ETag", None) is not None:
                answer["Cache-Control"] = f"private, {ASKED_AGAIN}"
        return answer

    def comments(self, game: Game) -> Mapping[int, str]:
        """Return what chess programs write of a position, by the turns after which they do."""
        is_asked = self.read_choice("analysis", ("1",)) is not None
        found = _find(game.pk, self.now, self.request.user.pk) if is_asked else None
        scores = (found and found[0].scores) or ()
        return {number: f"[%eval {score}]" for number, score in enumerate(scores, 1) if score}


def _find(game_id: str, now: datetime, user_id: int | None) -> tuple[Analysis, Game] | None:
    """Return the analysis that someone may see now and its game, if there is one."""
    try:
        game = looking.find_over(game_id, now, user_id)
        looking.check_possible(game)
    except Refusal:
        return None
    row = making.analysis_of(game)
    return (row, game) if row and row.status in Analysis.THERE else None


def _waiting(row: Analysis) -> Response:
    headers: dict[str, Any] = {**RETRY_AFTER, "Cache-Control": "no-store"}
    return Response(waiting_payload(row), status=202, headers=headers)
