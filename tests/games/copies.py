"""Many games at little cost."""

from __future__ import annotations

from copy import copy

from games.models import Game, Player
from games.models.identifiers import new_public_id


def copies_of(game: Game, number: int) -> list[Game]:
    """Return so many more games like this one, with its players, written in two statements."""
    original, seats = Game.objects.get(pk=game.pk), list(Player.objects.filter(game=game))
    games: list[Game] = []
    players: list[Player] = []
    for _ in range(number):
        other = copy(original)
        other.pk = new_public_id()
        games.append(other)
        for seat in seats:
            player = copy(seat)
            player.pk, player.game = None, other
            players.append(player)
    Game.objects.bulk_create(games)
    Player.objects.bulk_create(players)
    return games
