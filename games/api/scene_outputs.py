"""The shapes of a board as data."""

from __future__ import annotations

from typing import Final

from rest_framework import serializers

from config.http.schema_fields import Output


class SceneSquare(Output):
    """A square that exists, in columns and rows from the upper left corner of its panel."""

    name = serializers.CharField()
    x = serializers.IntegerField(min_value=0)
    y = serializers.IntegerField(min_value=0)
    shade = serializers.ChoiceField(["light", "dark"])


class ScenePiece(Output):
    """A piece on a square."""

    at = serializers.CharField()
    art = serializers.ChoiceField(["k", "q", "r", "b", "n", "p"])
    owner = serializers.CharField()
    label = serializers.CharField(help_text="In words.")  # type: ignore[assignment]
    state = serializers.ChoiceField(
        ["", "away", "out"], help_text="`away` is drawn faint, `out` as stone."
    )
    level = serializers.IntegerField(help_text="2 for a pawn on its second level.")


class ScenePanel(Output):
    """One board of squares."""

    name = serializers.CharField()
    title = serializers.CharField()
    width = serializers.IntegerField()
    height = serializers.IntegerField()
    squares = SceneSquare(many=True)
    pieces = ScenePiece(many=True)
    rise = serializers.FloatField(help_text="The height of a square over its width.")


class Scene(Output):
    """A board as data, turned for the side that looks."""

    panels = ScenePanel(many=True, help_text="The top one first.")
    touched = serializers.ListField(
        child=serializers.CharField(), help_text="The squares of the last turn."
    )
    checked = serializers.ListField(
        child=serializers.CharField(), help_text="Kings with a check in force."
    )
    signs = serializers.BooleanField(help_text="Whether each piece carries the sign of its side.")
    arrows = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="The squares of each check in force, from and to.",
    )
    text = serializers.CharField(help_text="All pieces in words.")


SCENE_WORDS: Final = "Only with `?scene=`; null for a game that is not played on squares."
