"""Playing on: the players of a correspondence game are all at its page and continue now.

Deadlines and time banks stay, so silence costs nothing. After three minutes without a turn it ends
automatically. The turns show when that was; no turn waits for it or knows of it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from config.http.times import utc
from games.clock.clocks import clock_of
from games.features.live import happened
from games.features.live.models import PlayingOn
from games.models import Block, Game, GameEvent, Turn
from games.models.querysets import Seat
from games.play import watching
from games.play.guards import check_is_active, check_is_in, seat_of
from games.refusals import Conflict
from games.store import selectors
from games.store.outbox import EventType, record_for_players
from games.streams import presence

ASKED_FOR: Final = timedelta(seconds=60)
"""How long someone who would like to play on waits for the others."""
MOST_ASKED: Final = 10
"""So often one side may ask at one turn: each time is reported, and kept."""
SILENT_FOR: Final = timedelta(minutes=3)
"""After so long without a turn it ends."""
_BATCH: Final = 200


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of playing on in a game."""

    agreed: tuple[str, ...] = ()
    """The sides that would like to, while not all have said so."""
    began_at: datetime | None = None
    until: datetime | None = None
    """When the question lapses, or when it ends unless a turn is played."""

    @property
    def state(self) -> str:
        """``off``, ``asked`` or ``on``."""
        if self.began_at is not None:
            return "on"
        return "asked" if self.agreed else "off"


OFF: Final = Standing()


def look(user_id: int, game_id: str, *, now: datetime) -> Standing:
    """Return how it is, to a player; raises ``NotFound`` and ``Forbidden``."""
    game = watching.view_game(game_id, now)
    seat_of(game, user_id)
    row = PlayingOn.objects.filter(game=game_id).first()
    return standing_of(row, game, now)


def standing_of(row: PlayingOn | None, game: Game, now: datetime) -> Standing:
    """Return what a row says at this moment; one that has ended says nothing any more."""
    if row is None or not game.is_active:
        return OFF
    if row.began_at is None:
        waiting = _waiting(row, now)
        if not waiting:
            return OFF
        return Standing(tuple(waiting), until=datetime.fromtimestamp(min(waiting.values()), UTC))
    ended_at = _note_turns(row, game, now)
    if ended_at is not None or row.moved_at is None:
        return OFF
    return Standing(began_at=row.began_at, until=row.moved_at + SILENT_FOR)


def agree(user_id: int, game_id: str, *, now: datetime) -> Standing:
    """Say that one would like to play on; it begins once all have said so within a minute.

    Saying it again changes nothing. Anyone who asks first finds the others at the page of the game;
    others are not asked, and not who blocks the asker. Raises ``NotFound``, ``Forbidden`` and
    ``Conflict``.
    """
    game = watching.view_game(game_id, now)
    seat = seat_of(game, user_id)
    check_is_active(game)
    check_is_in(game, seat)
    if clock_of(game).is_live:
        raise Conflict(_("This game is already live."), code="wrong_phase")
    with transaction.atomic():
        row, _is_new = PlayingOn.objects.select_for_update().get_or_create(game_id=game_id)
        before = standing_of(row, game, now)
        if before.began_at is not None or seat.side in before.agreed:
            return before
        if not before.agreed:
            _check_others_are_here(game, seat)
            _check_has_not_asked_often(game, seat)
        _announce_silence(row, game)
        row.agreed = _waiting(row, now) | {seat.side: (now + ASKED_FOR).timestamp()}
        if row.agreed.keys() >= {one.side for one in _in_play(game)}:
            row.agreed, row.began_at, row.moved_at, row.turn = {}, now, now, game.next_turn
        row.save()
        after = standing_of(row, game, now)
        kind = happened.PLAYING_ASKED if after.agreed else happened.PLAYING_BEGAN
        assert after.until is not None, "someone has just agreed"
        own: happened.OwnPlaying = {"side": seat.side, "until": utc(after.until)}
        record_for_players(game, kind(now, _ids(_in_play(game)), own))
        return after


