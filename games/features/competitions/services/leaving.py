"""Leaving a section: by your own will, with your account, or put out (chapter 8)."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.features.competitions.bracket import By
from games.features.competitions.bracket import Match as Slot
from games.features.competitions.changes import note_change
from games.features.competitions.field import Field, lock_section
from games.features.competitions.models import Certificate, Competition, Entry, MatchGame, Section
from games.features.competitions.services.access import check_organises, find_section
from games.features.competitions.services.entering import MOST_RUNNING, find_entry, running_matches
from games.features.competitions.steps.ending import take_name_off
from games.features.competitions.steps.playing import mark_withdrawn
from games.features.competitions.steps.sweep import go_on_now
from games.models import Turn
from games.play.acts import adjudicate, call_off
from games.play.apply import apply_step
from games.play.deadlines import enforce_deadline
from games.refusals import Conflict, Forbidden, NotFound
from games.rules.contract import RESIGN
from games.store.locking import lock_game

Status = Section.Status
LONGEST_REASON: Final = 500


def withdraw(user: User, competition_id: str, key: str, *, now: datetime) -> None:
    """Take this person out of a section; done again, it changes nothing (law 8.3).

    Raises ``NotFound`` and ``Conflict``.
    """
    section = find_section(competition_id, key)
    entry = section.entries.filter(user=user).first()
    if entry is None:
        return
    _withdraw(section.pk, entry.pk, now)
    go_on_now(section.pk, now)


def put_out(
    user: User,
    competition_id: str,
    key: str,
    place: int,
    reason: str,
    *,
    now: datetime,
    is_dishonest: bool = True,
) -> Entry:
    """Put a player out for this reason (law 8.5); done again, it returns what stands.

    ``is_dishonest`` says that it is for a false statement or cheating, which costs the standing.
    Raises ``NotFound``, ``Forbidden`` and ``Conflict``.
    """
    found = find_section(competition_id, key)
    check_organises(user, found.competition)
    if found.competition.is_among_friends and found.entries.filter(user=user).exists():
        raise Forbidden(
            _("You play in this competition, so only an operator can disqualify someone."),
            code="organiser_plays",
        )
    _let_deadline_pass(find_entry(found, place), now)
    with transaction.atomic():
        section = lock_section(found.pk)
        entry = find_entry(section, place)
        if entry.status == Entry.Status.PUT_OUT:
            return entry
        if section.is_over:
            raise Conflict(_("The section is over."), code="section_over")
        entry.out_at, entry.out_because, entry.is_dishonoured = now, reason, is_dishonest
        had_number = entry.status == Entry.Status.PLAYING
        entry.status = Entry.Status.PUT_OUT
        entry.save(update_fields=["status", "out_at", "out_because", "is_dishonoured"])
        if had_number:
            _leave_bracket(Field.of(section), entry, By.PUT_OUT, now)
        section.due_at = now
        section.save(update_fields=["due_at"])
        note_change(section)
    go_on_now(section.pk, now)
    return entry


def clear_competitions(user: User, now: datetime, until: float) -> bool:
    """Withdraw someone whose account is deleted from everything, before their games are left.

    Returns whether all is done; continues until ``time.monotonic()`` is ``until``.
    """
    _hand_over(user)
    Competition.objects.filter(organiser=user).update(organiser=None)
    _take_names_off(user)
    entries = Entry.objects.filter(user=user).exclude(section__status__in=Section.OVER)
    open_ones = entries.filter(status__in=Entry.IN)
    for section_id, entry_id in list(open_ones.values_list("section", "pk")):
        _withdraw(section_id, entry_id, now)
        go_on_now(section_id, now)
        if time.monotonic() > until:
            return False
    return True


def _hand_over(user: User) -> None:
    """Let the next player organise what this person has set up among friends (law 11.6)."""
    mine = Competition.objects.filter(organiser=user, code__isnull=False)
    for competition in mine.exclude(sections__status__in=Section.OVER):
        others = competition.entries.filter(user__is_bot=False, status__in=Entry.IN)
        others = others.exclude(user=user).exclude(status=Entry.Status.ASKED)
        following = others.select_related("user").order_by("place").first()
        if following is not None:
            Competition.objects.filter(pk=competition.pk, organiser=user).update(
                organiser=following.user
            )


def _take_names_off(user: User) -> None:
    """Delete what someone had printed on certificates."""
    with transaction.atomic():
        papers = Certificate.objects.filter(entry__user=user).exclude(name="").order_by("pk")
        for paper in papers.select_for_update(no_key=True, of=("self",)):
            take_name_off(paper)


def _withdraw(section_id: int, entry_id: int, now: datetime) -> None:
    first = Entry.objects.filter(pk=entry_id).first()
    if first is not None:
        _let_deadline_pass(first, now)
    with transaction.atomic():
        section = lock_section(section_id)
        entry = section.entries.select_related("user").filter(pk=entry_id).first()
        if entry is None or not entry.is_in or section.is_over:
            return
        note_change(section)
        if section.status in (Status.ANNOUNCED, Status.ENTRIES):
            # 5.6: without a trace.
            entry.delete()
            return
        if entry.number is None:
            entry.delete()
            return
        field = Field.of(section)
        if not _replace(field, entry, now):
            mark_withdrawn(entry, now)
            _leave_bracket(field, entry, By.WITHDRAWAL, now)
        section.due_at = now
        section.save(update_fields=["due_at"])


def _replace(field: Field, entry: Entry, now: datetime) -> bool:
    """Give the place to the first on the waiting list where law 8.3 lets them have it."""
    assert entry.number is not None, "only who was drawn has a place"
    slot = field.bracket.match_of(entry.number)
    if slot is None or field.competition.is_league:
        return False
    running = field.running_game(slot)
    if field.section.status == Status.PLAYING and slot.round > 1:
        return False
    if any(
        Turn.objects.filter(game=game.game_id).exists() and _has_moved(field, game, entry)
        for game in field.games_of(slot)
    ):
        return False
    following = _next_waiting(field.section)
    if following is None:
        return False
    number = entry.number
    entry.number = None
    entry.status, entry.out_at = Entry.Status.WITHDRAWN, now
    entry.save(update_fields=["number", "status", "out_at"])
    following.number, following.status = number, Entry.Status.PLAYING
    following.save(update_fields=["number", "status"])
    if running is not None:
        # A new game with the same colours takes its place, and a new clock.
        game = lock_game(running.game_id)
        if game.is_active:
            call_off(game, now=now)
        running.result = MatchGame.VOID
        running.save(update_fields=["result"])
    return True


def _next_waiting(section: Section) -> Entry | None:
    """Return the first on the waiting list who can play one more match; ``None`` for no one."""
    waiting = section.entries.filter(
        status=Entry.Status.WAITING, user__is_active=True, user__deleted_at__isnull=True
    )
    return next(
        (
            entry
            for entry in waiting.select_related("user").order_by("place")
            if running_matches(entry.user) < MOST_RUNNING
        ),
        None,
    )


def _has_moved(field: Field, game: MatchGame, entry: Entry) -> bool:
    assert entry.number is not None, "only who was drawn has a place"
    side = field.side_of(game, entry.number)
    return Turn.objects.filter(game=game.game_id, side=side).exists()


def _leave_bracket(field: Field, entry: Entry, by: By, now: datetime) -> None:
    """Let a player be out: the match in play is lost, the next one a walkover."""
    assert entry.number is not None, "only who was drawn has a place"
    slots = field.bracket.open_of(entry.number)
    field.bracket.leave(entry.number, by)
    field.save_bracket(now)
    for slot in slots:
        _end_game(field, slot, entry, by, now)


def _end_game(field: Field, slot: Slot, entry: Entry, by: By, now: datetime) -> None:
    """End the running game of a match that someone has left."""
    running = field.running_game(slot)
    if running is None or entry.number is None:
        return
    game = lock_game(running.game_id)
    if game.is_active:
        side = field.side_of(running, entry.number)
        other = "black" if side == "white" else "white"
        if by is By.PUT_OUT:
            adjudicate(game, other, now=now)
        else:
            rules = game.rules
            apply_step(game, rules, rules.act(rules.load(game.state), side, RESIGN), now=now)
    # What it came to is noted by the next step, as with every game that is over.


def _let_deadline_pass(entry: Entry, now: datetime) -> None:
    """Act on a deadline that was missed before someone leaves: that came first."""
    if entry.number is None:
        return
    running = MatchGame.objects.filter(
        result="", match__section=entry.section_id, game__players__user=entry.user_id
    )
    for game_id in running.values_list("game", flat=True):
        try:
            enforce_deadline(game_id, now)
        except NotFound:
            continue
