"""Sides where any game of ours may be meant."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from config.http.schema_fields import reference


@extend_schema_field({"anyOf": [reference("Side"), {"type": "string"}]})
class AnySide(serializers.CharField):
    """A side of any of our games; those of Chess Eleven are `white` and `black`."""


@extend_schema_field({"anyOf": [reference("ChallengeSide"), {"type": "string"}]})
class AnyChallengeSide(serializers.CharField):
    """A side of any of our games, or `random`."""
