"""The backups in a folder: how old the newest is, and what became of it."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

BY_TIME: Final = "[0-9].dump"
"""How the names of backups end that were written by the clock or by hand."""
COPIED, OPENED = "copied", "opened"
_STATE: Final = "state.json"


def age_of_newest(folder: Path) -> timedelta | None:
    """Return the age of the newest backup; None where there is none."""
    written = [path.stat().st_mtime for path in folder.glob(f"*{BY_TIME}")]
    return timedelta(seconds=max(0.0, time.time() - max(written))) if written else None


def note(folder: Path, what: str, error: str = "") -> None:
    """Write down beside the backups that this was done now, or why it was not."""
    state = read_state(folder)
    before = state.get(what, {}).get("at")
    now = datetime.now(UTC).isoformat(timespec="seconds")
    state[what] = {"at": before if error else now, "error": error[-300:], "tried_at": now}
    partial = folder / f"{_STATE}.partial"
    partial.write_text(json.dumps(state))
    partial.replace(folder / _STATE)


def read_state(folder: Path) -> dict[str, Any]:
    """Return what ``note`` wrote, by what was done."""
    with suppress(OSError, ValueError):
        state = json.loads((folder / _STATE).read_text())
        return state if isinstance(state, dict) else {}
    return {}


def age_of(folder: Path, what: str) -> timedelta | None:
    """Return how long ago this was last done; None where it never was."""
    at = read_state(folder).get(what, {}).get("at")
    return datetime.now(UTC) - datetime.fromisoformat(at) if at else None
