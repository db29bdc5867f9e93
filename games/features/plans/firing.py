"""Playing what was prepared, once its time has come.

A task looks after each commit that something follows from, and beat finds what it missed. A seat is
checked once in each revision of its game; nothing is found where nothing has changed.
"""

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from config.http.errors.refusals import Refusal
from games.features.plans.models import Because, PlanBook, PlanEntry, PlanFallback, Status
from games.features.plans.replies import Do, carry_out
from games.features.plans.services import drop_all, find_fallback, key_of, waiting_entries
from games.models import Game, Turn
from games.models.querysets import Seat
from games.play.apply import PREPARED
from games.play.deadlines import has_passed
from games.play.turns import play_turn
from games.refusals import NotFound
from games.rules.contract import Phase
from games.store.locking import lock_game

logger = logging.getLogger(__name__)

BATCH: Final = 200
CHAIN: Final = 60
"""Turns that no one played by hand in one game and hour; each further one waits a minute."""
CHAIN_HOUR: Final = timedelta(hours=1)
CHAIN_REST: Final = timedelta(seconds=60)


def fire_due(seconds: float, limit: int = BATCH) -> int:
    """Look at the plans of every game that has changed, for at most so long; return how often
    something was done.
    """
    until, done = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        found = list(due(timezone.now()).values_list("game", "side")[:limit])
        if not found:
            break
        seen = [_try(game_id, side) for game_id, side in found]
        done += sum(seen)
        if not any(seen):
            # What could not be looked at is left to the next call.
            break
    return done


def due(now: datetime) -> QuerySet[PlanBook]:
    """Return the books that may have something for their game as it now is."""
    changed = Q(looked_at__isnull=True) | ~Q(looked_at=F("game__revision"))
    rested = Q(rests_until__isnull=True) | Q(rests_until__lte=now)
    return PlanBook.objects.filter(changed, rested, game__set_aside_at__isnull=True).order_by("pk")


def _try(game_id: str, side: str) -> bool:
    try:
        return fire(game_id, side, now=timezone.now())
    except NotFound:
        return False
    except Exception:
        logger.exception("game %s: the plans of %s could not be looked at", game_id, side)
        rests = timezone.now() + CHAIN_REST
        PlanBook.objects.filter(game=game_id, side=side).update(rests_until=rests)
        return False


