"""What competitions ask of somebody on the page of their games: nothing that a game asks itself."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _

from games import wording
from games.competitions.models import Entry, Shootout
from games.competitions.selectors import seasons_to_confirm


class Note(NamedTuple):
    """A sentence, and where it leads."""

    words: str
    path: str


def asked_of(user_id: int, now: datetime) -> list[Note]:
    """Return the shoot-outs that wait for what this person decides."""
    mine = Entry.objects.filter(user=user_id, status=Entry.Status.PLAYING)
    waiting = Shootout.objects.filter(resolved_at=None, due_at__gt=now).select_related(
        "match__section__competition"
    )
    notes = _seasons(user_id, now)
    for entry in mine.filter(section__status="playing"):
        own = Q(match__upper=entry.number) | Q(match__lower=entry.number)
        for row in waiting.filter(own, match__section=entry.section_id):
            has_white = row.white == entry.number
            if row.white_shots if has_white else row.black_shots:
                continue
            match, competition = row.match, row.match.section.competition
            name = f"{match.round}.{match.number}"
            words = _("{name}: choose your penalties, {time} left.").format(
                name=competition.name, time=wording.time_left(row.due_at, now)
            )
            path = f"/competitions/{competition.pk}/{match.section.key}/matches/{name}/"
            notes.append(Note(words, path))
    return notes


def _seasons(user_id: int, now: datetime) -> list[Note]:
    """Return the seasons of leagues that this person has not confirmed yet."""
    return [
        Note(
            _("{name}: do you play the next season? {time} left to say so.").format(
                name=season.name, time=wording.time_left(season.closes_at, now)
            ),
            f"/competitions/{season.pk}/",
        )
        for season in seasons_to_confirm(user_id, now)
    ]
