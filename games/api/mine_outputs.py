"""What is your own in the record of a game."""

from __future__ import annotations

from rest_framework import serializers

from config.http.schema_fields import Output


class MineOutput(Output):
    """The reader's own notes and replies, shown to no one else."""

    note = serializers.CharField(allow_blank=True)
    lines = serializers.ListField(
        child=serializers.DictField(), help_text="As in `GET /games/{id}/lines`."
    )
    plans = serializers.ListField(
        child=serializers.DictField(), help_text="The entries of `GET /games/{id}/plans`."
    )

    class Meta:
        ref_name = "Mine"
