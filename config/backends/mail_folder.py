"""Email kept as files, one for each message: the default where no mail server is named.

A file is complete or it is not there: it is written under another name, brought to the disk, and
then renamed. A full disk raises, and anyone who sends tries again later.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import time
from collections.abc import Iterable, Iterator, Sequence
from email import policy
from email.message import EmailMessage as ParsedMail
from email.parser import BytesParser
from email.utils import getaddresses
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import EmailMessage
from django.utils.crypto import salted_hmac

_NAME = re.compile(r"\d{13}-[0-9a-f]{8}\.eml")


MOST_KEPT: Final = 10_000


class KeptMail(NamedTuple):
    """One email of the folder; ``name`` finds it again."""

    name: str
    mail: ParsedMail


class FolderBackend(BaseEmailBackend):
    """Writes each message into ``EMAIL_FILE_PATH``."""

    def __init__(self, fail_silently: bool = False, **options: Any) -> None:
        super().__init__(fail_silently=fail_silently)

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Return how many were written; raises ``OSError`` where the disk does not take one."""
        for message in email_messages:
            _write(message.message().as_bytes(linesep="\r\n"))  # type: ignore[call-arg]
        return len(email_messages)


def list_mails(limit: int = 100) -> Iterator[KeptMail]:
    """Yield the emails of the folder, the newest first."""
    folder = _folder()
    names = sorted((p.name for p in folder.glob("*.eml")), reverse=True) if folder.is_dir() else []
    for name in names[:limit]:
        if mail := read_mail(name):
            yield KeptMail(name, mail)


def read_mail(name: str) -> ParsedMail | None:
    """Return an email of the folder by its name, or None if there is none."""
    if not _NAME.fullmatch(name):
        return None
    try:
        content = (_folder() / name).read_bytes()
    except OSError:
        return None
    return BytesParser(_class=ParsedMail, policy=policy.default).parsebytes(content)


def forget_before(moment: float, most: int = MOST_KEPT) -> int:
    """Delete the emails that were written before a moment of ``time.time()``; return how many.

    Of those after it only so many of the newest stay, lest someone fill the disk.
    """
    oldest_kept = f"{int(moment * 1000):013d}"
    names = sorted(_names(), reverse=True)
    fresh = [name for name in names[:most] if name[:13] >= oldest_kept]
    return _delete(names[len(fresh) :])


def mark_of(address: str) -> str:
    """Return what names a reader to a worker: the broker's file outlives what was handed over."""
    return salted_hmac("config.mail_folder", address.lower()).hexdigest()


def forget_recipient(mark: str) -> int:
    """Delete the emails to the address with this mark; return how many."""
    return _delete(
        name
        for name in _names()
        if (mail := read_mail(name)) and mark in map(mark_of, _addresses(str(mail["To"])))
    )


def _addresses(header: str) -> set[str]:
    return {found.lower() for _, found in getaddresses([header])}


def _names() -> list[str]:
    return [path.name for path in _folder().glob("*.eml") if _NAME.fullmatch(path.name)]


def _delete(names: Iterable[str]) -> int:
    count = 0
    for name in names:
        (_folder() / name).unlink(missing_ok=True)
        count += 1
    return count


def _folder() -> Path:
    return Path(getattr(settings, "EMAIL_FILE_PATH", None) or settings.DATA_DIR / "mail")


def _write(content: bytes) -> None:
    folder = _folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    # The time first, so that the order of names is the order of sending.
    name = f"{time.time_ns() // 1_000_000:013d}-{secrets.token_hex(4)}.eml"
    draft = folder / f".{name}"
    try:
        # Links that reset passwords are in them: for the owner only, from the first byte.
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.rename(folder / name)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
