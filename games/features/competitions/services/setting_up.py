"""Setting a competition up, and changing it until entries open (laws 5.1 to 6.2, 9.2)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import mail_address
from config.http.errors.field_codes import FieldCode
from games.features.competitions.age import cut_off
from games.features.competitions.changes import note_change
from games.features.competitions.field import FORMATS
from games.features.competitions.models import Competition, Entry, Section
from games.features.competitions.services.access import check_organises, find_competition
from games.features.competitions.steps.beginning import announce, most_seeded, open_entries
from games.features.competitions.steps.seasons import FIRST
from games.models import Player
from games.refusals import Conflict, Forbidden, Invalid
from games.rules import registry
from games.rules.contract import UNTIL
from games.rules.errors import IllegalOptions
from games.store.locking import hold_person

SECTIONS: Final[Mapping[str, int | None]] = {"under-15": 15, "under-18": 18, "open": None}
"""The sections from the youngest on, and the age of each."""
LIMITS: Final = {"open": 32, "under-18": 16, "under-15": 16}
LEAST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 128
MOST_PRIVATE_PLAYERS: Final = 16
"""Players of a section of a cup that is not an operator's."""
MOST_PRIVATE: Final = 3
"""Private competitions of one person that are not over."""
LEAGUE_PLAYERS: Final = 64
"""The usual limit of an operator's league, all divisions together."""
SEASON_DAYS: Final = 56
LEAGUE_DAYS_PER_TURN: Final = 1
MOST_PRIZES: Final = 20
LONGEST_AHEAD: Final = timedelta(days=366)
NEAREST_CLOSE: Final = timedelta(minutes=5)
MOST_DAYS_PER_TURN: Final = 3
SHORTEST_ROUND: Final = 14
LONGEST_ROUND: Final = 120
KNOWN_FOR: Final = timedelta(days=30)
"""So long an account must have been here before it may set up a cup."""
MOST_MISSED: Final = 0.1
"""The share of finished games lost by time from which on it may not."""
DRAW_FROM: Final = 20
"""Law 7.7."""
_DIVISION: Final = re.compile("division-[1-9][0-9]?")


@dataclass(frozen=True, slots=True)
class Plan:
    """What is announced."""

    name: str
    ruleset: str
    opens_at: datetime
    closes_at: datetime
    starts_at: datetime
    kind: str = Competition.Kind.CUP
    sections: Mapping[str, int | None] = field(default_factory=lambda: {"open": None})
    """Their keys, each with its limit or ``None`` for the usual one; a cup has them."""
    limit: int | None = None
    """How many may play in a league; ``None`` for as many as usual."""
    text: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    days_per_turn: int = 1
    round_days: int = 56
    is_private: bool = True
    age_check: str = Competition.AgeCheck.DECLARED
    age_date: date | None = None
    third_place: bool = False
    certificates_for_all: bool = False
    plans: bool = True
    """Whether answers may be prepared."""
    has_rest: bool = False
    """Whether rest days pause clocks."""
    prizes: Sequence[Mapping[str, Any]] = ()


def set_up(user: User, plan: Plan, *, now: datetime) -> Competition:
    """Return a new competition, announced; its entries open automatically, or are open now.

    Raises ``Forbidden``, ``Conflict`` and ``Invalid``.
    """
    limits = _limits(user, plan)
    check_may_set_up(user, plan, limits, now)
    options = _check(plan, now)
    with transaction.atomic():
        # The person's row is the lock under which competitions are counted.
        hold_person(user.pk)
        if not user.is_staff:
            _check_is_not_flooding(user)
        competition = Competition.objects.create(
            kind=plan.kind,
            season=1 if plan.kind == Competition.Kind.LEAGUE else None,
            name=plan.name,
            text=plan.text,
            ruleset=plan.ruleset,
            options=options,
            days_per_turn=plan.days_per_turn,
            organiser=user,
            is_private=plan.is_private,
            age_check=plan.age_check,
            age_date=plan.age_date or plan.starts_at.date(),
            opens_at=max(plan.opens_at, now),
            closes_at=plan.closes_at,
            starts_at=plan.starts_at,
            round_days=plan.round_days,
            third_place=plan.third_place,
            certificates_for_all=plan.certificates_for_all,
            plans=plan.plans,
            has_rest=plan.has_rest,
            prizes=[dict(prize) for prize in plan.prizes],
            created_at=now,
        )
        # Younger sections first: that is also the order in which they are locked.
        keys = [key for key in [*SECTIONS, FIRST] if key in limits]
        sections = [_make_section(competition, key, SECTIONS.get(key), limits[key]) for key in keys]
        if sections[-1].status == Section.Status.ENTRIES:
            announce(sections[-1], now)
    return competition


