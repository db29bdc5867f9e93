"""``manage.py end_logins``: end every session and token, of people and of apps."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from accounts.operator_log import record_act
from accounts.services.logins import end_all_logins


class Command(BaseCommand):
    help = "End every session and token. People log in again, and bots need new tokens."

    def handle(self, *args: Any, **options: Any) -> None:
        count = end_all_logins()
        record_act(None, "logins_ended", count=count)
        self.stdout.write(f"{count} sessions and tokens ended.")
