"""What competitions ask of someone on the page of their games: nothing that a game asks itself."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from games.features.competitions.models import Competition
from games.features.competitions.selectors import coming_of, seasons_to_confirm, shootouts_of
from games.models.faces import name_of as called
from games.pages.notes import Note
from games.shown import wording


def shootouts(user_id: int, now: datetime) -> list[Note]:
    """Return the shoot-outs that wait for what this person decides."""
    notes = []
    for row in shootouts_of(user_id, now):
        match, section = row.match, row.match.section
        entry = section.entries.get(user=user_id)
        has_white = row.white == entry.number
        if row.white_shots if has_white else row.black_shots:
            continue
        words = _("{name}: choose your penalties, {time} left.").format(
            name=section.competition.title, time=wording.time_left(row.due_at, now)
        )
        path = f"/competitions/{section.competition_id}/{section.key}/matches/{match.name}/"
        notes.append(Note(words, path))
    return notes


def coming(user_id: int, now: datetime) -> list[Note]:
    """Return the cups in which this person waits for an opponent, as after a bye."""
    bye = _("{name}: you have a bye. Your next match starts when your opponent is known.")
    through = _("{name}: you're through. Your next match starts when your opponent is known.")
    notes = []
    for row in coming_of(user_id, now):
        words = (bye if row.has_bye else through).format(name=row.section.competition.title)
        notes.append(Note(words, f"/competitions/{row.section.competition_id}/{row.section.key}/"))
    return notes


def seasons(user_id: int, now: datetime) -> list[Note]:
    """Return the seasons that this person has not confirmed yet, and the friends who ask them."""
    return [
        Note(_asks(one, now), f"/competitions/{one.pk}/")
        for one in seasons_to_confirm(user_id, now)
    ]


def _asks(competition: Competition, now: datetime) -> str:
    if competition.is_among_friends:
        name = called(competition.organiser) if competition.organiser is not None else ""
        return _("{name} invites you again: {competition}.").format(
            name=name, competition=competition.title
        )
    return _("{name}: will you play the next season? Answer within {time}.").format(
        name=competition.title, time=wording.time_left(competition.closes_at, now)
    )
