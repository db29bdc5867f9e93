"""The finalists: each confirms the hour or declines, and says to be there (laws 12.2, 12.4)."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.features.competitions.changes import note_change
from games.features.competitions.field import Field, lock_section
from games.features.competitions.models import Entry, Section
from games.features.competitions.services.access import find_section
from games.features.competitions.steps.sweep import go_on_now
from games.features.finals.fixing import final_of, hour_of
from games.features.finals.models import Answer
from games.features.finals.models import Final as Hour
from games.refusals import Conflict, Forbidden


def answer(user: User, competition_id: str, key: str, *, is_confirmed: bool, now: datetime) -> Hour:
    """Return the hour with what this finalist says to it; again changes nothing.

    Raises ``NotFound``, ``Forbidden`` and ``Conflict``.
    """
    found = find_section(competition_id, key)
    with transaction.atomic():
        section = lock_section(found.pk)
        hour, entry = _waiting(section, user)
        if hour.at <= now:
            raise Conflict(_("The final's kick-off time has come."), code="final_begun")
        Answer.objects.update_or_create(
            final=hour, entry=entry, defaults={"is_confirmed": is_confirmed, "said_at": now}
        )
        _note(section, now)
    go_on_now(section.pk, now)
    return _read(section)


def come(user: User, competition_id: str, key: str, *, now: datetime) -> Hour:
    """Return the hour with this finalist there; again changes nothing but what has become due.

    Raises ``NotFound``, ``Forbidden`` and ``Conflict``.
    """
    found = find_section(competition_id, key)
    with transaction.atomic():
        section = lock_section(found.pk)
        known = hour_of(section)
        if known is None or known.state != Hour.State.LIVE:
            hour, entry = _waiting(section, user)
            if not hour.opens_at <= now < hour.closes_at:
                raise Conflict(
                    _("Come from ten minutes before kick-off until ten minutes after it."),
                    code="final_not_open",
                )
            answers = Answer.objects.filter(final=hour, entry=entry, is_confirmed=True)
            if not answers.exists():
                raise Conflict(_("You haven't confirmed the time."), code="final_not_open")
            if answers.filter(here_at=None).update(here_at=now):
                _note(section, now)
    go_on_now(section.pk, now)
    return _read(section)


def _waiting(section: Section, user: User) -> tuple[Hour, Entry]:
    """Return the hour that is waited for, and the entry of this finalist."""
    hour = hour_of(section)
    if hour is None:
        raise Conflict(_("This final has no fixed time."), code="no_final_hour")
    field = Field.of(section)
    slot = final_of(field)
    entries = [field.entries[number] for number in slot.players] if slot is not None else []
    entry = next((one for one in entries if one.user_id == user.pk), None)
    if entry is None:
        raise Forbidden(_("Only the finalists may do that."), code="not_a_finalist")
    if hour.state != Hour.State.WAITING or slot is None or slot.is_over:
        raise Conflict(_("The final has begun."), code="final_begun")
    return hour, entry


def _note(section: Section, now: datetime) -> None:
    section.due_at = now
    section.save(update_fields=["due_at"])
    note_change(section)


def _read(section: Section) -> Hour:
    hour = hour_of(section)
    assert hour is not None, "it was there a moment ago"
    return hour