def stop(user_id: int, game_id: str, *, now: datetime) -> None:
    """Stop playing on, or take back or decline the question whether to; again changes nothing.

    Raises ``NotFound`` and ``Forbidden``.
    """
    game = watching.view_game(game_id, now)
    seat = seat_of(game, user_id)
    with transaction.atomic():
        row = PlayingOn.objects.select_for_update().filter(game=game_id).first()
        before = standing_of(row, game, now)
        if row is not None:
            if before is OFF:
                _announce_silence(row, game)
            row.delete()
        if before.began_at is not None:
            _end(game, now, "stopped", seat.side)
        elif before.agreed:
            _end(game, now, "withdrawn" if seat.side in before.agreed else "declined", seat.side)


def end_silent(now: datetime) -> int:
    """End what has gone on for three minutes without a turn; return in how many games."""
    due = PlayingOn.objects.filter(began_at__isnull=False, moved_at__lte=now - SILENT_FOR)
    ended = 0
    for game_id in list(due.order_by("moved_at").values_list("pk", flat=True)[:_BATCH]):
        with transaction.atomic():
            locked = PlayingOn.objects.select_for_update(skip_locked=True)
            if (row := locked.filter(pk=game_id).first()) is None:
                continue
            game = selectors.find_game(game_id)
            ended_at = _note_turns(row, game, now)
            if ended_at is None and game.is_active:
                row.save()
                continue
            row.delete()
            ended += 1
            _end(game, ended_at or now, "silence" if game.is_active else "game_over")
    return ended


def _note_turns(row: PlayingOn, game: Game, now: datetime) -> datetime | None:
    """Let a row that runs know of the turns since; return when it ended, if it did."""
    assert row.moved_at is not None, "what has begun has a moment to count from"
    turns = Turn.objects.filter(game=game, number__gte=row.turn).order_by("number")
    for number, played_at in turns.values_list("number", "played_at"):
        if played_at - row.moved_at > SILENT_FOR:
            break
        row.turn, row.moved_at = number + 1, max(played_at, row.moved_at)
    ends_at = row.moved_at + SILENT_FOR
    return ends_at if ends_at <= now else None


def _waiting(row: PlayingOn, now: datetime) -> dict[str, float]:
    """Return which sides still wait for the others, and until when."""
    return {side: until for side, until in row.agreed.items() if until > now.timestamp()}


def _announce_silence(row: PlayingOn, game: Game) -> None:
    """Show that it has ended where the sweep did not come by yet, and empty the row."""
    if row.began_at is not None and row.moved_at is not None:
        _end(game, row.moved_at + SILENT_FOR, "silence")
    row.began_at = row.moved_at = None


def _in_play(game: Game) -> list[Seat]:
    """Return the seats of those who still play."""
    return [seat for seat in game.seats if not game.summary.is_out(seat.side)]


def _check_others_are_here(game: Game, mine: Seat) -> None:
    """Raise ``Conflict`` unless all others are known to be at the page, and none blocks this one.

    Anyone who does not want to be seen there is not known to be.
    """
    others = [seat for seat in _in_play(game) if seat != mine]
    there = presence.who_is_at([game.pk])[game.pk]
    missing = [seat for seat in others if not there.get(seat.user_id)]
    blocking = Block.objects.filter(user__in=_ids(others), blocked=mine.user_id)
    if not others or missing or blocking.exists():
        raise Conflict(
            _("The others aren't here right now. Ask again when they are."), code="opponent_away"
        )


def _check_has_not_asked_often(game: Game, mine: Seat) -> None:
    """Raise ``Conflict`` for one question too many at a turn, however often it is taken back."""
    asked = GameEvent.objects.filter(
        game=game,
        type=EventType.PLAYING_ASKED,
        data__side=mine.side,
        happened_at__gte=game.clock_started_at,
    )
    if asked.count() >= MOST_ASKED:
        raise Conflict(
            _("You've asked too often this turn. Wait for the next one."), code="wrong_phase"
        )


def _ids(seats: Collection[Seat]) -> list[int]:
    return [seat.user_id for seat in seats]


def _end(game: Game, at: datetime, why: str, side: str | None = None) -> None:
    ended = happened.PLAYING_ENDED(at, _ids(_in_play(game)), {"side": side, "why": why})
    record_for_players(game, ended)
