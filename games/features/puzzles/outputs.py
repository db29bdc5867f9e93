"""Puzzles as the OpenAPI document describes them."""

from __future__ import annotations

from rest_framework import serializers

from config.http.schema_fields import Output
from games.api.happening_outputs import SIDES
from games.api.outputs import page_of
from games.api.ruleset_outputs import PositionOptionsOutput
from games.features.learn.outputs import LessonTurnOutput
from games.features.puzzles import examples
from games.rules.chess_eleven.puzzles import KINDS


class PuzzleYouOutput(Output):
    """The reader's result."""

    solved = serializers.BooleanField()
    first = serializers.BooleanField(help_text="Whether the first try was right.")
    shown = serializers.BooleanField(help_text="Whether the solution was shown before.")
    liked = serializers.BooleanField()

    class Meta:
        ref_name = "PuzzleYou"


class PuzzleOutput(Output):
    """A position with one right turn, before it is found."""

    example = examples.PUZZLE

    id = serializers.CharField()
    url = serializers.CharField(help_text="Its page.")
    kind = serializers.ChoiceField(KINDS)
    say = serializers.CharField(help_text="The task.")
    law = serializers.CharField(help_text="The law that it turns on.")
    position = serializers.CharField()
    side = serializers.ChoiceField(SIDES)
    options = PositionOptionsOutput(
        allow_null=True, help_text="The possible first actions; null in lists."
    )
    rating = serializers.IntegerField(help_text="How hard it is.")
    provisional = serializers.BooleanField(help_text="Whether few have tried it.")
    plays = serializers.IntegerField(min_value=0, help_text="How many people have tried it.")
    likes = serializers.IntegerField(min_value=0)
    day = serializers.DateField(allow_null=True, help_text="The day of which it was the puzzle.")
    game = serializers.CharField(
        allow_null=True, help_text="The game it's from; null if bots played it."
    )
    turn = serializers.IntegerField(min_value=1)
    played = serializers.CharField(
        allow_null=True,
        help_text="The turn that you played there, where it is from your own games; else null.",
    )
    you = PuzzleYouOutput(allow_null=True, help_text="null: not tried, or not logged in.")

    class Meta:
        ref_name = "Puzzle"


PuzzlePage = page_of(PuzzleOutput)


class PuzzleRatingOutput(Output):
    """The effect of a first try on the player's rating."""

    before = serializers.IntegerField()
    after = serializers.IntegerField()

    class Meta:
        ref_name = "PuzzleRatingChange"


class PuzzleTryOutput(Output):
    """The result of a try."""

    example = examples.TRIED

    done = serializers.BooleanField()
    failed = serializers.BooleanField(help_text="Neither of the two: the turn continues.")
    say = serializers.CharField(allow_blank=True)
    position = serializers.CharField(help_text="The result of the turn.")
    options = PositionOptionsOutput(
        allow_null=True, help_text="The possible continuations; null once judged."
    )
    turn = LessonTurnOutput(allow_null=True, help_text="As it was played.")
    reply = LessonTurnOutput(
        allow_null=True, help_text="The other side's answer, where that shows what is wrong."
    )
    solution = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="A right turn, once it was found or given up; else null.",
    )
    best = serializers.IntegerField(
        allow_null=True,
        help_text="With `solution`: the per cent to score, or left to the other side by `guard`.",
    )
    second = serializers.IntegerField(
        allow_null=True, help_text="With `solution`: the same of the next best turn."
    )
    rating = PuzzleRatingOutput(allow_null=True, help_text="Of a first try by a person.")
    streak = serializers.IntegerField(
        allow_null=True,
        min_value=0,
        help_text="Days in a row with a puzzle solved; null if not logged in.",
    )

    class Meta:
        ref_name = "PuzzleTry"


class PuzzleLikedOutput(Output):
    """Whether it is liked now, and by how many."""

    example = examples.LIKED

    liked = serializers.BooleanField()
    likes = serializers.IntegerField(min_value=0)

    class Meta:
        ref_name = "PuzzleLiked"
