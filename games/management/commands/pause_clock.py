"""``manage.py pause_clock``: let no time pass in any game, for maintenance."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from accounts.operator_log import record_act
from games.play.outages import pause_clocks


class Command(BaseCommand):
    """Pauses the clocks until ``resume_clock``; turns may be played meanwhile."""

    help = "Let no time pass in any game until resume_clock, which gives the time back."

    def handle(self, *args: Any, **options: Any) -> None:
        paused = pause_clocks()
        record_act(None, "clocks_paused")
        self.stdout.write(
            f"The clocks stand still since {paused.started_at:%Y-%m-%d %H:%M:%S} UTC."
        )
