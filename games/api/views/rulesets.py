"""The games that can be played here."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from config.http.openapi import call
from games.api import examples, outputs
from games.api.base import GameApiView
from games.payloads import ruleset_record
from games.rules import registry


class RulesetsView(GameApiView):
    """Every rule set with the terms that can be agreed for it."""

    scope = None

    @call(
        answers={200: outputs.RulesetShape(many=True)},
        shows={200: [examples.RULESET]},
    )
    def get(self, request: Request) -> Response:
        """List the games that can be played here, and what can be agreed for each."""
        return Response([ruleset_record(registry.find(key)) for key in registry.all_keys()])
