"""How a game is, as each of its events says it and the OpenAPI document describes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, NotRequired, TypedDict

from config.http.shape_notes import Positive, Time, open_words, seen_as, words
from games.models import Challenge, Game
from games.models.shapes import LiveClock
from games.rules import registry
from games.rules.chess_eleven.described import Score

SIDES: Final = ["white", "black"]
AnySide = Annotated[str, open_words(SIDES)]
"""A side of any of our games; those of Chess Eleven are `white` and `black`."""
AnyChallengeSide = Annotated[str, open_words([*SIDES, "random"])]
"""A side of any of our games, or `random`."""
RESULT_REASONS: Final = [str(word) for word in registry.presenter(registry.DEFAULT).reasons]
GAME_STATUSES: Final = Game.Status.values
DECLINE_REASONS: Final = Challenge.DeclineReason.values


class Standing(TypedDict):
    """How a game is, but for its round."""

    ruleset: Annotated[str, "Which game is played."]
    status: Annotated[str, words(GAME_STATUSES), "As in the game."]
    score: Annotated[Mapping[str, int] | None, seen_as(Score), "null in games without goals."]
    position: Annotated[str | None, "As in the game; null while formations are chosen."]
    next_turn: Annotated[Positive, "The game's `turn`."]
    awaiting: Annotated[list[AnySide], "The sides to act."]
    deadline: Annotated[Time | None, "Until when; null when the game is over."]
    live: NotRequired[Annotated[LiveClock, "Only in a live game: its clock."]]


class RoundStanding(Standing):
    """How a game is."""

    round: Annotated[Positive | None, "The round that is on; null in games without."]
