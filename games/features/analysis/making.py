"""Analyses are made one at a time, a little at each call: the bots' turns wait in the same queue.

1. A game that has ended gets a row that waits.
2. A call claims the row that has waited longest, adds marks and writes them with the number of the
   turns that have some, in one transaction. Killed anywhere, the next call continues from there.
3. With the last marks come the totals, and the event for its players.
4. If someone asks, better turns are searched in the same way.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from config.backends.task_signal import TaskTrigger
from config.http.errors.refusals import Refusal
from games.clock.clocks import clock_of
from games.features.analysis import searching
from games.features.analysis.happened import ANALYSIS_READY, OwnAnalysis
from games.features.analysis.models import Analysis
from games.features.analysis.searching import misses_of_turns
from games.features.analysis.summing import Marks, add_marks
from games.features.analysis.totals import add_up, marks_of_turns, result_of, whole
from games.features.analysis.valuers import find_valuer
from games.models import Game, Player, Turn
from games.play.practice import CHANCES_MISSED, Chance
from games.play.replay import start_of, walk
from games.rules import registry
from games.rules.contract import WHOLE, Valuer
from games.store import selectors
from games.store.locking import lock_game
from games.store.write import write_game

logger = logging.getLogger(__name__)

LEAST_TURNS: Final = 4
SECONDS: Final = 1.5
"""So long one call computes, and until the end of its turn."""
LOOKS_EVERY: Final = 0.1
"""So often it looks whether it must stop, in seconds."""
RETRY_AFTER: Final = timedelta(minutes=10)
RELAYED_WITHIN: Final = timedelta(minutes=2)
"""So long after its end a game may have no row and yet be sure to get one."""
LOOKS_BACK: Final = timedelta(hours=2)
"""So long ago a game may have ended that has no row because the relay could not make one."""

MOST_MS: Final = 20_000
"""Processor time after which the search for better turns ends where it is."""
MOST_WAITING: Final = 120
"""So many requests for better turns wait: about ten minutes of work."""
BUSY_FOR: Final = 60
_SETTLED: Final = (Analysis.Status.DONE, Analysis.Status.FAILED)

_analyse: Final = TaskTrigger("games.analysis.tasks.analyse")


def valuer_of(game: Game) -> Valuer[Any] | None:
    """Return the value by which a game can be analysed, or ``None``."""
    return find_valuer(game.ruleset, game.rules_version)


def why_not(game: Game) -> str | None:
    """Return why a finished game has no analysis, in one word; ``None`` if it can have one."""
    if game.status == Game.Status.ABORTED:
        return "aborted"
    if valuer_of(game) is None:
        return "ruleset"
    if clock_of(game).is_live:
        return "clock"
    if game.next_turn <= LEAST_TURNS:
        return "too_short"
    if all(seat.is_bot for seat in game.seats):
        return "bots"
    return None


def analysis_of(game: Game) -> Analysis | None:
    """Return the analysis by the present version of the value, or ``None`` where there is none."""
    valuer = valuer_of(game)
    if valuer is None:
        return None
    return Analysis.objects.filter(game=game, value_version=valuer.version).first()


def coming(game: Game, now: datetime) -> Analysis | None:
    """Return what will be stored for a game that has just ended and can have an analysis."""
    has_just_ended = game.finished_at is not None and game.finished_at > now - RELAYED_WITHIN
    return _waiting(game) if has_just_ended else None


def expect(game_ids: Sequence[str]) -> None:
    """Let the games among these wait for their analysis that have ended and can have one.

    It is safe to do again.
    """
    rows = [
        _waiting(game)
        for game in Game.objects.with_seats().filter(pk__in=game_ids)
        if not game.is_active and why_not(game) is None
    ]
    Analysis.objects.bulk_create(rows, ignore_conflicts=True)
    if rows:
        hurry()


def ask(game: Game, user_id: int, now: datetime, most: int = MOST_WAITING) -> Analysis:
    """Return the analysis of a game that can have one, on its way to better turns.

    Raises ``Refusal`` if too much waits already.
    """
    row = _waiting(game)
    Analysis.objects.bulk_create([row], ignore_conflicts=True)
    same = Analysis.objects.filter(game=game, value_version=row.value_version)
    if not same.filter(Q(asked_by__isnull=False) | Q(status__in=_SETTLED)).exists():
        asked = Analysis.objects.filter(asked_by__isnull=False)
        if asked.count() >= most:
            raise Refusal(
                "busy",
                _("Too many games wait for better turns. Try again in a few minutes."),
                headers={"Retry-After": str(BUSY_FOR)},
            )
        place = asked.filter(asked_by=user_id).count()
        waiting, summed = Analysis.Status.WAITING, Analysis.Status.SUMMED
        same.filter(status=waiting).update(asked_by=user_id, place=place)
        same.filter(status=summed).update(
            asked_by=user_id,
            place=place,
            asked_at=now,
            status=Analysis.Status.SEARCHING,
            failed_at=None,
        )
    hurry()
    return same.get()


def hurry() -> None:
    """Have a worker look for what waits, once the present transaction is committed."""
    if settings.OUTBOX_TASK:
        _analyse.trigger_on_commit()


def expect_overlooked(now: datetime, limit: int = 100) -> None:
    """Let games wait that ended lately and have no row."""
    valued = [key for key in registry.all_keys() if find_valuer(key) is not None]
    ended = Game.objects.filter(
        Exists(Player.objects.filter(game=OuterRef("pk"), user__is_bot=False)),
        ~Exists(Analysis.objects.filter(game=OuterRef("pk"))),
        finished_at__gt=now - LOOKS_BACK,
        finished_at__lt=now - timedelta(minutes=1),
        ruleset__in=valued,
        live__isnull=True,
        status=Game.Status.FINISHED,
        next_turn__gt=LEAST_TURNS,
    )
    expect(list(ended.order_by("finished_at").values_list("pk", flat=True)[:limit]))


def expect_again(below: int | None = None, limit: int = 1000) -> tuple[int, int]:
    """Let games wait whose analysis is by an older version, and remove the older ones where the new
    one is there; return how many of each.

    Better turns are searched again when someone asks.
    """
    waiting = removed = 0
    for ruleset in registry.all_keys():
        valuer = find_valuer(ruleset)
        if valuer is None:
            continue
        same = Analysis.objects.filter(game=OuterRef("game"), value_version=valuer.version)
        older = Analysis.objects.filter(game__ruleset=ruleset).exclude(value_version=valuer.version)
        versions = older.values_list("value_version", flat=True).distinct()
        chosen = [one for one in versions if below is None or int(one.partition("-")[0]) < below]
        older = older.filter(value_version__in=chosen)
        removed += older.filter(Exists(same.filter(status__in=Analysis.THERE))).delete()[0]
        missing = older.filter(~Exists(same)).order_by("pk").values_list("game", flat=True)
        games = list(missing[: limit - waiting])
        expect(games)
        waiting += len(games)
    return waiting, removed


def ahead_of(row: Analysis) -> int:
    """Return how many analyses wait before this one, at most."""
    waiting = Analysis.objects.filter(status=Analysis.Status.WAITING)
    if row.status == Analysis.Status.SEARCHING:
        waiting = Analysis.objects.filter(status__in=Analysis.QUEUED)
    return waiting.filter(asked_at__lt=row.asked_at).count()


def analyse(
    now: datetime, seconds: float = SECONDS, must_stop: Callable[[], bool] = lambda: False
) -> int:
    """Compute for so long or until it must stop, one turn at least; return how many analyses were
    completed.

    A row that fails waits for ten minutes and is tried once more.
    """
    until, looked, is_stopped = time.monotonic() + seconds, 0.0, False
    done = 0

    def may_continue() -> bool:
        nonlocal looked, is_stopped
        at = time.monotonic()
        if at - looked >= LOOKS_EVERY:
            looked, is_stopped = at, must_stop()
        return at < until and not is_stopped

    while (found := _next(now)) is not None:
        try:
            step = _continue(found, may_continue, now)
            if step is None:
                break
            done += step
        except Exception:
            logger.exception("analysis %s could not be made", found)
            _note_failure(found, now)
        if not may_continue():
            break
    return done


def _next(now: datetime) -> int | None:
    """Return the row to continue with: sums first, the oldest first.

    Of better turns each person's first comes before anyone's second.
    """
    may_be_tried = Q(failed_at=None) | Q(failed_at__lte=now - RETRY_AFTER)
    queued = Analysis.objects.filter(may_be_tried)
    waiting = queued.filter(status=Analysis.Status.WAITING).order_by("asked_at", "pk")
    found = waiting.values_list("pk", flat=True).first()
    if found is not None:
        return found
    asked = queued.filter(status=Analysis.Status.SEARCHING).order_by("place", "asked_at", "pk")
    return asked.values_list("pk", flat=True).first()


def _continue(pk: int, may_continue: Callable[[], bool], now: datetime) -> bool | None:
    """Add to a row and return whether that completed a step of it; ``None`` if another worker has
    claimed it."""
    with transaction.atomic():
        rows = Analysis.objects.select_for_update(skip_locked=True, of=("self",))
        row = rows.filter(pk=pk, status__in=Analysis.QUEUED).first()
        if row is None:
            return None
        begun = _processor()
        game = selectors.find_game(row.game_id)
        valuer = valuer_of(game)
        assert valuer is not None, "only games with a value wait"
        is_sum = row.status == Analysis.Status.WAITING
        with closing(valuer):
            is_whole = (_sum if is_sum else _search)(row, game, valuer, may_continue)
        row.cpu_ms += round(1000 * (_processor() - begun))
        if is_whole or (not is_sum and row.cpu_ms >= MOST_MS):
            is_whole = True
            _complete(row, now)
        row.save()
    return is_whole


def _processor() -> float:
    """Return the seconds of processor time of this process and of those that it has ended."""
    return sum(os.times()[:4])


def _sum(row: Analysis, game: Game, valuer: Valuer[Any], may_continue: Callable[[], bool]) -> bool:
    marks = marks_of(row)
    history = walk(game, game.next_turn)
    start = start_of(game, list(selectors.acts_of(game.pk)))
    is_whole = add_marks(marks, valuer, start, history, may_continue)
    row.start, row.marks, row.done_to = marks.start, marks.turns, marks.done_to
    row.between = [list(one) for one in marks.between]
    row.scores = marks.scores if any(marks.scores) else None
    if is_whole:
        first = game.seats[0].side
        rows = selectors.turns_of(game.pk).values_list("position_before", flat=True)
        phases = [valuer.phase_of(position) for position in rows]
        result = result_of(game.winner, first)
        row.totals = add_up(marks, movers_of(game), phases, result).to_json()
    return is_whole


def _search(
    row: Analysis, game: Game, valuer: Valuer[Any], may_continue: Callable[[], bool]
) -> bool:
    people = [seat.side for seat in game.seats if not seat.is_bot]
    if len(row.best) < row.done_to:
        searching.search(row, valuer, walk(game, game.next_turn), people, may_continue)
        return False
    marks = list(marks_of_turns(marks_of(row)))
    found = searching.largest(misses_of_turns(row, marks, movers_of(game)))
    again = walk(game, game.next_turn)
    return searching.look_again(row, valuer, again, found, may_continue)


def movers_of(game: Game) -> list[int]:
    """Return which side played each turn, 0 or 1."""
    first = game.seats[0].side
    return [
        int(side != first) for side in selectors.turns_of(game.pk).values_list("side", flat=True)
    ]


def marks_of(row: Analysis) -> Marks:
    """Return the marks that a row keeps."""
    between = [(number, mark, kind) for number, mark, kind in row.between]
    return Marks(row.start, list(row.marks), between, list(row.scores or [""] * row.done_to))


def _complete(row: Analysis, now: datetime) -> None:
    """Take a row on to its next step, and write the event for the people who played."""
    row.made_at, row.failed_at = now, None
    if row.status == Analysis.Status.WAITING:
        row.status = Analysis.Status.SUMMED
    else:
        row.status, row.asked_by = Analysis.Status.DONE, None
    if row.status == Analysis.Status.DONE:
        # Before the game is locked: people are locked first where an account is deleted, too.
        _give_back(row, selectors.find_game(row.game_id), now)
    game = lock_game(row.game_id)
    people = [seat.user_id for seat in game.seats if not seat.is_bot]
    ready: OwnAnalysis = {"analysis": row.status, "value": row.value_version}
    write_game(game, [ANALYSIS_READY(now, people, ready)], now=now)
    if row.asked_by_id is not None:
        row.status = Analysis.Status.SEARCHING


def _give_back(row: Analysis, game: Game, now: datetime) -> None:
    """Give the largest misses to those that keep them for practice."""
    marks = list(marks_of_turns(marks_of(row)))
    found = searching.turning_points(row, misses_of_turns(row, marks, movers_of(game)))
    large = {one.turn: one for one in found if one.missed >= searching.TRIED_AGAIN}
    valuer = valuer_of(game)
    if not large or valuer is None:
        return
    users = {seat.side: seat.user_id for seat in game.seats}
    chances = []
    for walked in walk(game, max(large) + 1):
        miss = large.get(walked.number)
        if miss is None or not isinstance(walked.row, Turn):
            continue
        kept = (miss.best, marks[miss.turn - 1].played)
        best, played = (WHOLE - mark if miss.mover else mark for mark in kept)
        if right := valuer.right(walked.before, searching.AS_GOOD):
            user_id = users[walked.row.side]
            chances.append(Chance(user_id, walked.row, right, whole(best), whole(played)))
    for keep in CHANCES_MISSED:
        keep(game, chances, now)


def _note_failure(pk: int, now: datetime) -> None:
    """Let a row wait, or give it up if it had failed before; the sum stays where it is there."""
    row = Analysis.objects.filter(pk=pk)
    if not row.filter(failed_at=None).update(failed_at=now):
        kept = row.filter(status=Analysis.Status.SEARCHING)
        kept.update(status=Analysis.Status.SUMMED, asked_by=None)
        row.filter(status=Analysis.Status.WAITING).update(status=Analysis.Status.FAILED)


def _waiting(game: Game) -> Analysis:
    valuer = valuer_of(game)
    assert valuer is not None
    return Analysis(game=game, value_version=valuer.version, rules_version=game.rules_version)
