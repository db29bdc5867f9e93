"""How answers about live games look."""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

from config.http.schema_fields import Output

STAGE_EXAMPLE: Final[dict[str, Any]] = {"turn": 17, "actions": ["d2d4", "@e1"]}


class StageOutput(Output):
    """My draft."""

    example = STAGE_EXAMPLE

    turn = serializers.IntegerField(
        min_value=1, allow_null=True, help_text="My turn that it is for; null where nothing is."
    )
    actions = serializers.ListField(child=serializers.CharField())

    class Meta:
        ref_name = "Stage"
