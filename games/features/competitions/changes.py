"""What those who follow a competition hear: that it has changed, and where.

Nothing is stored for it but a count. Each section counts its changes, and the number of a
competition is the sum. A reader who was away hears one ``competition.changed`` with the newest
number, however much happened in the meantime, and reads the sections whose count is new to it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.db.models import Sum

from games.features.competitions import shapes
from games.features.competitions.models import Section
from games.store.wakeups import wake_after_commit
from games.streams.frames import Line, line_of
from games.streams.logs import Log

KIND: Final = "competition"
TYPE: Final = "competition.changed"


def log_of_competition(competition_id: str) -> str:
    """Return the name of a competition's log."""
    return f"{KIND}:{competition_id}"


def note_change(section: Section) -> None:
    """Count a change of a locked section, and let those who follow the competition know."""
    section.revision += 1
    section.save(update_fields=["revision"])
    wake_after_commit([log_of_competition(section.competition_id)])


def change_payload(competition_id: str) -> shapes.CompetitionChanged:
    """Return how far a competition has come, as its stream says it."""
    sections = Section.objects.filter(competition=competition_id).order_by("pk")
    lines: list[shapes.SectionRevision] = [
        {"section": key, "status": status, "revision": revision}
        for key, status, revision in sections.values_list("key", "status", "revision")
    ]
    return {
        "type": TYPE,
        "number": sum(line["revision"] for line in lines),
        "competition": competition_id,
        "sections": lines,
    }


def _read(competition_id: str, after: int) -> list[Line]:
    record = change_payload(competition_id)
    return [line_of(record)] if record["number"] > after else []


def _find_newest(ids: Collection[str]) -> dict[str, int]:
    counted = Section.objects.filter(competition__in=ids).order_by().values_list("competition")
    return dict(counted.annotate(number=Sum("revision")))


LOG: Final = Log(_read, _find_newest)
