"""Clips are made once and kept as files, found by what they show; the oldest give way."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.utils.translation import gettext as _

from config.http.errors.refusals import Refusal

logger = logging.getLogger(__name__)

MOST_KEPT: Final = 200 * 1024 * 1024
"""Bytes of all clips together."""
KEPT_DAYS: Final = 7
"""So long a clip is kept that no one asks for; names in it may have changed by then."""
_TOUCHED_EACH: Final = 3600.0
_FORM: Final = 1
"""Raised when clips are drawn in another way."""

# Clips keep one thread of the process busy at the most: the others play turns.
_ONE_AT_A_TIME: Final = threading.Lock()


def key_of(*shown: Any) -> str:
    """Return the name of a file by all that can be seen in it."""
    text = json.dumps((_FORM, *shown), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def find(name: str) -> bytes | None:
    """Return the file of this name, or ``None``; that it was asked for keeps it longer."""
    path = _folder() / name
    try:
        content = path.read_bytes()
        if time.time() - path.stat().st_mtime > _TOUCHED_EACH:
            os.utime(path)
    except OSError:
        return None
    return content


def find_or_make(name: str, make: Callable[[], bytes]) -> bytes:
    """Return the file of this name; made and kept if it is not there.

    One is made at a time: anyone who asks meanwhile is refused as ``busy`` and holds no thread.
    """
    if not _ONE_AT_A_TIME.acquire(blocking=False):
        raise Refusal("busy", _("Nothing was changed. Try again."), headers={"Retry-After": "2"})
    try:
        if (content := find(name)) is not None:
            return content
        content = make()
        try:
            _keep(name, content)
            forget_old()
        except OSError:
            # A full disk: it is made again next time.
            logger.exception("clip %s could not be kept", name)
        return content
    finally:
        _ONE_AT_A_TIME.release()


def forget_old(most: int = MOST_KEPT, days: float = KEPT_DAYS) -> int:
    """Delete what no one has asked for lately and what is too much; return how many files."""
    kept, since, gone = 0, time.time() - days * 86_400, 0
    for at, size, path in sorted(_files(), reverse=True):
        kept += size
        if at < since or kept > most:
            # Another process may do the same at this moment.
            Path(path).unlink(missing_ok=True)
            gone += 1
    return gone


def _files() -> list[tuple[float, int, str]]:
    """Return when each file was asked for last, its size and its path."""
    found = []
    try:
        entries = list(os.scandir(_folder()))
    except FileNotFoundError:
        return []
    for entry in entries:
        try:
            status = entry.stat()
        except FileNotFoundError:
            continue
        found.append((status.st_mtime, status.st_size, entry.path))
    return found


def _keep(name: str, content: bytes) -> None:
    """Write a file whole or not at all."""
    folder = _folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
        file.write(content)
    Path(file.name).replace(folder / name)


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "clips"