def _limits(user: User, plan: Plan) -> dict[str, int]:
    """Return how many may play in each section, by its key."""
    if plan.kind == Competition.Kind.LEAGUE:
        usual = LEAGUE_PLAYERS if user.is_staff else MOST_PRIVATE_PLAYERS
        return {FIRST: plan.limit or usual}
    if plan.limit is not None:
        raise Invalid(
            _("Each section of a cup has its own limit."), field="limit", code="not_allowed"
        )
    most = LIMITS if user.is_staff else dict.fromkeys(LIMITS, MOST_PRIVATE_PLAYERS)
    return {key: limit or most[key] for key, limit in plan.sections.items()}


def change(
    user: User, competition_id: str, changes: Mapping[str, Any], *, now: datetime
) -> Competition:
    """Return the competition with what is given changed: from the opening on texts alone.

    Raises ``NotFound``, ``Forbidden``, ``Conflict`` and ``Invalid``.
    """
    check_organises(user, find_competition(competition_id))
    with transaction.atomic():
        competition = Competition.objects.select_for_update(no_key=True).get(pk=competition_id)
        is_announced = not competition.sections.exclude(status=Section.Status.ANNOUNCED).exists()
        fixed = set(changes) - {"text", "prizes", "seeding", "goes_on"}
        if fixed and not (is_announced and competition.opens_at > now):
            raise Conflict(
                _("Entries have opened: only the text and the prizes can be changed."),
                code="entries_opened",
            )
        columns = [name for name in changes if name != "seeding"]
        first_day = competition.starts_at.date()
        for name in columns:
            setattr(competition, name, changes[name])
        if competition.age_date == first_day and "age_date" not in changes:
            # 5.2: the first day, whichever that is now, unless another was named.
            competition.age_date = competition.starts_at.date()
        if fixed:
            _check_dates(competition, now)
        if "prizes" in changes:
            _check_prizes(competition.prizes, {one.key for one in competition.sections.all()})
        competition.save(update_fields=[*columns, "age_date"])
        _set_dates(competition)
        for key, usernames in changes.get("seeding", {}).items():
            _seed(competition, key, usernames, now)
    return competition


def check_may_set_up(user: User, plan: Plan, limits: Mapping[str, int], now: datetime) -> None:
    """Raise ``Forbidden`` for whom is not trusted with it, and for what only operators may do."""
    if user.is_staff:
        return
    if user.is_bot or not may_set_up(user, now):
        raise Forbidden(
            _(
                "To create a competition with dates, you need a confirmed email address and an "
                "account that is at least 30 days old. You must also have lost almost no games on "
                "time."
            ),
            code="not_trusted_yet",
        )
    if not plan.is_private:
        raise Forbidden(_("Only operators set up public competitions."), code="operators_only")
    if any(limit > MOST_PRIVATE_PLAYERS for limit in limits.values()):
        raise Forbidden(
            _("A private competition has up to {n} players.").format(n=MOST_PRIVATE_PLAYERS),
            code="operators_only",
        )


def may_set_up(user: User, now: datetime) -> bool:
    """Return whether this person may set up private cups, or anything as an operator."""
    if user.is_staff:
        return True
    if (
        user.is_bot
        or user.is_guest
        or user.date_joined > now - KNOWN_FOR
        or mail_address(user) is None
    ):
        return False
    seats = Player.objects.filter(user=user, game__finished_at__gt=now - timedelta(days=90))
    missed = seats.filter(game__reason="timeout").exclude(game__winner=F("side")).count()
    return missed <= 1 or missed <= MOST_MISSED * seats.count()


def _check_is_not_flooding(user: User) -> None:
    going_on = [status for status in Section.Status if status not in Section.OVER]
    running = Competition.objects.filter(
        organiser=user, sections__status__in=going_on, code__isnull=True
    )
    # The seasons of a league are one.
    running = running.filter(following__isnull=True)
    if running.distinct().count() >= MOST_PRIVATE:
        raise Conflict(
            _("You organise {n} competitions already.").format(n=MOST_PRIVATE),
            code="too_many_competitions",
        )


def _check(plan: Plan, now: datetime) -> dict[str, Any]:
    """Return the options of the games, complete; raise ``Invalid`` for what cannot be."""
    if plan.kind == Competition.Kind.LEAGUE:
        _check_league(plan)
    elif not plan.sections:
        raise Invalid(_("Choose at least one section."), field="sections", code="required")
    _check_dates(plan, now)
    _check_prizes(plan.prizes, [FIRST] if plan.kind == Competition.Kind.LEAGUE else plan.sections)
    return check_game(plan.ruleset, plan.options)


