"""Certificates: found by anyone who checks one, and signed by anyone who holds it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names import given_name
from games.features.competitions.models import Certificate
from games.features.competitions.papers import sum_of
from games.features.competitions.services.access import find_section
from games.features.competitions.steps.ending import fields_of, take_name_off
from games.features.competitions.wording import called
from games.refusals import Conflict, NotFound


def find_certificate(certificate_id: str) -> Certificate:
    """Return a certificate; raises ``NotFound``."""
    paper = (
        Certificate.objects.filter(pk=certificate_id)
        .select_related("entry__user", "entry__section", "entry__competition__organiser")
        .first()
    )
    if paper is None:
        raise NotFound(_("This certificate doesn't exist."))
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
                _("You can set the name once. Now you can only delete it."),
                code="certificate_named",
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


def holder_of(paper: Certificate, viewer: int | None) -> str:
    """Return the name that a certificate prints: the one typed, or what pages call its holder.

    Family mode hides the second from everyone but the holder.
    """
    if paper.name or paper.entry is None:
        return paper.name
    user = paper.entry.user
    if user.deleted_at is not None or (user.is_family and user.pk != viewer):
        return ""
    # On paper no one takes the name for an account's.
    return given_name(user.username) or called(paper.entry)
