"""Keeping plans: making them, taking them back, showing them to their player.

None of it changes the game: no revision, no event, no time at which it was updated.
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Case, Max, When
from django.utils.translation import gettext as _

from accounts.limits import count_of_person
from config.backends.task_signal import TaskTrigger
from games.clock.clocks import clock_of
from games.features.plans.models import (
    TAKEN_BACK,
    Because,
    PlanBook,
    PlanEntry,
    PlanFallback,
    Status,
)
from games.features.plans.replies import check_reply
from games.features.plans.walking import walk
from games.models import Game
from games.models.querysets import Seat
from games.play import watching
from games.play.guards import check_is_active, check_is_in, seat_of
from games.play.turns import PlayedTurn, check_is_next, play_turn
from games.refusals import Conflict, Forbidden, NotFound
from games.rules.contract import Side
from games.store.locking import lock_game

MOST_ENTRIES: Final = 100
"""Answers of a seat that wait at a time."""
MOST_SHOWN: Final = 500
MOST_TAKEN_BACK: Final = 200
"""Answers of a seat that are remembered though they were taken back or replaced."""

_firing: Final = TaskTrigger("games.plans.tasks.fire_plans")


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An answer that was checked and is yet to be kept."""

    key: str
    round: int
    line: list[dict[str, Any]]
    position: str | None
    reply: dict[str, Any]
    replaces: bool


@dataclass(frozen=True, slots=True)
class NewFallback:
    """What to try at one turn, checked and yet to be kept."""

    turn: int
    tries: list[list[str]]
    unless: list[str]


def key_of(game: Game, state: Any, side: Side) -> str:
    """Return what a situation is found by."""
    text = game.rules.situation(state, side)
    return urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")


def may_plan(game: Game, seat: Seat) -> bool:
    """Return whether a player may prepare anything in this game."""
    is_forbidden = (game.competition or {}).get("plans") is False
    is_in = game.is_active and not game.summary.is_out(seat.side)
    return is_in and clock_of(game).takes_plans and not is_forbidden


def planning_seat(game: Game, user_id: int) -> Seat:
    """Return the seat of someone who may plan in this game; raises ``Forbidden``, ``Conflict``."""
    seat = seat_of(game, user_id)
    check_is_active(game)
    check_is_in(game, seat)
    if not clock_of(game).takes_plans:
        raise Forbidden(_("Live games have no conditional moves."), code="plans_not_allowed")
    if (game.competition or {}).get("plans") is False:
        raise Forbidden(_("This competition has no conditional moves."), code="plans_not_allowed")
    return seat


def check_entry(game: Game, user_id: int, number: int, plan: Mapping[str, Any]) -> NewEntry:
    """Return an answer as it is to be kept, its line walked from the present state.

    Raises ``Forbidden``, ``Conflict`` and ``Unprocessable``.
    """
    seat = planning_seat(game, user_id)
    check_is_next(game, number)
    walked = walk(game, plan["line"])
    reply = check_reply(game, user_id, seat.side, walked, plan["reply"])
    return NewEntry(
        key=key_of(game, walked.state, seat.side),
        round=walked.summary.round or 1,
        line=[
            {**turn._asdict(), "happenings": [dict(one) for one in turn.happenings]}
            for turn in walked.turns
        ],
        position=walked.summary.position,
        reply=reply,
        replaces=bool(plan.get("replace")),
    )


def add_entry(
    game: Game, user_id: int, number: int, plan: Mapping[str, Any], *, now: datetime
) -> PlanEntry:
    """Keep an answer for a situation and return it; raises ``Refusal``s."""
    entry = check_entry(game, user_id, number, plan)
    with transaction.atomic():
        (kept,) = keep(game, _hold_seat(game, user_id), [entry], number, now=now)
    _firing.trigger()
    return kept