def fire(game_id: str, side: str, *, now: datetime) -> bool:
    """Play a seat's prepared reply to the current position. Return whether we checked the seat.

    1. Lock the game, then its plan book, so a manual turn and a reply can't both be played.
    2. If the deadline has passed, leave the game to the deadline code.
    3. Drop replies that can no longer apply.
    4. Play the reply and record it in one transaction, so it is never lost or played twice.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        book = PlanBook.objects.select_for_update().filter(game=game_id, side=side).first()
        if book is None or book.looked_at == game.revision or has_passed(game, now):
            return False
        revision = game.revision
        seat = next(one for one in game.seats if one.side == side)
        _drop_what_is_over(game, side, now)
        if game.is_active and seat.is_awaited and not _holds_still(game, side):
            if _is_racing(game, now):
                book.rests_until = now + CHAIN_REST
                book.save(update_fields=["rests_until"])
                return False
            _answer(game, seat, now)
        book.looked_at, book.rests_until = revision, None
        if _has_more(game_id, side):
            book.save(update_fields=["looked_at", "rests_until"])
        else:
            book.delete()
        return True


def _drop_what_is_over(game: Game, side: str, now: datetime) -> None:
    """Drop what belongs to a round that has ended, or to a game that has."""
    if not game.is_active or game.summary.is_out(side):
        drop_all(game.pk, side, Because.GAME_OVER, now)
        return
    waiting = PlanEntry.objects.filter(game=game, side=side, status=Status.WAITING)
    over = Q(round__lt=game.round)
    if game.summary.phase is Phase.PLAYING:
        over |= Q(round=game.round, reply__do=Do.FORMATION)
    waiting.filter(over).update(status=Status.DROPPED, because=Because.ROUND_OVER, settled_at=now)
    PlanFallback.objects.filter(
        game=game, side=side, status=Status.WAITING, turn__lt=game.next_turn
    ).update(status=Status.DROPPED, because=Because.TOO_LATE, settled_at=now)


def _holds_still(game: Game, side: str) -> bool:
    """Return whether another has a draw on offer: a person answers that."""
    return game.draw_offered_by not in (None, side) and side not in game.draw_votes


def _is_racing(game: Game, now: datetime) -> bool:
    """Return whether two programs play each other faster than anyone could look."""
    recent = Turn.objects.filter(game=game, by__in=PREPARED, played_at__gt=now - CHAIN_HOUR)
    if recent.count() < CHAIN:
        return False
    newest = Turn.objects.filter(game=game).order_by("-number").values_list("played_at", flat=True)
    return now < newest[0] + CHAIN_REST


def _answer(game: Game, seat: Seat, now: datetime) -> None:
    """Give the answer for the present situation, or try the fallback for the present turn."""
    key = key_of(game, game.rules.load(game.state), seat.side)
    entry = next(
        (
            one
            for one in waiting_entries(game.pk, seat.side)
            # Made for what comes after: a line that leads back to where it began is no turn yet.
            if one.key == key and one.made_at_turn < game.next_turn
        ),
        None,
    )
    if entry is not None:
        _fire_entry(game, seat, entry, now)
        return
    fallback = find_fallback(game.pk, seat.side)
    if fallback and fallback.status == Status.WAITING and fallback.turn == game.next_turn:
        _fire_fallback(game, seat, fallback, now)


def _fire_entry(game: Game, seat: Seat, entry: PlanEntry, now: datetime) -> None:
    number = game.next_turn
    if entry.reply["do"] == Do.STOP:
        entry.settle(Status.FIRED, now, turn=number)
        return
    try:
        with transaction.atomic():
            carry_out(game, seat.user_id, entry.reply, now=now, by=Turn.By.PLAN)
    except Refusal as refusal:
        logger.info("game %s: the plan of %s was refused: %s", game.pk, seat.side, refusal)
        entry.settle(Status.DROPPED, now, because=refusal.code)
    else:
        entry.settle(Status.FIRED, now, turn=number)


def _fire_fallback(game: Game, seat: Seat, fallback: PlanFallback, now: datetime) -> None:
    """Play the first of its turns that is legal, unless what others did alarms."""
    if game.status != Game.Status.PLAYING:
        fallback.settle(Status.DROPPED, now, because=Because.ROUND_OVER)
        return
    if _alarms(game, seat.side) & set(fallback.unless):
        fallback.settle(Status.DROPPED, now, because=Because.ALARM)
        return
    number = game.next_turn
    for actions in fallback.tries:
        try:
            with transaction.atomic():
                play_turn(seat.user_id, game.pk, number, actions, now=now, by=Turn.By.FALLBACK)
        except Refusal:
            continue
        fallback.settle(Status.FIRED, now, turn=number)
        return
    fallback.settle(Status.DROPPED, now, because=Because.ILLEGAL)


def _alarms(game: Game, side: str) -> frozenset[str]:
    """Return what others have done to a side since its own last turn."""
    found: frozenset[str] = frozenset()
    for turn in Turn.objects.filter(game=game).order_by("-number")[: 2 * len(game.seats)]:
        if turn.side == side:
            break
        found |= game.rules.alarms(turn.happenings, side)
    return found


def _has_more(game_id: str, side: str) -> bool:
    waiting = {"game": game_id, "side": side, "status": Status.WAITING}
    return (
        PlanEntry.objects.filter(**waiting).exists()
        or PlanFallback.objects.filter(**waiting).exists()
    )
