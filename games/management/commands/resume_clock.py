"""``manage.py resume_clock``: let time pass again and give back what was paused."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand

from accounts.operator_log import record_act
from games.models import Outage
from games.play.outages import give_back, resume_clocks


class Command(BaseCommand):
    """Ends a pause and waits until every deadline was moved."""

    help = "Let time pass again; every deadline moves on by the length of the pause."

    def handle(self, *args: Any, **options: Any) -> None:
        paused = resume_clocks()
        if paused is None:
            self.stdout.write("The clocks were not paused.")
        else:
            record_act(None, "clocks_resumed")
        # Someone else may be at it: wait for them rather than say that it is done.
        while Outage.objects.filter(ended_at__isnull=False, completed_at__isnull=True).exists():
            if not give_back():
                time.sleep(0.2)
        if paused is not None:
            paused.refresh_from_db()
            assert paused.ended_at is not None, "resuming has set it"
            length = paused.ended_at - paused.started_at
            self.stdout.write(f"{length} were given back to {paused.games_moved} games.")
