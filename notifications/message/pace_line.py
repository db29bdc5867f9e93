"""How soon an opponent answers, as sentences of an email."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import zones
from games.shown import wording
from games.shown.pace import ESTABLISHED, pace_of

if TYPE_CHECKING:
    from accounts.models import User


def pace_sentences(name: str, user_id: int, receiver: User, now: datetime) -> list[str]:
    """Return what is worth knowing of an opponent whom the receiver did not choose.

    Of someone who is new or answers as expected there is little to say.
    """
    pace = pace_of(user_id, now)
    text = []
    if pace.turns >= ESTABLISHED and pace.median_s is not None:
        usual = _("Usual time for a turn of {name}: {time}.")
        text.append(usual.format(name=name, time=wording.length(pace.median_s)))
    if n := pace.lost_on_time:
        lost = ngettext(
            "{name} has lost {n} game on time lately.",
            "{name} has lost {n} games on time lately.",
            n,
        )
        text.append(lost.format(name=name, n=n))
    if pace.away_until is not None:
        day = wording.day(pace.away_until, now, zones.zone_of(receiver.time_zone))
        text.append(_("{name} is away until {day}.").format(name=name, day=day))
    return text
