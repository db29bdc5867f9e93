"""What someone who vanished from many games reads on the page of their games: the way out."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Act
from games.pages.notes import Note
from games.play.reliability import COUNTED, lost_on_time, standing_of
from games.shown import wording


def lost_by(user_id: int, now: datetime) -> QuerySet[Act]:
    """Return the missed deadlines that count for this person."""
    return lost_on_time([user_id], now - COUNTED)


def notes_on(user_id: int, now: datetime) -> list[Note]:
    """Return what holds for this person at present, and how it ends; mostly nothing."""
    standing = standing_of(user_id, now)
    if standing is None:
        return []
    notes = [
        _(
            "You lost {n} games on time in 90 days, so you can play {most} games at the same time."
        ).format(n=standing.lost, most=standing.step.games)
    ]
    if now < standing.unrated_until:
        notes.append(
            _("They stay unrated for {time}.").format(
                time=wording.time_left(standing.unrated_until, now)
            )
        )
    n = standing.turns_to_go
    notes.append(
        ngettext(
            "Play {n} turn on time to lift part of this limit.",
            "Play {n} turns on time to lift part of this limit.",
            n,
        ).format(n=n)
    )
    notes.append(_("Too busy to play? Take a vacation."))
    return [Note(" ".join(notes), "/settings/leaves/")]
