"""The seasons of a league: divided and drawn, closed, and followed by the next one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from config.http.times import utc
from games.features.competitions import happened
from games.features.competitions.draw import draw_numbers
from games.features.competitions.field import Field, draw_secret, event_of, lots_of
from games.features.competitions.league.divisions import (
    MOST_LOST_BY_TIME,
    Former,
    Move,
    divide,
    moves,
)
from games.features.competitions.league.schedule import Schedule
from games.features.competitions.league.table import Line, Table
from games.features.competitions.models import Competition, Entry, Match, Round, Section
from games.features.competitions.steps.ending import award
from games.store.outbox import record_competition_events

FIRST: Final = "division-1"
"""The section that holds all entries of a season until it is divided."""
ASKED_FOR: Final = timedelta(days=10)
"""So long before a season begins its players are asked whether they play."""
CLOSED_FOR: Final = timedelta(days=3)
"""So long before it begins they have to have said so."""

Status = Section.Status


def number_of(section: Section) -> int:
    """Return the number of a division, 1 being the top one."""
    return int(section.key.rpartition("-")[2])


def may_begin(competition: Competition) -> bool:
    """Return whether the season before is over, so that its table divides this one."""
    if competition.previous_id is None:
        return True
    earlier = Section.objects.filter(competition=competition.previous_id)
    return not earlier.exclude(status__in=Section.OVER).exists()


def draw_season(section: Section, entries: Sequence[Entry], now: datetime) -> None:
    """Divide the entrants of a season and draw every division; its first section is locked."""
    competition = section.competition
    formers = _formers(competition)
    divided = divide((entry, formers.get(entry.user_id)) for entry in entries)
    for number, division in enumerate(divided, start=1):
        own = section if number == 1 else _division(section, number)
        _draw_division(own, sorted(division, key=lambda entry: entry.place), now)
        if number > 1:
            own.save()
    section.entries.filter(status=Entry.Status.ASKED).update(status=Entry.Status.LEFT_OUT)


def _formers(competition: Competition) -> dict[int, Former]:
    """Return where everyone ended in the season before, by account; no one among friends."""
    if competition.is_among_friends:
        return {}
    earlier = Entry.objects.filter(
        competition=competition.previous_id or "", number__isnull=False
    ).select_related("section")
    return {
        entry.user_id: Former(
            number_of(entry.section),
            entry.standing or entry.section.limit + 1,
            Move(entry.move) if entry.move else None,
        )
        for entry in earlier
    }


def _division(first: Section, number: int) -> Section:
    """Return a further division: it is drawn from the same secret, under labels of its own."""
    return Section.objects.create(
        competition=first.competition,
        key=f"division-{number}",
        limit=first.limit,
        sealed_secret=bytes(first.sealed_secret),
        commitment=first.commitment,
    )


def _draw_division(section: Section, entries: Sequence[Entry], now: datetime) -> None:
    numbered = draw_numbers(entries, lots_of(section))
    for number, entry in enumerate(numbered, start=1):
        entry.section, entry.number, entry.status = section, number, Entry.Status.PLAYING
    Entry.objects.bulk_update(numbered, ["section", "number", "status"])
    section.drawn_numbers = [entry.number for entry in entries]
    section.size, section.drawn_at = len(entries), now
    section.status, section.due_at = Status.DRAWN, now
    _write_schedule(section, Schedule.drawn(len(entries)))
    everyone = [entry.user_id for entry in entries]
    drawn = event_of(section, happened.COMPETITION_DRAWN(now, everyone, {"entrants": len(entries)}))
    record_competition_events(section.competition_id, [drawn])


def _write_schedule(section: Section, schedule: Schedule) -> None:
    starts_at = section.competition.starts_at
    ends_at = starts_at + timedelta(days=section.competition.round_days)
    Round.objects.bulk_create(
        # All begin on the first day and have until the last one.
        Round(section=section, number=number, starts_at=starts_at, ends_at=ends_at)
        for number in range(1, schedule.rounds + 1)
    )
    Match.objects.bulk_create(
        Match(
            section=section,
            round=match.round,
            number=match.number,
            upper=match.upper,
            lower=match.lower,
        )
        for match in schedule
    )


def fallen(field: Field, table: Table) -> set[int]:
    """Return who goes down regardless of the points: left, or late too often (law 10.7)."""
    late = {line.number for line in table.lines if is_too_late(line)}
    return late | set(field.bracket.gone)


def is_too_late(line: Line) -> bool:
    """Return whether someone has lost too many matches by time."""
    return line.lost_by_time >= MOST_LOST_BY_TIME


def final_moves(field: Field, table: Table) -> dict[int, Move]:
    """Return who would go up and down if the table stayed as it is."""
    number = number_of(field.section)
    last = field.competition.sections.count()
    order = [*table.order, *sorted(table.struck)]
    return moves(order, fallen(field, table), is_top=number == 1, is_last=number == last)


def finish_division(field: Field, now: datetime) -> None:
    """Close a locked division whose matches are all over."""
    section, table = field.section, field.table()
    found = final_moves(field, table)
    places = {number: place for place, number in enumerate(table.order, start=1)}
    for number, entry in field.entries.items():
        entry.standing = None if entry.is_dishonoured else places.get(number)
        entry.move = found.get(number, "")
    Entry.objects.bulk_update(field.entries.values(), ["standing", "move"])
    award(field, now)
    section.status, section.finished_at = Status.FINISHED, now
    everyone = [entry.user_id for entry in field.entries.values()]
    finished = [
        field.event(happened.SECTION_FINISHED(now, everyone, {"entrants": section.size or 0}))
    ]
    for kind, move in ((happened.PROMOTED, Move.UP), (happened.RELEGATED, Move.DOWN)):
        moved = [e.user_id for n, e in field.entries.items() if found.get(n) is move]
        if moved:
            finished.append(field.event(kind(now, moved, {})))
    record_competition_events(section.competition_id, finished)
    # The next season may have waited for this table.
    Section.objects.filter(competition__previous=section.competition_id).exclude(
        status__in=Section.OVER
    ).update(due_at=now)


def follows_at(section: Section) -> datetime | None:
    """Return when the next season is to be announced; ``None`` if that is not to be done here."""
    competition = section.competition
    if not (competition.is_league and competition.goes_on and section.key == FIRST):
        return None
    if section.status not in (Status.PLAYING, Status.FINISHED):
        return None
    if Competition.objects.filter(previous=competition).exists():
        return None
    return _ends_at(section) - ASKED_FOR


def _ends_at(section: Section) -> datetime:
    last = section.rounds.order_by("-ends_at").first()
    assert last is not None, "a division that is drawn has rounds"
    return last.ends_at


def follow(section: Section, now: datetime) -> None:
    """Announce the season after the one of this locked section, and ask its players."""
    before = section.competition
    starts_at = max(_ends_at(section), now + CLOSED_FOR + timedelta(days=1))
    following = Competition.objects.create(
        kind=before.kind,
        name=before.name,
        text=before.text,
        ruleset=before.ruleset,
        options=before.options,
        days_per_turn=before.days_per_turn,
        turn_s=before.turn_s,
        organiser=before.organiser,
        is_private=before.is_private,
        age_date=starts_at.date(),
        opens_at=now,
        closes_at=starts_at - CLOSED_FOR,
        starts_at=starts_at,
        round_days=before.round_days,
        certificates_for_all=before.certificates_for_all,
        plans=before.plans,
        has_rest=before.has_rest,
        prizes=before.prizes,
        season=(before.season or 1) + 1,
        previous=before,
        created_at=now,
    )
    first = Section(competition=following, key=FIRST, limit=section.limit, due_at=now)
    first.status = Status.ENTRIES
    draw_secret(first)
    first.save()
    entries = _asked(before)
    Entry.objects.bulk_create(
        Entry(
            competition=following,
            section=first,
            user_id=user_id,
            place=place,
            status=Entry.Status.ASKED,
            entered_at=now,
        )
        for place, user_id in enumerate(entries, start=1)
    )
    assert following.season is not None, "a season of a league"
    asked = event_of(
        first,
        happened.SEASON_CONFIRM(
            now, entries, {"season": following.season, "until": utc(following.closes_at)}
        ),
    )
    record_competition_events(following.pk, [asked])


def _asked(competition: Competition) -> list[int]:
    """Return who is asked for the next season: all who play, but not who was late too often."""
    found: list[int] = []
    for section in competition.sections.order_by("pk"):
        field = Field.of(section)
        out = fallen(field, field.table()) if section.is_drawn else set()
        found += [
            entry.user_id
            for number, entry in sorted(field.entries.items())
            if number not in out and entry.user.deleted_at is None
        ]
    return found
