"""The hour of a final as plain JSON data, as the one who looks may see it."""

from __future__ import annotations

from accounts.models import User
from config.http.times import utc
from games.features.competitions.field import Field
from games.features.competitions.models import Section
from games.features.competitions.payloads import SectionView
from games.features.finals import shapes
from games.features.finals.fixing import final_of, hour_of
from games.refusals import Conflict


def hour_payload(section: Section, viewer: User | None) -> shapes.FinalHour:
    """Return the hour of a final; raises ``Conflict`` where there is no final yet."""
    field = Field.of(section) if section.is_drawn else None
    slot = final_of(field) if field is not None else None
    if field is None or slot is None:
        raise Conflict("", code="no_final_hour")
    hour, view = hour_of(section), SectionView(section, viewer)
    answers = {one.entry_id: one for one in hour.answers.all()} if hour is not None else {}
    finalists: list[shapes.Finalist] = []
    for number in slot.players:
        entry = field.entries[number]
        answer = answers.get(entry.pk)
        is_bot = hour is not None and entry.user.is_bot
        finalists.append(
            {
                "number": number,
                "player": view.name_of(entry),
                "is_confirmed": answer.is_confirmed if answer else (True if is_bot else None),
                "is_here": is_bot or (answer is not None and answer.here_at is not None),
            }
        )
    games = field.games_of(slot)
    return {
        "at": utc(hour.at) if hour else None,
        "state": (shapes.OVER if slot.is_over else hour.state) if hour else None,
        "opens_at": utc(hour.opens_at) if hour else None,
        "closes_at": utc(hour.closes_at) if hour else None,
        "live": hour.live if hour else None,
        "finalists": finalists,
        "match": slot.name,
        "game": games[-1].game_id if games else None,
    }
