"""``manage.py post_office``: take emails that answer ours; ends at SIGTERM or Ctrl-C."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.backends.db.releases import end_on_newer_tables
from games.features.answering.server import run_post_office


class Command(BaseCommand):
    """Runs the post office until it is asked to stop."""

    help = "Take emails that answer ours, by LMTP or SMTP as INBOUND_URL says."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.INBOUND_DOMAIN:
            raise CommandError("Set INBOUND_DOMAIN to the domain whose emails you receive.")
        end_on_newer_tables()
        run_post_office()
