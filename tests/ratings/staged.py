"""What the calls of ratings need of ``tests.api.stage``."""

from __future__ import annotations

from games.features.ratings.rating_games import rate_game
from games.play.acts import resign
from tests.api.stage import Operation, Stage
from tests.games.matches import any_turn, play, start_formations, start_round


def operations(stage: Stage) -> dict[str, Operation]:
    """Return a rated game that alice has won, counted as one that was lost on time."""
    game = start_formations(stage.alice, stage.bob, stage.now, rated=True)
    game = start_round(game, stage.now)
    for _ in range(2):
        play(game, any_turn(game), now=stage.now)
    resign(stage.bob.pk, game.pk, now=stage.now)
    rate_game(game.pk, now=stage.now)
    game.rating_changes.update(because="timeout")
    return {"/give-back$": stage.of_game(game)}
