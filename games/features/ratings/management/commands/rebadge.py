"""Find the badges again from the games."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.features.ratings.badges.giving import all_badges
from games.features.ratings.models import Badge


class Command(BaseCommand):
    """``manage.py rebadge`` says whether badges agree with the games; ``--write`` mends them."""

    help = "Find the badges again from the games and compare them with those that were given."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--write", action="store_true", help="give and take what differs")

    def handle(self, *args: Any, **options: Any) -> None:
        stored = {(row.user_id, row.badge): row.pk for row in Badge.objects.all()}
        missing = []
        for badge in all_badges():
            if stored.pop((badge.user_id, badge.badge), None) is None:
                missing.append(badge)
        self.stdout.write(f"{len(missing)} badges are missing, {len(stored)} too many.")
        if options["write"]:
            Badge.objects.bulk_create(missing, ignore_conflicts=True)
            Badge.objects.filter(pk__in=stored.values()).delete()
        elif missing or stored:
            raise CommandError("Run it with --write to give and take them.")
