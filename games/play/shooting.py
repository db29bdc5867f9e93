"""What shots were worth: expected goals, where a rule set shows the chances of its shots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from django.db import transaction
from django.db.models import F

from games.models import Game, Player, Turn
from games.rules import registry

NOTHING: Final = [0, 0, 0]
"""What a player's shots come to before the first: ``Player.shooting``."""


def chances_of(game: Game, turn: Turn) -> Mapping[str, int] | None:
    """Return how the shot of a turn could have ended; ``None`` without one.

    A turn of long ago does not have them: they follow from its position and its actions.
    """
    if turn.chances is not None or not turn.rolls:
        return turn.chances
    found = registry.find(game.ruleset, game.rules_version).shooting
    return found.chances(turn.position_before, turn.actions) if found else None


def add_shot(totals: list[int], turn: Turn) -> list[int]:
    """Return what a player's shots come to with that of one more turn."""
    if turn.chances is None:
        return totals
    percent = turn.chances["goal"]
    expected, variance, goals = totals
    # A shot that scores ends the round, and with it the board.
    is_goal = turn.position_after is None
    return [expected + percent, variance + percent * (100 - percent), goals + is_goal]


def expected_goals(game: Game) -> dict[str, float] | None:
    """Return the goals to be expected of each side's shots; ``None`` where no one counts them."""
    expected = {}
    for seat in game.seats:
        if seat.shooting is None:
            return None
        expected[seat.side] = seat.shooting[0] / 100
    return expected


def recount(game: Game, turns: Iterable[Turn]) -> dict[str, list[int]]:
    """Return what each side's shots come to, from all turns; each is given its chances."""
    totals = {seat.side: NOTHING for seat in game.seats}
    for turn in turns:
        chances = chances_of(game, turn)
        turn.chances = None if chances is None else dict(chances)
        totals[turn.side] = add_shot(totals[turn.side], turn)
    return totals


def count_shots() -> int:
    """Note the chances of every shot in games that do not count them; return how many these were.

    Each game is locked and counted in a transaction of its own: one that is played meanwhile
    continues counting where this left off.
    """
    keys = [key for key in registry.all_keys() if registry.find(key).shooting]
    uncounted = Game.objects.filter(ruleset__in=keys, players__shooting__isnull=True).distinct()
    count = 0
    for game_id in uncounted.values_list("pk", flat=True).iterator():
        with transaction.atomic():
            game = Game.objects.select_for_update(no_key=True).with_seats().get(pk=game_id)
            turns = list(Turn.objects.filter(game=game).order_by("number"))
            totals = recount(game, turns)
            Turn.objects.bulk_update([one for one in turns if one.chances], ["chances"])
            for side, shooting in totals.items():
                Player.objects.filter(game=game, side=side).update(shooting=shooting)
            Game.objects.filter(pk=game.pk).update(revision=F("revision") + 1)
        count += 1
    return count
