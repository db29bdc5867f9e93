"""A dispute about ages: while one is open, what was confirmed is kept (law 5.5)."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.features.competitions.field import lock_section
from games.features.competitions.models import Section
from games.features.competitions.services.access import check_organises, find_section
from games.features.competitions.steps.sweep import go_on_now
from games.refusals import Conflict


def open_dispute(user: User, competition_id: str, key: str, *, now: datetime) -> Section:
    """Keep what a section knows of ages until the dispute is closed; again, nothing changes.

    Raises ``NotFound``, ``Forbidden`` and ``Conflict``.
    """
    return _set(user, competition_id, key, now, is_open=True)


def close_dispute(user: User, competition_id: str, key: str, *, now: datetime) -> Section:
    """Let it be deleted when its time has come: immediately if that is over."""
    section = _set(user, competition_id, key, now, is_open=False)
    go_on_now(section.pk, now)
    return section


def _set(user: User, competition_id: str, key: str, now: datetime, *, is_open: bool) -> Section:
    found = find_section(competition_id, key)
    check_organises(user, found.competition)
    if found.under is None:
        raise Conflict(_("This competition doesn't ask for an age."), code="no_proof_asked")
    with transaction.atomic():
        section = lock_section(found.pk)
        if (section.disputed_at is not None) != is_open:
            section.disputed_at = now if is_open else None
            section.due_at = now
            section.save(update_fields=["disputed_at", "due_at"])
    return section
