"""Kept lines by the API. Only the player who walked them is ever answered with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import count_of_address
from config.http.conditional import etag_of_content
from config.http.fields import Input, StrictInteger, StrictList
from config.http.openapi import documented
from config.http.times import utc
from games.api.base import GameApiView
from games.api.explore_inputs import LineField
from games.api.inputs import LARGEST_TURN
from games.features.notebook import examples, kept_lines
from games.features.notebook.api import PRIVATE, SCOPES
from games.features.notebook.kept_lines import MOST_LINES
from games.features.notebook.shapes import KeptLines
from games.models import Game
from games.play import watching

TURNS_AT_ONE: Final = 16
"""So many turns of lines cost as much as one position that is explored."""


class KeptLineInput(Input):
    """A line to keep."""

    turn = StrictInteger(
        min_value=1,
        max_value=LARGEST_TURN,
        help_text="Where it begins: before the turn of this number.",
    )
    line = LineField(help_text="Its turns, as they are sent to `explore`.")


class KeptLinesInput(Input):
    """All the lines to keep."""

    lines = StrictList(
        child=KeptLineInput(), max_length=MOST_LINES, help_text="In place of those kept before."
    )


class LinesView(GameApiView):
    """My lines of a game."""

    scope = SCOPES
    cost = 2
    # They are walked when they are put.
    limit: Mapping[str, str] = {"PUT": "explore"}

    @documented("get_lines", responses={200: KeptLines})
    def get(self, request: Request, game_id: str) -> Response:
        """Return the lines that I keep with a game. No one else can read them."""
        game = watching.watch_game(game_id, self.now, self.user.pk)
        return Response(self._shown(game), headers=PRIVATE)

    @documented(
        "save_lines",
        body=KeptLinesInput,
        responses={204: None},
        codes=["notebook_full"],
        example={"lines": [examples.LINE_SENT]},
        is_conditional=True,
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Keep lines with a game, in place of those that I kept before."""
        game = watching.watch_game(game_id, self.now, self.user.pk)
        lines = self.read_body(KeptLinesInput)["lines"]
        kept_lines.keep_lines(self.user.pk, game, lines, self.now, self._charge)
        return Response(status=204, headers={"ETag": etag_of_content(self._shown(game))})

    def _shown(self, game: Game) -> KeptLines:
        """Return my lines of a game in words."""
        lines, saved_at = kept_lines.find_lines(self.user.pk, game)
        return {
            "lines": [{"turn": one.turn, "line": one.line, "text": one.text} for one in lines],
            "saved_at": utc(saved_at),
        }

    def _charge(self, turns: int) -> None:
        """Count what is to be walked against the limit; raise the 429 refusal."""
        if turns > TURNS_AT_ONE:
            count_of_address(self.request._request, "explore", times=turns // TURNS_AT_ONE)

    @documented("delete_lines", responses={204: None}, is_conditional=True)
    def delete(self, request: Request, game_id: str) -> Response:
        """Throw my lines of a game away."""
        kept_lines.delete_lines(self.user.pk, watching.watch_game(game_id, self.now, self.user.pk))
        return Response(status=204)
