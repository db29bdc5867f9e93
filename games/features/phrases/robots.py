"""What house bots answer, and what they say automatically. Who does not like it mutes them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final

from games.features.phrases.models import Phrase
from games.features.phrases.saying import say_as
from games.features.phrases.words import OF_TABLES
from games.models import Game, HouseRobot, Turn
from games.play.guards import seat_of
from games.refusals import Conflict
from games.store import selectors

ANSWERS: Final[dict[str, str]] = {
    "hello": "hello",
    "good_luck": "have_fun",
    "have_fun": "good_luck",
    "good_move": "thanks",
    "good_goal": "thanks",
    "what_a_save": "thanks",
    "unlucky": "thanks",
    "wow": "thanks",
    "close_one": "wow",
    "oops": "unlucky",
    "well_played": "well_played",
    "good_game": "good_game",
    "again": "have_fun",
    "truce_offer": "truce_decline",
}
"""What is answered to what; to the rest nothing, and never twice at a turn.

House bots team up with no one: their search knows no partner.
"""

logger = logging.getLogger(__name__)


def answer(game: Game, phrase: Phrase, now: datetime) -> None:
    """Let the house bots that a phrase is for answer it."""
    key = ANSWERS.get(phrase.key)
    if key is None:
        return
    asked = [seat.user_id for seat in game.seats if phrase.to in ("", seat.side)]
    robots = HouseRobot.objects.filter(pk__in=asked)
    for user_id in robots.values_list("pk", flat=True):
        spoken = Phrase.objects.filter(game=game, user=user_id, turn=game.next_turn)
        if not spoken.exists():
            # Who is answered matters only where the question was for some.
            _say(game, user_id, key, now, to=phrase.side if phrase.key in OF_TABLES else "")


def remark(game_id: str, user_id: int, now: datetime) -> None:
    """Let a bot that has just played say what there is to say; in games of two alone."""
    try:
        game = selectors.find_game(game_id)
        key = _what_to_say(game, user_id) if len(game.seats) == 2 else None
        if key is not None:
            _say(game, user_id, key, now)
    except Exception:
        # It has played: that it said nothing about it hurts no one.
        logger.exception("game %s: the robot could not speak", game_id)


def _what_to_say(game: Game, user_id: int) -> str | None:
    said = Phrase.objects.filter(game=game, user=user_id)
    if not game.is_active:
        return "good_game"
    if not said.exists():
        return "good_luck"
    if said.filter(turn=game.next_turn).exists():
        return None
    side = seat_of(game, user_id).side
    turns = list(selectors.turns_of(game.pk, after=game.next_turn - 3))
    return _of_shots(turns, side)


def _of_shots(turns: Sequence[Turn], side: str) -> str | None:
    """Return what a side says to the newest shot among these turns, if there was one."""
    for turn in reversed(turns):
        for happening in turn.happenings:
            outcome, is_mine = happening.get("outcome"), turn.side == side
            if outcome == "goal":
                return "unlucky" if is_mine else "good_goal"
            if outcome == "save":
                return "what_a_save" if is_mine else "close_one"
    return None


def _say(game: Game, user_id: int, key: str, now: datetime, *, to: str = "") -> None:
    # At most three at a turn hold for it too.
    with suppress(Conflict):
        say_as(game, seat_of(game, user_id), key, now, to=to)
