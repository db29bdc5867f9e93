"""Sides where any game of ours may be meant."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from config.http.schema_fields import open_words
from games.api.happening_outputs import SIDES


@extend_schema_field(open_words(SIDES))
class AnySide(serializers.CharField):
    """A side of any of our games; those of Chess Eleven are `white` and `black`."""


@extend_schema_field(open_words([*SIDES, "random"]))
class AnyChallengeSide(serializers.CharField):
    """A side of any of our games, or `random`."""
