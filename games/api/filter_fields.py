"""Who may accept an open challenge, as it is sent and shown."""

from __future__ import annotations

from rest_framework import serializers

from config.http.fields import Input, StrictBoolean, StrictInteger, StrictList
from config.http.schema_fields import Output
from games.play.challenge.filters import RATINGS

_RATING = "The lowest and highest rating in this game. Players who hide theirs don't fit."
_PUNCTUAL = "So many per cent of the turns of the last 90 days played in time."
_ESTABLISHED = "Whether 20 turns must have been played in the last 90 days."


class FiltersInput(Input):
    """Conditions for accepting a challenge."""

    rating = StrictList(
        child=StrictInteger(min_value=RATINGS[0], max_value=RATINGS[1]),
        min_length=2,
        max_length=2,
        allow_null=True,
        required=False,
        help_text=_RATING,
    )
    kept_min = StrictInteger(
        min_value=1, max_value=100, allow_null=True, required=False, help_text=_PUNCTUAL
    )
    established = StrictBoolean(default=False, help_text=_ESTABLISHED)


class FiltersOutput(Output):
    """Conditions for accepting a challenge; null and false ask nothing."""

    rating = serializers.ListField(
        child=serializers.IntegerField(),
        min_length=2,
        max_length=2,
        allow_null=True,
        help_text=_RATING,
    )
    kept_min = serializers.IntegerField(
        min_value=1, max_value=100, allow_null=True, help_text=_PUNCTUAL
    )
    established = serializers.BooleanField(help_text=_ESTABLISHED)

    class Meta:
        ref_name = "Filters"


class MisfitOutput(Output):
    """Why a player can't accept."""

    code = serializers.CharField(help_text="The code with which accepting is refused.")
    detail = serializers.CharField(help_text="The same as a sentence.")

    class Meta:
        ref_name = "Misfit"
