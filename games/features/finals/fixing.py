"""Fixing the hour of a final, moving it, and taking it back (law 12.1)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from config.http.times import utc
from games.features.competitions.bracket import Bracket
from games.features.competitions.bracket import Match as Slot
from games.features.competitions.changes import note_change
from games.features.competitions.field import Field, lock_section
from games.features.competitions.models import MatchGame, Section
from games.features.competitions.services.access import check_organises, find_section
from games.features.competitions.steps.sweep import go_on_now
from games.features.finals import happened
from games.features.finals.models import Final as Hour
from games.models import Outage
from games.refusals import Conflict, Invalid
from games.rules import registry
from games.rules.contract import Timed, check_live
from games.rules.errors import IllegalOptions
from games.store.outbox import record_competition_events

LEAD: Final = timedelta(hours=48)
"""The hour is announced so long before."""
GOALS: Final = "goals"
BEFORE_LAST_DAY: Final = timedelta(hours=3)
"""The last day of the final is over so much later at least."""


def hour_of(section: Section) -> Hour | None:
    """Return the hour of the final of a section; ``None`` where none is fixed."""
    return Hour.objects.filter(section=section).first()


def final_of(field: Field) -> Slot | None:
    """Return the match that is the final of a cup; ``None`` in a league."""
    if not isinstance(field.bracket, Bracket):
        return None
    return field.bracket.matches.get((field.bracket.rounds, 1))


def is_near(section: Section) -> bool:
    """Return whether the final is what comes next: it begins as soon as both finalists are known,
    so its hour is fixed while the semi-finals are played."""
    field = Field.of(section)
    slot = final_of(field)
    if slot is None or slot.is_over or _has_game(field, slot):
        return False
    return all(one.is_over for one in field.bracket if one.round < slot.round - 1)


def fix(
    user: User,
    competition_id: str,
    key: str,
    at: datetime,
    live: Mapping[str, Any] | None = None,
    *,
    now: datetime,
) -> Hour:
    """Return the hour of a final, fixed or moved to there; the same hour again changes nothing.

    Raises ``NotFound``, ``Forbidden``, ``Conflict`` and ``Invalid``.
    """
    found = find_section(competition_id, key)
    check_organises(user, found.competition)
    at = at.replace(microsecond=0)
    with transaction.atomic():
        section = lock_section(found.pk)
        _check_can_be_fixed(section, now)
        terms = _clock(section, live)
        known = hour_of(section)
        if known is not None and (known.fixed_for, known.live) == (at, terms):
            return known
        _check_hour(section, at, now)
        newest = Outage.objects.order_by("-pk").values_list("pk", flat=True).first()
        hour, _is_new = Hour.objects.update_or_create(
            section=section,
            defaults={
                "at": at,
                "fixed_for": at,
                "live": terms,
                "state": Hour.State.WAITING,
                "asked_at": None,
                "near_at": None,
                "outage_given_back": newest or 0,
            },
        )
        hour.answers.all().delete()
        _announce(section, at, now)
    go_on_now(section.pk, now)
    return hour


def take_back(user: User, competition_id: str, key: str, *, now: datetime) -> None:
    """Let the final be played by correspondence; again changes nothing.

    Raises ``NotFound``, ``Forbidden`` and ``Conflict``.
    """
    found = find_section(competition_id, key)
    check_organises(user, found.competition)
    with transaction.atomic():
        section = lock_section(found.pk)
        if hour_of(section) is None:
            return
        _check_can_be_fixed(section, now)
        Hour.objects.filter(section=section).delete()
        _announce(section, None, now)
    go_on_now(section.pk, now)


def _announce(section: Section, at: datetime | None, now: datetime) -> None:
    section.due_at = now
    section.save(update_fields=["due_at"])
    note_change(section)
    people = section.entries.filter(number__isnull=False).values_list("user", flat=True)
    event = happened.FINAL_FIXED(now, sorted(people), {"at": utc(at) if at else None})
    record_competition_events(section.competition_id, [Field.of(section).event(event)])


def _check_can_be_fixed(section: Section, now: datetime) -> None:
    """Raise ``Conflict`` before the draw, in a league, and once the final has begun."""
    if section.competition.is_league or not section.is_drawn or section.is_over:
        raise Conflict(
            _("You can set a time once a cup is drawn, until its final begins."),
            code="no_final_hour",
        )
    field = Field.of(section)
    slot = final_of(field)
    hour = hour_of(section)
    has_come = hour is not None and hour.state == Hour.State.WAITING and hour.at <= now
    if slot is None or slot.is_over or has_come or _has_game(field, slot):
        raise Conflict(_("The final has begun."), code="final_begun")


def _has_game(field: Field, slot: Slot) -> bool:
    return MatchGame.objects.filter(match=field.rows[slot.key]).exists()


def _check_hour(section: Section, at: datetime, now: datetime) -> None:
    last = section.rounds.order_by("-number").first()
    assert last is not None, "a section that was drawn has rounds"
    # A copy on one's own machine may try it out sooner.
    lead = timedelta() if settings.SHORT_CLOCKS else LEAD
    if at < now + lead:
        raise Invalid(
            _("Announce the final at least 48 hours ahead."), field="at", code="not_allowed"
        )
    if at > last.ends_at - BEFORE_LAST_DAY:
        raise Invalid(
            _(
                "The kick-off must be at least three hours before the last day of the final is "
                "over."
            ),
            field="at",
            code="not_allowed",
        )
    if at <= section.competition.starts_at:
        raise Invalid(_("The kick-off must be after the start."), field="at", code="not_allowed")


def _clock(section: Section, live: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the complete terms of the live clock; raises ``Invalid`` and ``Conflict``."""
    rules = registry.get(section.competition.ruleset)
    if not isinstance(rules, Timed):
        raise Conflict(_("This game isn't played live."), code="no_final_hour")
    said = dict(live or {})
    if GOALS in {field.name for field in rules.live_fields()} and GOALS not in said:
        # 12.3: as many goals as the section plays to.
        said[GOALS] = section.competition.options.get("goals_to_win")
    try:
        return check_live(rules, said)
    except IllegalOptions as error:
        raise Invalid(str(error), field=f"live/{error.field}", code="not_allowed") from error
