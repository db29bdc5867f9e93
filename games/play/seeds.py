"""The seeds of a game: drawn, sealed, asked for a roll, and shown when the game is over.

A game has one seed at a time. A restored backup gives it another (``services.seeds``), because
rolls that were undone are known by then; the earlier seed stays, for the shots it decided.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Final, NamedTuple, Protocol

from django.db import transaction
from django.db.models import QuerySet

from config.backends.encryption import oldest_and_newest, seal, unseal
from config.features import Hook
from config.http.times import utc
from games.models import Game, fairness
from games.store.write_many import update_games

COLUMNS: Final = ("sealed_seed", "commitment", "salts", "first_shot", "earlier_seeds")
"""What of a game's row a new seed changes."""


class Seed(NamedTuple):
    """A seed and the shots it decides: from ``first_shot`` on, up to that of the next one."""

    sealed: bytes
    commitment: str
    salts: dict[str, str]
    first_shot: int
    replaced_at: str | None = None


def draw_seed(game: Game) -> None:
    """Give a game a new random seed, with its commitment; the columns are set, not saved."""
    use_seed(game, secrets.token_bytes(32))


def use_seed(game: Game, seed: bytes) -> None:
    """Give a game this seed, with its commitment; the columns are set, not saved."""
    game.sealed_seed = seal(seed)
    game.commitment = fairness.commitment(seed)


def replace_seed(game: Game, *, now: datetime) -> None:
    """Draw a new seed for the shots to come; the columns ``COLUMNS`` are set, not saved.

    The salts start again with it: a seed drawn after them could be chosen to suit them.
    """
    entry = {
        "sealed": bytes(game.sealed_seed).decode("ascii"),
        "commitment": game.commitment,
        "salts": game.salts,
        "first_shot": game.first_shot,
        "replaced_at": utc(now),
    }
    game.earlier_seeds = [*game.earlier_seeds, entry]
    game.salts, game.first_shot = {}, game.rolls_drawn
    draw_seed(game)


def roll_of(game: Game, shot: int) -> int:
    """Return the roll, 0 to 99, of the game's ``shot``, counted from 0."""
    seed = next(seed for seed in reversed(seeds_of(game)) if seed.first_shot <= shot)
    salts = [seed.salts.get(seat.side) for seat in game.seats]
    key = fairness.key_of(game.fairness_scheme, unseal(seed.sealed), game.pk, salts)
    return fairness.roll(key, game.pk, shot)


def seeds_of(game: Game) -> list[Seed]:
    """Return all seeds of a game, the present one last."""
    earlier = [
        Seed(
            entry["sealed"].encode("ascii"),
            entry["commitment"],
            entry["salts"],
            entry["first_shot"],
            entry["replaced_at"],
        )
        for entry in game.earlier_seeds
    ]
    now = Seed(bytes(game.sealed_seed), game.commitment, game.salts, game.first_shot)
    return [*earlier, now]


def takes_salts(game: Game) -> bool:
    """Return whether a side that has added no salt may still add one.

    It may until the first roll is drawn from the present seed: each roll is decided by what was
    fixed before it.
    """
    return (
        game.is_active
        and game.rules.has_chance
        and game.fairness_scheme >= fairness.WITH_SALTS
        and game.rolls_drawn == game.first_shot
    )


BATCH: Final = 500


class Renewal(Protocol):
    """Draws secrets again and counts them."""

    def __call__(self, *, now: datetime) -> int: ...


ALSO_RENEWED: Final[Hook[Renewal]] = Hook()
"""What is drawn again with the seeds; the name says what it is."""


def renew_seeds(*, now: datetime) -> int:
    """Give every running game a new seed and return how many got one.

    For a restored backup: rolls that were drawn after it was made are known, and the seed of
    anyone who read the backup is. The commitment of the earlier seed stays beside the new one.
    """

    def renew(game: Game) -> None:
        replace_seed(game, now=now)
        game.revision += 1
        game.updated_at = now

    running = Game.objects.filter(status__in=Game.ACTIVE)
    return _change(running, renew, (*COLUMNS, "revision", "updated_at"))


def reseal_seeds() -> int:
    """Seal every seed with the present ``SECRET_KEY`` and return of how many games.

    Afterwards ``SECRET_KEY_FALLBACKS`` is no longer needed for them.
    """

    def reseal(game: Game) -> None:
        game.sealed_seed = seal(unseal(bytes(game.sealed_seed)))
        for entry in game.earlier_seeds:
            entry["sealed"] = seal(unseal(entry["sealed"].encode())).decode()

    return _change(Game.objects.all(), reseal, ("sealed_seed", "earlier_seeds"))


def some_seeds() -> list[bytes]:
    """Return the sealed seeds of the oldest and of the newest game."""
    return oldest_and_newest(Game.objects.exclude(sealed_seed=b""), "sealed_seed")


def _change(games: QuerySet[Game], change: Callable[[Game], None], columns: tuple[str, ...]) -> int:
    """Change the games, a batch in a transaction of its own, and return how many there were."""
    count = 0
    for ids in _batches(games):
        with transaction.atomic():
            batch = list(games.filter(pk__in=ids).select_for_update(no_key=True).order_by("pk"))
            for game in batch:
                change(game)
            update_games(batch, columns)
            count += len(batch)
    return count


def _batches(games: QuerySet[Game]) -> Iterator[list[str]]:
    """Yield the ids of the games, in their order, so that no batch is held in memory for long."""
    last = ""
    while ids := list(
        games.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:BATCH]
    ):
        yield ids
        last = ids[-1]
