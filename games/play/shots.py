"""Counting the shots of games that were begun before shots were counted."""

from __future__ import annotations

from django.db import transaction

from games.models import Game, Player, Turn
from games.play.shooting import recount
from games.rules import registry


def count_shots() -> int:
    """Note the chances of every shot in games that do not count them; return how many these were.

    Each game is locked and counted in a transaction of its own: one that is played meanwhile goes
    on counting where this left off.
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
        count += 1
    return count
