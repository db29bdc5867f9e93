"""What could be played: lines of turns from any turn of any game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.limits import count_of_address
from config.http.compression import compressed
from config.http.openapi import documented
from games.api.base import GameApiView
from games.api.explore_inputs import ExploreInput, read_line
from games.api.views.games import SCENE
from games.models import Game
from games.play import watching
from games.play.walking import Outlook, look_out
from games.rules.contract import Happening, TurnRecord
from games.rules.contract.board import Scene
from games.shown.shapes.explore import Outlook as OutlookShape
from games.shown.wording import is_in_notation
from games.store import selectors

FOR_AN_HOUR: Final = "private, max-age=3600"

TURNS_AT_ONE: Final = 100
"""So many turns are played again for the price of one request."""


class ExploreView(GameApiView):
    """Walking lines of turns, for both sides. Nothing is changed by it, so nothing is kept."""

    scope = None
    limit = "explore"
    has_effect = False

    @compressed
    @documented(
        "explore_lines",
        body=ExploreInput,
        responses={200: OutlookShape},
        query=[SCENE],
        codes=["illegal_action", "outcome_needed"],
        example={
            "turn": 17,
            "line": [{"actions": ["d2d4", "@e1"]}, {"actions": ["@c5", "!d1"], "outcome": "save"}],
            "after": ["e1e3"],
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Return the possible actions after a line of turns, for either side.

        It begins before any turn of any game, finished ones too. A shot is given its outcome.
        Nothing is rolled, and what only one side knows is not shown.
        """
        said = self.read_body(ExploreInput)
        game = watching.watch_game(game_id, self.now, request.user.pk)
        side = self.read_choice("scene", game.rules.seats(game.options))
        self._charge(game, said["turn"])
        outlook = look_out(game, said["turn"], read_line(said["line"]), said["after"])
        shown = _shown(game, outlook)
        if side is not None:
            shown["scene"] = _scene(game, side, shown, said["turn"])
        return Response(shown, headers={"Cache-Control": FOR_AN_HOUR})

    def _charge(self, game: Game, turn: int) -> None:
        """Count the turns that are played again before the line begins; raise the 429 refusal."""
        again = 0 if game.is_active and turn == game.next_turn else min(turn, game.next_turn)
        if again > TURNS_AT_ONE:
            count_of_address(self.request._request, "explore", times=again // TURNS_AT_ONE)


def _shown(game: Game, outlook: Outlook) -> OutlookShape:
    """Return what could be played after a line of turns."""
    names = {seat.side: seat.called for seat in game.seats}
    choices = outlook.choices
    return {
        "turn": outlook.number,
        "phase": outlook.phase.value,
        "side": choices["side"] if choices else None,
        "after": choices["after"] if choices else [],
        "position": outlook.position,
        "complete": choices["complete"] if choices else 1,
        "prompt": choices["prompt"] if choices else "",
        "actions": choices["actions"] if choices else [],
        "outcomes": outlook.outcomes,
        "game": outlook.described,
        "line": [
            {
                "side": turn.side,
                "actions": list(turn.actions),
                "notation": turn.notation,
                "position_before": turn.position_before,
                "position_after": turn.position_after,
                "events": list(step.happenings),
                "text": _in_words(game, turn, step.happenings, names),
            }
            for step in outlook.steps
            if (turn := step.turn) is not None
        ],
    }


def _in_words(
    game: Game, turn: TurnRecord, happenings: Sequence[Happening], names: Mapping[str, str]
) -> str:
    """Return a turn in sentences, in chess in notation."""
    if is_in_notation(game):
        return game.presenter.turn_summary(happenings, turn.notation)
    return " ".join(game.presenter.narrate(happenings, names))


def _scene(game: Game, side: str, shown: OutlookShape, number: int) -> Scene | None:
    """Return the board of the position reached, with the squares of what led there.

    Where nothing was walked that is the turn of the game before this number.
    """
    if shown["position"] is None:
        return None
    last = shown["after"] or (shown["line"][-1]["actions"] if shown["line"] else ())
    if not last and (before := selectors.turn_before(game, number)) is not None:
        last = before.actions
    return game.presenter.board_data(shown["position"], side, last)
