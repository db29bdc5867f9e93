"""What can happen in a turn of Chess Eleven: the shapes of ``Turn.events``."""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

from config.http.schema_fields import Constant, OneOf, OtherWord, Output
from games.rules import registry

SIDES: Final = ["white", "black"]
RESULT_REASONS: Final = [str(word) for word in registry.presenter(registry.DEFAULT).reasons]
ROUND_ENDS: Final = ["goal", "checkmate", "drop_ball"]
DROP_BALLS: Final = ["blocked", "repetition", "quiet_turns"]
SHOT_OUTCOMES: Final = ["goal", "save", "block", "corner"]


class Score(Output):
    """Goals by side."""

    white = serializers.IntegerField(min_value=0)
    black = serializers.IntegerField(min_value=0)


class Happening(Output):
    """Something that happened in a turn."""

    def get_fields(self) -> dict[str, Any]:
        """Return the fields; ``from`` is a word of Python, so it is added by name."""
        fields = super().get_fields()
        if "from_" in fields:
            fields["from"] = fields.pop("from_")
        return fields


class MoveHappening(Happening):
    """A piece moved."""

    type = Constant("move")
    side = serializers.ChoiceField(SIDES)
    piece = serializers.CharField(help_text="Upper case for White, lower case for Black.")
    from_ = serializers.CharField()
    to = serializers.CharField()
    captures = serializers.CharField(required=False, help_text="The piece that was taken.")


class BallWonHappening(Happening):
    """The piece that moved took the ball."""

    type = Constant("ball_won")
    side = serializers.ChoiceField(SIDES)
    at = serializers.CharField()


class PassHappening(Happening):
    """The ball was passed."""

    type = Constant("pass")
    side = serializers.ChoiceField(SIDES)
    from_ = serializers.CharField()
    to = serializers.CharField()


class ShotHappening(Happening):
    """The ball was shot at the goal."""

    type = Constant("shot")
    side = serializers.ChoiceField(SIDES)
    from_ = serializers.CharField()
    to = serializers.CharField()
    outcome = serializers.ChoiceField(SHOT_OUTCOMES)
    at = serializers.CharField(
        required=False, help_text="Where it was blocked, or the square of the corner kick."
    )


class CheckHappening(Happening):
    """The other side's king is attacked."""

    type = Constant("check")
    side = serializers.ChoiceField(SIDES, help_text="The side that gives it.")


class CheckmateHappening(Happening):
    """The other side's king is mated."""

    type = Constant("checkmate")
    side = serializers.ChoiceField(SIDES, help_text="The side that gives it.")


class GoalKickHappening(Happening):
    """The ball goes to this side's king."""

    type = Constant("goal_kick")
    side = serializers.ChoiceField(SIDES)
    at = serializers.CharField()


class PassedOverHappening(Happening):
    """This side has no legal turn, so the other plays again."""

    type = Constant("passed_over")
    side = serializers.ChoiceField(SIDES)


class RoundEndedHappening(Happening):
    """The round is over."""

    type = Constant("round_ended")
    round = serializers.IntegerField(min_value=1)
    reason = serializers.ChoiceField(ROUND_ENDS)
    side = serializers.ChoiceField(SIDES, allow_null=True, help_text="The side that scored.")
    score = Score()
    because = serializers.ChoiceField(
        DROP_BALLS, required=False, help_text="Why there is a drop ball."
    )


class GameOverHappening(Happening):
    """The game is over."""

    type = Constant("game_over")
    reason = serializers.ChoiceField(RESULT_REASONS)
    winner = serializers.ChoiceField(SIDES, allow_null=True)
    score = Score()


_KNOWN: Final = (
    MoveHappening,
    BallWonHappening,
    PassHappening,
    ShotHappening,
    CheckHappening,
    CheckmateHappening,
    GoalKickHappening,
    PassedOverHappening,
    RoundEndedHappening,
    GameOverHappening,
)
HAPPENINGS: Final = {shape().fields["type"].word: shape for shape in _KNOWN}  # type: ignore[attr-defined]
"""The shapes by ``type``."""


class OtherHappening(Happening):
    """Something of a type that was added later: leave it out."""

    type = OtherWord(list(HAPPENINGS))


ANY_HAPPENING: Final = OneOf("Happening", [*_KNOWN, OtherHappening])
