"""The shapes of what the API shows of players, and of what they keep for themselves."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from config.http.schema_fields import Output
from games.api import examples, people_examples
from games.api.outputs import Person, page_of
from games.api.time_outputs import PaceOutput


class PlayerRecordOutput(Output):
    """How a player fared."""

    games = serializers.IntegerField(min_value=0)
    won = serializers.IntegerField(min_value=0)
    drawn = serializers.IntegerField(min_value=0)
    lost = serializers.IntegerField(min_value=0)
    goals_for = serializers.IntegerField(min_value=0)
    goals_against = serializers.IntegerField(min_value=0)

    class Meta:
        ref_name = "PlayerRecord"


class PlayerShootingOutput(Output):
    """Chances from shots, in the games that count and keep them."""

    games = serializers.IntegerField(min_value=1)
    against = serializers.FloatField(min_value=0, help_text="The same of the others' shots.")
    goals = serializers.IntegerField(
        min_value=0,
        help_text="The goals that came of the player's shots; mates are not among them.",
    )
    finishing = serializers.FloatField(help_text="Goals beyond those expected.")
    standard_error = serializers.FloatField(
        min_value=0, help_text="Of `finishing`: within two of it nothing but luck is shown."
    )

    class Meta:
        ref_name = "PlayerShooting"

    def get_fields(self) -> dict[str, Any]:
        """Return the fields; ``for`` is a word of Python, so it is added by name."""
        expected = serializers.FloatField(
            min_value=0, help_text="The goals to be expected of the player's shots."
        )
        return {**super().get_fields(), "for": expected}


class PlayerOutput(Person):
    """A player as anyone may see them."""

    example = people_examples.PLAYER

    kit = serializers.CharField(allow_null=True, help_text="null while none was chosen.")
    url = serializers.CharField()
    created_at = serializers.DateTimeField()
    record = PlayerRecordOutput()
    xg = PlayerShootingOutput(allow_null=True, help_text="null where no shots were counted.")
    pace = PaceOutput()

    class Meta:
        ref_name = "Player"


class GuestOutput(Output):
    """A player without an account."""

    example = people_examples.GUEST

    username = serializers.CharField()
    game = serializers.CharField(
        allow_null=True, help_text="null while others must answer, in games for more than two."
    )
    kept_until = serializers.DateTimeField(help_text="Then it is deleted, unless it was kept.")

    class Meta:
        ref_name = "Guest"


class BlockOutput(Output):
    """A player who can't challenge me."""

    example = people_examples.BLOCK

    username = serializers.CharField()
    is_bot = serializers.BooleanField()
    created_at = serializers.DateTimeField()

    class Meta:
        ref_name = "Block"


class PresetOutput(Output):
    """A formation that is kept."""

    example = people_examples.PRESET

    slot = serializers.IntegerField(min_value=1, max_value=3)
    ruleset = serializers.CharField()
    name = serializers.CharField()
    pieces = serializers.DictField(child=serializers.CharField())
    saved_at = serializers.DateTimeField()

    class Meta:
        ref_name = "Preset"


class LeaveOutput(Output):
    """Days on which my clocks are paused."""

    example = people_examples.LEAVE

    id = serializers.IntegerField()
    until = serializers.DateTimeField()
    created_at = serializers.DateTimeField()

    class Meta:
        ref_name = "Leave"

    def get_fields(self) -> dict[str, Any]:
        """Return the fields; ``from`` is a word of Python, so it is added by name."""
        return {**super().get_fields(), "from": serializers.DateTimeField()}


class LeavePage(page_of(LeaveOutput)):  # type: ignore[misc]  # a class that is made
    """A page of vacations."""

    example = {**examples.page(people_examples.LEAVE), "days_left": 15}

    days_left = serializers.IntegerField(
        min_value=0, help_text="Vacation days left in this calendar year."
    )

    class Meta:
        ref_name = "LeavePage"


PresetPage = page_of(PresetOutput)
BlockPage = page_of(BlockOutput)
