"""A trial restore: does the newest backup open?

The very command that restores is run on a folder of its own, with an embedded server of its own:
nothing of the running service is touched, and what is tried is the file alone.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from django.conf import settings

from config.local.bootstrap import BASE

_SECONDS: Final = 6 * 3600


class TrialFailed(Exception):
    """Raised when a backup does not open; its text says why."""


def open_backup(path: Path) -> str:
    """Restore a backup into an empty database, which is thrown away; return what was said."""
    folder = settings.DATA_DIR / "trial"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    without = {"DATABASE_URL", "REDIS_URL", "ARCHIVE", "PYTEST_VERSION"}
    environment = {name: value for name, value in os.environ.items() if name not in without}
    environment |= {
        "DATA_DIR": str(folder),
        "SECRET_KEY": settings.SECRET_KEY,
        "SECRET_KEY_FALLBACKS": ",".join(settings.SECRET_KEY_FALLBACKS),
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    began = time.monotonic()
    try:
        done = subprocess.run(
            [sys.executable, str(BASE / "manage.py"), "restore", str(path.resolve())],
            env=environment,
            cwd=BASE,
            capture_output=True,
            text=True,
            check=False,
            timeout=_SECONDS,
        )
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    # A key that opens nothing is said on standard error, and is a failure here.
    if done.returncode or "SECRET_KEY" in done.stderr:
        lines = done.stderr.strip().splitlines()
        raise TrialFailed(lines[-1] if lines else "no reason given")
    return f"{path.name} opens ({time.monotonic() - began:.0f} s)"
