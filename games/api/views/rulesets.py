"""The games that can be played here."""

from __future__ import annotations

from django.utils.decorators import method_decorator
from django.views.decorators.gzip import gzip_page
from rest_framework.request import Request
from rest_framework.response import Response

from config.http.openapi import documented
from config.http.pagination import all_of
from config.http.parameters import query
from config.http.shapes import page_of
from games.api.base import GameApiView
from games.api.inputs import PositionOptionsInput, PositionTurnsInput
from games.play import exploring
from games.rules import registry
from games.shown import examples
from games.shown.payloads import robot_payload, ruleset_payload
from games.shown.shapes import rulesets
from games.store import selectors


class RulesetsView(GameApiView):
    """Every rule set with the terms that can be agreed for it."""

    scope = None

    @documented(
        "list_rulesets",
        responses={200: page_of(rulesets.Ruleset)},
    )
    def get(self, request: Request) -> Response:
        """List the games that can be played here, and what can be agreed for each."""
        return Response(
            all_of([ruleset_payload(registry.find(key)) for key in registry.all_keys()])
        )


class RobotsView(GameApiView):
    """The bots of the house."""

    scope = None

    @documented(
        "list_bots",
        responses={200: page_of(rulesets.Robot)},
        query=[query("ruleset", "Only those that play this game.")],
    )
    def get(self, request: Request) -> Response:
        """List the house bots and what they play, weakest first. They accept every challenge."""
        asked = self.read_choice("ruleset", registry.all_keys())
        return Response(all_of([robot_payload(house) for house in selectors.house_robots(asked)]))


class PositionView(GameApiView):
    """Asking about any position of a rule set. Nothing is changed by it, so nothing is kept."""

    scope = None
    limit = "rules"
    has_effect = False


# A list of turns is long and says the same again and again: compressed, it is a tenth.
@method_decorator(gzip_page, name="dispatch")
class PositionTurnsView(PositionView):
    """Every whole turn of a position."""

    @documented(
        "list_turns_of_position",
        body=PositionTurnsInput,
        responses={200: rulesets.PositionTurns},
        example={"position": examples.KICKOFF, "limit": 500},
    )
    def post(self, request: Request, ruleset: str) -> Response:
        """List every whole turn of a position, as it could be sent. No game is needed.

        A turn that ends in a shot, a round or the game names no position: the first depends on a
        roll, the second on new formations, and after the third nothing is played. In the middle of
        a turn, it lists every way to finish it.
        """
        said = self.read_body(PositionTurnsInput)
        turns = exploring.list_turns(ruleset, said["position"], said["limit"])
        return Response(
            {
                "position": said["position"],
                "complete": turns.are_all,
                "turns": [turn._asdict() for turn in turns.found],
            }
        )


@method_decorator(gzip_page, name="dispatch")
class PositionOptionsView(PositionView):
    """The actions that may follow a started turn in a position."""

    @documented(
        "list_options_of_position",
        body=PositionOptionsInput,
        responses={200: rulesets.PositionOptions},
        codes=["illegal_action"],
        example={"position": examples.KICKOFF, "after": ["d2d4"]},
    )
    def post(self, request: Request, ruleset: str) -> Response:
        """Return the actions that may follow a started turn in any position. No game is needed."""
        said = self.read_body(PositionOptionsInput)
        return Response(dict(exploring.list_choices(ruleset, said["position"], said["after"])))
