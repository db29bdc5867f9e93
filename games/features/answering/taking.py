"""Accepting an email: what it says is a committed row before the sender's server hears of it."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, NamedTuple

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.models import User
from config.observe.counts import Count
from games.features.answering.bounces import note_bounce, note_life
from games.features.answering.letters import LARGEST, Letter, Unreadable, is_failure, read_letter
from games.features.answering.models import InboundMail
from games.features.answering.tokens import read_bounce_address, read_turn_address
from games.models import Game

HOUR: Final = timedelta(hours=1)
MOST_AN_HOUR: Final = 60
"""Emails of one account."""


class Took(StrEnum):
    """What became of an email at the door."""

    STORED = "stored"
    AGAIN = "again"
    """It is here already."""
    BOUNCED = "bounced"
    DROPPED = "dropped"
    """A program wrote it, or there were too many."""
    UNKNOWN = "unknown"
    """No address of ours."""
    TOO_LARGE = "too_large"
    UNREADABLE = "unreadable"


MAILS: Final = Count(
    "inbound_mails",
    "Emails received, by what became of them at the door.",
    "outcome",
    known=[str(one) for one in Took],
)


class Taken(NamedTuple):
    """What became of an email, and the row that waits."""

    took: Took
    mail_id: int | None = None


def is_ours(address: str) -> bool:
    """Return whether we gave this address out."""
    return read_turn_address(address) is not None or read_bounce_address(address) is not None


def take(raw: bytes, recipient: str, sender: str, now: datetime) -> Taken:
    """Accept an email that is here as a whole; ``sender`` is that of its envelope.

    What is returned is committed. Raises what the database raises: then nothing was accepted.
    """
    taken = _take(raw, recipient, sender, now)
    MAILS.add(str(taken.took))
    return taken


def _take(raw: bytes, recipient: str, sender: str, now: datetime) -> Taken:
    if (user_id := read_bounce_address(recipient)) is not None:
        if not is_failure(raw[:LARGEST], sender):
            return Taken(Took.DROPPED)
        note_bounce(user_id, now)
        return Taken(Took.BOUNCED)
    answered = read_turn_address(recipient)
    if answered is None:
        return Taken(Took.UNKNOWN)
    if len(raw) > LARGEST:
        return Taken(Took.TOO_LARGE)
    try:
        letter = read_letter(raw)
    except Unreadable:
        return Taken(Took.UNREADABLE)
    user = User.objects.filter(pk=answered.user_id, is_active=True, deleted_at__isnull=True).first()
    if not sender or letter.is_by_program or user is None:
        return Taken(Took.DROPPED)
    if not Game.objects.filter(pk=answered.game_id).exists():
        return Taken(Took.DROPPED)
    key = hashlib.sha256(letter.message_id.encode() or raw).hexdigest()
    with transaction.atomic():
        # One after the other, so that the bound holds for emails that come together.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        mine = InboundMail.objects.filter(user=user)
        if (known := mine.filter(key=key).first()) is not None:
            return Taken(Took.AGAIN, known.pk)
        if mine.filter(received_at__gt=now - HOUR).count() >= MOST_AN_HOUR:
            return Taken(Took.DROPPED)
        is_own = _is_own(user, letter)
        mail = InboundMail.objects.create(
            user=user,
            game_id=answered.game_id,
            turn=answered.turn,
            key=key,
            message_id=letter.message_id,
            subject=letter.subject,
            text=letter.text if is_own else "",
            stranger="" if is_own else letter.sender[:254] or "?",
            received_at=now,
        )
        if is_own:
            note_life(user.pk)
    return Taken(Took.STORED, mail.pk)


def _is_own(user: User, letter: Letter) -> bool:
    """Return whether the sender is a confirmed address of the account."""
    confirmed = EmailAddress.objects.filter(user=user, verified=True)
    return any(one.email.lower() == letter.sender for one in confirmed)
