"""Compute the ratings of a pool again from its games."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from accounts.models import User
from games.ratings.models import Rating
from games.ratings.pools import all_pools, read_pool
from games.ratings.recomputing import recompute

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
            for user_id, strength in computed.items():
                if user_id in nameless:
                    continue
                row = rows.get(user_id)
                if row is not None and abs(row.rating - strength.rating) < _CLOSE:
                    continue
                wrong += 1
                stored = f"{row.rating:.2f}" if row else "nothing"
                self.stdout.write(f"{user_id}: {strength.rating:.2f}, stored is {stored}")
                if options["write"]:
                    Rating.objects.update_or_create(
                        user_id=user_id,
                        pool=str(pool),
                        defaults={
                            "rating": strength.rating,
                            "deviation": strength.deviation,
                            "volatility": strength.volatility,
                        },
                    )
        self.stdout.write(f"{pool}: {len(rows)} ratings, {wrong} differ.")
        if wrong and not options["write"]:
            raise CommandError("Run it with --write to store what was computed.")
