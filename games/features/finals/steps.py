"""What follows from the hour of a final by the clock (laws 12.2 to 12.8).

The section is locked, so each step is taken once however often it is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from config.http.times import utc
from games.clock.clocks import kind_of
from games.clock.uptime import SweepWindow
from games.features.competitions.bracket import By
from games.features.competitions.bracket import Match as Slot
from games.features.competitions.field import Field
from games.features.competitions.models import Entry, MatchGame, Section
from games.features.competitions.series import NextGame, next_step
from games.features.competitions.steps.playing import KickOff, start_next_game
from games.features.finals import happened
from games.features.finals.fixing import final_of, hour_of
from games.features.finals.models import Answer
from games.features.finals.models import Final as Hour
from games.models import Act, Outage
from games.play.seating import running_live
from games.rules.contract import CALLED_OFF
from games.store.happened import Kind
from games.store.outbox import record_competition_events

NEAR: Final = timedelta(hours=1)
HAND_IN_LIVE: Final = timedelta(minutes=10)
"""How long both have to choose their penalties after a live final (law 12.3)."""
MOST_MOVED: Final = timedelta(hours=1)
"""An hour that outages have moved by more isn't waited for (law 12.7)."""

State = Hour.State


def kick_off(field: Field, slot: Slot) -> KickOff | None:
    """Return how the next game of the final begins; ``None`` for any other match."""
    if slot != final_of(field):
        return None
    hour = hour_of(field.section)
    if hour is None or hour.state == State.BY_POST:
        return None
    if hour.state == State.WAITING:
        # ``take_step`` starts the first game.
        return KickOff(is_held=True)
    games = field.games_of(slot)
    # 12.6: nothing is live any more once a game has become one by correspondence.
    is_live = not games or kind_of(games[-1].game).is_live
    return KickOff(live=hour.live, hand_in=HAND_IN_LIVE) if is_live else None


def due(section: Section) -> datetime | None:
    """Return when the hour of a final has something to do."""
    hour = hour_of(section)
    if hour is None or hour.state == State.BY_POST:
        return None
    return hour.at - NEAR if hour.near_at is None else hour.at


def take_step(field: Field, window: SweepWindow) -> bool:
    """Take the next step of a final with an hour; return whether there was one."""
    hour, slot = hour_of(field.section), final_of(field)
    if hour is None or slot is None or slot.is_over or hour.state == State.BY_POST:
        return False
    if hour.state == State.LIVE:
        return _judge_aborted(field, slot, hour, window.now)
    if _give_back(hour):
        return True
    if hour.at - hour.fixed_for > MOST_MOVED:
        return _leave_to_post(hour)
    if len(slot.players) < 2:
        return window.closes_until >= hour.at and _leave_to_post(hour)
    return _ask_and_wait(field, slot, hour, window)


def _ask_and_wait(field: Field, slot: Slot, hour: Hour, window: SweepWindow) -> bool:
    finalists = [field.entries[number] for number in slot.players]
    answers = {answer.entry_id: answer for answer in hour.answers.all()}
    if hour.asked_at is None:
        hour.asked_at = window.now
        _tell(field, hour, finalists, happened.FINAL_ASKED, window.now)
        return True
    said = [answers.get(entry.pk) for entry in finalists if not entry.user.is_bot]
    if any(answer is not None and not answer.is_confirmed for answer in said):
        return _leave_to_post(hour)
    if not all(said):
        # 12.2: an answer that arrived before the hour may still wait for a thread.
        return window.closes_until >= hour.at and _leave_to_post(hour)
    if hour.near_at is None and hour.at - NEAR <= window.until:
        hour.near_at = window.now
        if window.until < hour.at:
            _tell(field, hour, finalists, happened.FINAL_NEAR, window.now)
        else:
            hour.save(update_fields=["near_at"])
        return True
    return _kick_off_or_decide(field, slot, hour, answers, window)


def _kick_off_or_decide(
    field: Field, slot: Slot, hour: Hour, answers: dict[int, Answer], window: SweepWindow
) -> bool:
    here = [number for number in slot.players if _is_here(field.entries[number], answers)]
    if window.now < hour.at:
        return False
    if len(here) == 2 and _start(field, slot, hour, window.now):
        return True
    if window.closes_until < hour.closes_at:
        return False
    if len(here) != 1:
        return _leave_to_post(hour)
    # 12.5: the other one is not there.
    field.bracket.decide(slot, here[0], By.WALKOVER)
    field.save_bracket(window.now)
    return True


def _is_here(entry: Entry, answers: dict[int, Answer]) -> bool:
    if entry.user.is_bot:
        return True
    answer = answers.get(entry.pk)
    is_here = answer is not None and answer.here_at is not None
    return is_here and running_live(entry.user_id) is None


def _start(field: Field, slot: Slot, hour: Hour, now: datetime) -> bool:
    """Start the live game; return whether it did."""
    wanted = next_step(slot, field.played(slot), field.whites(), field.lots, field.format)
    assert isinstance(wanted, NextGame), "nothing was played yet"
    if not start_next_game(field, slot, wanted, now, hour.live):
        return False
    hour.state = State.LIVE
    hour.save(update_fields=["state"])
    return True


def _leave_to_post(hour: Hour) -> bool:
    """Let the final be played by correspondence: the next step starts it."""
    hour.state = State.BY_POST
    hour.save(update_fields=["state"])
    return True


def _judge_aborted(field: Field, slot: Slot, hour: Hour, now: datetime) -> bool:
    """Decide a live final that was aborted (law 12.6); return whether it was."""
    row = field.rows[slot.key]
    newest = MatchGame.objects.select_related("game").filter(match=row).order_by("-pk").first()
    if newest is None or newest.result != MatchGame.VOID:
        return False
    act = Act.objects.filter(game=newest.game).order_by("turn", "index").last()
    if act is None or newest.game.reason == CALLED_OFF or act.side not in ("white", "black"):
        return _leave_to_post(hour)
    winner = slot.opponent_of(newest.white) if act.side == "white" else newest.white
    assert winner, "both players are known"
    field.bracket.decide(slot, winner, By.WALKOVER)
    field.save_bracket(now)
    return True


def _give_back(hour: Hour) -> bool:
    """Move the hour by outages around it (law 12.7); return whether any was looked at."""
    outages = list(
        Outage.objects.filter(completed_at__isnull=False, pk__gt=hour.outage_given_back).order_by(
            "pk"
        )
    )
    for outage in outages:
        assert outage.ended_at is not None, "it was given back"
        if outage.started_at < hour.closes_at and outage.ended_at > hour.opens_at:
            hour.at += outage.ended_at - max(outage.started_at, hour.opens_at)
        hour.outage_given_back = outage.pk
    if outages:
        hour.save(update_fields=["at", "outage_given_back"])
    return bool(outages)


def _tell(
    field: Field,
    hour: Hour,
    finalists: Sequence[Entry],
    kind: Kind[happened.OwnFinal],
    now: datetime,
) -> None:
    hour.save(update_fields=["asked_at", "near_at"])
    people = [entry.user_id for entry in finalists]
    event = field.event(kind(now, people, {"at": utc(hour.at)}))
    record_competition_events(field.competition.pk, [event])
