"""A copy of all that is kept of a person: asked for, made by a worker, taken away.

A worker claims an export by moving its ``due_at``, commits, writes the zip file, and stores it in
pieces. If it dies in between, the row falls due again and all is written again.
"""

from __future__ import annotations

import json
import logging
import math
import tempfile
import time
import zipfile
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import IO, Any, Final

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import F
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import kept, mail
from accounts.limits import refusal
from accounts.models import DataExport, DataExportPiece, User
from accounts.selectors import mail_address
from config.backends.task_signal import TaskTrigger
from config.http.limits import Bucket, consume, policy
from config.languages.spoken import spoken_to

log = logging.getLogger(__name__)
trigger = TaskTrigger("accounts.tasks.make_data_exports")
LEASE: Final = timedelta(minutes=5)
MOST_ATTEMPTS: Final = 5
SECONDS: Final = 90.0
"""So long one copy may take. A second worker would begin beside this one after the broker's
``visibility_timeout``."""
_PIECE: Final = 512 * 1024


def ask_for_copy(user: User, now: datetime) -> DataExport:
    """Return the export that a worker will make; one that waits already is enough.

    Raises a 429 refusal when too many were asked for.
    """
    waiting = DataExport.objects.filter(
        user=user, made_at__isnull=True, attempts__lt=MOST_ATTEMPTS
    ).first()
    if waiting is not None:
        return waiting
    verdict = consume([Bucket(policy("export"), f"user:{user.pk}")])
    if not verdict.allowed:
        raise refusal(verdict)
    with transaction.atomic():
        DataExportPiece.objects.filter(export__user=user).delete()
        export, _rest = DataExport.objects.update_or_create(
            user=user,
            defaults={
                "requested_at": now,
                "due_at": now,
                "attempts": 0,
                "made_at": None,
                "size": 0,
            },
        )
        trigger.trigger_on_commit()
    return export


def find_copy(user: User, now: datetime) -> DataExport | None:
    """Return the newest export of this person, or None if there is none any more."""
    newest = DataExport.objects.filter(user=user, requested_at__gt=now - DataExport.KEPT_FOR)
    return newest.first()


def read_copy(export: DataExport) -> Iterator[bytes]:
    """Yield the zip file in pieces."""
    rows = DataExportPiece.objects.filter(export=export).order_by("number")
    for content in rows.values_list("content", flat=True).iterator(chunk_size=4):
        yield bytes(content)


def make_due(now: datetime, seconds: float = SECONDS) -> int:
    """Return how many exports were made; none takes longer, none begins after a tenth of it."""
    made = 0
    began_at = time.monotonic()
    while export := _claim(now):
        try:
            _make(export, now, until=time.monotonic() + seconds)
            made += 1
        except Exception:
            # What is wrong with one person's data keeps no one else's back.
            log.exception("The data of account %s could not be collected", export.user_id)
        if time.monotonic() > began_at + seconds / 10:
            break
    return made


def forget_old(now: datetime) -> int:
    """Delete the copies that no one fetches any more; return how many."""
    old = DataExport.objects.filter(requested_at__lte=now - DataExport.KEPT_FOR)
    return old.delete()[1].get(DataExport._meta.label, 0)


def _claim(now: datetime) -> DataExport | None:
    with transaction.atomic():
        due = DataExport.objects.filter(
            made_at__isnull=True, due_at__lte=now, attempts__lt=MOST_ATTEMPTS
        )
        export = due.order_by("due_at").select_for_update(skip_locked=True, of=("self",)).first()
        if export is not None:
            DataExport.objects.filter(pk=export.pk).update(
                due_at=now + LEASE, attempts=F("attempts") + 1
            )
    return export


def _make(export: DataExport, now: datetime, until: float) -> None:
    user = export.user
    with tempfile.TemporaryFile() as file:
        write_copy(user, file, now, until)
        size = file.tell()
        file.seek(0)
        with transaction.atomic():
            # Asked for again or deleted meanwhile: this one is no one's.
            same = DataExport.objects.filter(pk=export.pk, requested_at=export.requested_at)
            if not same.select_for_update().exists():
                return
            DataExportPiece.objects.filter(export=export).delete()
            for number, piece in enumerate(iter(lambda: file.read(_PIECE), b"")):
                DataExportPiece.objects.create(export=export, number=number, content=piece)
            same.update(made_at=now, size=size)
            if address := mail_address(user):
                with spoken_to(user):
                    text = str(_TEXT).format(site=settings.SITE_URL)
                    mail.write(str(_SUBJECT), text, address)


def write_copy(user: User, file: IO[bytes], now: datetime, until: float = math.inf) -> None:
    """Write the zip file: JSON and a README that says what each file holds.

    Raises ``TimeoutError`` where ``time.monotonic()`` passes ``until`` on the way.
    """
    parts = {label: row for label, row in kept.table().items() if row.file}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as copy:
        with spoken_to(user):
            readme = _readme(user, list(parts.values()), now)
        copy.writestr("README.txt", readme)
        for label, part in parts.items():
            with copy.open(part.file, "w", force_zip64=True) as out:
                _write_list(out, kept.exported(label, user), until)


def _write_list(out: IO[bytes], rows: Any, until: float) -> None:
    between = b"["
    for row in rows:
        if time.monotonic() > until:
            raise TimeoutError
        text = json.dumps(row, ensure_ascii=False, cls=DjangoJSONEncoder)
        out.write(between + b"\n" + text.encode())
        between = b","
    out.write(b"[]\n" if between == b"[" else b"\n]\n")


def _readme(user: User, parts: list[kept.Kept], now: datetime) -> str:
    lines = [
        _("Everything {site_name} keeps about {username}, on {now} UTC.").format(
            site_name=settings.SITE_NAME,
            username=user.username,
            now=date_format(now, "DATETIME_FORMAT"),
        ),
        _("From {site_url}. Every file is a list in JSON (RFC 8259), in UTF-8.").format(
            site_url=settings.SITE_URL
        ),
        "",
        *(f"{part.file}\n    {_(part.words)}" for part in parts),
        "",
        _(
            "Left out: keys and secrets, most of which we keep only as digests; server logs, "
            "which\nname no account and are deleted; backups, which are replaced."
        ),
    ]
    return "\n".join(lines) + "\n"


_SUBJECT: Final = gettext_lazy("The copy of your data is ready")
_TEXT: Final = gettext_lazy(
    "The copy of your data is ready. You can download it for three "
    "days:\n{site}/settings/data/\n\nIf you didn't ask for it, someone has your password or one "
    "of your tokens. Set a new password now, which ends them all.\n"
)
