"""Entering a section and leaving it again before the draw (chapter 5)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.guests import not_for_guests
from accounts.models import User
from config.http.times import utc
from games.features.competitions import happened
from games.features.competitions.changes import note_change
from games.features.competitions.field import event_of, lock_section
from games.features.competitions.league.divisions import USUAL
from games.features.competitions.models import Competition, Entry, Match, Section
from games.features.competitions.services.access import check_organises, find_section
from games.features.competitions.steps.sweep import go_on_now
from games.models import InboxEntry
from games.refusals import Conflict, Forbidden, Invalid, NotFound
from games.store.locking import hold_people, hold_person
from games.store.outbox import EventType, record_competition_events

MOST_RUNNING: Final = 10
"""Matches that someone may have in competitions at the same time."""
WARN_FROM: Final = 7
IN_LEAGUE: Final = USUAL - 1
"""Matches that a season of a league will bring, before it is divided."""

MOST_EVENTS: Final = 5
"""Entries of one person in one competition that are reported, among their newest events."""
_LOOKED_AT: Final = 100

WITH_GUARDIAN: Final = 15
"""Under this age a parent or guardian has to agree, and no one is named (laws 5.3, 5.5)."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Confirmations that an entry takes."""

    born_on_or_after: date | None = None
    guardian_agrees: bool = False
    be_named: bool = False
    or_older: bool = False
    """Would play in the next older section if this one is not held."""


def enter(
    user: User, competition_id: str, key: str, statement: Statement, *, now: datetime
) -> Entry:
    """Return this person's entry; entering again returns the first one.

    Who was asked for the next season of a league confirms it by entering.

    Raises ``NotFound``, ``Forbidden``, ``Conflict`` and ``Invalid``.
    """
    found = find_section(competition_id, key)
    _check_may_enter(user, found.competition)
    if found.status == Section.Status.ANNOUNCED and found.competition.opens_at <= now:
        # Entries open on time, whether the worker has come by or not.
        go_on_now(found.pk, now)
    with transaction.atomic():
        section = lock_section(found.pk)
        # Their row is the lock under which their entries are looked at and their matches counted:
        # someone may enter two sections, or two competitions, at the same instant.
        hold_person(user.pk)
        entry = Entry.objects.filter(competition=section.competition, user=user).first()
        if entry is not None and entry.status != Entry.Status.ASKED:
            if entry.section_id == section.pk:
                return entry
            raise Conflict(
                _("You have entered another section of this competition."), code="one_section"
            )
        _check_is_open(section, now)
        _check_statement(section, statement)
        if user.pk not in hold_people([user.pk]):
            raise NotFound(_("This account doesn't exist."))
        check_has_room(user, section)
        if entry is not None:
            return confirm(entry, section, now)
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
        note_entry(entry, section, now)
        note_change(section)
        return entry


def check_is_shown(user: User) -> None:
    """Raise ``Forbidden`` for someone in family mode: tables show who plays, to people they don't
    know.
    """
    if user.is_family:
        raise Forbidden(
            _("Competitions show your name to others. End family mode first."),
            code="friends_only",
        )


def check_family(user: User) -> None:
    """Raise ``Conflict`` where a competition in which someone plays keeps them from family mode."""
    organised = Competition.objects.filter(organiser=user).exclude(
        sections__status__in=Section.OVER
    )
    if running_matches(user) or organised.exists():
        raise Conflict(
            _("You're in a competition. Leave it or finish it before you turn on family mode."),
            code="in_a_competition",
        )


def check_has_room(user: User, section: Section) -> None:
    """Raise ``Conflict`` where one more competition would bring too many matches."""
    coming = IN_LEAGUE if section.competition.is_league else 1
    if running_matches(user, section.competition) + coming > MOST_RUNNING:
        raise Conflict(
            _("You can have {n} competition matches at a time. Finish one first.").format(
                n=MOST_RUNNING
            ),
            code="too_many_competitions",
        )


def confirm(entry: Entry, section: Section, now: datetime) -> Entry:
    """Let someone who was asked play too; their place in the order stays."""
    entry.status, entry.entered_at = Entry.Status.ENTERED, now
    entry.save(update_fields=["status", "entered_at"])
    note_entry(entry, section, now)
    note_change(section)
    return entry


def note_entry(entry: Entry, section: Section, now: datetime) -> None:
    """Record the entry for its player, but not again and again if they keep taking it back."""
    newest = InboxEntry.objects.filter(user=entry.user_id).order_by("-number")
    about = newest[:_LOOKED_AT].values_list("event__type", "event__competition")
    if list(about).count((EventType.COMPETITION_ENTERED, section.competition_id)) >= MOST_EVENTS:
        return
    is_late = is_waiting(entry, section)
    event = event_of(
        section, happened.COMPETITION_ENTERED(now, [entry.user_id], {"waiting": is_late})
    )
    record_competition_events(section.competition_id, [event])


def running_matches(user: User, but: Competition | None = None) -> int:
    """Return how many matches this person has in competitions, or may have at any time.

    A cup has one at a time. ``but`` is a season that does not count, with the one before it,
    which is over when it begins.
    """
    left_out = {but.pk, but.previous_id} if but is not None else set()
    entries = (
        Entry.objects.filter(user=user, status__in=(Entry.Status.ENTERED, Entry.Status.PLAYING))
        .exclude(section__status__in=Section.OVER)
        .exclude(competition__in=[pk for pk in left_out if pk])
    )
    together = 0
    for entry in entries.select_related("competition"):
        if not entry.competition.is_league:
            together += 1
        elif entry.number is None:
            together += IN_LEAGUE
        else:
            own = Q(upper=entry.number) | Q(lower=entry.number)
            together += Match.objects.filter(own, section=entry.section_id, by="").count()
    return together


def is_waiting(entry: Entry, section: Section) -> bool:
    """Return whether an entry is on the waiting list."""
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
            raise Conflict(
                _("This competition doesn't ask for a proof of age."), code="no_proof_asked"
            )
        if entry.age_seen_at is None:
            entry.age_seen_at, entry.age_seen_by = now, user
            entry.save(update_fields=["age_seen_at", "age_seen_by"])
        return entry


def find_entry(section: Section, place: int) -> Entry:
    """Return the entry with this number in the list of entries; raises ``NotFound``."""
    entry = section.entries.select_related("user").filter(place=place).first()
    if entry is None:
        raise NotFound(_("This entry doesn't exist."))
    return entry


def _check_may_enter(user: User, competition: Competition) -> None:
    """Law 5.6."""
    if competition.is_among_friends:
        raise Forbidden(_("You can join this competition only by its link."), code="join_by_link")
    if user.is_guest:
        raise not_for_guests()
    if user.is_bot:
        raise Forbidden(_("Bots can't enter competitions."), code="no_bots")
    check_is_shown(user)
    if user.pk == competition.organiser_id:
        raise Forbidden(_("You can't play in a competition you organise."), code="own_competition")


def _check_is_open(section: Section, now: datetime) -> None:
    if section.status == Section.Status.ANNOUNCED:
        raise Conflict(
            _("Entries aren't open yet."),
            code="entries_not_open",
            opens_at=utc(section.competition.opens_at),
        )
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
        raise Invalid(
            _("No names are shown in this section."), field="be_named", code="not_allowed"
        )
