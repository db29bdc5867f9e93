"""Compute the ratings of a pool again from its games."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from accounts.models import User
from games.features.ratings.models import Rating
from games.features.ratings.pools import all_pools, read_pool
from games.features.ratings.recomputing import Running, recompute

_CLOSE = 0.001


class Command(BaseCommand):
    """``manage.py rerate POOL`` says whether the stored ratings agree; ``--write`` mends them."""

    help = "Compute the ratings of a pool again and compare them with what is stored."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("pool", help=", ".join(map(str, all_pools())))
        parser.add_argument("--write", action="store_true", help="store what was computed")

    def handle(self, *args: Any, **options: Any) -> None:
        pool = read_pool(options["pool"])
        if pool is None:
            raise CommandError(f"There is no pool {options['pool']}.")
        with transaction.atomic():
            rows = {
                row.user_id: row
                for row in Rating.objects.select_for_update().filter(pool=pool).order_by("user_id")
            }
            wrong = 0
            computed = recompute(str(pool))
            # Their row is gone with the account; what games did to others stays.
            gone = User.objects.filter(pk__in=computed, deleted_at__isnull=False)
            nameless = set(gone.values_list("pk", flat=True))
            for user_id, running in computed.items():
                if user_id in nameless:
                    continue
                row, right = rows.get(user_id), _columns(running)
                if row is not None and all(_is_close(getattr(row, n), right[n]) for n in right):
                    continue
                wrong += 1
                self.stdout.write(f"{user_id}: {_written(right)}, stored is {_stored(row, right)}")
                if options["write"]:
                    Rating.objects.update_or_create(user_id=user_id, pool=str(pool), defaults=right)
        self.stdout.write(f"{pool}: {len(rows)} ratings, {wrong} differ.")
        if wrong and not options["write"]:
            raise CommandError("Run it with --write to store what was computed.")


def _columns(running: Running) -> dict[str, Any]:
    strength = running.strength
    return {
        "rating": strength.rating,
        "deviation": strength.deviation,
        "volatility": strength.volatility,
        "games": running.games,
        "peak": running.peak,
        "last_at": running.last_at,
    }


def _is_close(stored: Any, right: Any) -> bool:
    """Return whether a column is right; the last digits depend on the machine."""
    return abs(stored - right) < _CLOSE if isinstance(right, float) else bool(stored == right)


def _stored(row: Rating | None, right: dict[str, Any]) -> str:
    return _written({name: getattr(row, name) for name in right}) if row is not None else "nothing"


def _written(columns: dict[str, Any]) -> str:
    return "{rating:.2f} after {games} games, the last at {last_at}".format(**columns)
