"""Hints in a game against the easiest bot: what a better one would play."""

from __future__ import annotations

from random import Random
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from games.models import Game, HouseRobot
from games.play.guards import seat_of
from games.play.turns import check_turn
from games.refusals import Conflict, Forbidden
from games.rules import registry

ADVISER: Final = "medium"


class Hint(NamedTuple):
    """A turn that might be played."""

    turn: int
    actions: list[str]
    labels: list[str]
    """The same in words."""


def has_hints(game: Game, user_id: int | None) -> bool:
    """Return whether a game is one to learn by: unrated, against the easiest bot alone."""
    mind = registry.robot(registry.DEFAULT)
    others = [seat for seat in game.seats if seat.user_id != user_id]
    if mind is None or game.ruleset != registry.DEFAULT or game.rated or len(others) != 1:
        return False
    if not others[0].is_bot:
        return False
    return HouseRobot.objects.filter(pk=others[0].user_id, strength=mind.strengths[0]).exists()


def give_hint(game: Game, user_id: int) -> Hint:
    """Return a hint to the player to move; the same for the same turn, and without a look ahead at
    what shots will draw.

    Raises ``Forbidden`` in any other game, and ``Conflict`` where the reader is not to play.
    """
    seat = seat_of(game, user_id)
    if not has_hints(game, user_id):
        raise Forbidden(
            _("You get hints only in unrated games against the easiest bot."), code="forbidden"
        )
    number = check_turn(game, None)
    if not seat.is_awaited:
        raise Conflict(_("It isn't your turn."), code="not_your_turn", game=game)
    rules, mind = game.rules, registry.robot(game.ruleset, game.rules_version)
    assert mind is not None, "the robot that plays here has a mind"
    state: Any = rules.load(game.state)
    # Seeded by the turn: who asks twice hears the same.
    chance = Random(f"{game.pk}:{number}")
    actions = list(mind.choose_turn(state, ADVISER, chance))
    labels = []
    for i, action in enumerate(actions):
        listed = rules.choices(state, actions[:i])["actions"]
        labels.append(next(str(one["label"]) for one in listed if one["text"] == action))
    return Hint(number, actions, labels)
