"""Entering a section and leaving it again before the draw (chapter 5)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.guests import not_for_guests
from accounts.models import User
from games.competitions.field import event_of, lock_section
from games.competitions.models import Competition, Entry, Section
from games.competitions.services.access import check_organises, find_section
from games.events import EventType, record_competition_events
from games.refusals import Conflict, Forbidden, Invalid, NotFound
from games.store.locking import hold_people

MOST_RUNNING: Final = 10
"""Sections that somebody may be in at the same time: each asks for a match now and then."""
WARN_FROM: Final = 7

WITH_GUARDIAN: Final = 15
"""Under this age a parent or guardian has to agree, and nobody is named (laws 5.3, 5.5)."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What somebody confirms by entering."""

    born_on_or_after: date | None = None
    guardian_agrees: bool = False
    be_named: bool = False
    or_older: bool = False
    """Would play in the next older section if this one is not held."""


def enter(
    user: User, competition_id: str, key: str, statement: Statement, *, now: datetime
) -> Entry:
    """Return this person's entry; entering again returns the first one.

    Raises ``NotFound``, ``Forbidden``, ``Conflict`` and ``Invalid``.
    """
    found = find_section(competition_id, key)
    _check_may_enter(user, found.competition)
    with transaction.atomic():
        section = lock_section(found.pk)
        entry = Entry.objects.filter(competition=section.competition, user=user).first()
        if entry is not None:
            if entry.section_id == section.pk:
                return entry
            raise Conflict(
                _("You have entered another section of this competition."), code="one_section"
            )
        _check_is_open(section, now)
        _check_statement(section, statement)
        if user.pk not in hold_people([user.pk]):
            raise NotFound(_("There is no such account."))
        if running_entries(user) >= MOST_RUNNING:
            raise Conflict(
                _("You are in {n} competitions already: as many as anybody may be in.").format(
                    n=MOST_RUNNING
                ),
                code="too_many_competitions",
            )
        newest = section.entries.order_by("-place").values_list("place", flat=True).first()
        is_stated = section.under is not None
        entry = Entry.objects.create(
            competition=section.competition,
            section=section,
            user=user,
            place=(newest or 0) + 1,
            entered_at=now,
            may_move_up=statement.or_older,
            is_named=statement.be_named,
            born_on_or_after=statement.born_on_or_after if is_stated else None,
            guardian_agrees=statement.guardian_agrees if is_stated else False,
            stated_at=now if is_stated else None,
            stated_by=user if is_stated else None,
        )
        told = event_of(
            section,
            EventType.COMPETITION_ENTERED,
            [user.pk],
            now,
            waiting=is_waiting(entry, section),
        )
        record_competition_events(section.competition_id, [told])
        return entry


def running_entries(user: User) -> int:
    """Return in how many sections this person may still have something to play."""
    return (
        Entry.objects.filter(user=user, status__in=(Entry.Status.ENTERED, Entry.Status.PLAYING))
        .exclude(section__status__in=Section.OVER)
        .count()
    )


def is_waiting(entry: Entry, section: Section) -> bool:
    """Return whether an entry stands on the waiting list."""
    if entry.status == Entry.Status.ENTERED:
        earlier = section.entries.filter(status=Entry.Status.ENTERED, place__lt=entry.place)
        return earlier.count() >= section.limit
    return entry.status == Entry.Status.WAITING


def note_age_seen(user: User, competition_id: str, key: str, place: int, *, now: datetime) -> Entry:
    """Note that the organiser has seen a proof of age (law 5.4); noting it again changes nothing.

    Raises ``NotFound``, ``Forbidden`` and ``Conflict``.
    """
    found = find_section(competition_id, key)
    check_organises(user, found.competition)
    with transaction.atomic():
        section = lock_section(found.pk)
        entry = find_entry(section, place)
        if section.under is None or section.competition.age_check != Competition.AgeCheck.SHOWN:
            raise Conflict(_("No proof of age is asked for here."), code="no_proof_asked")
        if entry.age_seen_at is None:
            entry.age_seen_at, entry.age_seen_by = now, user
            entry.save(update_fields=["age_seen_at", "age_seen_by"])
        return entry


def find_entry(section: Section, place: int) -> Entry:
    """Return the entry with this number in the list of entries; raises ``NotFound``."""
    entry = section.entries.select_related("user").filter(place=place).first()
    if entry is None:
        raise NotFound(_("This section has no such entry."))
    return entry


def _check_may_enter(user: User, competition: Competition) -> None:
    """Law 5.6."""
    if user.is_guest:
        raise not_for_guests()
    if user.is_bot:
        raise Forbidden(_("Bots play in no competition."), code="no_bots")
    if user.pk == competition.organiser_id:
        raise Forbidden(
            _("Who organises a competition does not play in it."), code="own_competition"
        )


def _check_is_open(section: Section, now: datetime) -> None:
    if section.status == Section.Status.ANNOUNCED:
        raise Conflict(_("Entries have not opened yet."), code="entries_closed")
    if section.status != Section.Status.ENTRIES or section.competition.closes_at <= now:
        raise Conflict(_("Entries are closed."), code="entries_closed")


def _check_statement(section: Section, statement: Statement) -> None:
    """Laws 5.3 and 5.5."""
    if section.cut_off is not None and statement.born_on_or_after != section.cut_off:
        raise Invalid(
            _("Confirm that you were born on {date} or later.").format(
                date=section.cut_off.isoformat()
            ),
            field="born_on_or_after",
            code="not_allowed",
        )
    if section.under is None or section.under > WITH_GUARDIAN:
        return
    if not statement.guardian_agrees:
        raise Invalid(
            _("A parent or guardian has to know and agree."),
            field="guardian_agrees",
            code="not_allowed",
        )
    if statement.be_named:
        raise Invalid(_("In this section nobody is named."), field="be_named", code="not_allowed")
