"""One look a minute at what is due, and at everything that the end of a game has made due."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Final

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Min
from django.utils import timezone

from config.features import Hook
from games.clock.uptime import SweepWindow, sweep_window
from games.features.competitions.changes import note_change
from games.features.competitions.field import Field, lock_section
from games.features.competitions.models import Competition, MatchGame, Round, Section, Shootout
from games.features.competitions.steps import (
    beginning,
    ending,
    last_day,
    penalties,
    playing,
    seasons,
)
from games.models import Game

logger = logging.getLogger(__name__)

BATCH: Final = 50
MOST_STEPS: Final = 2000
"""Far more than a section of 128 can have to do: anything longer is wrong."""

Status = Section.Status

STEPS: Final[Hook[Callable[[Field, SweepWindow], bool]]] = Hook()
"""Takes a step that a feature adds to a section that is played; returns whether there was one."""
DUE: Final[Hook[Callable[[Section], datetime | None]]] = Hook()
"""Returns when such a step is due."""


class DoesNotEnd(Exception):
    """A section has always something to do: one of its steps leaves no trace."""


def sweep(now: datetime | None = None, limit: int = BATCH) -> int:
    """Continue with up to ``limit`` sections that are due; return with how many.

    A section that fails is set aside and logged; the others do not wait for it.
    """
    window = sweep_window(now)
    if window is None:
        return 0
    waiting = Section.objects.filter(set_aside_at__isnull=True)
    # Younger sections come first: who is alone there may go into the next.
    due = list(waiting.filter(due_at__lte=window.until).order_by("pk").values_list("pk", flat=True))
    ended = MatchGame.objects.filter(
        result="", game__status__in=(Game.Status.FINISHED, Game.Status.ABORTED)
    )
    ended_in = waiting.filter(matches__games__in=ended).values_list("pk", flat=True)
    found = sorted({*due, *ended_in})[:limit]
    for section_id in found:
        try:
            go_on(section_id, window)
        except (OperationalError, InterfaceError):
            raise  # The database is away or busy; that is no section's fault.
        except Exception as error:
            logger.exception("section %s was set aside", section_id)
            Section.objects.filter(pk=section_id).update(
                set_aside_at=timezone.now(), set_aside_reason=f"{type(error).__name__}: {error}"
            )
    return len(found)


def go_on_now(section_id: int, now: datetime) -> None:
    """Continue with a section because of something that a person has done."""
    window = sweep_window(now)
    if window is not None:
        go_on(section_id, window)


def go_on(section_id: int, window: SweepWindow) -> None:
    """Take every step of a section that can be taken by now, each in a transaction of its own."""
    for _ in range(MOST_STEPS):
        with transaction.atomic():
            section = lock_section(section_id)
            if _take_step(section, window):
                # If anything happens to this process, someone looks here again.
                section.due_at = window.now
                section.save()
                note_change(section)
                continue
            section.due_at = next_due(section)
            section.save()
            return
    raise DoesNotEnd(f"section {section_id}")


def _take_step(section: Section, window: SweepWindow) -> bool:
    """Take the next step of a locked section; return whether there was one."""
    competition, now = section.competition, window.now
    follows_at = seasons.follows_at(section)
    if follows_at is not None and follows_at <= now:
        seasons.follow(section, now)
        return True
    match section.status:
        case Status.ANNOUNCED if competition.opens_at <= now:
            beginning.open_entries(section)
            if not competition.sections.filter(pk__gt=section.pk).exists():
                beginning.announce(section, now)
        case Status.ENTRIES if _drawn_at(competition) <= window.until:
            if not seasons.may_begin(competition):
                return False
            # 11.4: only the organiser starts what is played among friends.
            act = beginning.lapse if competition.is_among_friends else beginning.draw
            act(section, now)
        case Status.DRAWN if competition.starts_at <= window.until:
            beginning.start(section, now)
        case Status.PLAYING:
            return _play(Field.of(section), window)
        case Status.FINISHED | Status.NOT_HELD if _has_statements(section, now):
            ending.forget_statements(section)
        case _:
            return False
    return True


def _drawn_at(competition: Competition) -> datetime:
    """Return when the draw is made: a season is divided on its first day, by the last table."""
    return competition.starts_at if competition.is_league else competition.closes_at


def _play(field: Field, window: SweepWindow) -> bool:
    """Take the next step of a section that is played."""
    now, until = window.now, window.closes_until
    if last_day.give_days_back(field):
        return True
    if playing.note_ended_game(field, now) or playing.announce_end(field, now):
        return True
    if any(step(field, window) for step in STEPS):
        return True
    if penalties.resolve_shootout(field, until, now):
        return True
    if last_day.decide_by_count(field, until, now) or playing.go_on_with_match(field, now):
        return True
    if playing.remind_of_round(field, now, last_day.count_by_side):
        return True
    if field.bracket.is_over:
        (seasons.finish_division if field.competition.is_league else ending.finish)(field, now)
        return True
    return False


def _has_statements(section: Section, now: datetime) -> bool:
    forgotten_at = _forgotten_at(section)
    return forgotten_at is not None and forgotten_at <= now


def _forgotten_at(section: Section) -> datetime | None:
    """Return when statements are deleted; ``None`` where there are none, or a dispute is open."""
    if section.finished_at is None or section.disputed_at is not None:
        return None
    if not section.entries.filter(stated_at__isnull=False).exists():
        return None
    return section.finished_at + ending.KEPT_FOR


def next_due(section: Section) -> datetime | None:
    """Return when the clock has something to do in a section; ``None`` if never again."""
    due = (_next_step(section), seasons.follows_at(section))
    return min((at for at in due if at is not None), default=None)


def _next_step(section: Section) -> datetime | None:
    competition = section.competition
    match section.status:
        case Status.ANNOUNCED:
            return competition.opens_at
        case Status.ENTRIES:
            # Who waits for the table of the last season is woken by its end.
            return _drawn_at(competition) if seasons.may_begin(competition) else None
        case Status.DRAWN:
            return competition.starts_at
        case Status.PLAYING:
            return _next_in_play(section)
    return _forgotten_at(section)


def _next_in_play(section: Section) -> datetime | None:
    unfinished = section.matches.filter(by="").values("round")
    rounds = Round.objects.filter(section=section, number__in=unfinished)
    ends_at = rounds.aggregate(at=Min("ends_at"))["at"]
    near = rounds.filter(reminded_at__isnull=True).aggregate(at=Min("ends_at"))["at"]
    # One whose match was decided by a withdrawal is never resolved.
    shootouts = Shootout.objects.filter(
        match__section=section, match__by="", resolved_at__isnull=True
    )
    due = [ends_at, shootouts.aggregate(at=Min("due_at"))["at"], *(ask(section) for ask in DUE)]
    if near is not None:
        due.append(near - playing.NEAR)
    return min((at for at in due if at is not None), default=None)
