"""Lessons as the OpenAPI document describes them."""

from __future__ import annotations

from copy import deepcopy

from rest_framework import serializers

from config.http.schema_fields import Output
from games.api.happening_outputs import ANY_HAPPENING, SIDES
from games.api.ruleset_outputs import PositionOptionsOutput
from games.features.learn import examples
from games.features.learn.progress import ALL_STARS


class LessonOutput(Output):
    """A step in the list."""

    step = serializers.IntegerField(min_value=1)
    say = serializers.CharField()
    law = serializers.CharField()
    stars = serializers.IntegerField(
        min_value=0, max_value=ALL_STARS, help_text="0: not done yet, or not logged in."
    )

    class Meta:
        ref_name = "Lesson"


class ChapterOutput(Output):
    """Some steps about one thing."""

    example = examples.CHAPTER

    chapter = serializers.CharField()
    number = serializers.IntegerField(min_value=1)
    title = serializers.CharField()
    steps = LessonOutput(many=True)

    class Meta:
        ref_name = "Chapter"


class LessonTurnOutput(Output):
    """A turn that was played in a lesson."""

    side = serializers.ChoiceField(SIDES)
    actions = serializers.ListField(child=serializers.CharField())
    notation = serializers.CharField()
    rolls = serializers.ListField(child=serializers.IntegerField(min_value=0, max_value=99))
    position_before = serializers.CharField()
    position_after = serializers.CharField(allow_null=True)
    events = serializers.ListField(
        child=deepcopy(ANY_HAPPENING), help_text="The happenings in order."
    )

    class Meta:
        ref_name = "LessonTurn"


class StepOutput(Output):
    """A step before anything was tried."""

    example = examples.STEP

    chapter = serializers.CharField()
    step = serializers.IntegerField(min_value=1)
    kind = serializers.ChoiceField(
        ["turn", "tap", "line_up"], help_text="The answer: a turn, a square, or a swap of two."
    )
    say = serializers.CharField()
    hint = serializers.CharField(allow_blank=True)
    law = serializers.CharField()
    position = serializers.CharField(allow_blank=True, help_text="Empty for a line-up.")
    pieces = serializers.DictField(
        child=serializers.CharField(), allow_null=True, help_text="Of a line-up; else null."
    )
    options = PositionOptionsOutput(allow_null=True)
    stars = serializers.IntegerField(min_value=0, max_value=ALL_STARS)

    class Meta:
        ref_name = "LessonStep"


class TryOutput(Output):
    """The result of a try."""

    example = examples.TRIED

    done = serializers.BooleanField()
    failed = serializers.BooleanField()
    say = serializers.CharField(allow_blank=True)
    stars = serializers.IntegerField(min_value=0, max_value=ALL_STARS)
    position = serializers.CharField(allow_blank=True)
    pieces = serializers.DictField(child=serializers.CharField(), allow_null=True)
    options = PositionOptionsOutput(allow_null=True)
    turn = LessonTurnOutput(allow_null=True, help_text="Yours, once it was played.")
    reply = LessonTurnOutput(
        allow_null=True, help_text="The other side's turn, if the step continues."
    )
    throws = serializers.ListField(
        child=serializers.CharField(), help_text="The shot thrown again and again, by true chance."
    )

    class Meta:
        ref_name = "LessonTry"


class HintOutput(Output):
    """A turn that might be played."""

    example = examples.HINT

    turn = serializers.IntegerField(min_value=1, help_text="The number of the turn to be played.")
    actions = serializers.ListField(child=serializers.CharField())
    labels = serializers.ListField(
        child=serializers.CharField(), help_text="The same actions in words."
    )

    class Meta:
        ref_name = "Hint"
