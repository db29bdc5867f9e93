"""Cups and leagues among friends: joined by a link, and started by hand (chapter 11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.guests import not_for_guests
from accounts.models import User
from config.http.times import utc
from games.features.competitions import happened
from games.features.competitions.changes import note_change
from games.features.competitions.field import event_of
from games.features.competitions.lines import is_usual_name, usual_name
from games.features.competitions.models import Competition, Entry, Section
from games.features.competitions.services.access import check_organises, find_competition
from games.features.competitions.services.entering import (
    check_has_room,
    check_is_shown,
    confirm,
    note_entry,
    running_matches,
)
from games.features.competitions.services.leaving import withdraw
from games.features.competitions.services.setting_up import SEASON_DAYS, SHORTEST_ROUND, check_game
from games.features.competitions.steps import beginning
from games.features.competitions.steps.seasons import FIRST
from games.features.competitions.steps.sweep import go_on_now
from games.models import Block, HouseRobot, new_public_id
from games.refusals import Conflict, Forbidden, Invalid, NotFound
from games.rules import registry
from games.store.locking import hold_people, hold_person, is_public_id
from games.store.outbox import record_competition_events

MOST_PLAYERS: Final = 8
LEAST_PLAYERS: Final = 2
MOST_RUNNING: Final = 5
"""Competitions among friends that one account organises and that are not over."""
MOST_MADE_A_DAY: Final = 20
KEPT_FOR: Final = timedelta(days=14)
"""So long one that is not started takes players; then it lapses (law 11.5)."""
TURNS: Final = (12 * 3600, 24 * 3600, 48 * 3600, 72 * 3600)
"""Seconds that a turn may have."""
DAY_S: Final = 24 * 3600


@dataclass(frozen=True, slots=True)
class Friendly:
    """What is played among friends."""

    name: str
    kind: str = Competition.Kind.CUP
    ruleset: str = registry.DEFAULT
    options: Mapping[str, Any] = field(default_factory=dict)
    turn_s: int = DAY_S

    def columns(self) -> dict[str, Any]:
        """Return the columns of the competition; raises ``Invalid``."""
        is_league = self.kind == Competition.Kind.LEAGUE
        return {
            "name": self.name,
            "kind": self.kind,
            "season": 1 if is_league else None,
            "goes_on": not is_league,
            "ruleset": self.ruleset,
            "options": check_game(self.ruleset, self.options),
            "days_per_turn": max(1, self.turn_s // DAY_S),
            "turn_s": self.turn_s if self.turn_s < DAY_S else None,
            "round_days": SEASON_DAYS if is_league else SHORTEST_ROUND,
        }


def set_up_among_friends(user: User, wanted: Friendly, *, now: datetime) -> Competition:
    """Return a new competition among friends with its organiser as the first player.

    Raises ``Forbidden``, ``Conflict`` and ``Invalid``.
    """
    if user.is_guest:
        raise not_for_guests()
    if user.is_bot:
        raise Forbidden(_("Bots can't create competitions."), code="no_bots")
    check_is_shown(user)
    columns = wanted.columns()
    with transaction.atomic():
        # The account's row is the lock under which its competitions are counted.
        hold_person(user.pk)
        _check_is_not_flooding(user, now)
        competition = Competition.objects.create(
            **columns,
            code=new_public_id(),
            organiser=user,
            is_private=True,
            age_date=now.date(),
            opens_at=now,
            closes_at=now + KEPT_FOR,
            starts_at=now + KEPT_FOR,
            created_at=now,
        )
        section = Section(
            competition=competition,
            key=_key(competition),
            limit=MOST_PLAYERS,
            due_at=competition.closes_at,
        )
        beginning.open_entries(section)
        section.save()
        check_has_room(user, section)
        _seat(section, user, now)
    return competition


def set_up_again(user: User, competition_id: str, *, now: datetime) -> Competition:
    """Return a new competition like one that is over, its players asked to join (law 11.8).

    Asked for again, it returns the same one.

    Raises ``NotFound``, ``Forbidden`` and ``Conflict``.
    """
    found = find_competition(competition_id)
    with transaction.atomic():
        before = Competition.objects.select_for_update(no_key=True).get(pk=found.pk)
        players = list(
            before.entries.filter(number__isnull=False).select_related("user").order_by("place")
        )
        is_over = before.sections.filter(status=Section.Status.FINISHED).exists()
        if not is_over or user.pk not in (before.organiser_id, *(one.user_id for one in players)):
            raise NotFound(_("This competition has no players to ask again."))
        if (following := next_of(before)) is not None:
            return following
        # One that was cancelled makes room for another.
        Competition.objects.filter(previous=before).update(previous=None)
        made = set_up_among_friends(user, _like(before, user), now=now)
        made.previous = before
        made.save(update_fields=["previous"])
        _ask(made, [one.user for one in players if one.user_id != user.pk], now)
    return made


def next_of(competition: Competition) -> Competition | None:
    """Return what was set up again after a competition among friends; ``None`` if nothing is."""
    found = Competition.objects.filter(previous=competition)
    return found.exclude(sections__status=Section.Status.NOT_HELD).first()


def _like(before: Competition, organiser: User) -> Friendly:
    """Return the terms of a competition for another organiser, whose name an untouched one has."""
    former = before.organiser.username if before.organiser is not None else ""
    name = before.name
    if is_usual_name(name, former):
        name = usual_name(organiser.username, is_league=before.is_league)
    return Friendly(
        name=name,
        kind=before.kind,
        ruleset=before.ruleset,
        options=before.options,
        turn_s=before.turn_s or before.days_per_turn * DAY_S,
    )


def _ask(competition: Competition, people: Sequence[User], now: datetime) -> None:
    """Ask these people to join; house bots are in without a word."""
    section = _lock(competition)
    organiser = competition.organiser
    blocks = Block.objects.filter(Q(user=organiser) | Q(blocked=organiser))
    apart = {one for pair in blocks.values_list("user", "blocked") for one in pair}
    asked = []
    for one in people:
        if one.is_bot:
            if one.is_active:
                _seat(section, one, now)
        elif one.deleted_at is None and not one.is_family and one.pk not in apart:
            _seat(section, one, now, status=Entry.Status.ASKED)
            asked.append(one.pk)
    if asked:
        until = utc(competition.closes_at)
        event = happened.SEASON_CONFIRM(
            now, asked, {"season": competition.season or 1, "until": until}
        )
        record_competition_events(competition.pk, [event_of(section, event)])


def _key(competition: Competition) -> str:
    return FIRST if competition.is_league else "open"


def _check_is_not_flooding(user: User, now: datetime) -> None:
    mine = Competition.objects.filter(organiser=user, code__isnull=False)
    if mine.exclude(sections__status__in=Section.OVER).count() >= MOST_RUNNING:
        raise Conflict(
            _("You organise {n} competitions already.").format(n=MOST_RUNNING),
            code="too_many_competitions",
        )
    if mine.filter(created_at__gt=now - timedelta(days=1)).count() >= MOST_MADE_A_DAY:
        raise Conflict(
            _("You can create {n} competitions a day.").format(n=MOST_MADE_A_DAY),
            code="too_many_competitions",
        )


def find_by_code(code: str) -> Competition:
    """Return the competition that a link leads to; raises ``NotFound``."""
    rows = Competition.objects.select_related("organiser")
    found = rows.filter(code=code).first() if is_public_id(code) else None
    if found is None:
        raise NotFound(_("This link doesn't lead to a competition."))
    return found


def join(user: User, code: str, *, now: datetime) -> Entry:
    """Return this person's entry; joining again returns the first one (law 11.2).

    Raises ``NotFound``, ``Forbidden`` and ``Conflict``.
    """
    found = find_by_code(code)
    if user.is_bot:
        raise Forbidden(_("Only the organiser can add bots."), code="no_bots")
    check_is_shown(user)
    with transaction.atomic():
        section = _lock(found)
        hold_person(user.pk)
        entry = Entry.objects.filter(competition=found, user=user).first()
        if entry is not None and entry.status != Entry.Status.ASKED:
            return entry
        # Who blocks whom stays secret: the link just doesn't work.
        if Block.objects.filter(user=found.organiser_id, blocked=user).exists():
            raise NotFound(_("This link doesn't lead to a competition."))
        _check_is_open(section, now)
        _check_has_seat(section)
        if user.is_guest and running_matches(user):
            raise not_for_guests()
        if user.pk not in hold_people([user.pk]):
            raise NotFound(_("This account doesn't exist."))
        check_has_room(user, section)
        if entry is not None:
            return confirm(entry, section, now)
        entry = _seat(section, user, now)
        note_entry(entry, section, now)
        return entry


def leave(user: User, code: str, *, now: datetime) -> None:
    """Leave: before the start without a trace, later as a withdrawal; raises ``NotFound``."""
    found = find_by_code(code)
    entry = Entry.objects.filter(competition=found, user=user).select_related("section").first()
    if entry is not None:
        withdraw(user, found.pk, entry.section.key, now=now)


def add_bot(user: User, competition_id: str, strength: str, *, now: datetime) -> Entry:
    """Return the entry of a house bot; adding it again returns the first one.

    Raises ``NotFound``, ``Forbidden``, ``Conflict`` and ``Invalid``.
    """
    found = _find(user, competition_id)
    robot = HouseRobot.objects.select_related("user").filter(strength=strength).first()
    with transaction.atomic():
        section = _lock(found)
        if robot is None or not robot.plays(section.competition.ruleset):
            raise Invalid(
                _("No bot of this strength plays the game."),
                field="strength",
                code="unknown_choice",
            )
        entry = Entry.objects.filter(competition=found, user=robot.user).first()
        if entry is not None:
            return entry
        _check_is_open(section, now)
        _check_has_seat(section)
        return _seat(section, robot.user, now)


def bots_for(competition: Competition) -> list[HouseRobot]:
    """Return the house bots that can be added, the weakest first."""
    robot = registry.robot(competition.ruleset)
    order = list(robot.strengths) if robot is not None else []
    rows = HouseRobot.objects.select_related("user").filter(
        strength__in=order, user__is_active=True
    )
    free = rows.exclude(user__entries__competition=competition)
    return sorted(free, key=lambda one: order.index(one.strength))


def remove(user: User, competition_id: str, place: int, *, now: datetime) -> None:
    """Remove a player before the start; once they are gone, nothing changes.

    Raises ``NotFound``, ``Forbidden`` and ``Conflict``.
    """
    found = _find(user, competition_id)
    with transaction.atomic():
        section = _lock(found)
        _check_is_open(section, now)
        removed, _rows = section.entries.filter(place=place).delete()
        if removed:
            note_change(section)


def change_among_friends(
    user: User, competition_id: str, changes: Mapping[str, Any], *, now: datetime
) -> Competition:
    """Return the competition with what is given changed: until the start.

    Raises ``NotFound``, ``Forbidden``, ``Conflict`` and ``Invalid``.
    """
    found = _find(user, competition_id)
    with transaction.atomic():
        competition = Competition.objects.select_for_update(no_key=True).get(pk=found.pk)
        section = _lock(competition)
        _check_is_open(section, now)
        is_same_game = changes.get("ruleset", competition.ruleset) == competition.ruleset
        wanted = Friendly(
            **{
                "name": competition.name,
                "kind": competition.kind,
                "ruleset": competition.ruleset,
                "options": competition.options if is_same_game else {},
                "turn_s": competition.turn_s or competition.days_per_turn * DAY_S,
                **changes,
            }
        )
        columns = wanted.columns()
        for name, value in columns.items():
            setattr(competition, name, value)
        _check_bots_play(section, competition)
        competition.save(update_fields=list(columns))
        section.key = _key(competition)
        section.save(update_fields=["key"])
        note_change(section)
    return competition


def _check_bots_play(section: Section, competition: Competition) -> None:
    bots = HouseRobot.objects.filter(user__entries__section=section).select_related("user")
    if not all(bot.plays(competition.ruleset) for bot in bots):
        raise Conflict(
            _("One of the bots doesn't play this game. Remove it first."), code="bot_cannot_play"
        )


def start(user: User, competition_id: str, *, now: datetime) -> Competition:
    """Draw and begin play with those who have joined (law 11.4); once started, nothing changes.

    Raises ``NotFound``, ``Forbidden`` and ``Conflict``.
    """
    found = _find(user, competition_id)
    with transaction.atomic():
        competition = Competition.objects.select_for_update(no_key=True).get(pk=found.pk)
        section = _lock(competition)
        if not section.is_drawn:
            _check_is_open(section, now)
            _check_can_be_played(section)
            # A row knows no competition that closed before it opened.
            moment = max(now, competition.opens_at + timedelta(microseconds=1))
            competition.closes_at = competition.starts_at = moment
            section.entries.filter(status=Entry.Status.ASKED).delete()
            competition.save(update_fields=["closes_at", "starts_at"])
            section.competition = competition
            beginning.draw(section, now)
            beginning.start(section, now)
            section.due_at = now
            section.save()
            note_change(section)
    go_on_now(section.pk, now)
    return competition


def call_off(user: User, competition_id: str, *, now: datetime) -> None:
    """Call the competition off before its start; again, nothing changes.

    Raises ``NotFound``, ``Forbidden`` and ``Conflict``.
    """
    found = _find(user, competition_id)
    with transaction.atomic():
        section = _lock(found)
        if section.status != Section.Status.NOT_HELD:
            _check_is_open(section, now)
            beginning.lapse(section, now)
            section.due_at = None
            section.save()
            note_change(section)


def _find(user: User, competition_id: str) -> Competition:
    """Return a competition among friends that this person organises."""
    found = find_competition(competition_id)
    if not found.is_among_friends:
        raise Conflict(
            _("This competition isn't started by hand. Its entries were announced."),
            code="not_among_friends",
        )
    check_organises(user, found)
    return found


def _lock(competition: Competition) -> Section:
    """Return the section that all joined, locked until the transaction ends.

    A competition, where its row is locked too, comes before it.
    """
    rows = Section.objects.select_for_update(no_key=True, of=("self",))
    section = rows.filter(competition=competition).order_by("pk")[0]
    section.competition = Competition.objects.get(pk=competition.pk)
    return section


def _check_is_open(section: Section, now: datetime) -> None:
    if section.is_drawn:
        raise Conflict(
            _("The competition has started. No one can join now."), code="competition_started"
        )
    if section.status != Section.Status.ENTRIES or section.competition.closes_at <= now:
        raise Conflict(_("This competition was cancelled."), code="competition_called_off")


def _check_has_seat(section: Section) -> None:
    if section.entries.filter(status=Entry.Status.ENTERED).count() >= section.limit:
        raise Conflict(
            _("All {n} places are taken.").format(n=section.limit), code="competition_full"
        )


def _check_can_be_played(section: Section) -> None:
    entries = section.entries.filter(status=Entry.Status.ENTERED)
    if entries.count() < LEAST_PLAYERS or not entries.filter(user__is_bot=False).exists():
        raise Conflict(
            _("You need at least two players. Share the link, or add a bot."),
            code="too_few_players",
        )


def _seat(section: Section, user: User, now: datetime, status: str = Entry.Status.ENTERED) -> Entry:
    newest = section.entries.order_by("-place").values_list("place", flat=True).first()
    note_change(section)
    return Entry.objects.create(
        competition=section.competition,
        section=section,
        user=user,
        place=(newest or 0) + 1,
        status=status,
        entered_at=now,
    )
