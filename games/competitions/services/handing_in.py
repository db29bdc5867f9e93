"""Handing in for a shoot-out, and signing for a certificate."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.competitions.field import Field, lock_section
from games.competitions.models import Certificate, Shootout
from games.competitions.papers import sum_of
from games.competitions.services.access import find_section
from games.competitions.steps.ending import fields_of, take_name_off
from games.competitions.steps.sweep import go_on_now
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

    Resolved at once when both have handed in all. Raises ``NotFound``, ``Forbidden`` and
    ``Conflict``.
    """
    found = find_section(competition_id, key)
    with transaction.atomic():
        section = lock_section(found.pk)
        if not section.is_drawn:
            raise NotFound(_("There is no such match."))
        field = Field.of(section)
        slot = next((slot for slot in field.bracket if slot.name == match), None)
        if slot is None:
            raise NotFound(_("There is no such match."))
        mine = next((n for n in slot.players if field.entries[n].user_id == user.pk), None)
        if mine is None:
            raise Forbidden(_("You do not play in this match."))
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
    go_on_now(section.pk, now)


def find_certificate(certificate_id: str) -> Certificate:
    """Return a certificate; raises ``NotFound``."""
    paper = Certificate.objects.filter(pk=certificate_id).select_related("entry__user").first()
    if paper is None:
        raise NotFound(_("There is no such certificate."))
    return paper


def certificate_of(user: User, competition_id: str, key: str) -> Certificate:
    """Return this person's certificate; raises ``NotFound`` where there is none."""
    section = find_section(competition_id, key)
    paper = Certificate.objects.filter(entry__section=section, entry__user=user).first()
    if paper is None:
        raise NotFound(_("There is no certificate for you here."))
    return paper


def print_name(
    user: User, competition_id: str, key: str, name: str, *, now: datetime
) -> Certificate:
    """Print a name on this person's certificate, once; the same name again changes nothing.

    Raises ``NotFound`` and ``Conflict``.
    """
    with transaction.atomic():
        found = certificate_of(user, competition_id, key)
        paper = Certificate.objects.select_for_update(no_key=True).get(pk=found.pk)
        if paper.named_at is not None and paper.name != name:
            raise Conflict(
                _("A name is printed once; it can only be deleted."), code="certificate_named"
            )
        if paper.named_at is None:
            paper.name, paper.named_at = name, now
            paper.sha256 = sum_of(fields_of(paper))
            paper.save(update_fields=["name", "named_at", "sha256"])
        return paper


def delete_name(user: User, competition_id: str, key: str) -> Certificate:
    """Take the name off this person's certificate, for good; raises ``NotFound``."""
    with transaction.atomic():
        found = certificate_of(user, competition_id, key)
        paper = Certificate.objects.select_for_update(no_key=True).get(pk=found.pk)
        take_name_off(paper)
        return paper