def keep(
    game: Game, side: Side, entries: Iterable[NewEntry], number: int, *, now: datetime
) -> list[PlanEntry]:
    """Write answers down that were checked, and return them; raises ``Conflict``."""
    entries = list(entries)
    _hold_book(game, side)
    waiting = {entry.key: entry for entry in waiting_entries(game.pk, side)}
    kept = []
    for entry in entries:
        old = waiting.get(entry.key)
        if old is not None and not entry.replaces:
            raise Conflict(
                _("You already have a reply for this situation. Replace or remove it."),
                code="plan_exists",
            )
        if old is not None:
            old.settle(Status.DROPPED, now, because=Because.REPLACED)
        elif len(waiting) >= MOST_ENTRIES:
            raise Conflict(
                _("You already have {most} replies in this game. Remove some.").format(
                    most=MOST_ENTRIES
                ),
                code="plan_limit",
            )
        waiting[entry.key] = PlanEntry.objects.create(
            game_id=game.pk,
            side=side,
            place=_next_place(game, side),
            round=entry.round,
            key=entry.key,
            line=entry.line,
            position=entry.position,
            reply=entry.reply,
            made_at=now,
            made_at_turn=number,
        )
        kept.append(waiting[entry.key])
    taken_back = PlanEntry.objects.filter(game=game, side=side, because__in=TAKEN_BACK)
    forgotten = taken_back.order_by("-pk").values_list("pk", flat=True)[MOST_TAKEN_BACK:]
    PlanEntry.objects.filter(pk__in=list(forgotten)).delete()
    return kept


def _next_place(game: Game, side: Side) -> int:
    """Return the number of a seat's next answer; its book is held. The newest is never deleted."""
    newest = PlanEntry.objects.filter(game=game, side=side).aggregate(newest=Max("place"))
    return (newest["newest"] or 0) + 1


def check_fallback(
    game: Game, user_id: int, body: Mapping[str, Any], *, number: int | None = None
) -> NewFallback:
    """Return what to try at one turn; ``number`` is the turn that it comes with, if it does.

    Whether a turn is legal shows when its time comes. Raises ``Forbidden`` and ``Conflict``.
    """
    seat = planning_seat(game, user_id)
    summary = game.summary
    playing = [one for one in game.seats if one.side not in summary.standing]
    turn = body.get("turn") or (number or 0) + len(playing)
    least = game.next_turn + (seat.side in summary.to_act)
    if turn < least:
        raise Conflict(
            _("Choose one of your future turns, {least} or later.").format(least=least),
            code="stale_turn",
            game=game,
        )
    return NewFallback(turn, [list(one) for one in body["tries"]], sorted(set(body["unless"])))


def put_fallback(
    game: Game, user_id: int, body: Mapping[str, Any], *, now: datetime
) -> PlanFallback:
    """Keep what to try at one turn, in the place of what was there, and return it."""
    fallback = check_fallback(game, user_id, body)
    with transaction.atomic():
        kept = keep_fallback(game, _hold_seat(game, user_id), fallback, now=now)
    _firing.trigger()
    return kept


def keep_fallback(game: Game, side: Side, fallback: NewFallback, *, now: datetime) -> PlanFallback:
    """Write a fallback down that was checked, and return it."""
    _hold_book(game, side)
    kept, _is_new = PlanFallback.objects.update_or_create(
        game_id=game.pk,
        side=side,
        defaults={
            "turn": fallback.turn,
            "tries": fallback.tries,
            "unless": fallback.unless,
            "made_at": now,
            "status": Status.WAITING,
            "settled_at": None,
            "fired_turn": None,
            "because": "",
        },
    )
    return kept


def remove_fallback(game: Game, user_id: int) -> None:
    """Forget what was to be tried; what is not there changes nothing."""
    side = seat_of(game, user_id).side
    with transaction.atomic():
        _hold_book(game, side)
        PlanFallback.objects.filter(game=game, side=side, status=Status.WAITING).delete()


def remove_entry(game: Game, user_id: int, entry_id: int, *, now: datetime) -> None:
    """Take an answer back; raises ``NotFound`` for one that is not your own."""
    side = seat_of(game, user_id).side
    with transaction.atomic():
        _hold_book(game, side)
        entry = PlanEntry.objects.filter(game=game, side=side, place=entry_id).first()
        if entry is None:
            raise NotFound(_("This reply doesn't exist."))
        if entry.status == Status.WAITING:
            entry.settle(Status.DROPPED, now, because=Because.REMOVED)


