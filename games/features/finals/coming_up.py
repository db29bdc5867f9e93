"""Finals that are still to come: those of a player, and those that anyone may watch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from games.features.competitions.bracket import Match as Slot
from games.features.competitions.field import Field
from games.features.competitions.models import MatchGame, Section
from games.features.competitions.payloads import SectionView
from games.features.finals.fixing import final_of
from games.features.finals.models import Answer
from games.features.finals.models import Final as Hour
from games.models import Game

SHOWN: Final = 3
A_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class OwnFinal:
    """A final that waits for a player."""

    hour: Hour
    answer: Answer | None


def finals_of(user_id: int) -> Iterator[OwnFinal]:
    """Yield the finals of a person whose hour is still to come."""
    asked = Hour.objects.filter(state=Hour.State.WAITING, asked_at__isnull=False)
    mine = asked.filter(section__entries__user=user_id, section__status=Section.Status.PLAYING)
    for hour in mine.select_related("section__competition"):
        field = Field.of(hour.section)
        slot = final_of(field)
        if slot is None or slot.is_over or user_id not in field.people(slot):
            continue
        yield OwnFinal(hour, hour.answers.filter(entry__user=user_id).first())


def path_of(section: Section) -> str:
    """Return where the page of a final is."""
    return f"/competitions/{section.competition_id}/{section.key}/final/"


def _where(section: Section, slot: Slot, games: Sequence[MatchGame], *, has_penalties: bool) -> str:
    """Return where a final is watched: its penalties, one by one; its game; or what is to come."""
    if has_penalties:
        return f"/competitions/{section.competition_id}/{section.key}/matches/{slot.name}/"
    return f"/games/{games[-1].game_id}/" if games else path_of(section)


@dataclass(frozen=True, slots=True)
class Announced:
    """A final to watch, as this reader may see it."""

    hour: Hour
    name: str
    players: str
    game: Game | None
    has_penalties: bool
    path: str


def to_watch(viewer: User | None, now: datetime) -> list[Announced]:
    """Return the finals of public cups to come or running, the next first, and recent penalties.

    Those to come are confirmed by both. Names are as the section shows them to this reader.
    """
    hours = Hour.objects.filter(
        Q(section__status=Section.Status.PLAYING) | Q(section__finished_at__gt=now - A_DAY),
        section__competition__is_private=False,
    ).exclude(state=Hour.State.BY_POST)
    found = []
    for hour in hours.select_related("section__competition").order_by("at")[: 5 * SHOWN]:
        field = Field.of(hour.section)
        slot = final_of(field)
        if slot is None or len(slot.players) < 2:
            continue
        has_penalties = hasattr(field.rows[slot.key], "shootout")
        if slot.is_over and not has_penalties:
            continue
        entries = [field.entries[number] for number in slot.players]
        people = {entry.pk for entry in entries if not entry.user.is_bot}
        confirmed = hour.answers.filter(is_confirmed=True).values_list("entry", flat=True)
        if hour.state == Hour.State.WAITING and not people <= set(confirmed):
            continue
        view = SectionView(hour.section, viewer)
        names = [view.name_of(one) or _("Player {n}").format(n=one.number) for one in entries]
        games = field.games_of(slot)
        found.append(
            Announced(
                hour,
                hour.section.competition.title,
                " – ".join(names),
                games[-1].game if games else None,
                has_penalties,
                _where(hour.section, slot, games, has_penalties=has_penalties),
            )
        )
    return found[:SHOWN]
