"""The backup of every day under ``manage.py up``: a command of its own, started when one is due."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path
from typing import Final

from config import environment as env
from config.backends.backups import age_of_newest
from config.local.bootstrap import BASE, say
from config.local.servers import die_with_parent

FIRST_SECONDS: Final = 600.0
"""The first waits a little: a copy that is only looked at needs none."""
RETRY_SECONDS: Final = 600.0


class Backups:
    """Starts ``manage.py backup`` whenever the newest backup is too old."""

    def __init__(self, data: Path, archive: Path | None) -> None:
        self.hours = env.number("BACKUP_HOURS", 24, most=8760)
        keep, try_days = env.number("BACKUP_KEEP", 14, least=1), env.number("BACKUP_TRY_DAYS", 7)
        self.command = [sys.executable, str(BASE / "manage.py"), "backup", "--keep", str(keep)]
        if try_days:
            self.command += ["--try-every", str(try_days)]
        self.folder = data / "backups"
        self.log = data / "logs" / "backup.log"
        # An archive without a copy to begin from is worth nothing.
        self.must_begin = archive is not None and not any((archive / "copies").glob("[0-9]*"))
        self.first_at = time.monotonic() + FIRST_SECONDS
        self.retry_at = 0.0
        self.process: subprocess.Popen[bytes] | None = None

    def look_after(self) -> None:
        """Start a backup if one is due, and say so if the last one failed."""
        now = time.monotonic()
        if self.process is not None:
            if self.process.poll() is None:
                return
            if self.process.returncode:
                say(f"The backup failed and is tried again: {self._last_line()}")
                self.retry_at = now + RETRY_SECONDS
            self.process = None
        if self.hours and self._is_due(now):
            self.must_begin = False
            self._start()

    def _is_due(self, now: float) -> bool:
        if now < self.retry_at:
            return False
        age = age_of_newest(self.folder)
        if self.must_begin or age is None:
            return self.must_begin or now >= self.first_at
        return age >= timedelta(hours=self.hours)

    def _start(self) -> None:
        self.tie = die_with_parent()
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                env=os.environ,
                preexec_fn=self._prepare,
            )

    def _prepare(self) -> None:
        os.nice(10)
        self.tie()

    def _last_line(self) -> str:
        lines = self.log.read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else "no reason given"

    def stop(self) -> None:
        """End a backup in hand: it leaves no half file under its name."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait()
