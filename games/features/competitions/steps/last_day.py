"""The last day of a round: moved on by outages, and then the count decides (laws 7.5, 7.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime

from games.features.competitions.bracket import NO_ONE, By
from games.features.competitions.bracket import Match as Slot
from games.features.competitions.count import Count, material
from games.features.competitions.field import Field
from games.features.competitions.models import Competition, MatchGame, Round, Section
from games.features.competitions.series import Decided, Format, decide_on_last_day
from games.features.competitions.steps.goals import decide_by_goals
from games.features.competitions.steps.penalties import begin_shootout
from games.models import Game, Outage, Turn
from games.play.acts import adjudicate
from games.play.deadlines import enforce_deadline
from games.store.locking import lock_game


def give_days_back(field: Field) -> bool:
    """Move the last days by the outages that were given back since; return whether any was."""
    section = field.section
    fresh = Outage.objects.filter(
        completed_at__isnull=False,
        pk__gt=section.outage_given_back,
        ended_at__gt=section.started_at or section.competition.starts_at,
    )
    outages = list(fresh.order_by("pk"))
    if not outages:
        return False
    for row in section.rounds.all():
        for outage in outages:
            if outage.ended_at is None:
                continue
            length = outage.ended_at - outage.started_at
            if row.starts_at > outage.started_at:
                row.starts_at += length
            if row.ends_at > outage.started_at:
                row.ends_at += length
        row.save(update_fields=["starts_at", "ends_at"])
    section.outage_given_back = outages[-1].pk
    _move_following(section)
    return True


def _move_following(section: Section) -> None:
    """Let the next season of a league begin when this one ends."""
    last = section.rounds.order_by("-ends_at").first()
    if last is not None and section.competition.is_league:
        Competition.objects.filter(
            previous=section.competition_id, starts_at__lt=last.ends_at
        ).update(starts_at=last.ends_at)


def counted(game: Game) -> Count:
    """Return what each side has in a game that continues: goals, or the worth of its pieces."""
    summary = game.summary
    if summary.score is not None:
        return Count(summary.score["white"], summary.score["black"])
    return material(summary.position or "")


def count_by_side(row: MatchGame) -> dict[str, int]:
    """Return the count of a game of a match, for a reminder."""
    return counted(Game.objects.get(pk=row.game_id))._asdict()


def decide_by_count(field: Field, until: datetime, now: datetime) -> bool:
    """Decide one match whose round has ended; return whether there was one."""
    for row in field.section.rounds.filter(ends_at__lte=until):
        for slot in field.bracket.of_round(row.number):
            if slot.is_complete and not slot.is_over and not _is_shooting(field, slot):
                _decide(field, slot, row, now)
                return True
    return False


def _is_shooting(field: Field, slot: Slot) -> bool:
    return hasattr(field.rows[slot.key], "shootout")


def _decide(field: Field, slot: Slot, row: Round, now: datetime) -> None:
    running = field.running_game(slot)
    if running is None and field.format is Format.ONE_GAME:
        field.bracket.decide(slot, NO_ONE, By.COUNT)
        field.save_bracket(now)
        return
    if running is None:
        # It waits for its next game: only the time and the lot are left.
        _finish(field, slot, {}, row, now)
        return
    # A deadline that fell before the last day was missed; what it means comes first.
    enforce_deadline(running.game_id, now)
    game = lock_game(running.game_id)
    if not game.is_active:
        return  # The next step notes how it ended.
    count = counted(game)
    by_number = dict(zip(_numbers(slot, running), count, strict=True))
    if field.format is Format.ONE_GAME:
        decide_by_goals(field, slot, running, game, now)
        return
    if field.format is Format.SHOOTOUT and count.white == count.black:
        adjudicate(game, None, now=now)
        running.result = "1/2-1/2"
        running.save(update_fields=["result"])
        begin_shootout(field, slot, now)
        return
    decided = _finish(field, slot, by_number, row, now)
    side = field.side_of(running, decided.winner)
    adjudicate(game, side, now=now)
    running.result = "1-0" if side == "white" else "0-1"
    running.save(update_fields=["result"])


def _numbers(slot: Slot, game: MatchGame) -> tuple[int, int]:
    black = slot.opponent_of(game.white)
    assert black, "both players are known"
    return game.white, black


def _finish(
    field: Field, slot: Slot, count: Mapping[int, int], row: Round, now: datetime
) -> Decided:
    seconds = seconds_used(field, slot, row.ends_at)
    decided = decide_on_last_day(slot, count, seconds, field.lots)
    field.rows[slot.key].counted = {
        "count": {str(number): worth for number, worth in count.items()},
        "seconds": {str(number): used for number, used in seconds.items()},
    }
    field.bracket.decide(slot, decided.winner, decided.by)
    field.save_bracket(now)
    return decided


def seconds_used(field: Field, slot: Slot, until: datetime) -> dict[int, int]:
    """Return how long each player has thought in this match, the turn that runs included.

    Time in which nothing could be played is no one's.
    """
    used: Counter[int] = Counter(dict.fromkeys(slot.players, 0))
    for row in field.games_of(slot):
        game = Game.objects.with_seats().get(pk=row.game_id)
        numbers = dict(zip(("white", "black"), _numbers(slot, row), strict=True))
        since = game.created_at
        for side, played_at in Turn.objects.filter(game=game).values_list("side", "played_at"):
            used[numbers[side]] += _seconds(since, played_at)
            since = played_at
        if game.is_active:
            for seat in game.seats:
                if seat.is_awaited:
                    used[numbers[seat.side]] += _seconds(since, until)
    return dict(used)


def _seconds(since: datetime, until: datetime) -> int:
    length = max(0.0, (until - since).total_seconds())
    lost = Outage.objects.filter(started_at__lt=until, ended_at__gt=since)
    for outage in lost:
        if outage.ended_at is not None:
            common = min(until, outage.ended_at) - max(since, outage.started_at)
            length -= common.total_seconds()
    return int(max(0.0, length))
