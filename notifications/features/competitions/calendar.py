"""The deadlines of competitions in a player's calendar."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from icalendar import Event

from accounts.models import User
from games.features.competitions.models import Competition, Shootout
from games.features.competitions.selectors import (
    OwnMatch,
    own_matches,
    seasons_to_confirm,
    shootouts_of,
)
from games.features.competitions.steps.penalties import HAND_IN
from notifications.calendar import deadline_entry


def entries(user: User, now: datetime) -> Iterator[Event]:
    """Yield the last days of matches, the penalties to choose and the seasons to confirm."""
    for own in own_matches(user.pk):
        yield _last_day(own, user)
    for row in shootouts_of(user.pk, now):
        yield _shootout(row, user)
    for season in seasons_to_confirm(user.pk, now).filter(code__isnull=True):
        yield _season(season, user)


def _last_day(own: OwnMatch, user: User) -> Event:
    """Return the last day of the round of a match that this person plays in a cup."""
    competition = own.entry.section.competition
    # The same entry for as long as the match or the season lasts: an outage moves it.
    about = f"season-{competition.pk}" if competition.is_league else f"match-{own.match.pk}"
    ends = _("{name}: the season ends") if competition.is_league else _("{name}: the round ends")
    return deadline_entry(
        f"{about}-{user.pk}",
        own.ends_at,
        words=ends.format(name=competition.title),
        path=f"/competitions/{competition.pk}/",
        alarm=competition.title,
        before=[timedelta(days=3)],
        stamp=own.match.started_at or own.entry.entered_at,
        sequence=int(own.ends_at.timestamp()),
    )


def _shootout(row: Shootout, user: User) -> Event:
    """Return until when this person has to choose their penalties."""
    section, name = row.match.section, row.match.name
    words = _("{name}: choose your penalties").format(name=section.competition.title)
    return deadline_entry(
        f"penalties-{row.pk}-{user.pk}",
        row.due_at,
        words=words,
        path=f"/competitions/{section.competition_id}/{section.key}/matches/{name}/",
        alarm=words,
        before=[timedelta(hours=3)],
        stamp=row.due_at - HAND_IN,
    )


def _season(competition: Competition, user: User) -> Event:
    """Return until when this person has to confirm the next season of a league."""
    return deadline_entry(
        f"confirm-{competition.pk}-{user.pk}",
        competition.closes_at,
        words=_("{name}: confirm the next season").format(name=competition.title),
        path=f"/competitions/{competition.pk}/",
        alarm=competition.title,
        before=[timedelta(days=1)],
        stamp=competition.created_at,
    )
