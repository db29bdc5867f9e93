"""Matches: started, followed through their games, and decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db import transaction

from config.features import Hook
from config.http.times import utc
from games.features.competitions import happened
from games.features.competitions.bracket import NO_ONE, By
from games.features.competitions.bracket import Match as Slot
from games.features.competitions.field import NO_RESULT, RESULTS, Field, label_of
from games.features.competitions.models import Entry, MatchGame
from games.features.competitions.series import Decided, NextGame, next_step
from games.features.competitions.steps.goals import note_score
from games.features.competitions.steps.penalties import HAND_IN, begin_shootout
from games.models import Game
from games.play.start import Terms, start_game
from games.refusals import Conflict
from games.rules.contract import ADJUDICATED, CALLED_OFF
from games.store.locking import hold_people
from games.store.outbox import NewEvent, record_competition_events

TIMEOUT: Final = "timeout"


class KickOff(NamedTuple):
    """How the next game of a match begins."""

    is_held: bool = False
    """Whether something else starts it."""
    live: Mapping[str, Any] | None = None
    """The terms of the clock of a live game; ``None`` by correspondence."""
    hand_in: timedelta = HAND_IN
    """How long both have to choose their penalties."""


USUAL: Final = KickOff()
KICK_OFFS: Final[Hook[Callable[[Field, Slot], KickOff | None]]] = Hook()
"""Returns how the next game of a match begins where that is not as usual."""


def note_ended_game(field: Field, now: datetime) -> bool:
    """Note the result of one game that is over, and what it decides; return whether there was one.

    The end of a game never changes, so its row needs no lock.
    """
    open_games = [game for games in field.games.values() for game in games if not game.result]
    over = Game.objects.with_seats().exclude(status__in=Game.ACTIVE)
    ended = over.filter(pk__in=[game.game_id for game in open_games]).order_by("pk").first()
    if ended is None:
        return False
    row = next(game for game in open_games if game.game_id == ended.pk)
    slot = next(slot for slot in field.bracket if row in field.games_of(slot))
    _note(field, slot, row, ended)
    row.save(update_fields=["result"])
    field.save_bracket(now)
    return True


def _note(field: Field, slot: Slot, row: MatchGame, game: Game) -> None:
    """Set the result of a game that is over and let it decide the match where it does."""
    is_first = not field.played(slot)
    row.result = RESULTS.get(game.winner, "") if game.status == Game.Status.FINISHED else NO_RESULT
    if game.reason == CALLED_OFF:
        row.result = MatchGame.VOID
    if slot.is_over or game.reason == ADJUDICATED or row.result == MatchGame.VOID:
        return
    note_score(field, slot, game)
    late = game.rules.forfeited_by(game.rules.load(game.state))
    if late:
        # 8.2: also where the laws of the game would call it a draw, or no game at all.
        numbers = {side: _number_of(slot, row, side) for side in late}
        others = [number for number in slot.players if number not in numbers.values()]
        is_no_show = is_first and game.status == Game.Status.ABORTED
        by = By.WALKOVER if is_no_show else By.TIMEOUT
        field.bracket.decide(slot, others[0] if others else NO_ONE, by)
    elif game.status == Game.Status.ABORTED:
        # Ended by no one's doing, as by an operator: it is played again.
        row.result = MatchGame.VOID
    else:
        # Immediately: on the last day the count must find no match that a game has decided.
        verdict = next_step(slot, field.played(slot), field.whites(), field.lots, field.format)
        if isinstance(verdict, Decided):
            field.bracket.decide(slot, verdict.winner, verdict.by)


def _number_of(slot: Slot, row: MatchGame, side: str) -> int | None:
    return row.white if side == "white" else slot.opponent_of(row.white)


def go_on_with_match(field: Field, now: datetime) -> bool:
    """Take the next step of one match that waits for it; return whether there was one."""
    for slot in field.bracket.ready():
        row = field.rows[slot.key]
        if field.running_game(slot) is not None or hasattr(row, "shootout"):
            continue
        verdict = next_step(slot, field.played(slot), field.whites(), field.lots, field.format)
        kick_off = next((found for ask in KICK_OFFS if (found := ask(field, slot))), USUAL)
        if isinstance(verdict, NextGame):
            if kick_off.is_held or not start_next_game(field, slot, verdict, now, kick_off.live):
                continue
        elif isinstance(verdict, Decided):
            field.bracket.decide(slot, verdict.winner, verdict.by)
            field.save_bracket(now)
        else:
            begin_shootout(field, slot, now, kick_off.hand_in)
        return True
    return False


def start_next_game(
    field: Field,
    slot: Slot,
    wanted: NextGame,
    now: datetime,
    live: Mapping[str, Any] | None = None,
) -> bool:
    """Start the next game of a match, unless one of its players has left the service.

    ``live`` is the clock of a live game. Returns whether anything happened: nothing does while a
    player is in another live game.
    """
    here = hold_people(field.people(slot))
    gone = [number for number in slot.players if field.entries[number].user_id not in here]
    if gone:
        for number in gone:
            mark_withdrawn(field.entries[number], now)
            field.bracket.gone[number] = By.WITHDRAWAL
        field.bracket.settle()
        field.save_bracket(now)
        return True
    try:
        with transaction.atomic():
            _start(field, slot, wanted, now, live)
    except Conflict as refusal:
        if refusal.code != "live_match_running":
            raise
        return False
    return True


def _start(
    field: Field, slot: Slot, wanted: NextGame, now: datetime, live: Mapping[str, Any] | None
) -> None:
    """Start the game; the caller holds its players. Raises ``Conflict``."""
    black = slot.opponent_of(wanted.white)
    assert black, "both players are known"
    seats = {"white": field.entries[wanted.white], "black": field.entries[black]}
    competition = field.competition
    labels = {side: label_of(entry, field.section) for side, entry in seats.items()}
    game = start_game(
        Terms(
            ruleset=competition.ruleset,
            options=competition.options,
            days_per_turn=competition.days_per_turn,
            turn_s=competition.turn_s,
            reserve_s=competition.reserve_s,
            has_leave=competition.has_leave and live is None,
            has_rest=competition.has_rest and live is None,
            is_public=not competition.is_private,
            live=live,
        ),
        {side: entry.user for side, entry in seats.items()},
        now=now,
        competition={
            "id": competition.pk,
            "section": field.section.key,
            "match": slot.name,
            **({} if competition.plans else {"plans": False}),
        },
        shown_as={side: label for side, label in labels.items() if label is not None},
    )
    row = field.rows[slot.key]
    MatchGame.objects.create(match=row, role=wanted.role, game=game, white=wanted.white)
    if row.started_at is None:
        row.started_at = now
        row.save(update_fields=["started_at"])
    started = field.event(
        happened.MATCH_STARTED(now, field.people(slot), {"match": slot.name, "game": game.pk})
    )
    record_competition_events(competition.pk, [started])


def mark_withdrawn(entry: Entry, now: datetime) -> None:
    """Note that someone has left the section by their own will."""
    entry.status, entry.out_at = Entry.Status.WITHDRAWN, now
    entry.save(update_fields=["status", "out_at"])


def announce_end(field: Field, now: datetime) -> bool:
    """Notify the players of one decided match; return whether there was one.

    In a transaction of its own: inboxes are locked in the order of their people, and anyone who has
    just ended a game holds those of its players.
    """
    for slot in field.bracket:
        row = field.rows[slot.key]
        if not slot.is_over or row.told_at is not None:
            continue
        assert slot.by is not None, "a match that is over"
        event = field.event(
            happened.MATCH_ENDED(
                now,
                field.people(slot),
                {"match": slot.name, "winner": slot.winner or None, "by": slot.by},
            )
        )
        record_competition_events(field.competition.pk, [event])
        row.told_at = now
        row.save(update_fields=["told_at"])
        return True
    return False


NEAR: Final = timedelta(days=3)


def remind_of_round(field: Field, now: datetime, counts: Any) -> bool:
    """Notify the players of one round that it ends in three days, everyone once."""
    near = field.section.rounds.filter(reminded_at__isnull=True, ends_at__lte=now + NEAR)
    reminded: set[int] = set()
    events: list[NewEvent] = []
    for row in near:
        for slot in field.bracket.of_round(row.number):
            game = field.running_game(slot)
            people = [one for one in field.people(slot) if one not in reminded]
            if slot.is_over or game is None or not people:
                continue
            own: happened.OwnNearEnd = {
                "match": slot.name,
                "ends_at": utc(row.ends_at),
                "game": game.game_id,
                "count": counts(game),
            }
            events.append(field.event(happened.ROUND_NEAR_END(now, people, own)))
            if field.competition.is_league:
                # All rounds end together: one message speaks for all open matches.
                reminded.update(people)
        row.reminded_at = now
        row.save(update_fields=["reminded_at"])
        if not field.competition.is_league:
            break
    if events:
        # One statement for all: it locks the inboxes in their order.
        record_competition_events(field.competition.pk, events)
    return bool(near)
