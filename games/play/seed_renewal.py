"""What an operator does to the seeds of many games: draw them anew, seal them anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Final, Protocol

from django.db import transaction
from django.db.models import QuerySet

from config.backends.encryption import oldest_and_newest, seal, unseal
from config.features import Hook
from games.models import Game
from games.play.seeds import COLUMNS, replace_seed
from games.store.write_many import update_games

BATCH: Final = 500


class Renewal(Protocol):
    """Draws secrets again and counts them."""

    def __call__(self, *, now: datetime) -> int: ...


ALSO_RENEWED: Final[Hook[Renewal]] = Hook()
"""What is drawn again with the seeds; the name says what it is."""


def renew_seeds(*, now: datetime) -> int:
    """Give every running game a new seed and return how many got one.

    For a restored backup: rolls that were drawn after it was made are known, and the seed of
    whoever read the backup is. The commitment of the earlier seed stays beside the new one.
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
