"""``manage.py referee``: act on the clocks of live games; ends at SIGTERM or Ctrl-C."""

from __future__ import annotations

import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from config.backends.db.patience import wait_at_most
from config.backends.db.releases import end_on_newer_tables
from games.play.referee import Referee


class Command(BaseCommand):
    """Runs the referee until it is asked to stop."""

    help = "Act on the clocks of live matches at the moment at which they run out."
    # They import every page and call, of which a referee needs none: a fifth of its memory, and
    # some of the time after which one that died is back.
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        end_on_newer_tables()
        wait_at_most(settings.WORKER_DATABASE_SECONDS)
        referee = Referee()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: referee.stop())
        referee.run()