def check_game(ruleset: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of the games, complete; raise ``Invalid`` for what cannot be."""
    if ruleset not in FORMATS:
        raise Invalid(
            _("There are cups of {games}.").format(games=", ".join(FORMATS)),
            field="ruleset",
            code="unknown_choice",
        )
    rules = registry.get(ruleset)
    names = {option.name for option in rules.option_fields()}
    if options.get(UNTIL) is not None:
        raise Invalid(
            _("Games of a competition have their last day."),
            field=f"options/{UNTIL}",
            code="not_allowed",
        )
    own = {"draw_from": DRAW_FROM} if "draw_from" in names else {}
    try:
        return dict(rules.check_options({**options, **own}))
    except IllegalOptions as error:
        code: FieldCode = "not_allowed" if error.is_known else "unknown_member"
        raise Invalid(str(error), field=f"options/{error.field}", code=code) from error


def _check_league(plan: Plan) -> None:
    """Raise ``Invalid`` for what is fixed in a league, or has no place in it (law 10.1)."""
    fixed = {
        "sections": plan.sections == {"open": None},
        "days_per_turn": plan.days_per_turn == LEAGUE_DAYS_PER_TURN,
        "round_days": plan.round_days == SEASON_DAYS,
        "third_place": not plan.third_place,
    }
    for name, is_usual in fixed.items():
        if not is_usual:
            raise Invalid(
                _("Leave it out: every league has the same."), field=name, code="not_allowed"
            )


def _check_dates(said: Plan | Competition, now: datetime) -> None:
    """Raise ``Invalid`` for days that do not follow one another, or are over."""
    if said.closes_at <= max(said.opens_at, now):
        raise Invalid(
            _("Entries close after they have opened, and later than now."),
            field="closes_at",
            code="not_allowed",
        )
    is_near = said.closes_at < now + NEAREST_CLOSE
    if isinstance(said, Plan) and is_near and not settings.SHORT_CLOCKS:
        raise Invalid(
            _("Entries close five minutes from now, or later."),
            field="closes_at",
            code="not_allowed",
        )
    if said.starts_at < said.closes_at:
        raise Invalid(
            _("Play starts when entries close, or later."),
            field="starts_at",
            code="not_allowed",
        )
    if said.starts_at > now + LONGEST_AHEAD:
        raise Invalid(_("Announce it at most a year ahead."), field="starts_at", code="not_allowed")
    if said.age_date and abs(said.age_date - said.starts_at.date()) > LONGEST_AHEAD:
        raise Invalid(
            _("Choose a day within a year of the start."), field="age_date", code="not_allowed"
        )


def _check_prizes(prizes: Iterable[Mapping[str, Any]], sections: Collection[str]) -> None:
    """Raise ``Invalid`` for a prize of a section that is not played.

    How many divisions a season of a league has no one knows before it begins.
    """
    is_league = FIRST in sections
    for prize in prizes:
        key = prize["section"]
        if key not in sections and not (is_league and _DIVISION.fullmatch(key)):
            raise Invalid(
                _("This competition doesn't have this section."),
                field="prizes",
                code="unknown_choice",
            )


def _make_section(competition: Competition, key: str, under: int | None, limit: int) -> Section:
    """Return a new section, open for entries if they open now."""
    section = Section(
        competition=competition,
        key=key,
        under=under,
        cut_off=cut_off(competition.age_date, under) if under is not None else None,
        limit=limit,
        due_at=competition.opens_at,
    )
    if competition.opens_at <= competition.created_at:
        open_entries(section)
    section.save()
    return section


def _set_dates(competition: Competition) -> None:
    """Let the sections that are only announced follow what was changed."""
    for section in competition.sections.select_for_update(no_key=True):
        note_change(section)
        if section.status == Section.Status.ANNOUNCED:
            section.due_at = competition.opens_at
            if section.under is not None:
                section.cut_off = cut_off(competition.age_date, section.under)
            section.save(update_fields=["due_at", "cut_off"])


def _seed(competition: Competition, key: str, usernames: Sequence[str], now: datetime) -> None:
    """Give entrants the first numbers, in this order (law 6.2)."""
    if competition.is_league:
        raise Invalid(_("A league has no seeding."), field="seeding", code="not_allowed")
    section = competition.sections.select_for_update(no_key=True).filter(key=key).first()
    is_open = section is not None and section.status == Section.Status.ENTRIES
    if section is None or not is_open or competition.closes_at <= now:
        raise Conflict(_("Players are seeded while entries are open."), code="entries_closed")
    entries = {
        entry.user.username.lower(): entry.pk
        for entry in section.entries.select_related("user").filter(status=Entry.Status.ENTERED)
    }
    usernames = [name.lower() for name in usernames]
    unknown = [name for name in usernames if name not in entries]
    if unknown:
        raise Invalid(
            _("{name} has not entered this section.").format(name=unknown[0]),
            field="seeding",
            code="unknown",
        )
    if len(set(usernames)) > most_seeded(min(len(entries), section.limit)):
        raise Invalid(
            _("At most a quarter of the places are seeded."), field="seeding", code="too_long"
        )
    section.seeding = [entries[name] for name in dict.fromkeys(usernames)]
    section.save(update_fields=["seeding"])
