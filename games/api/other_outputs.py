"""The shapes of the games other than Chess Eleven, and of what may belong to any game.

Chess Eleven keeps its own names and members, so that the player who wrote a client for it alone
need not change it. The sides of other games are text: there may be more of them, with other names.
"""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

from config.http.schema_fields import AnyOf, Constant, OneOf, OtherWord, Output
from games.api import examples, export_outputs, option_outputs, outputs
from games.rules import registry
from games.shown.export import FORMAT

DUELS: Final = ["standard", "future"]
FAMILY: Final = "family"
DESCRIBED: Final = [registry.DEFAULT, *DUELS, FAMILY]
"""The rule sets whose games have a shape of their own."""


def _side(help_text: str = "", **options: Any) -> serializers.CharField:
    return serializers.CharField(help_text=help_text or None, **options)


class OtherResult(outputs.CommonResult):
    """How a game ended."""

    winner = _side("null where several share the first place.", allow_null=True)
    reason = serializers.CharField(help_text="One of the `reasons` of `GET /rulesets`.")


class Presence(Output):
    """The other players who are at the page of a game."""

    example: Final = {"here": ["black"]}

    here = serializers.ListField(
        child=_side(), help_text="Their sides, without players who hide it."
    )


class _OtherGame(outputs.CommonGame):
    players = serializers.DictField(child=outputs.SeatedPerson(), help_text="By side.")
    awaiting = serializers.ListField(child=_side())
    draw_offered_by = _side(allow_null=True)
    result = OtherResult(allow_null=True)


class OtherGame(_OtherGame):
    """A game by rules that were added later. It may have more members than described here."""

    ruleset = OtherWord(DESCRIBED)


class _BoardGame(_OtherGame):
    round = serializers.IntegerField(min_value=1)
    side_to_play = _side("Whose turn it is; null when the game is over.", allow_null=True)
    position = serializers.CharField(help_text="In the notation of the game.")
    in_check = serializers.BooleanField(help_text="Whether the side to play is in check.")
    legal_actions = serializers.ListField(
        child=serializers.CharField(), help_text="With what a turn may begin."
    )
    may_claim = serializers.CharField(
        allow_null=True, help_text="The reason for which the side to play may end the game."
    )


class DuelGame(_BoardGame):
    """A game of chess or of Future Chess."""

    ruleset = serializers.ChoiceField(DUELS)


class FamilyGame(_BoardGame):
    """A game of Fun Family Chess, with two to four sides."""

    ruleset = Constant(FAMILY)
    checks = serializers.DictField(
        child=serializers.CharField(),
        help_text="The side that said check, by the side of the checked king.",
    )
    presence = serializers.DictField(
        child=serializers.CharField(), help_text="By side: `present`, `away` or `out`."
    )
    waits_for = serializers.ListField(
        child=_side(), help_text="The sides whose return the game waits for; else empty."
    )


_OTHERS: Final[list[type[serializers.Serializer[Any]]]] = [DuelGame, FamilyGame, OtherGame]
ANY_GAME: Final = OneOf(
    "AnyGame",
    [outputs.GameOutput, *_OTHERS],
    description="A game; `ruleset` decides its shape.",
    example=examples.PLAYING,
)


def _any_other_game() -> OneOf:
    return OneOf("AnyOtherGame", _OTHERS, description="A game other than Chess Eleven.")


class OtherTurn(outputs.CommonTurn):
    """A played turn of another game."""

    side = _side()
    actions = serializers.ListField(child=serializers.CharField())
    notation = serializers.CharField()
    rolls = serializers.ListField(child=serializers.IntegerField())
    position_after = serializers.CharField(allow_null=True)
    events = serializers.ListField(
        child=serializers.DictField(), help_text="The happenings in order, each with its `type`."
    )
    chances = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=100),
        allow_null=True,
        help_text="null: there are no shots at goal.",
    )


def any_turn(**options: Any) -> AnyOf:
    """Return a field for a turn of any game; a turn does not repeat which game it belongs to."""
    return AnyOf(
        "AnyTurn",
        [outputs.TurnOutput, OtherTurn],
        description="A turn; the game names the rules.",
        example=examples.TURN,
        **options,
    )


class HistoryEntryOutput(Output):
    """A turn or an act; the other one is null."""

    turn = any_turn(allow_null=True)
    act = outputs.ActOutput(allow_null=True)

    class Meta:
        ref_name = "HistoryEntry"


class HistoryOutput(Output):
    """All that was played and done in a game."""

    example = examples.HISTORY

    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = HistoryEntryOutput(many=True)

    class Meta:
        ref_name = "History"


class PlayedTurnOutput(Output):
    """A turn and the game after it; the game names the rules."""

    example = examples.PLAYED_TURN

    turn = any_turn()
    game = ANY_GAME

    class Meta:
        ref_name = "PlayedTurn"


class OtherOptions(option_outputs.OptionsOutput):
    """The actions that may follow a started turn of another game."""

    side = _side()  # type: ignore[assignment]

    class Meta:
        ref_name = "OtherOptions"


ANY_OPTIONS: Final = AnyOf(
    "AnyOptions",
    [option_outputs.OptionsOutput, OtherOptions],
    description="The legal continuations of a started turn.",
    example=examples.OPTIONS,
)


class OtherChallenge(outputs.CommonChallenge):
    """A challenge to another game, to one or to several."""

    ruleset = OtherWord([registry.DEFAULT])
    side = _side("The challenger's, or `random`.")


ANY_CHALLENGE: Final = OneOf(
    "AnyChallenge",
    [outputs.ChallengeOutput, OtherChallenge],
    description="A challenge; `ruleset` names the game.",
    example=examples.CHALLENGE,
)


class OtherExport(export_outputs.CommonExport):
    """The whole record of another game."""

    format = OtherWord([FORMAT])
    game = _any_other_game()
    formations = serializers.ListField(child=serializers.DictField())
    turns = OtherTurn(many=True)


ANY_EXPORT: Final = OneOf(
    "AnyExport",
    [export_outputs.ExportOutput, OtherExport],
    description="The whole record of a game.",
    example=examples.EXPORT,
)

GamePage = outputs.page_of(ANY_GAME, "Game")
TurnPage = outputs.page_of(any_turn(), "Turn")
ChallengePage = outputs.page_of(ANY_CHALLENGE, "Challenge")
