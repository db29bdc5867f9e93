"""The end of a section: standings, certificates, and what is forgotten afterwards."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from games.features.competitions import happened
from games.features.competitions.bracket import Bracket
from games.features.competitions.field import Field
from games.features.competitions.models import Certificate, Entry, Section
from games.features.competitions.papers import sum_of
from games.models import new_public_id
from games.store.outbox import record_competition_events

KEPT_FOR: Final = timedelta(days=30)
"""Statements of age are deleted so long after a section has ended (law 5.5)."""
LAST_WITH_CERTIFICATE: Final = 3


def finish(field: Field, now: datetime) -> None:
    """Close a locked section whose matches are all over (law 9.1)."""
    section, bracket = field.section, field.bracket
    assert isinstance(bracket, Bracket), "a division of a league is closed by its table"
    dishonoured = [number for number, entry in field.entries.items() if entry.is_dishonoured]
    standings = bracket.standings(without=dishonoured)
    for number, entry in field.entries.items():
        entry.standing = standings.get(number)
    Entry.objects.bulk_update(field.entries.values(), ["standing"])
    award(field, now)
    section.entries.filter(status=Entry.Status.WAITING).update(status=Entry.Status.LEFT_OUT)
    section.status, section.finished_at = Section.Status.FINISHED, now
    everyone = [entry.user_id for entry in field.entries.values()]
    finished = field.event(
        happened.SECTION_FINISHED(now, everyone, {"entrants": section.size or 0})
    )
    record_competition_events(section.competition_id, [finished])


def award(field: Field, now: datetime) -> None:
    """Write the certificates of a section whose standings are set (law 9.3)."""
    certificates = []
    for entry in field.entries.values():
        has_finished = entry.status == Entry.Status.PLAYING and entry.standing is not None
        is_placed = entry.standing is not None and entry.standing <= LAST_WITH_CERTIFICATE
        is_person = not entry.user.is_bot
        if is_person and has_finished and (is_placed or field.competition.certificates_for_all):
            certificates.append(_certificate(entry, field, now))
    # A second finish would find them there.
    Certificate.objects.bulk_create(certificates, ignore_conflicts=True)


def _certificate(entry: Entry, field: Field, now: datetime) -> Certificate:
    assert entry.standing is not None, "who has finished has a standing"
    paper = Certificate(
        id=new_public_id(),
        entry=entry,
        competition=field.competition.name,
        section=field.section.key,
        standing=entry.standing,
        entrants=field.section.size or 0,
        awarded_on=now.date(),
    )
    paper.sha256 = sum_of(fields_of(paper))
    return paper


def fields_of(paper: Certificate) -> dict[str, object]:
    """Return what the sum of a certificate is made over."""
    return {
        "id": paper.pk,
        "competition": paper.competition,
        "section": paper.section,
        "standing": paper.standing,
        "entrants": paper.entrants,
        "name": paper.name,
        "awarded_on": paper.awarded_on.isoformat(),
    }


def take_name_off(paper: Certificate) -> None:
    """Let a certificate have no name that was typed; its sum is that of what it says now."""
    paper.name = ""
    paper.sha256 = sum_of(fields_of(paper))
    paper.save(update_fields=["name", "sha256"])


def forget_statements(section: Section) -> None:
    """Delete what was confirmed and seen about ages; what follows from it stays."""
    section.entries.update(
        born_on_or_after=None,
        guardian_agrees=False,
        stated_at=None,
        stated_by=None,
        age_seen_at=None,
        age_seen_by=None,
    )
