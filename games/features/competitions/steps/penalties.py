"""The shoot-out of a level match: asked for, and resolved once both are ready or time is up."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Final

from config.backends.encryption import seal, unseal
from config.http.times import utc
from games.features.competitions import happened
from games.features.competitions import shootout as laws
from games.features.competitions.bracket import By
from games.features.competitions.bracket import Match as Slot
from games.features.competitions.draw import Lots
from games.features.competitions.field import Field
from games.features.competitions.models import Section, Shootout
from games.store.outbox import record_competition_events

HAND_IN: Final = timedelta(hours=24)
"""So long both sides have to decide where they shoot and where their king stands."""


def begin_shootout(field: Field, slot: Slot, now: datetime, within: timedelta = HAND_IN) -> None:
    """Ask both players of a match for their shots and stands; its own secret is committed to."""
    secret = secrets.token_bytes(32)
    games = field.games_of(slot)
    Shootout.objects.create(
        match=field.rows[slot.key],
        white=games[-1].white,
        sealed_secret=seal(secret),
        commitment=Lots(secret, "").commitment,
        due_at=now + within,
    )
    event = field.event(
        happened.SHOOTOUT_DUE(
            now, field.people(slot), {"match": slot.name, "due_at": utc(now + within)}
        )
    )
    record_competition_events(field.competition.pk, [event])


def is_complete(field: Field, slot: Slot, row: Shootout) -> bool:
    """Return whether both have handed in all that is asked for; of a bot nothing is (law 11.3)."""
    hands = {
        row.white: (row.white_shots, row.white_stands),
        slot.opponent_of(row.white): (row.black_shots, row.black_stands),
    }
    return all(
        all(len(text) == laws.SHOTS for text in hands[number])
        for number in slot.players
        if not field.entries[number].user.is_bot
    )


def result_of(row: Shootout, section: Section, match: str) -> laws.Shootout:
    """Return the shoot-out as it goes: from its secret and what was handed in, nothing else."""
    lots = Lots(unseal(bytes(row.sealed_secret)), f"{section.competition_id}:{section.key}")
    handed_in = {
        laws.WHITE: laws.HandIn(row.white_shots, row.white_stands),
        laws.BLACK: laws.HandIn(row.black_shots, row.black_stands),
    }
    return laws.resolve(match, handed_in, lots)


def resolve_shootout(field: Field, until: datetime, now: datetime) -> bool:
    """Resolve one shoot-out that is complete or due; return whether there was one."""
    for slot in field.bracket.ready():
        row = Shootout.objects.filter(match=field.rows[slot.key], resolved_at=None).first()
        if row is None or not (is_complete(field, slot, row) or row.due_at <= until):
            continue
        won = result_of(row, field.section, slot.name).winner == laws.WHITE
        winner = row.white if won else slot.opponent_of(row.white)
        assert winner, "both players are known"
        row.resolved_at = now
        row.save(update_fields=["resolved_at"])
        field.bracket.decide(slot, winner, By.SHOOTOUT)
        field.save_bracket(now)
        return True
    return False
