"""The seeds of a game as JSON: sealed while it runs, shown when it is over."""

from __future__ import annotations

from config.backends.encryption import Unreadable, unseal
from games.models import Game
from games.play.seeds import Seed, seeds_of, takes_salts
from games.shown.shapes.games import Fairness
from games.shown.shapes.games import Seed as ShownSeed


def fairness_payload(game: Game) -> Fairness:
    """Return the commitments and salts and, when the game is over, the seeds."""
    *earlier, present = seeds_of(game)
    return {
        "scheme": game.fairness_scheme,
        **_seed_payload(game, present),
        "takes_salts": takes_salts(game),
        "earlier": [
            {**_seed_payload(game, seed), "replaced_at": seed.replaced_at or ""} for seed in earlier
        ],
    }


def _seed_payload(game: Game, seed: Seed) -> ShownSeed:
    return {
        "commitment": seed.commitment,
        "seed": None if game.is_active else _revealed(seed),
        "salts": {seat.side: seed.salts.get(seat.side) for seat in game.seats},
        "first_shot": seed.first_shot,
    }


def _revealed(seed: Seed) -> str | None:
    """Return a seed in hex, or ``None`` where the operator has lost the key to it."""
    try:
        return unseal(seed.sealed).hex()
    except Unreadable:
        return None
