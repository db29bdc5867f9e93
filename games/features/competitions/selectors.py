"""Reading competitions; nothing here changes anything."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.features.competitions.bracket import By
from games.features.competitions.field import Field
from games.features.competitions.models import (
    Competition,
    Entry,
    Match,
    MatchGame,
    Section,
    Shootout,
)


def public_competitions() -> QuerySet[Competition]:
    """Return the competitions that are in lists, newest first."""
    found = Competition.objects.filter(is_private=False).select_related("organiser")
    return found.prefetch_related("sections").order_by("-created_at", "-id")


class Winner(NamedTuple):
    """Who won a section that is over; the newest come first."""

    competition: Competition
    entry: Entry
    players: int


def winners_of(over: list[Competition]) -> list[Winner]:
    """Return the winners of these competitions where a section names its players."""
    entries = Entry.objects.filter(
        competition__in=over,
        standing=1,
        section__under=None,
        user__deleted_at__isnull=True,
        user__is_family=False,
    )
    # Of a league, the first of the top division.
    entries = entries.filter(section__key__in=("open", "division-1"))
    rows = entries.select_related("user", "section", "competition")
    return [
        Winner(row.competition, row, row.section.size or 0)
        for row in rows.order_by("-section__finished_at")[:5]
    ]


def competitions_of(user_id: int) -> QuerySet[Competition]:
    """Return what someone organises, or is in, and is not over; newest first."""
    going_on = [status for status in Section.Status if status not in Section.OVER]
    mine = Q(organiser=user_id) | Q(
        entries__user=user_id,
        entries__status__in=Entry.IN,
    )
    found = Competition.objects.filter(mine, sections__status__in=going_on)
    found = found.select_related("organiser").prefetch_related("sections")
    return found.order_by("-created_at", "-id").distinct()


def finished_by(user_id: int, kind: str) -> QuerySet[Entry]:
    """Return the entries with which someone has finished competitions of a kind, newest first."""
    found = Entry.objects.filter(
        user=user_id,
        standing__isnull=False,
        competition__kind=kind,
        section__status=Section.Status.FINISHED,
    )
    return found.select_related("competition__organiser", "section").order_by(
        "-section__finished_at", "-pk"
    )


def seasons_to_confirm(user_id: int, now: datetime) -> QuerySet[Competition]:
    """Return the seasons that someone was asked about and has not confirmed, and what friends
    hold again."""
    return (
        Competition.objects.filter(
            entries__user=user_id, entries__status=Entry.Status.ASKED, closes_at__gt=now
        )
        .select_related("organiser")
        .order_by("closes_at")
    )


class OwnMatch(NamedTuple):
    """A match that someone is in and that is not over."""

    entry: Entry
    match: Match
    ends_at: datetime
    game: MatchGame | None


def own_matches(user_id: int) -> list[OwnMatch]:
    """Return the matches that someone plays now, the nearest last day first."""
    entries = Entry.objects.filter(
        user=user_id,
        status=Entry.Status.PLAYING,
        section__status=Section.Status.PLAYING,
    ).select_related("section__competition__organiser")
    found = []
    for entry in entries:
        own = Q(upper=entry.number) | Q(lower=entry.number)
        match = Match.objects.filter(own, section=entry.section_id, by="").first()
        if match is None or not (match.upper and match.lower):
            continue
        round_ = entry.section.rounds.get(number=match.round)
        game = match.games.filter(result="").select_related("game").first()
        found.append(OwnMatch(entry, match, round_.ends_at, game))
    return sorted(found, key=lambda one: one.ends_at)


def shootouts_of(user_id: int, now: datetime) -> QuerySet[Shootout]:
    """Return the penalties that wait for what someone decides, the nearest first."""
    waiting = Shootout.objects.filter(resolved_at=None, due_at__gt=now, match__by="")
    mine = Q(match__upper=F("match__section__entries__number")) | Q(
        match__lower=F("match__section__entries__number")
    )
    own = waiting.filter(
        mine,
        match__section__entries__user=user_id,
        match__section__entries__status=Entry.Status.PLAYING,
    )
    return own.select_related("match__section__competition__organiser").order_by("due_at", "pk")


def coming_of(user_id: int, now: datetime) -> QuerySet[Any]:
    """Return the next matches of someone whose opponents are still playing for them, and whether
    they had a bye before (``has_bye``)."""
    number = F("section__entries__number")
    byes = Match.objects.filter(section=OuterRef("section"), by=By.BYE, winner=OuterRef("own"))
    return (
        Match.objects.filter(
            Q(upper=number, lower=None) | Q(lower=number, upper=None),
            by="",
            section__status=Section.Status.PLAYING,
            section__entries__user=user_id,
            section__entries__status=Entry.Status.PLAYING,
        )
        .annotate(own=number)
        .annotate(has_bye=Exists(byes.filter(round=OuterRef("round") - 1)))
        .select_related("section__competition__organiser")
        .order_by("pk")
    )


class Awaited(NamedTuple):
    """Whom a running game waits for, by number, and until when."""

    numbers: list[int]
    until: datetime


def awaited_in(section: Section) -> dict[str, Awaited]:
    """Return whom each running game of a section waits for, by the game's id."""
    rows = MatchGame.objects.filter(
        match__section=section, result="", game__players__deadline__isnull=False
    ).values_list(
        "game",
        "white",
        "match__upper",
        "match__lower",
        "game__players__side",
        "game__players__deadline",
    )
    found: dict[str, Awaited] = {}
    for game_id, white, upper, lower, side, until in rows.order_by("game", "game__players__side"):
        assert upper, "a game that runs has both players"
        assert lower, "a game that runs has both players"
        assert until, "and a deadline for whom it awaits"
        number = white if side == "white" else upper + lower - white
        one = found.get(game_id, Awaited([], until))
        found[game_id] = Awaited([*one.numbers, number], min(one.until, until))
    return found


class Health(NamedTuple):
    """How a section is doing, for operators."""

    section: Section
    running: int
    late: int
    """Matches whose round is over and that are not decided."""
    waits_for: list[str]
    """Whose turn it is in the running games, with the deadline: the nearest first."""


def health_of_sections(now: datetime) -> list[Health]:
    """Return every section that is not over, those set aside and late first."""
    open_ones = Section.objects.exclude(status__in=Section.OVER).select_related("competition")
    found = []
    for section in open_ones.order_by("pk"):
        running = 0
        late = 0
        waits_for: list[str] = []
        if section.status == Section.Status.PLAYING:
            field = Field.of(section)
            ready = field.bracket.ready()
            running = len(ready)
            over = set(section.rounds.filter(ends_at__lt=now).values_list("number", flat=True))
            late = sum(slot.round in over for slot in ready)
            waits_for = _awaited(section)
        found.append(Health(section, running, late, waits_for))
    return sorted(found, key=lambda one: (one.section.set_aside_at is None, -one.late))


def _awaited(section: Section) -> list[str]:
    rows = MatchGame.objects.filter(
        match__section=section, result="", game__players__deadline__isnull=False
    ).order_by("game__deadline")
    names = rows.values_list("game__players__user__username", "game__deadline")
    return [f"{name}, {deadline:%Y-%m-%d %H:%M}" for name, deadline in names[:10]]
