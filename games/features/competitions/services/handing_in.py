"""Handing in for a shoot-out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.features.competitions.changes import note_change
from games.features.competitions.field import Field, lock_section
from games.features.competitions.models import Shootout
from games.features.competitions.services.access import find_section
from games.features.competitions.steps.sweep import go_on_now
from games.refusals import Conflict, Forbidden, NotFound


def hand_in(
    user: User,
    competition_id: str,
    key: str,
    match: str,
    shots: Sequence[str],
    stands: Sequence[str],
    *,
    now: datetime,
) -> None:
    """Keep where this person shoots and where the king stands; may be changed until it counts.

    Resolved immediately when both have handed in all. Raises ``NotFound``, ``Forbidden`` and
    ``Conflict``.
    """
    found = find_section(competition_id, key)
    with transaction.atomic():
        section = lock_section(found.pk)
        if not section.is_drawn:
            raise NotFound(_("This match doesn't exist."))
        field = Field.of(section)
        slot = next((slot for slot in field.bracket if slot.name == match), None)
        if slot is None:
            raise NotFound(_("This match doesn't exist."))
        mine = next((n for n in slot.players if field.entries[n].user_id == user.pk), None)
        if mine is None:
            raise Forbidden(_("You don't play in this match."))
        row = Shootout.objects.filter(match=field.rows[slot.key]).first()
        is_open = row is not None and row.resolved_at is None and row.due_at > now
        if row is None or slot.is_over or not is_open:
            raise Conflict(
                _("This match has no shoot-out that waits for you."), code="shootout_closed"
            )
        side = "white" if mine == row.white else "black"
        setattr(row, f"{side}_shots", "".join(shots))
        setattr(row, f"{side}_stands", "".join(stands))
        row.save(update_fields=[f"{side}_shots", f"{side}_stands"])
        section.due_at = now
        section.save(update_fields=["due_at"])
        note_change(section)
    go_on_now(section.pk, now)
