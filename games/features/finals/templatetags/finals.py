"""The hour of a final on pages of others: of its competition, and to watch."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone

from accounts.models import User
from games.features.competitions.models import Section
from games.features.competitions.pages.readers import zone
from games.features.competitions.services.access import organises
from games.features.finals.coming_up import path_of, to_watch
from games.features.finals.fixing import hour_of, is_near
from games.shown import wording

register = template.Library()


@register.inclusion_tag("finals/parts/card.html")
def final_card(section: Section, user: Any) -> dict[str, Any]:
    """Show the hour of the final of a section, and the organiser that one can be fixed."""
    if section.competition.is_league or not section.is_drawn or section.is_over:
        return {}
    hour, now, reader = hour_of(section), _now(), _reader(user)
    is_over = hour is not None and hour.state == hour.State.BY_POST
    return {
        "path": path_of(section),
        "hour": None if is_over else hour,
        "when": wording.zoned_moment(hour.at, now, zone(reader)) if hour else "",
        "may_fix": hour is None and organises(reader, section.competition) and is_near(section),
    }


@register.inclusion_tag("finals/parts/watch.html")
def finals_to_watch(user: Any) -> dict[str, Any]:
    """Show the finals to come or running, with their kick-off."""
    now, reader = _now(), _reader(user)
    found = [
        {
            "final": one,
            "when": wording.zoned_moment(one.hour.at, now, zone(reader)),
            "left": wording.time_left(one.hour.at, now) if one.hour.at > now else "",
        }
        for one in to_watch(reader, now)
    ]
    return {"finals": found}


def _reader(user: Any) -> User | None:
    return user if isinstance(user, User) else None


def _now() -> datetime:
    return timezone.now()
