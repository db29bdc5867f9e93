"""Formations to use again: three a person for each game."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from config.http.openapi import documented
from config.http.pagination import all_of
from config.http.parameters import query
from config.http.shapes import page_of
from games.api.base import GameApiView
from games.api.inputs import PresetInput
from games.play import formations
from games.rules import registry
from games.shown import examples
from games.shown.payloads import preset_payload
from games.shown.shapes import people
from games.store import selectors

RULESET = query("ruleset", "For which game.", enum=registry.all_keys(), default=registry.DEFAULT)


class PresetsView(GameApiView):
    """The formations I keep."""

    scope = "games:play"

    @documented("list_presets", responses={200: page_of(people.Preset)}, query=[RULESET])
    def get(self, request: Request) -> Response:
        """List the formations I keep."""
        ruleset = self.read_choice("ruleset", registry.all_keys()) or registry.DEFAULT
        kept = selectors.presets_of(self.user.pk, ruleset)
        results = [preset_payload(preset) for preset in kept]
        return Response(all_of(results))


class OnePresetView(GameApiView):
    """Keeping a formation in one of the slots, and emptying it."""

    scope = {"PUT": "games:play", "DELETE": "games:play"}

    @documented(
        "save_preset",
        body=PresetInput,
        responses={200: people.Preset},
        codes=["illegal_formation"],
        example={"name": "Four in front", "pieces": examples.PIECES},
    )
    def put(self, request: Request, slot: int) -> Response:
        """Keep a formation in a slot."""
        said = self.read_body(PresetInput)
        preset = formations.save_preset(
            self.user.pk,
            slot,
            said["name"],
            said["ruleset"],
            {"pieces": said["pieces"]},
            now=self.now,
        )
        return Response(preset_payload(preset))

    @documented("delete_preset", responses={204: None}, query=[RULESET])
    def delete(self, request: Request, slot: int) -> Response:
        """Empty a slot."""
        ruleset = self.read_choice("ruleset", registry.all_keys()) or registry.DEFAULT
        formations.delete_preset(self.user.pk, slot, ruleset)
        return Response(status=204)
