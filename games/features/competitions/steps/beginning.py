"""From the announcement to the first games: entries open, the draw is made, the section starts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from typing import Final

from config.features import Hook
from config.http.times import utc
from games.features.competitions import happened
from games.features.competitions.bracket import Bracket, places_for
from games.features.competitions.changes import note_change
from games.features.competitions.draw import draw_numbers
from games.features.competitions.field import draw_secret, event_of, lots_of
from games.features.competitions.models import Competition, Entry, Match, Round, Section
from games.features.competitions.steps.seasons import draw_season
from games.store.outbox import record_competition_events

LEAST: Final = 2
"""Entrants without whom a section is not held (law 5.7)."""
LATE: Final = timedelta(minutes=10)
"""A start this late was no one's plan."""

ASKED: Final[Hook[Callable[[Collection[int] | None], set[int]]]] = Hook()
"""Returns who asked to hear of public competitions, of these accounts or of all."""

Status = Section.Status


def open_entries(section: Section) -> None:
    """Let people enter a locked section: draw its secret and show the sum (law 6.4)."""
    draw_secret(section)
    section.status = Status.ENTRIES


def announce(section: Section, now: datetime) -> None:
    """Notify players who asked of a public competition that is open; its last section speaks."""
    competition = section.competition
    if competition.is_private:
        return
    receivers = {user for asked in ASKED for user in asked(None)}
    closes_at = utc(competition.closes_at)
    event = event_of(
        section, happened.COMPETITION_OPENED(now, sorted(receivers), {"closes_at": closes_at})
    )
    record_competition_events(competition.pk, [event] if receivers else [])


def entrants_of(section: Section) -> tuple[list[Entry], list[Entry]]:
    """Return who would be drawn now, in the order of their entries, and who would not."""
    entries = list(section.entries.filter(status=Entry.Status.ENTERED))
    is_shown = section.competition.age_check == Competition.AgeCheck.SHOWN
    if section.under is not None and is_shown:
        fit = [entry for entry in entries if entry.age_seen_at is not None]
    else:
        fit = entries
    drawn = fit[: section.limit]
    return drawn, [entry for entry in entries if entry not in drawn]


def draw(section: Section, now: datetime) -> None:
    """Close the entries of a locked section and draw its bracket, once (laws 6.1 to 6.5)."""
    drawn, others = entrants_of(section)
    if len(drawn) < LEAST:
        _do_not_hold(section, [*drawn, *others], now)
        return
    if section.competition.is_league:
        for entry in others:
            entry.status = Entry.Status.LEFT_OUT
        Entry.objects.bulk_update(others, ["status"])
        draw_season(section, drawn, now)
        return
    lots = lots_of(section)
    seeded = [entry for pk in section.seeding for entry in drawn if entry.pk == pk]
    # 6.2: of the places that there are; some may have left since the organiser chose.
    seeded = seeded[: most_seeded(len(drawn))]
    numbered = draw_numbers(drawn, lots, seeded=seeded)
    for number, entry in enumerate(numbered, start=1):
        entry.number, entry.status = number, Entry.Status.PLAYING
    for entry in others:
        is_fit = len(drawn) == section.limit and _shows_age(entry, section)
        entry.status = Entry.Status.WAITING if is_fit else Entry.Status.LEFT_OUT
    Entry.objects.bulk_update([*numbered, *others], ["number", "status"])
    section.drawn_numbers = [entry.number for entry in drawn if entry not in seeded]
    section.size, section.drawn_at = len(drawn), now
    section.status = Status.DRAWN
    bracket = Bracket.drawn(len(drawn), third_place=section.competition.third_place)
    _write_bracket(section, bracket, now)
    everyone = [entry.user_id for entry in [*drawn, *others]]
    event = event_of(section, happened.COMPETITION_DRAWN(now, everyone, {"entrants": len(drawn)}))
    record_competition_events(section.competition_id, [event])


def most_seeded(entrants: int) -> int:
    """Return how many of so many the organiser may give the first numbers (law 6.2)."""
    return places_for(entrants) // 4


def start(section: Section, now: datetime) -> None:
    """Let the last days of a locked section run from now; its games follow (law 7.5)."""
    shift = now - section.competition.starts_at
    if shift > LATE:
        # It could not start on time: no one has less of it for that.
        for row in section.rounds.all():
            row.starts_at += shift
            row.ends_at += shift
            row.save(update_fields=["starts_at", "ends_at"])
    section.status, section.started_at = Status.PLAYING, now


def _shows_age(entry: Entry, section: Section) -> bool:
    is_shown = section.competition.age_check == Competition.AgeCheck.SHOWN
    return section.under is None or not is_shown or entry.age_seen_at is not None


def lapse(section: Section, now: datetime) -> None:
    """Give up a locked section among friends that was not started (law 11.5)."""
    _do_not_hold(section, list(section.entries.filter(status=Entry.Status.ENTERED)), now)


def _do_not_hold(section: Section, entries: Sequence[Entry], now: datetime) -> None:
    """Leave a section out; who agreed to it goes into the next older one (law 5.7)."""
    section.status, section.finished_at = Status.NOT_HELD, now
    section.entries.filter(status=Entry.Status.ASKED).update(status=Entry.Status.LEFT_OUT)
    older = section.competition.sections.filter(status=Status.ENTRIES, pk__gt=section.pk)
    following = older.select_for_update(no_key=True).order_by("pk").first()
    for entry in entries:
        if following is not None and entry.may_move_up:
            entry.section = following
            newest = following.entries.order_by("-place").values_list("place", flat=True).first()
            entry.place = (newest or 0) + 1
        else:
            entry.status = Entry.Status.LEFT_OUT
        entry.save(update_fields=["section", "place", "status"])
    if following is not None and entries:
        note_change(following)


def _write_bracket(section: Section, bracket: Bracket, now: datetime) -> None:
    starts_at, length = section.competition.starts_at, section.competition.round_days
    Round.objects.bulk_create(
        Round(
            section=section,
            number=number,
            starts_at=starts_at + timedelta(days=length * (number - 1)),
            ends_at=starts_at + timedelta(days=length * number),
        )
        for number in range(1, bracket.rounds + 1)
    )
    Match.objects.bulk_create(
        Match(
            section=section,
            round=match.round,
            number=match.number,
            upper=match.upper,
            lower=match.lower,
            winner=match.winner,
            by=match.by or "",
            decided_at=now if match.is_over else None,
            # A bye is no news.
            told_at=now if match.is_over else None,
        )
        for match in bracket
    )