def remove_all(game: Game, user_id: int, *, now: datetime) -> None:
    """Take everything back that waits."""
    side = seat_of(game, user_id).side
    with transaction.atomic():
        _hold_book(game, side)
        drop_all(game.pk, side, Because.REMOVED, now)


def drop_all(game_id: str, side: Side, because: Because, now: datetime) -> None:
    """Write down of everything that waits why it never comes."""
    settled = {"status": Status.DROPPED, "because": because, "settled_at": now}
    waiting = {"game": game_id, "side": side, "status": Status.WAITING}
    PlanEntry.objects.filter(**waiting).update(**settled)
    PlanFallback.objects.filter(**waiting).update(**settled)


def drop_taken_back(game: Game, now: datetime) -> None:
    """Drop what waits at all seats of a locked game whose last turn was taken back."""
    for side in PlanBook.objects.filter(game=game).order_by("side").values_list("side", flat=True):
        _hold_book(game, side)
        drop_all(game.pk, side, Because.TAKEN_BACK, now)


def waiting_entries(game_id: str, side: Side) -> list[PlanEntry]:
    """Return the answers of a seat that wait, oldest first."""
    return list(PlanEntry.objects.filter(game=game_id, side=side, status=Status.WAITING))


def play_planned(
    user_id: int, game_id: str, planned: Mapping[str, Any], *, now: datetime
) -> PlayedTurn:
    """Play a turn and keep what came with it, or nothing of both; as ``play_turn`` does.

    What came with it is checked first, as the game is before the turn: each line begins with it, so
    that every way in which a shot may end can be answered.
    """
    number, actions = planned["turn"], planned["actions"]
    if not planned.get("plans") and not planned.get("fallback"):
        return play_turn(user_id, game_id, number, actions, now=now)
    entries: list[NewEntry] = []
    fallback: NewFallback | None = None
    game = watching.view_game(game_id, now)
    if number == game.next_turn:
        plans = planned.get("plans") or ()
        if plans:
            # As if each came separately: to walk the longest lines takes time.
            count_of_person(user_id, "plans", times=len(plans))
        entries = [check_entry(game, user_id, number, plan) for plan in plans]
        if planned.get("fallback"):
            fallback = check_fallback(game, user_id, planned["fallback"], number=number)

    def also(after: Game) -> None:
        side = seat_of(after, user_id).side
        if entries:
            keep(after, side, entries, number, now=now)
        if fallback:
            keep_fallback(after, side, fallback, now=now)

    return play_turn(user_id, game_id, number, actions, now=now, also=also)


def all_entries(game_id: str, side: Side) -> list[PlanEntry]:
    """Return the answers of a seat, oldest first; of very many those that wait and the newest."""
    is_settled = Case(When(status=Status.WAITING, then=0), default=1)
    rows = PlanEntry.objects.filter(game=game_id, side=side).order_by(is_settled, "-pk")
    return sorted(rows[:MOST_SHOWN], key=lambda entry: entry.pk)


def find_fallback(game_id: str, side: Side) -> PlanFallback | None:
    """Return what a seat tries or tried last at one turn, if anything."""
    return PlanFallback.objects.filter(game=game_id, side=side).first()


def _hold_seat(game: Game, user_id: int) -> Side:
    """Return the side of someone who keeps it until the transaction ends.

    It may have been handed over since the game was looked at. Raises ``Forbidden``.
    """
    return seat_of(lock_game(game.pk), user_id).side


def _hold_book(game: Game, side: Side) -> PlanBook:
    """Return the locked row of a seat whose plans change; it will be looked at again."""
    book = None
    while book is None:
        PlanBook.objects.bulk_create([PlanBook(game_id=game.pk, side=side)], ignore_conflicts=True)
        # It may be closed between the two by anyone who found nothing in it that waits.
        book = PlanBook.objects.select_for_update().filter(game=game.pk, side=side).first()
    book.looked_at = None
    book.save(update_fields=["looked_at"])
    return book
